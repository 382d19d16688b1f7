"""Converts arguments of the API: texts, files, games, positions and dice in any accepted form."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypeVar, cast, overload

from fivedice.cards import written
from fivedice.cards.scorecard import ScoreCard, Written
from fivedice.core import texts
from fivedice.core.rules import Awaits, Game, WrongCall, quoted
from fivedice.core.texts import AnyDice, BadText, WrongValue
from fivedice.core.turn import THROWS, Turn
from fivedice.games import Position
from fivedice.games.challenge import Challenge
from fivedice.games.junior import Junior
from fivedice.games.owncard import OwnCard
from fivedice.games.piecepack import Piecepack
from fivedice.games.showdown import Showdown
from fivedice.games.traditional import Traditional
from fivedice.match.setup import game_called, game_meant
from fivedice.names import check_new_names
from fivedice.notation import paper, write
from fivedice.notation.record import LONGEST

Source = str | bytes | os.PathLike[str]
"""A text, or the path of its file."""

Playable = str | Game | ScoreCard | Written
"""A game by its name or as a value, or a score card."""


def data(source: Source) -> bytes:
    """The bytes of a text or file. A text is empty, begins with "{" or has several lines; all else is a path.

    Reads no more than the longest record and one byte. Raises `OSError`.
    """
    if isinstance(source, bytes):
        return source
    if isinstance(source, str) and (not source or "\n" in source or source.startswith("{")):
        return source.encode(errors="surrogatepass")
    with Path(source).open("rb") as file:
        return file.read(LONGEST + 1)


def card(source: Source) -> OwnCard:
    """The game of your own card, from its TOML or a file (see docs/guide/own-card.md).

    Raises `BadCard` with the line and key at fault, and `OSError` for a file that cannot be read.

    >>> house = card('''
    ... title = "House"
    ... [[sections]]
    ... title = "All"
    ... boxes = [{ name = "Sixes", needs = "face 6", pays = "these dice" }, { name = "Chance" }]
    ... ''')
    >>> house.title, house.card.names
    ('House', ('sixes', 'chance'))
    """
    try:
        return OwnCard(written.read(data(source).decode()))
    except UnicodeDecodeError:
        raise written.not_utf_8() from None


OneGame = TypeVar("OneGame", bound=Game)
"""The type of a game passed as a value."""


@overload
def game(called: Literal["traditional"], **options: object) -> Traditional: ...
@overload
def game(called: Literal["challenge"], **options: object) -> Challenge: ...
@overload
def game(called: Literal["showdown"], **options: object) -> Showdown: ...
@overload
def game(called: Literal["piecepack"], **options: object) -> Piecepack: ...
@overload
def game(called: Literal["junior"], **options: object) -> Junior: ...
@overload
def game(
    called: Literal["kniffel", "yacht", "yacht-dice", "yams", "yatzy"] | ScoreCard | Written,
    **options: object,
) -> OwnCard: ...
@overload
def game(called: str, **options: object) -> Game: ...
@overload
def game(called: OneGame) -> OneGame: ...
def game(called: Playable, **options: object) -> Game:
    """A game by its name with house options, or the game of a score card.

    Raises `IllegalMove` for an unknown game, option or value.

    >>> game("traditional", joker="free").card == game("traditional").card
    False
    """
    if isinstance(called, str):
        return game_called(game_meant(called), {name: texts.whole(value) for name, value in options.items()})
    if options:
        raise WrongCall("House options need a game by its name.")
    if isinstance(called, ScoreCard):
        return OwnCard(Written("Score card", called.sections, called.further))
    if isinstance(called, Written):
        return OwnCard(called)
    if not isinstance(called, Game):
        raise WrongCall(f"A game is a name, a game or a card, not {quoted(called)}.")
    return called


def position(rules: Game, given: Position | str | None, *, dice: bool) -> Position:
    """A position from text (see docs/reference/record.md) or a value; "" is the start for the fewest seats.

    `dice` says whether a turn is in progress. Raises `BadText` for an invalid text, and `IllegalMove` for a
    position that no match can reach.
    """
    if given is None or given == "":
        return cast(Position, rules.start(rules.seats[0], 0))
    if isinstance(given, str):
        try:
            return cast(Position, paper.at_position(rules, given, dice=dice))
        except BadText as error:
            raise WrongValue(f"{error} For example: {paper.example(rules)[0]!r}.") from None
    if not isinstance(given, rules.position):
        raise WrongValue(
            f"A position of {rules.name} is text or a value of its own type, not {quoted(given)}."
        )
    rules.check(given)
    return given


def names(players: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """The names of the seats; default: their numbers. Raises `IllegalMove` for an invalid name."""
    if not players:
        return tuple(f"Seat {seat}" for seat in range(seats))
    names = (players,) if isinstance(players, str) else tuple(players)
    check_new_names(names)
    return names


def turn(awaits: Awaits, dice: AnyDice | Turn, throw: int, face_set: str) -> Turn | None:
    """The turn in progress: "22345" with `throw` from 1 to 3, or "22345@2"; None without dice.

    Several hands are separated by "/"; a shared first throw is written once. Raises `BadText`, also if
    `throw` contradicts the dice.
    """
    number = texts.whole(throw)
    if type(number) is not int or not 1 <= number <= THROWS:
        raise WrongValue(f"The throw is a number from 1 to {THROWS}, not {quoted(throw)}.")
    if isinstance(dice, Turn):
        now: Turn | None = dice
    else:
        text = dice if isinstance(dice, str) else write.dice(texts.dice(dice))
        now = paper.turn(text if "@" in text else f"{text}@{number}", awaits, face_set) if text else None
    if number > 1 and (now is None or now.step != number):
        problem = f"say throw {now.step}" if now else "are missing"
        raise WrongValue(f"The dice of throw {number} {problem}.")
    return now

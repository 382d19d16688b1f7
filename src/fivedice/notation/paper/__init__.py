"""Parses positions as people describe them from a paper score card or a board.

The exact text (`notation.read`) is accepted, too. Otherwise "/" separates the seats, and "seat 1 to play"
follows if several seats could be next.
"""

import re
from typing import Any

from fivedice.core import faces
from fivedice.core.rules import Choice, Game, Hands, IllegalMove, check_seats, quoted
from fivedice.core.turn import Turn
from fivedice.games.cardgame import card_of
from fivedice.language import all_of, mark, tr
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, begin
from fivedice.notation import read, write
from fivedice.notation.paper.games import Paper, WrittenRest, paper_of
from fivedice.notation.read import BadText


class Missing(BadText):
    """Several positions fit: `question` asks for the rest, and `ending` is an example answer."""

    def __init__(self, sentence: str, question: str, ending: str) -> None:
        super().__init__(sentence)
        self.question = question
        self.ending = ending


def state(game: Game, position: str, dice: str = "") -> State:
    """The state of a position and dice such as `22345@2` (default: after the first throw). Raises `BadText`,
    or `IllegalMove` for a state that no match can reach.
    """
    reached = at_position(game, position, dice=bool(dice.strip()))
    now = turn(dice, game.awaits(reached), game.faces) if dice.strip() else None
    players = tuple(Player(tr("Seat {seat}", seat=seat)) for seat in range(len(game.scores(reached))))
    return begin(Setup(game, players, position=reached, turn=now))


def example(game: Game, seats: int = 1) -> tuple[str, str]:
    """An example of a position and dice, for this number of seats if the game allows it."""
    paper = paper_of(game)
    if card_of(game) and paper:
        position, dice = paper.example
        seats = seats if seats in game.seats else game.seats[0]
        return " / ".join([position] * seats) + "; seat 0 to play" * (seats > 1), dice
    return paper.example if paper else (write.position(game.start(game.seats[0], 0)), "22345@1")


def at_position(game: Game, text: str, *, dice: bool) -> Any:
    """Parses a position; `dice` says that dice are given, so a turn is in progress."""
    tidy = re.sub(r"\s*([,/+])\s*", r"\1", " ".join(text.split()))
    paper = paper_of(game)
    try:
        exact = read.position(game, tidy)
    except BadText:
        if paper is None:
            raise
    else:
        game.check(exact)
        return exact
    assert paper is not None
    return _only(game, list(paper.positions(*_parts(game, paper, text, dice=dice))), dice=dice)


def turn(text: str, awaits: object, face_set: str) -> Turn:
    """Parses the dice of a turn, by number or face; a common first throw may be given once for all seats."""
    hands, at, throw = text.partition("@")
    tidy = "/".join(faces.numbers(hand, face_set) for hand in hands.split("/"))
    now = read.turn(f"{tidy}@{throw.strip() if at else 1}")
    seats = len(awaits.seats) if isinstance(awaits, Hands) else 1
    if len(now.hands) == 1 and seats > 1:
        if now.step > 1:
            at_once = mark("Here {seats} seats play at once; give the dice of each, such as 22345/22344@2.")
            raise BadText(tr(at_once, seats=seats))
        return Turn(now.hands * seats, now.step)
    return now


_NEXT = re.compile(r"(?i)[\s,;]*\bseat\s*[=:]?\s*(\d{1,2})(?:\s+(?:is\s+)?(?:next|to\s+play))?[\s.]*$")
_LEFT = re.compile(r"(?i)[\s,;]*\b(\d{1,2})\s+turns?\s+left[\s,;.]*$")


def _parts(game: Game, paper: Paper, text: str, *, dice: bool) -> tuple[tuple[Any, ...], WrittenRest]:
    text, left = _ending(_LEFT, text)
    text, seat = _ending(_NEXT, text)
    if left is None:
        text, left = _ending(_LEFT, text)
    seats = text.split("/")
    check_seats(game, len(seats))
    if seat is not None and seat >= len(seats):
        wrong = mark("There is no seat {seat}: the seats are 0 to {last}.")
        raise BadText(tr(wrong, seat=seat, last=len(seats) - 1))
    return tuple(map(paper.part, seats)), WrittenRest(seat, left, dice)


def _ending(pattern: re.Pattern[str], text: str) -> tuple[str, int | None]:
    match = pattern.search(text)
    return (text[: match.start()], int(match[1])) if match else (text, None)


def _only(game: Game, candidates: list[Any], *, dice: bool) -> Any:
    """The only possible position. Raises `BadText` if several fit."""
    possible, wrong = [], IllegalMove(tr("There is no such position."))
    for candidate in candidates:
        try:
            game.check(candidate)
        except IllegalMove as error:
            wrong = error
        else:
            possible.append(candidate)
    phase = Hands if dice else Choice
    fits = [candidate for candidate in possible if isinstance(game.awaits(candidate), phase)] or possible
    if not fits:
        raise wrong
    if len(fits) > 1:
        raise _missing(fits)
    return fits[0]


def _missing(positions: list[Any]) -> Missing:
    seats = sorted({position.seat for position in positions})
    if len(seats) > 1:
        ending = f"seat {seats[0]} to play"
        several = mark("Seats {seats} can be next; say at the end which is, such as {ending}.")
        sentence = tr(several, seats=all_of(map(str, seats)), ending=quoted(ending))
        return Missing(sentence, tr("Which seat is next?"), ending)
    ending = "2 turns left"
    placed = mark(
        "All cards are placed; say at the end how many turns of the Showdown Round are left,"
        " including this one, such as {ending}."
    )
    left = tr("How many turns of the Showdown Round are left, including this one?")
    return Missing(tr(placed, ending=quoted(ending)), left, ending)

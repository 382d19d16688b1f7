"""Prompts for the setup of a match: game, players, options."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Literal, TypeVar

from fivedice import bots, external_bots
from fivedice.bots import BOTS
from fivedice.core.rules import Game, IllegalMove, quoted
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.match.external_bots import PROGRAM, is_guest
from fivedice.match.external_bots import called as called_at_table
from fivedice.match.setup import Player, Setup, check, game_called, game_meant, house_options, with_options
from fivedice.names import check_apart, check_new_name
from fivedice.narration import sentences
from fivedice.notation import read
from fivedice.notation.read import BadText
from fivedice.runtime import identity
from fivedice.runtime.library import check_bots
from fivedice.table.terms import agreed

Ask = Callable[[str], str]
Say = Callable[[str], None]
Settle = Callable[[str, str], str]
"""Takes a name and the bot that it resembles; returns the intended name."""
Answer = TypeVar("Answer")

USUAL_GAME = FIVE_GAMES[0]
RANDOM = "random"
HELP_WORDS = ("?", "help")
QUIT = "quit"
"""Words that work at any question, as at the table."""
USUAL = f'Enter takes the value in brackets; "{QUIT}" leaves.'


def refuse(name: str, bot: str) -> str:
    """Raises `BadText` with what to type instead; for use without a keyboard."""
    capital = name[:1].upper() + name[1:]
    person = "use another name" if bots.looks_like(capital) else f"type {capital}"
    raise BadText(f"There is no bot {name!r}; did you mean {bot}? For a person, {person}.")


def settled_by(ask: Ask, say: Say) -> Settle:
    """Asks about each name that resembles a bot's; Enter takes the bot."""

    def settle(name: str, bot: str) -> str:
        question = f"There is no bot {name!r}. Did you mean {bot}? (yes, or no for a person) [yes] "
        return bot if until(ask, say, question, lambda answer: yes(answer or "yes")) else name

    return settle


def players(seats: str, settle: Settle = refuse) -> tuple[Player, ...]:
    """The players in a list such as "Ann,Ben,greedy"; the name of a bot means that bot.

    Bots of one kind are numbered, so that all names differ. `settle` decides about a name that resembles a
    bot's. Raises `IllegalMove` for an invalid strength, or an external bot that does not start.
    """
    return _seated(named(seats), settle)


def only_bots(names: Sequence[str]) -> tuple[Player, ...]:
    """The players in a list of bots only. Raises `IllegalMove` for an unknown bot."""
    for name in names:
        if not is_guest(name):
            bots.check(name)
    return _seated(names, refuse)


def named(seats: str) -> list[str]:
    """Splits a list of names at its commas. Raises `BadText` for other separators."""
    parts = [part.strip() for part in re.split(";" if "," in seats else "[;/|&]", seats)]
    if len(parts) > 1 and PROGRAM not in seats:
        raise BadText(f"Separate the players by commas: {','.join(parts)}, not {quoted(seats)}.")
    return [name.strip() for name in seats.split(",")]


def _seated(names: Sequence[str], settle: Settle) -> tuple[Player, ...]:
    for guest in dict.fromkeys(filter(is_guest, names)):
        external_bots.check(guest)
    sitting: list[Player] = []
    for name in names:
        looks_like = "" if is_guest(name) else bots.looks_like(name)
        sitting.append(_player(settle(name, looks_like) if looks_like else name, sitting))
    return tuple(sitting)


def _player(name: str, before: list[Player]) -> Player:
    if not is_guest(name):
        if not bots.is_bot(name):
            check_new_name(name)
            check_apart(name, (one.name for one in before if not one.bot and one.name != name))
            return Player(name)
        bots.check(name)
    called = called_at_table(name) if is_guest(name) else name
    taken = {player.name for player in before}
    numbered = (f"{called} {number}" if number > 1 else called for number in count(1))
    return Player(next(name for name in numbered if name not in taken), name)


def agree(
    game: Game, seated: tuple[Player, ...], games: int = 1, first: str = "", *, real: bool = False
) -> Setup:
    """A valid setup; `first` may be a player's name. With real dice its default is "random", which asks who
    starts. Raises `IllegalMove` or `BadText`.
    """
    first = first or (RANDOM if real and len(seated) > 1 and RANDOM in game.openings else "")
    starts = _first(first, _called(seated)) if first else None
    setup = agreed(game, seated, games, starts)
    check_bots(setup)
    return setup


def _first(text: str, called: list[str]) -> int | Literal["roll", "random"]:
    try:
        return called.index(text) if text in called else read.first(text)
    except BadText:
        names = "".join(f"{name}, " for name in called if not _is_opening(name))
        seats = f"a seat from 0 to {len(called) - 1}"
        raise BadText(f"Who starts must be {names}{seats}, roll or random, not {text!r}.") from None


def _called(seated: Sequence[Player]) -> list[str]:
    """The entry for each player who could start: the name, or the seat if the name is ambiguous."""
    return [str(seat) if _is_opening(player.name) else player.name for seat, player in enumerate(seated)]


def _is_opening(text: str) -> bool:
    """Whether the text names an opening without a player: roll, random or a seat."""
    return text in ("roll", "random") or text.isdecimal()


def usual_seats() -> str:
    """The default players: you against a bot."""
    name = identity.load().name
    return f"{name if name and ',' not in name else 'Player'},greedy"


def ask_setup(
    ask: Ask,
    say: Say,
    game: Game | None = None,
    seats: str | None = None,
    check_ready: Callable[[Setup], None] = lambda _: None,
    *,
    real: bool = False,
) -> Setup:
    """Asks for everything that is not given; Enter takes the value in brackets.

    `check_ready` rejects bots that need a missing extra, so that the player can name others.
    """
    game = game or until(ask, say, _game_question(), _game, _all_games())
    least, most = game.seats[0], game.seats[-1]
    called, usual = sentences.listed(tuple(BOTS)), usual_seats()
    who = f"Who plays, {least} to {most}? Separate names by commas; bots are {called} [{usual}] "

    def seated(named_so: str) -> tuple[Player, ...]:
        named = players(named_so, settled_by(ask, say))
        setup = Setup(game, named)
        check(setup)
        check_bots(setup)
        check_ready(setup)
        return named

    each = "Type a name for each person and each bot: Ann,Ben,greedy."
    told = f'{each} Enter takes "{usual}"; "{QUIT}" leaves.'
    sitting = seated(seats) if seats else until(ask, say, who, lambda text: seated(text or usual), told)
    any_options = "Any house options? (yes or no; ? lists them) [no] "
    if not until(ask, say, any_options, lambda answer: yes(answer or "no"), _options_of(game)):
        return agree(game, sitting, real=real)
    return _ask_options(ask, say, game, sitting, real=real)


def _ask_options(ask: Ask, say: Say, game: Game, sitting: tuple[Player, ...], *, real: bool) -> Setup:
    values: dict[str, str] = {}
    for name in house_options(game):

        def valid(answer: str, name: str = name) -> Mapping[str, str]:
            given = {name: answer} if answer else {}
            with_options(game, given)
            return given

        values |= until(ask, say, f"{name}: {game.options[name]} [as usual] ", valid, USUAL)
    games = 1
    if game.max_games > 1:
        games = until(ask, say, f"How many games, 1 to {game.max_games}? [1] ", _games_of(game), USUAL)
    starts = ", ".join([*_called(sitting), *(o for o in game.openings if not o.isdecimal())])
    question = f"Who starts: {starts}? [{RANDOM if real else _opening(game, sitting)}] "

    def agreed_on(answer: str) -> Setup:
        return agree(with_options(game, values), sitting, games, answer, real=real)

    return until(ask, say, question, agreed_on, USUAL)


def _games_of(game: Game) -> Callable[[str], int]:

    def understood(answer: str) -> int:
        number = int(answer or 1)
        if not 1 <= number <= game.max_games:
            raise BadText(f"A match of {game.title} has 1 to {game.max_games} games.")
        return number

    return understood


def until(ask: Ask, say: Say, question: str, understood: Callable[[str], Answer], told: str = "") -> Answer:
    """Asks until `understood` accepts the answer; says what is wrong with a bad one.

    "?" shows the help `told`. Raises `EOFError` for "quit".
    """
    while True:
        answer = ask(question).strip()
        if answer == QUIT:
            raise EOFError
        if told and answer in HELP_WORDS:
            say(told)
            continue
        try:
            return understood(answer)
        except (IllegalMove, BadText) as error:
            say(str(error))
        except ValueError:
            say(f"{answer!r} is not a valid answer.")


def says_yes(ask: Ask, say: Say, question: str) -> bool:
    """Whether the answer is yes; no if the input ends."""
    try:
        return until(ask, say, question, yes)
    except EOFError:
        say("")
        return False


def yes(answer: str) -> bool:
    """Whether the answer is yes rather than no. Raises `BadText` if it is neither."""
    word = answer.lower()
    if word not in ("y", "yes", "n", "no"):
        raise BadText("Please type yes or no.")
    return word.startswith("y")


def _game_question() -> str:
    more = [name for name in GAMES if name not in FIVE_GAMES]
    return f"Which game: {', '.join(FIVE_GAMES)}? More cards: {', '.join(more)}. [{USUAL_GAME}] "


def _all_games() -> str:
    return "\n".join(f"{name}: {game.line}" for name, game in GAMES.items())


def _options_of(game: Game) -> str:
    lines = [f"{name}: {game.options[name]}" for name in house_options(game)]
    lines += [f"how many games the match has, 1 to {game.max_games}"] * (game.max_games > 1)
    return "\n".join(
        ["You may choose:", *lines, "who starts", "Type yes to be asked for each, or Enter to play."]
    )


def _game(answer: str) -> Game:
    answer = answer or USUAL_GAME
    fitting = [name for name in GAMES if name.startswith(answer.lower())]
    return GAMES[fitting[0]] if len(fitting) == 1 else game_called(game_meant(answer))


def _opening(game: Game, sitting: tuple[Player, ...]) -> str:
    usual = game.openings[0]
    return _called(sitting)[int(usual)] if usual.isdecimal() else usual

"""Prompts for the setup of a match: game, players, options."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeVar

from fivedice import bots, external_bots
from fivedice.core.rules import Game, IllegalMove, quoted
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.language import all_of, comma, mark, one_of, sentences, tr, with_label
from fivedice.match.external_bots import PROGRAM, display_name, is_guest
from fivedice.match.setup import Player, Setup, check, game_called, game_meant, house_options, with_options
from fivedice.names import check_apart, check_new_name, numbered
from fivedice.notation import read
from fivedice.notation.read import BadText
from fivedice.runtime import identity
from fivedice.runtime.library import check_bots
from fivedice.table.terms import playable_setup
from fivedice.terminal.answers import is_no, is_yes

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
ENTER = mark('Enter takes "{usual}"; "quit" leaves.')
USUAL = mark('Enter takes the value in brackets; "quit" leaves.')


def refuse(name: str, bot: str) -> str:
    """Raises `BadText` with what to type instead; for use without a keyboard."""
    capital = name[:1].upper() + name[1:]
    unknown = mark("There is no bot {name}; did you mean {bot}? For a person, type {capital}.")
    if bots.looks_like(capital):
        unknown = mark("There is no bot {name}; did you mean {bot}? For a person, use another name.")
    raise BadText(tr(unknown, name=quoted(name), bot=bot, capital=capital))


def settled_by(ask: Ask, say: Say) -> Settle:
    """Asks about each name that resembles a bot's; Enter takes the bot."""

    def settle(name: str, bot: str) -> str:
        question = mark("There is no bot {name}. Did you mean {bot}? (yes, or no for a person) [yes]")
        asks = tr(question, name=quoted(name), bot=bot)
        return bot if until(ask, say, asks, lambda answer: yes(answer or "yes")) else name

    return settle


def players(seats: str, settle: Settle = refuse) -> tuple[Player, ...]:
    """The players in a list such as "Ann,Ben,greedy". `settle` decides about names like a bot's."""
    return _seat_all(split_names(seats), settle)


def only_bots(names: Sequence[str]) -> tuple[Player, ...]:
    """The players in a list of bots only. Raises `IllegalMove` for an unknown bot."""
    for name in names:
        if not is_guest(name):
            bots.check(name)
    return _seat_all(names, refuse)


def split_names(seats: str) -> list[str]:
    """Splits a list of names at its commas. Raises `BadText` for other separators."""
    parts = [part.strip() for part in re.split(";" if "," in seats else "[;/|&]", seats)]
    if len(parts) > 1 and PROGRAM not in seats:
        wrong = mark("Separate the players by commas: {players}, not {typed}.")
        raise BadText(tr(wrong, players=",".join(parts), typed=quoted(seats)))
    return [name.strip() for name in seats.split(",")]


def _seat_all(names: Sequence[str], settle: Settle) -> tuple[Player, ...]:
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
    name_at_table = display_name(name) if is_guest(name) else name
    names = {player.name for player in before}
    return Player(next(one for one in numbered(name_at_table) if one not in names), name)


def agree(
    game: Game, seated: tuple[Player, ...], games: int = 1, first: str = "", *, real: bool = False
) -> Setup:
    """A valid setup; with real dice, "random" asks who starts. Raises `IllegalMove` or `BadText`."""
    first = first or (RANDOM if real and len(seated) > 1 and RANDOM in game.openings else "")
    starts = _first(first, [player.name for player in seated]) if first else None
    setup = playable_setup(game, seated, games, starts)
    check_bots(setup)
    return setup


def _first(text: str, names: list[str]) -> int | Literal["roll", "random"]:
    """Who starts. A seat's number, roll and random never mean a player with such a name (R22)."""
    try:
        return read.first(text)
    except BadText:
        if text in names:
            return names.index(text)
        possible = one_of([*names, tr("a seat from 0 to {last}", last=len(names) - 1), "roll", "random"])
        wrong = mark("Who starts must be {possible}, not {typed}.")
        raise BadText(tr(wrong, possible=possible, typed=quoted(text))) from None


def usual_seats() -> str:
    """The default players: you against a bot."""
    name = identity.load().name
    return f"{name if name and ',' not in name else tr('Player', 'default name')},greedy"


def ask_setup(
    ask: Ask,
    say: Say,
    game: Game | None = None,
    seats: str | None = None,
    check_ready: Callable[[Setup], None] = lambda _: None,
    *,
    real: bool = False,
) -> Setup:
    """Asks for everything that is not given. `check_ready` rejects bots that need a missing extra."""
    all_games = "\n".join(with_label(name, game.line) for name, game in GAMES.items())
    game = game or until(ask, say, _game_question(), _game, all_games)
    least, most = game.seats[0], game.seats[-1]
    usual = usual_seats()
    who = mark("Who plays, {least} to {most}? Separate names by commas; bots are {bots} [{usual}]")
    who = tr(who, least=least, most=most, bots=all_of(bots.BOTS), usual=usual)

    def seated(answer: str) -> tuple[Player, ...]:
        chosen = players(answer, settled_by(ask, say))
        setup = Setup(game, chosen)
        check(setup)
        check_bots(setup)
        check_ready(setup)
        return chosen

    each = tr("Type a name for each person and each bot: Ann,Ben,greedy.")
    help_text = sentences(each, tr(ENTER, usual=usual))
    sitting = seated(seats) if seats else until(ask, say, who, lambda text: seated(text or usual), help_text)
    any_options = tr("Any house options? (yes or no; ? lists them) [no]")
    if not until(ask, say, any_options, lambda answer: yes(answer or "no"), _options_of(game)):
        return agree(game, sitting, real=real)
    return _ask_options(ask, say, game, sitting, real=real)


def _ask_options(ask: Ask, say: Say, game: Game, sitting: tuple[Player, ...], *, real: bool) -> Setup:
    values: dict[str, str] = {}
    for name in house_options(game):

        def valid(answer: str, name: str = name) -> Mapping[str, str]:
            one_value = {name: answer} if answer else {}
            with_options(game, one_value)
            return one_value

        question = tr("{option}: {meaning} [as usual]", option=name, meaning=tr(game.options[name]))
        values |= until(ask, say, question, valid, tr(USUAL))
    games = 1
    if game.max_games > 1:
        question = tr("How many games, 1 to {most}? [1]", most=game.max_games)
        games = until(
            ask, say, question, lambda given: agree(game, sitting, int(given or 1)).games, tr(USUAL)
        )
    names, usual = [player.name for player in sitting], RANDOM if real else game.openings[0]
    starts = comma([*names, *(o for o in game.openings if not o.isdecimal())])
    opening = names[int(usual)] if usual.isdecimal() else usual
    question = tr("Who starts: {possible}? [{usual}]", possible=starts, usual=opening)

    def agreed_on(answer: str) -> Setup:
        return agree(with_options(game, values), sitting, games, answer, real=real)

    return until(ask, say, question, agreed_on, tr(USUAL))


def until(
    ask: Ask, say: Say, question: str, understood: Callable[[str], Answer], help_text: str = ""
) -> Answer:
    """Asks until `understood` accepts the answer; "?" shows `help_text`. Raises `EOFError` for "quit"."""
    while True:
        answer = ask(f"{question} ").strip()
        if answer == QUIT:
            raise EOFError
        if help_text and answer in HELP_WORDS:
            say(help_text)
            continue
        try:
            return understood(answer)
        except (IllegalMove, BadText) as error:
            say(str(error))
        except ValueError:
            say(tr("{answer} is not a valid answer.", answer=quoted(answer)))


def says_yes(ask: Ask, say: Say, question: str) -> bool:
    """Whether the answer is yes; no if the input ends."""
    try:
        return until(ask, say, question, yes)
    except EOFError:
        say("")
        return False


def yes(answer: str) -> bool:
    """Whether the answer is yes rather than no. Raises `BadText` if it is neither."""
    if not is_yes(answer) and not is_no(answer):
        raise BadText(tr("Please type yes or no."))
    return is_yes(answer)


def _game_question() -> str:
    more = [name for name in GAMES if name not in FIVE_GAMES]
    question = mark("Which game: {games}? More cards: {more}. [{usual}]")
    return tr(question, games=comma(FIVE_GAMES), more=comma(more), usual=USUAL_GAME)


def _options_of(game: Game) -> str:
    lines = [with_label(name, tr(game.options[name])) for name in house_options(game)]
    lines += [tr("how many games the match has, 1 to {most}", most=game.max_games)] * (game.max_games > 1)
    more = [tr("who starts"), tr("Type yes to be asked for each, or Enter to play.")]
    return "\n".join([tr("You may choose:"), *lines, *more])


def _game(answer: str) -> Game:
    answer = answer or USUAL_GAME
    fitting = [name for name in GAMES if name.startswith(answer.lower())]
    return GAMES[fitting[0]] if len(fitting) == 1 else game_called(game_meant(answer))

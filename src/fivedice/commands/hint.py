"""`fivedice hint`: every choice in a position, ranked, with what it is worth and why."""

from typing import Any

import click
import msgspec

from fivedice.coach import explain, judge
from fivedice.coach.judge import Rated
from fivedice.coach.knowledge import Beside, Knowledge
from fivedice.commands import arguments, console, open_game, open_record
from fivedice.commands.arguments import argument, flag
from fivedice.games import GAMES
from fivedice.notation import read, write
from fivedice.notation.read import BadText
from fivedice.play.questions import is_over
from fivedice.play.setup import Player, Setup
from fivedice.play.state import State, at, begin, step
from fivedice.term import hinting

SHOWN = 10
POSITION_HELP = "The position as text (docs/record.md), for example '3,-,-,-,15,24,-,18,-,30,-,-,-+0 0'."
CHANCES_HELP = "With the chance to win also where that must be worked out first, which may take a while."
AT_HELP = "In a record: before this event; its end if not said."
TURN_HELP = "The dice as they lie and the throw they are at, for example 22345@2."


@arguments.command
@argument("game", "The game, FILE.toml with a card of your own, or the file of a record.")
@argument("position", POSITION_HELP, default="")
@argument("turn", TURN_HELP, default="")
@arguments.house_option
@click.option("--at", "event", default=0, show_default=True, help=AT_HELP)
@arguments.aim
@arguments.reach
@flag("--all", "everything", line=f"Every choice, not only the best {SHOWN}.")
@flag("--chances", line=CHANCES_HELP)
@arguments.json_of("choices")
def hint(
    game: str,
    position: str,
    turn: str,
    option: tuple[str, ...],
    event: int,
    aim: str,
    reach: int | None,
    everything: bool,
    chances: bool,
    as_json: bool,
) -> None:
    """Rank every legal choice by what it is worth. Each has its cost against the best, and why.

    Score cards also have the chance of the Upper bonus beside each choice, and the chance to win where it is
    known by now or --chances asks for it.

    \b
    Examples:
      fivedice hint traditional '3,-,-,-,15,24,-,18,-,30,-,-,-+0 0' 22345@2
      fivedice hint junior '-+-+-+-+-/-+-+-+-+- 0 -' 12334@1 --aim wins
      fivedice hint match.jsonl --at 17 --chances
      fivedice hint piecepack '-,6,9,-,15,-,-,20,25,-,-,-,22+0 0' 44456@1 --reach 250
    """
    state = _state(game, position, turn, option, event)
    if not state.awaited.seats or state.awaited.kind not in ("keep", "use", "choose"):
        console.fail(_nothing_to_choose(state))
    known, others = _known(state, aim, reach, chances=chances)
    rated = judge.rate(state, state.awaited.seats[0], known)
    if as_json:
        console.say(_json(state, rated, known, others))
    else:
        _tell(state, rated if everything else rated[:SHOWN], known, others)


def _state(game: str, position: str, turn: str, options: tuple[str, ...], event: int) -> State:
    if not position and game not in GAMES and not open_game.is_file(game):
        return _in_record(game, event)
    rules = open_game.named(game, options)
    if not position:
        start = write.position(rules.start(rules.seats[0], 0))
        console.fail(f"Say also the position and the dice; at its start {rules.title} is at {start!r}.")
    reached = read.position(rules, position.strip())
    rules.check(reached)
    seats = len(rules.scores(reached))
    players = tuple(Player(f"Seat {seat}") for seat in range(seats))
    return at(Setup(rules, players), reached, read.turn(turn) if turn else None)


def _in_record(name: str, event: int) -> State:
    opened = open_record.so_far(open_record.find(name))
    events = opened.match.events
    if not 0 <= event <= len(events):
        raise BadText(f"The record has {len(events)} events; there is no event {event}.")
    state = begin(opened.match.setup)
    for happened in events[: event - 1 if event else len(events)]:
        state = step(state, happened)
    return state


def _nothing_to_choose(state: State) -> str:
    if is_over(state):
        return "The game is over; there is nothing to choose."
    return "Here dice are thrown; say the dice that lie, for example 22345@2, to have choices."


def _known(
    state: State, aim: str, reach: int | None, *, chances: bool
) -> tuple[Knowledge, tuple[Beside, ...]]:
    """What choices are ranked by, and what is told beside it."""
    library = console.library()
    game = state.setup.game
    asked = game, len(state.setup.players), aim
    known = library(*asked) if reach is None else library.reach(game, reach)
    return known, library.beside(*asked, make=chances)


def _tell(state: State, rated: tuple[Rated, ...], known: Knowledge, others: tuple[Beside, ...]) -> None:
    for line in hinting.lines(state, state.awaited.seats[0], rated, known, others):
        console.say(line)


def _json(state: State, rated: tuple[Rated, ...], known: Knowledge, others: tuple[Beside, ...]) -> str:
    seat = state.awaited.seats[0]
    told = {
        "game": state.setup.game.name,
        "seat": seat,
        "aim": known.aim,
        "exact": known.exact,
        "choices": [_as_dict(state, seat, choice, known, others) for choice in rated],
    }
    return msgspec.json.encode(told).decode()


def _as_dict(
    state: State, seat: int, choice: Rated, known: Knowledge, others: tuple[Beside, ...]
) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.json.decode(write.event(choice.decision))
    why = explain.why(state, seat, choice, known)
    beside = explain.beside(state, seat, choice.decision, known, others) if others else {}
    return {**fields, "worth": choice.worth, "cost": choice.cost, **beside, "why": why}

"""Writes the text form of dice, events, positions and setups."""

import json
from typing import Any

import msgspec

from fivedice.core.dice import Dice
from fivedice.core.turn import Turn
from fivedice.match.events import Choose, Event, Final, First, HintTaken, Keep, Score, Spend, Throw
from fivedice.match.setup import Setup, options_of

DEPTHS = (" ", "/", "+", ",")
"""Separators of the parts of a position, outermost first."""
_encode = json.JSONEncoder(ensure_ascii=False).encode
NOTHING = "-"
EMPTY_SLOT = "."


def dice(faces: Dice) -> str:
    """Dice as digits: `14466`; an empty slot is a dot."""
    return "".join(str(face) if face else EMPTY_SLOT for face in faces)


def event(happened: Event) -> str:
    """An event as one line of JSON."""
    return line(fields(happened))


def fields(happened: Event) -> dict[str, Any]:
    """The fields of an event's line of JSON."""
    seat = happened.seat
    match happened:
        case Throw() | Keep() | Final():
            return {type(happened).__name__.lower(): dice(happened.dice), "seat": seat}
        case Spend():
            return {"use": happened.use, "seat": seat}
        case Choose():
            return {"choose": happened.option, "seat": seat}
        case HintTaken():
            return {"hint": seat}
        case Score():
            five = {"five": True} if happened.five else {}
            return {"score": happened.use, "pays": happened.pays, "seat": seat, **five}
        case First():
            return {"first": seat}


def line(values: dict[str, Any]) -> str:
    """One JSON object, spaced for people."""
    return _encode(values)


def setup(match_setup: Setup) -> dict[str, Any]:
    """The setup as the fields of a record's first line."""
    return {
        "game": match_setup.game.name,
        "options": options_of(match_setup.game),
        "games": match_setup.games,
        "first": match_setup.first,
        **_begins(match_setup),
        "players": msgspec.to_builtins(match_setup.players),
        **({"dice": msgspec.to_builtins(match_setup.dice)} if match_setup.dice else {}),
    }


def _begins(match_setup: Setup) -> dict[str, str]:
    begins = {"position": position(match_setup.position)} if match_setup.position is not None else {}
    return {**begins, "turn": turn(match_setup.turn)} if match_setup.turn is not None else begins


def position(value: Any) -> str:
    """A position as text, fields nested by separators: `3,-,…+0/… 0`."""
    return _part(value, 0)


def turn(now: Turn) -> str:
    """The hands of a turn and its step: `22233@3`."""
    return "/".join(map(dice, now.hands)) + f"@{now.step}"


def _part(value: Any, depth: int) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.astuple(value)
    if isinstance(value, tuple):
        return DEPTHS[depth].join(_part(part, depth + 1) for part in value)
    return str(value)

"""What all environments share: their spaces, their pictures, and the checks of what callers pass."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray

from fivedice.api import text
from fivedice.core import texts
from fivedice.core.rules import WrongCall, quoted
from fivedice.match.match import EventMatch
from fivedice.study.observing import Encoding, dice_of, throws_left

METADATA: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}


def spaces(features: int, actions: int) -> tuple[Dict, Discrete]:
    """The spaces of observations and of actions; masks lie in the space that PettingZoo's games use."""
    vector, mask = Box(0, 1, (features,), np.float32), Box(0, 1, (actions,), np.int8)
    return Dict({"action_mask": mask, "observation": vector}), Discrete(actions)


def check_choice(what: str, given: object, choices: Sequence[str] = METADATA["render_modes"]) -> None:
    """Raises `IllegalMove` for an argument that is not one of its choices (default: of ways to draw)."""
    if given not in choices:
        raise WrongCall(f"The {what} is {' or '.join(choices)}, not {quoted(given)}.")


def whole_action(action: Any) -> int:
    """An action as an `int`. Raises `TypeError` for anything but a whole number of Python or numpy."""
    number = texts.whole(action)
    if type(number) is not int:
        raise TypeError(f"An action is a whole number, not {quoted(action)}.")
    return number


def check_going_on(*, begun: bool, over: bool) -> None:
    """Raises gymnasium's `ResetNeeded` before the first reset, or after the end."""
    if over or not begun:
        raise ResetNeeded(f"{'The episode is over' if begun else 'No episode has begun'}: call reset().")


# --- Pictures ----------------------------------------------------------------------------------------------

DIE, GAP, BAR = 42, 6, 18
"""The pixels of a side of a die, between things, and of the height of a bar."""
WIDTH = 6 * (DIE + GAP)
TABLE, PAPER, INK, OPEN, FILLED = (32, 96, 72), (250, 246, 232), (30, 30, 30), (72, 132, 108), (240, 180, 60)
PIPS = ("", "4", "26", "246", "0268", "02468", "023568")
"""For each face, the places of its pips in a grid of three by three, row by row."""


def render(match: EventMatch, encoding: Encoding, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The sheet and the dice as text, or a picture of the dice and each seat's boxes; None without a mode."""
    state = match.state
    if mode == "ansi":
        return text.match(match)
    dice = dice_of(state, next(iter(state.awaited.seats), 0))
    return draw(dice, throws_left(state), encoding.shares(state.position)) if mode else None


def draw(dice: Sequence[int], throws_left: int, rows: Sequence[Sequence[float | None]]) -> NDArray[np.uint8]:
    """(height, width, 3): five dice, 0 for none; a light square for each throw left; and rows of bars.

    A bar is filled up to its share, from 0 to 1; None is an open box.
    """
    picture = np.full((DIE + 2 * GAP + (BAR + GAP) * len(rows), WIDTH, 3), TABLE, np.uint8)
    for place, face in enumerate(dice):
        _die(picture[GAP:, GAP + place * (DIE + GAP) :], face)
    for throw in range(2):
        picture[GAP + throw * DIE // 2 :][: DIE // 3, -DIE // 2 : -GAP] = (
            PAPER if throw < throws_left else OPEN
        )
    for number, row in enumerate(rows):
        _bars(picture[DIE + 2 * GAP + number * (BAR + GAP) :][:BAR, GAP:], row)
    return picture


def _die(room: NDArray[np.uint8], face: int) -> None:
    room[:DIE, :DIE] = PAPER if face else OPEN
    third = DIE // 3
    for place in map(int, PIPS[face]):
        top, left = (third * at + third // 3 for at in divmod(place, 3))
        room[top : top + third // 2, left : left + third // 2] = INK


def _bars(room: NDArray[np.uint8], row: Sequence[float | None]) -> None:
    width = room.shape[1] // len(row)
    for place, share in enumerate(row):
        bar = room[:, place * width : (place + 1) * width - 2]
        bar[:] = OPEN if share is None else PAPER
        bar[BAR - round(BAR * (share or 0)) :] = FILLED

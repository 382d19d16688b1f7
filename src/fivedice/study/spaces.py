"""What all environments share: their spaces, ways to draw, and the checks of what callers pass."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete

from fivedice.core import texts
from fivedice.core.rules import WrongCall, quoted

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

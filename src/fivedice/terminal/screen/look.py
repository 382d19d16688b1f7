"""Colours of the table, light and dark, and the symbol of each seat."""

from collections.abc import Callable

from rich.cells import cell_len, set_cell_size
from textual.theme import Theme

SEAT_SIGNS = "▲■●◆▼★△□○◇"
"""A sign for each seat, so that players are not distinguished by colour alone."""
SHORTEST_NAME = 3
"""Cells that a player's name keeps where names are shortened."""

DARK = Theme(
    name="fivedice-dark",
    dark=True,
    primary="#e0b95c",
    secondary="#86b8a0",
    accent="#e0b95c",
    warning="#e8a04c",
    error="#e8786a",
    success="#86c08a",
    foreground="#e4e2d6",
    background="#11201b",
    surface="#172a23",
    panel="#20382f",
    variables={
        "die": "#f3eedd",
        "pip": "#1d2622",
        "die-kept": "#f3d27a",
        "quiet": "#8fa69b",
        "line": "#41604f",
        "red-die": "#c8443a",
        "red-pip": "#fff4ea",
        "seat-0": "#f0c766",
        "seat-1": "#7cc4ea",
        "seat-2": "#f08f7e",
        "seat-3": "#a7d98b",
        "footer-background": "#20382f",
        "block-cursor-text-style": "none",
    },
)

LIGHT = Theme(
    name="fivedice-light",
    dark=False,
    primary="#8a5a00",
    secondary="#2f6b50",
    accent="#8a5a00",
    warning="#9a5600",
    error="#b03024",
    success="#2f6b3a",
    foreground="#1f2a25",
    background="#f1eee2",
    surface="#f8f6ee",
    panel="#e2decd",
    variables={
        "die": "#ffffff",
        "pip": "#1d2622",
        "die-kept": "#ffe39a",
        "quiet": "#5f6d65",
        "line": "#a9b3a4",
        "red-die": "#b83228",
        "red-pip": "#fff4ea",
        "seat-0": "#8a5a00",
        "seat-1": "#0f5f93",
        "seat-2": "#a83427",
        "seat-3": "#2f6b2a",
        "footer-background": "#e2decd",
        "block-cursor-text-style": "none",
    },
)


def background_is_light(colours: str) -> bool:
    """Whether the terminal says in COLORFGBG ("foreground;background") that its background is light."""
    background = colours.rpartition(";")[2]
    return background in ("7", "15")


def shortened(text: str, width: int) -> str:
    """A text that takes at most that many cells; where a longer one is cut, an ellipsis tells if it can."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width).rstrip() if width < 5 else set_cell_size(text, width - 1).rstrip() + "…"


def short_names(names: tuple[str, ...], width: int) -> tuple[str, ...]:
    """The players' names in at most that many cells each, still all different where they can be."""
    short = tuple(shortened(name, width) for name in names)
    if len(set(short)) == len(names):
        return short
    signs = SEAT_SIGNS[: len(names)]
    return tuple(sign + shortened(name, width - 1) for sign, name in zip(signs, names, strict=True))


def lengths(names: tuple[str, ...]) -> range:
    """The cells that each of the names may get, from as many as the longest has down to the fewest."""
    return range(max(SHORTEST_NAME, *map(cell_len, names)), SHORTEST_NAME - 1, -1)


def fitted(names: tuple[str, ...], width: int, said: Callable[[tuple[str, ...]], str]) -> str:
    """What is said with these names, each as long as the width lets all of them be."""
    for limit in lengths(names):
        text = said(short_names(names, limit))
        if cell_len(text) <= width:
            break
    return text

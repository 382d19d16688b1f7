"""Colours, seat symbols, and texts cut to a number of cells."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from rich.cells import cell_len, set_cell_size, split_graphemes
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter
from textual.theme import Theme

SEAT_SIGNS = "▲■●◆▼★△□○◇"
"""A sign for each seat, so that players are not distinguished by colour alone."""
SHORTEST_NAME = 3
"""The minimum width of a shortened name."""

COLOURS = {
    "primary": ("#e0b95c", "#8a5a00"),
    "secondary": ("#86b8a0", "#2f6b50"),
    "warning": ("#e8a04c", "#9a5600"),
    "error": ("#e8786a", "#b03024"),
    "success": ("#86c08a", "#2f6b3a"),
    "foreground": ("#e4e2d6", "#1f2a25"),
    "background": ("#11201b", "#f1eee2"),
    "surface": ("#172a23", "#f8f6ee"),
    "panel": ("#20382f", "#e2decd"),
}
"""The colours that Textual has names for, on a dark and on a light background."""
VARIABLES = {
    "die": ("#f3eedd", "#ffffff"),
    "pip": ("#1d2622", "#1d2622"),
    "die-kept": ("#f3d27a", "#ffe39a"),
    "quiet": ("#8fa69b", "#5f6d65"),
    "line": ("#41604f", "#a9b3a4"),
    "red-die": ("#c8443a", "#b83228"),
    "red-pip": ("#fff4ea", "#fff4ea"),
    "seat-0": ("#f0c766", "#8a5a00"),
    "seat-1": ("#7cc4ea", "#0f5f93"),
    "seat-2": ("#f08f7e", "#a83427"),
    "seat-3": ("#a7d98b", "#2f6b2a"),
    "block-cursor-text-style": ("none", "none"),
}
"""What else table.tcss names, on both backgrounds."""


def _theme(name: str, place: int) -> Theme:
    colours: dict[str, Any] = {part: pair[place] for part, pair in COLOURS.items()}
    variables = {part: pair[place] for part, pair in VARIABLES.items()}
    return Theme(name=name, dark=place == 0, variables=variables, **colours)


DARK, LIGHT = _theme("fivedice-dark", 0), _theme("fivedice-light", 1)


def background_is_light(colours: str) -> bool:
    """Whether COLORFGBG ("foreground;background") names a light background."""
    background = colours.rpartition(";")[2]
    return background in ("7", "15")


def shortened(text: str, width: int) -> str:
    """Cuts a text to a width, with an ellipsis if there is room for one."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width).rstrip() if width < 5 else set_cell_size(text, width - 1).rstrip() + "…"


def short_names(names: tuple[str, ...], width: int) -> tuple[str, ...]:
    """The names cut to a width, kept distinct by seat signs if necessary."""
    short = tuple(shortened(name, width) for name in names)
    if len(set(short)) == len(names):
        return short
    signs = SEAT_SIGNS[: len(names)]
    return tuple(sign + shortened(name, width - 1) for sign, name in zip(signs, names, strict=True))


def longest(names: tuple[str, ...], fits: Callable[[tuple[str, ...]], bool]) -> tuple[str, ...]:
    """The names as long as they fit, or as short as they get."""
    widths = range(max(SHORTEST_NAME, *map(cell_len, names)), SHORTEST_NAME, -1)
    return next(
        filter(fits, (short_names(names, width) for width in widths)), short_names(names, SHORTEST_NAME)
    )


def fitted(names: tuple[str, ...], width: int, write: Callable[[tuple[str, ...]], str]) -> str:
    """The text with the longest names that fit the width."""
    return write(longest(names, lambda short: cell_len(write(short)) <= width))


FLAG_A, FLAG_Z = "\U0001f1e6", "\U0001f1ff"
"""The first and last regional indicator; flags are pairs of these."""
JOINER = "\u200d"
MODIFIERS = frozenset("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff\u20e3\ufe0e\ufe0f")
"""Skin tones, the keycap, and the variation selectors."""


class NoColours(LineFilter):
    """Removes all colours, because Textual sends greys despite NO_COLOR; bold, underlines and clicks stay."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """Replaces the styles by ones without colours."""
        return [one._replace(style=one.style and _colourless(one.style)) for one in segments]


@lru_cache(1024)
def _colourless(style: Style) -> Style:
    return style.without_color + Style.from_meta(style.meta)


class SingleEmoji(LineFilter):
    """Reduces emoji of several characters to one, because terminals disagree on their widths."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """Replaces the texts by ones that every terminal measures alike."""
        return [segment._replace(text=single(segment.text)) for segment in segments]


def single(text: str) -> str:
    """A text without emoji of several characters, as wide as Textual measures the original."""
    return text if text.isascii() else _single(text)


@lru_cache(1024)
def _single(text: str) -> str:
    spans, _ = split_graphemes(text)
    return "".join(_simplify(text[start:end], cells) for start, end, cells in spans)


def _simplify(grapheme: str, cells: int) -> str:
    text = "".join(_first(grapheme))
    return text + " " * (cells - cell_len(text))


def _first(grapheme: str) -> Iterable[str]:
    """The shown part of a grapheme; letters keep their marks and joiners."""
    if FLAG_A <= grapheme[0] <= FLAG_Z:
        return (chr(ord("A") + ord(letter) - ord(FLAG_A)) for letter in grapheme)
    is_emoji = not MODIFIERS.isdisjoint(grapheme) or (JOINER in grapheme and not grapheme[0].isalpha())
    if not is_emoji:
        return grapheme
    return grapheme[0] if grapheme[0] not in MODIFIERS else ""

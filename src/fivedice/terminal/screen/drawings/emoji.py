"""Keeps emoji of several characters to one width, which terminals do not agree on."""

from collections.abc import Iterable
from functools import lru_cache

from rich.cells import cell_len, split_graphemes
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

FLAG_A, FLAG_Z = "\U0001f1e6", "\U0001f1ff"
"""The first and the last of the letters that flags are made of."""
JOINER = "\u200d"
MODIFIERS = frozenset("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff\u20e3\ufe0e\ufe0f")
"""Skin tones, the frame of a key, and what asks for a sign as text or in colour."""


class SingleEmoji(LineFilter):
    """Shows the first character of such an emoji, or the letters of a flag, in as many cells."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """The same segments with texts that every terminal measures alike."""
        return [segment._replace(text=single(segment.text)) for segment in segments]


def single(text: str) -> str:
    """A text without emoji of several characters, as wide as Textual takes the text to be."""
    return text if text.isascii() else _single(text)


@lru_cache(1024)
def _single(text: str) -> str:
    spans, _ = split_graphemes(text)
    return "".join(_shown(text[start:end], cells) for start, end, cells in spans)


def _shown(grapheme: str, cells: int) -> str:
    shown = "".join(_first(grapheme))
    return shown + " " * (cells - cell_len(shown))


def _first(grapheme: str) -> Iterable[str]:
    """What is shown of a grapheme; letters and their marks stay, with what joins them."""
    if FLAG_A <= grapheme[0] <= FLAG_Z:
        return (chr(ord("A") + ord(letter) - ord(FLAG_A)) for letter in grapheme)
    is_emoji = not MODIFIERS.isdisjoint(grapheme) or (JOINER in grapheme and not grapheme[0].isalpha())
    if not is_emoji:
        return grapheme
    return grapheme[0] if grapheme[0] not in MODIFIERS else ""

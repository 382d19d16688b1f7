"""Wraps sentences by the cells that letters take in a terminal."""

from collections.abc import Callable

Cut = Callable[[str, int], list[str]]
Measure = Callable[[str], int]


def wrapped(sentence: str, indent: str, width: int) -> list[str]:
    """Lines that fit, by the room that letters take and not by their number; a long word is cut."""
    cut, room = _plain() if sentence.isascii() else _by_cells()
    lines: list[str] = []
    now = sentence[: len(sentence) - len(sentence.lstrip())]
    for word in (part for whole in sentence.split() for part in cut(whole, width - len(indent))):
        gap = " " if now.strip() else ""
        if gap and room(now + gap + word) > width:
            lines.append(now)
            now, gap = indent, ""
        now += gap + word
    return [*lines, now] if now else lines


def _plain() -> tuple[Cut, Measure]:
    """Plain letters take a cell each, and nothing is loaded to know it: a first hint has no other."""
    return (lambda word, width: [word[at : at + width] for at in range(0, len(word), width)]), len


def _by_cells() -> tuple[Cut, Measure]:
    from rich.cells import cell_len, chop_cells  # noqa: PLC0415 - see above

    return chop_cells, cell_len

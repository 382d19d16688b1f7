"""Breaks sentences into lines by the room that letters take. Knows nothing of what they say."""

from rich.cells import cell_len, chop_cells


def wrapped(sentence: str, indent: str, width: int) -> list[str]:
    """Lines that fit, by the room that letters take and not by their number; a long word is cut."""
    lines: list[str] = []
    now = sentence[: len(sentence) - len(sentence.lstrip())]
    for word in (part for whole in sentence.split() for part in chop_cells(whole, width - len(indent))):
        gap = " " if now.strip() else ""
        if gap and cell_len(now + gap + word) > width:
            lines.append(now)
            now, gap = indent, ""
        now += gap + word
    return [*lines, now] if now else lines

"""Lines of a terminal, measured in cells: Japanese and Chinese letters take two, and may begin a line."""

import re

WIDE = "\u2e80-\ua4cf\uf900-\ufaff\uff00-\uff60"
NARROW = re.compile("[\0-\x7f\xa0-\u02ff\u2010-\u2027\u202f-\u205f]*")
OPENING = "「『（【《“"
"""Marks that end no line."""
CLOSING = "　、。，．：；？！）」』】》”…・〜ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々"
"""Marks and small letters that begin none."""
WORD = re.compile(rf" *[{OPENING}]*(?:`[^`]+`|[^ {WIDE}]+|[ァ-ヴー]+|[^ ])(?:[.(][^ {WIDE}]+)?[{CLOSING}]*")
"""What stays on one line, with the spaces before it; other spaces, as before a French colon, do not break."""


def cells(text: str) -> int:
    """The cells that a text takes; Latin letters and marks need no table of widths, which is slow to load."""
    if NARROW.fullmatch(text):
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415 - see above

    return cell_len(text)


def wrapped(sentence: str, indent: str, width: int) -> list[str]:
    """Wraps a sentence, whose further lines begin with the indent; cuts long words."""
    lines, now = list[str](), ""
    for word in (part for whole in WORD.findall(sentence) for part in _cut(whole, width - len(indent))):
        if now.strip() and cells(now + word) > width:
            lines.append(now)
            now = indent + word.lstrip()
        else:
            now += word
    return [*lines, now] if now else lines


def broken(markdown: str, width: int) -> str:
    """The same with hard breaks in lines of wide letters, which readers of Markdown break before any mark."""
    wide = re.compile(rf"^([-*] |\d+\. )?(?!#).*[{WIDE}].*", re.MULTILINE)
    return wide.sub(lambda at: "\\\n".join(wrapped(at[0], " " * len(at[1] or ""), width - 6)), markdown)


def _cut(word: str, width: int) -> list[str]:
    wanted = cells(word)
    letters = max(width if wanted == len(word) else width // 2, 1)
    return [word] if wanted <= width else [word[at : at + letters] for at in range(0, len(word), letters)]

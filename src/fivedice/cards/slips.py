"""Explains TOML syntax errors to people who write their first card."""

SENTENCES = {
    "Illegal character '\\n'": "A quote is missing: a text ends with one on the line where it begins",
    "Unterminated string": "A quote is missing: a text ends with one on the line where it begins",
    "Unclosed inline table": "A comma or a } is missing here",
    'Expected "\'"': "A quote is missing: a text ends with one on the line where it begins",
    "Expected ']": "A heading stands in brackets, [[sections]] or [further]; one is missing here",
    "Expected '='": "A key is followed by = and what it says; here no = stands behind one",
    "Exceeds the limit": "This number has too many digits for any on a card",
    "Expected newline": "More stands on this line than one key and what it says; a line for each is right",
}
"""By how the library's sentence begins."""


def told(said: str, line: int, document: str) -> tuple[int, str] | None:
    """The line that is wrong and a sentence, without its full stop, for what the library says of a line.

    None where it says nothing that is known.
    """
    lines = document.splitlines()
    here = lines[line - 1] if line <= len(lines) else ""
    if said.startswith("Cannot overwrite"):
        return line, _twice(line, lines)
    if said.startswith("Unclosed array"):
        return _unclosed(line, lines)
    if said == "Invalid value" and here.rstrip().endswith("="):
        return (
            line,
            f"Nothing stands behind {_key(here)!r}; what it says begins on this line, a list with [",
        )
    found = next((sentence for begins, sentence in SENTENCES.items() if said.startswith(begins)), "")
    return (line, found) if found else None


def _twice(line: int, lines: list[str]) -> str:
    """A key that stands once more where it did; a heading may be missing between the two."""
    key = _key(lines[line - 1])
    if not key.isidentifier():
        return "A key or a heading stands here that has been written before"
    others = [number for number in range(1, line) if _key(lines[number - 1]) == key]
    before = f", first in line {others[-1]}" if others else ""
    missing = "; perhaps the heading [[sections]] is missing between them" if key == "title" else ""
    return f"{key!r} is written twice{before}{missing}"


def _unclosed(line: int, lines: list[str]) -> tuple[int, str]:
    """A list in which a comma is missing at the end of a line, or between two things on one, or its end."""
    filled = [number for number in range(1, min(line, len(lines) + 1)) if _bare(lines[number - 1])]
    if line <= len(lines) and filled and _bare(lines[filled[-1] - 1])[-1] in "}\"'0123456789":
        return filled[-1], "A comma is missing at the end of this line, or a ] after it"
    return line, "A comma or a ] is missing here"


def _key(line: str) -> str:
    return line.partition("=")[0].strip()


def _bare(line: str) -> str:
    """A line without the note at its end."""
    return line.partition("#")[0].strip()

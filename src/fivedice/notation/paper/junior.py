"""Parses the tokens of one seat of junior: `goofy=4, pluto=0`, or by place."""

import re

from fivedice.games.junior import CHARACTERS, Tokens
from fivedice.notation.paper.figures import figures
from fivedice.notation.read import BadText
from fivedice.notation.write import NOTHING

NAMES = {
    name: row
    for row, character in enumerate(CHARACTERS)
    for name in dict.fromkeys((character.partition("-")[0], character.replace("-", " ")))
}
"""Each character by the first name alone and by the whole name."""
_BY_PLACE = re.compile(r"[-\d\s]*\+[-\d\s+]*")


def tokens(text: str) -> Tokens:
    """The column of each token that is placed, 0 being the picture. Raises `BadText`."""
    if _BY_PLACE.fullmatch(text):
        return _by_place(text)
    said = "" if text.strip() == NOTHING else re.sub(r"\bpicture\b", "0", text, flags=re.IGNORECASE)
    placed = figures(said, NAMES, "character")
    return tuple(map(placed.get, range(len(CHARACTERS))))


def _by_place(text: str) -> Tokens:
    columns = [column.strip() for column in text.split("+")]
    if len(columns) != len(CHARACTERS) or any(column not in (NOTHING, *"012345") for column in columns):
        raise BadText(
            f"The {len(CHARACTERS)} tokens from Minnie Mouse to Pluto have a column of 0 to 5 or '-' each."
        )
    return tuple(None if column == NOTHING else int(column) for column in columns)

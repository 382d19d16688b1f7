"""The entries of a table's log.

In an entry's line an event is a text of its own, spelled as in a record. It is read once, with its entry.
"""

import msgspec
from msgspec import Struct

from fivedice.match.events import Event
from fivedice.notation import read, write
from fivedice.notation.read import BadText


class Sat(Struct, frozen=True, tag="sat", tag_field="entry"):
    """A person has taken a chair; who can show the token that `holder` is the digest of, holds it."""

    chair: int
    name: str
    holder: str


class Rose(Struct, frozen=True, tag="rose", tag_field="entry"):
    """A person has given a chair back before the match: it is open again, and nobody holds it."""

    chair: int


class Started(Struct, frozen=True, tag="started", tag_field="entry"):
    """The match begins; open chairs go to this bot, or away where none is named."""

    fill: str = ""


class Happened(Struct, frozen=True):
    """An event of the match."""

    event: Event


class _Line(Struct, frozen=True, tag="happened", tag_field="entry"):
    """The same as it is written."""

    event: str


class Left(Struct, frozen=True, omit_defaults=True, tag="left", tag_field="entry"):
    """A person is away, or a bot fails: the game plays for the seat (R6).

    Who `meant` it is back by word only. Who is `late` has not decided in time, and may sit there yet.
    """

    chair: int
    meant: bool = False
    late: bool = False


class Back(Struct, frozen=True, tag="back", tag_field="entry"):
    """The person is back."""

    chair: int


class Said(Struct, frozen=True, tag="said", tag_field="entry"):
    """A phrase, by its number, from a chair."""

    chair: int
    phrase: int


class Again(Struct, frozen=True, omit_defaults=True, tag="again", tag_field="entry"):
    """A rematch was opened under this code, `instead` of one that is played without whoever asks."""

    code: str
    instead: str = ""


class Closed(Struct, frozen=True, tag="closed", tag_field="entry"):
    """Nothing more happens here."""


AtTable = Sat | Rose | Started | Left | Back | Said | Again | Closed
"""What happens at the table and is no event of its match."""

Entry = AtTable | Happened

_decoder: msgspec.json.Decoder[AtTable | _Line] = msgspec.json.Decoder(AtTable | _Line)


def text(entry: Entry) -> str:
    """An entry as one line of JSON."""
    line = _Line(write.event(entry.event)) if isinstance(entry, Happened) else entry
    return msgspec.json.encode(line).decode()


def entry(line: str) -> Entry:
    """An entry from its line. Raises `BadText`."""
    try:
        written = _decoder.decode(line)
    except msgspec.DecodeError as error:
        raise BadText(f"This is no entry of a table's log: {error}.") from None
    return Happened(read.event(written.event)) if isinstance(written, _Line) else written

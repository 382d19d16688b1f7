"""What can stand in the log of a table, one numbered entry after another. Decides nothing."""

import msgspec
from msgspec import Struct

from fivedice.notation import read, write
from fivedice.notation.read import BadText
from fivedice.play.events import Event


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


class Happened(Struct, frozen=True, tag="happened", tag_field="entry"):
    """An event of the match, as its record has it."""

    event: str


class Left(Struct, frozen=True, tag="left", tag_field="entry"):
    """A person is away, or a bot fails: the game plays for the seat (R6)."""

    chair: int


class Back(Struct, frozen=True, tag="back", tag_field="entry"):
    """The person is back."""

    chair: int


class Said(Struct, frozen=True, tag="said", tag_field="entry"):
    """A phrase, by its number, from a chair."""

    chair: int
    phrase: int


class Again(Struct, frozen=True, tag="again", tag_field="entry"):
    """A rematch was opened under this code."""

    code: str


class Closed(Struct, frozen=True, tag="closed", tag_field="entry"):
    """Nothing more happens here."""


Entry = Sat | Rose | Started | Happened | Left | Back | Said | Again | Closed

_decoder = msgspec.json.Decoder(Entry)


def text(entry: Entry) -> str:
    """An entry as one line of JSON."""
    return msgspec.json.encode(entry).decode()


def entry(line: str) -> Entry:
    """An entry from its line. Raises `BadText`."""
    try:
        found: Entry = _decoder.decode(line)
    except msgspec.DecodeError as error:
        raise BadText(f"This is no entry of a table's log: {error}.") from None
    return found


def happened(event: Event) -> Happened:
    """The entry of an event."""
    return Happened(write.event(event))


def event_of(entry: Happened) -> Event:
    """The event of an entry. Raises `BadText`."""
    return read.event(entry.event)

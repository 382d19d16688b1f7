"""The numbered entries of a table's log, and their JSON lines.

An event inside an entry is text in the record's notation, parsed together with its entry.
"""

import msgspec
from msgspec import Struct

from fivedice.core.texts import WrongValue
from fivedice.match.events import Event
from fivedice.notation import read, write
from fivedice.table.terms import Detail


class SeatTaken(Struct, frozen=True, omit_defaults=True, tag="sat", tag_field="entry"):
    """A person has taken a chair. `holder` is the digest of the token that proves it, and `contribution` the
    person's contribution to the dice.
    """

    chair: int
    name: str
    holder: str
    contribution: str = ""
    colour: str = ""


class SeatGivenUp(Struct, frozen=True, tag="rose", tag_field="entry"):
    """A person has given a chair back before the match; it is open again."""

    chair: int


class Arranged(Struct, frozen=True, omit_defaults=True, tag="arranged", tag_field="entry"):
    """The opener has given a chair to `bot` or opened it. Its player loses it; a `chair` after the last one
    is added."""

    chair: int
    bot: str = ""


class Started(Struct, frozen=True, tag="started", tag_field="entry"):
    """The match begins. The bot `fill` takes the open chairs; without one they are removed."""

    fill: str = ""


class Detailed(Struct, frozen=True, tag="detailed", tag_field="entry"):
    """A person changes the detail that people enter for a turn with real dice."""

    chair: int
    detail: Detail


class TakenBack(Struct, frozen=True, tag="taken-back", tag_field="entry"):
    """A person takes back the last `events` events of a match with real dice."""

    chair: int
    events: int


class Happened(Struct, frozen=True):
    """An event of the match."""

    event: Event


class _Line(Struct, frozen=True, tag="happened", tag_field="entry"):
    """The stored form of `Happened`."""

    event: str


class SeatLeft(Struct, frozen=True, omit_defaults=True, tag="left", tag_field="entry"):
    """A person is away or a bot has failed: the game plays for the seat (R6).

    A player who left on purpose (`meant`) does not return by reconnecting. A `late` player ran out of time
    and may still be there.
    """

    chair: int
    meant: bool = False
    late: bool = False


class SeatReturned(Struct, frozen=True, tag="back", tag_field="entry"):
    """A person has returned."""

    chair: int


class SeatMoved(Struct, frozen=True, omit_defaults=True, tag="moved", tag_field="entry"):
    """A seat moves to another device, or back. `device` is the second part of the token's digest there, which
    nobody is shown.
    """

    chair: int
    device: str = ""


class PhraseSaid(Struct, frozen=True, tag="said", tag_field="entry"):
    """A person has said the phrase with this number."""

    chair: int
    phrase: int


class RematchOpened(Struct, frozen=True, omit_defaults=True, tag="again", tag_field="entry"):
    """A rematch was opened as table `code`. It replaces the rematch `instead`, which was played without the
    player who asked.
    """

    code: str
    instead: str = ""


class Closed(Struct, frozen=True, omit_defaults=True, tag="closed", tag_field="entry"):
    """The table is closed; no entry follows. A host who closed it gave the `reason`."""

    reason: str = ""


OfPerson = SeatTaken | SeatGivenUp | SeatLeft | SeatReturned | SeatMoved
OfChair = OfPerson | Arranged | PhraseSaid
"""An entry that changes a chair."""
OfTable = Started | Detailed | TakenBack | RematchOpened | Closed
Public = SeatGivenUp | SeatLeft | SeatReturned | SeatMoved | Arranged | PhraseSaid | OfTable
"""An entry that everybody may see as it is."""

Entry = SeatTaken | Public | Happened

_decoder: msgspec.json.Decoder[SeatTaken | Public | _Line] = msgspec.json.Decoder(SeatTaken | Public | _Line)


def text(entry: Entry) -> str:
    """An entry as one line of JSON."""
    line = _Line(write.event(entry.event)) if isinstance(entry, Happened) else entry
    return msgspec.json.encode(line).decode()


def entry(line: str) -> Entry:
    """Parses an entry's line. Raises `BadText`."""
    try:
        stored = _decoder.decode(line)
    except msgspec.DecodeError as error:
        raise WrongValue(f"This is not an entry of a table's log: {error}.") from None
    return Happened(read.event(stored.event)) if isinstance(stored, _Line) else stored

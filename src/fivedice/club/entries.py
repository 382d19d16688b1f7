"""The numbered entries of a club night's log, and their JSON lines."""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from fivedice.core.texts import WrongValue


class ClubPlan(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The settings of a club night."""

    game: str
    options: dict[str, Any] = {}
    seats: int = 2
    """The most players at a table."""
    rounds: int = 3
    deals: int = 2
    """Matches per round; all tables play them with the same dice."""
    minutes: int = 30
    """The length of a round in minutes; 0 means no limit."""
    pairing: Literal["stay", "swiss"] = "stay"


class TableResult(Struct, frozen=True):
    """The scores of a match by chair, and the chairs of the winners."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


class ClubOpened(Struct, frozen=True, tag="opened", tag_field="entry"):
    """The opening."""

    plan: ClubPlan


class PlayerArrived(Struct, frozen=True, omit_defaults=True, tag="arrived", tag_field="entry"):
    """A player, stored as `guest`, arrives, returns or gets new tokens: `holders`, a digest for each deal."""

    name: str
    guest: str
    holders: tuple[str, ...] = ()


class PlayerLeft(Struct, frozen=True, tag="left", tag_field="entry"):
    """A player leaves; the next round is paired without them."""

    player: int


class RoundBegun(Struct, frozen=True, omit_defaults=True, tag="begun", tag_field="entry"):
    """A round begins with the players of each table in the order of their chairs."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()
    ends: int = 0
    """The time at which the round clock runs out, in seconds since 1970; 0 means never."""
    commitment: str = ""
    """The commitment to the secret that determines all dice of the round."""


class TableDealt(Struct, frozen=True, tag="dealt", tag_field="entry"):
    """A table of this round begins its next deal, which is played under the table code `code`."""

    table: int
    code: str


class DealPlayed(Struct, frozen=True, tag="played", tag_field="entry"):
    """The current deal of a table is over. Without a result it counts as not played."""

    table: int
    result: TableResult | None


class ResultCorrected(Struct, frozen=True, tag="corrected", tag_field="entry"):
    """The host corrects a result of any round. Without a result the match counts as not played."""

    round: int
    table: int
    deal: int
    result: TableResult | None


class RoundOver(Struct, frozen=True, tag="over", tag_field="entry"):
    """The round is over. Unfinished matches count as not played."""


class ClubEnded(Struct, frozen=True, tag="ended", tag_field="entry"):
    """The club night is over; only corrections follow."""


Entry = (
    ClubOpened
    | PlayerArrived
    | PlayerLeft
    | RoundBegun
    | TableDealt
    | DealPlayed
    | ResultCorrected
    | RoundOver
    | ClubEnded
)

_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def text(entry: Entry) -> str:
    """An entry as one line of JSON."""
    return msgspec.json.encode(entry).decode()


def entry(line: str) -> Entry:
    """Parses an entry's line. Raises `WrongValue`."""
    try:
        return _decoder.decode(line)
    except msgspec.DecodeError as error:
        raise WrongValue(f"This is not an entry of a club night's log: {error}.") from None

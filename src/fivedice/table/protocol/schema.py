"""Types of the view and of log entries, for the JSON schema of the protocol.

`picture.py` and `spoken.py` make them as plain values; every message in the tests is held against these.
"""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from fivedice.core.rules import Sheet
from fivedice.match.state import RollOffState
from fivedice.table.log import Again, Back, Closed, Left, Rose, Said, Started


class Chair(Struct, frozen=True):
    """A place at the table: who sits there, or is `open`; `persona` is the name of who plays as a `bot`."""

    name: str
    bot: str
    persona: str
    open: bool
    away: bool


class Waiting(Struct, frozen=True):
    """What the match waits for: of `seats`, so many `dice`; `asked` are the persons among them."""

    kind: Literal["throw", "first", "keep", "use", "choose", "over"]
    seats: tuple[int, ...]
    dice: int
    told: str
    prompt: str
    asked: tuple[int, ...]


class Turn(Struct, frozen=True):
    """The hands by seat, a point for an empty slot, and the seats whose decision is in but not shown."""

    step: Literal[1, 2, 3]
    thrower: int
    hands: dict[str, str]
    decided: tuple[int, ...]


class Credit(Struct, frozen=True):
    """How many of a seat's decisions the game made, whether the match `counts` for its player, in words."""

    by_game: int
    of: int
    counts: bool
    told: str


class Picture(Struct, frozen=True):
    """The table as everybody sees it; from `first` on only when the match has begun."""

    fivedice_table: Literal[2]
    code: str
    game: str
    title: str
    board: Literal["cards", "ring", "scoreboard"]
    options: dict[str, Any]
    games: int
    hints: bool
    watching: bool
    clock: int
    absence: int
    days: int
    practice: bool
    closed: bool
    next: str
    chairs: tuple[Chair, ...]
    set: str
    faces: tuple[tuple[str, str], ...]
    suits: tuple[str, ...]
    unit: str
    number: int
    stage: Literal["gathering", "playing", "over"]
    first: int | UnsetType = UNSET
    winners: tuple[int, ...] | UnsetType = UNSET
    result: str | UnsetType = UNSET
    credit: tuple[Credit, ...] | UnsetType = UNSET
    awaits: Waiting | UnsetType = UNSET
    rolloff: RollOffState | UnsetType | None = UNSET
    turn: Turn | UnsetType | None = UNSET
    finished: tuple[tuple[int, ...], ...] | UnsetType = UNSET
    scores: tuple[int, ...] | UnsetType = UNSET
    position: dict[str, Any] | UnsetType | None = UNSET
    sheet: Sheet | UnsetType | None = UNSET


class Payable(Struct, frozen=True):
    """What the dice would be used for if they were final."""

    name: str
    title: str
    pays: int
    note: str
    waives: str


class You(Struct, frozen=True):
    """What only your seat sees; `seat` is null for who looks on."""

    seat: int | None
    asked: Literal["throw", "keep", "use", "choose", ""]
    uses: tuple[Payable, ...]
    explained: str
    options: tuple[str, ...]
    decided: dict[str, Any] | None
    meanwhile: tuple[str, ...]


class Sat(Struct, frozen=True, tag="sat", tag_field="entry"):
    """A person has taken a chair."""

    chair: int
    name: str


class Happened(Struct, frozen=True, tag="happened", tag_field="entry"):
    """An event of the match, as in a record; of a decision that is not shown yet no more than whose it is."""

    event: dict[str, Any]


Entry = Sat | Rose | Started | Happened | Left | Back | Said | Again | Closed

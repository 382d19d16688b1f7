"""Types that describe pictures, seat views and log entries in the protocol's JSON schema.

`player_view.py` and `narrated.py` build the plain values; tests check every message against these types.
"""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from fivedice.core.rules import Sheet
from fivedice.match.state import RollOffState
from fivedice.table.log import Again, Arranged, Back, Closed, Detailed, Left, Rose, Said, Started, TakenBack
from fivedice.table.terms import Detail, Dice


class Chair(Struct, frozen=True):
    """A place at the table: its player, or `open`; `persona` is the name of the character that plays as
    `bot`, and `character` its identifier. `colour` is there if its player has chosen one."""

    name: str
    bot: str
    persona: str
    character: str
    open: bool
    away: bool
    colour: str | UnsetType = UNSET


class Waiting(Struct, frozen=True):
    """What the match waits for; `dice` is a number, and `asked` are the seats of present persons."""

    kind: Literal["throw", "first", "keep", "use", "choose", "final", "over"]
    seats: tuple[int, ...]
    dice: int
    told: str
    prompt: str
    asked: tuple[int, ...]


class Turn(Struct, frozen=True):
    """The hands by seat, with a dot for an empty slot, and the seats whose hidden decision is made."""

    step: Literal[1, 2, 3]
    thrower: int
    hands: dict[str, str]
    decided: tuple[int, ...]


class Credit(Struct, frozen=True):
    """How many of a seat's decisions the game made, and whether the match `counts` for its player.

    `place` says to the player by how much they won or lost; it is empty for one who played alone.
    """

    by_game: int
    of: int
    counts: bool
    told: str
    place: str


class Picture(Struct, frozen=True):
    """The table as everyone sees it; the fields from `first` on exist once the match has begun.

    A host who closed the table says why in `closed_told`, as does a club night whose round is over.
    """

    fivedice_table: Literal[2]
    code: str
    game: str
    title: str
    board: Literal["cards", "ring", "scoreboard"]
    options: dict[str, Any]
    games: int
    hints: bool
    dice: Dice
    commitment: str
    opens: str
    detail: Detail
    watching: bool
    evening: str
    contributed: bool
    costs: bool
    clock: int
    absence: int
    days: int
    practice: bool
    same: str
    closed: bool
    closed_told: str
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
    """The uses of the dice if they were final."""

    name: str
    title: str
    pays: int
    note: str
    waives: str


class Scorable(Struct, frozen=True):
    """A score that a turn of `seat` can have: its use, what the sheet then shows in the row of the `box`."""

    seat: int
    use: str
    pays: int
    five: bool
    box: str
    cell: str


class You(Struct, frozen=True):
    """The private view of your seat; `seat` is null for an onlooker."""

    seat: int | None
    asked: Literal["first", "throw", "enter", "keep", "use", "choose", ""]
    uses: tuple[Payable, ...]
    explained: str
    options: tuple[str, ...]
    enters: tuple[int, ...]
    scores: tuple[Scorable, ...]
    decided: dict[str, Any] | None
    meanwhile: tuple[str, ...]


class Sat(Struct, frozen=True, tag="sat", tag_field="entry"):
    """A person has taken a chair."""

    chair: int
    name: str


class Happened(Struct, frozen=True, tag="happened", tag_field="entry"):
    """An event of the match as in a record; for a hidden decision, only its seat."""

    event: dict[str, Any]


Entry = (
    Sat | Rose | Arranged | Started | Detailed | TakenBack | Happened | Left | Back | Said | Again | Closed
)

"""The picture of a table, the private view of a seat, and log entries as a seat may see them."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from fivedice.core.rules import Sheet
from fivedice.match.state import RollOffState
from fivedice.table.log import Public
from fivedice.table.terms import Detail, TableOptions

Board = Literal["cards", "ring", "scoreboard"]


class SeenChair(Struct, frozen=True):
    """A place at the table: its player, or `open`; `persona` is the name of the character that plays as
    `bot`, and `character` its identifier. `colour` is there if its player has chosen one."""

    name: str
    bot: str
    persona: str
    character: str
    open: bool
    away: bool
    colour: str | UnsetType = UNSET


class SeenAwaited(Struct, frozen=True):
    """The event that the match waits for; `dice` is a number, `asked` lists the seats of present people."""

    kind: Literal["throw", "first", "keep", "use", "choose", "final", "over"]
    seats: tuple[int, ...]
    dice: int
    told: str
    prompt: str
    asked: tuple[int, ...] = ()


class SeenTurn(Struct, frozen=True):
    """The hands by seat, with a dot for an empty slot, and the seats whose hidden decision is made."""

    step: Literal[1, 2, 3]
    thrower: int
    hands: dict[str, str]
    decided: tuple[int, ...]


class SeenCredit(Struct, frozen=True):
    """How many of a seat's decisions the game made, and whether the match `counts` for its player.

    `place` says to the player by how much they won or lost, or alone what they have.
    """

    by_game: int
    of: int
    counts: bool
    told: str
    place: str


class Door(Struct, frozen=True, kw_only=True):
    """A stranger's view of a table without spectators: enough to take a chair, nothing about the match."""

    fivedice_table: Literal[3] = 3
    """The version of the picture."""
    code: str
    game: str
    title: str
    board: Board
    words: dict[str, str]
    """What a page says of a turn in this game, and of the answers of its choices."""
    set: str
    terms: TableOptions
    commitment: str
    detail: Detail
    """The detail in which people enter turns now; `terms.detail` is the one at the start."""
    closed: bool
    chairs: tuple[SeenChair, ...]
    stage: Literal["gathering", "playing", "over"] = "gathering"


class Picture(Door, frozen=True, kw_only=True):
    """The table as everyone sees it; the fields from `first` on exist once the match has begun.

    A host who closed the table says why in `closed_told`, as does a club night whose round is over.
    """

    options: dict[str, Any]
    house: tuple[str, ...]
    """The options in words."""
    opens: str
    club: str
    practice: bool
    same: str
    closed_told: str
    next: str
    faces: tuple[tuple[str, str], ...]
    suits: tuple[str, ...]
    unit: str
    number: int = 0
    first: int | UnsetType = UNSET
    winners: tuple[int, ...] | UnsetType = UNSET
    result: str | UnsetType = UNSET
    outcome: str | UnsetType = UNSET
    credit: tuple[SeenCredit, ...] | UnsetType = UNSET
    awaits: SeenAwaited | UnsetType = UNSET
    rolloff: RollOffState | UnsetType | None = UNSET
    turn: SeenTurn | UnsetType | None = UNSET
    finished: tuple[tuple[int, ...], ...] | UnsetType = UNSET
    scores: tuple[int, ...] | UnsetType = UNSET
    amounts: tuple[str, ...] | UnsetType = UNSET
    """The scores with their unit, in words."""
    position: Any = UNSET
    """The game's own fields."""
    sheet: Sheet | UnsetType | None = UNSET


class SeenUse(Struct, frozen=True):
    """One use of the dice if they were final."""

    name: str
    title: str
    pays: int
    note: str
    waives: str
    instead: str
    """For a needless zero: the name of the use that it gives up."""


class PadScore(Struct, frozen=True):
    """A score that a turn of `seat` can have: its use, what the sheet then shows in the row of the `box`."""

    seat: int
    use: str
    pays: int
    five: bool
    box: str
    cell: str


class You(Struct, frozen=True):
    """The private view of your seat; `seat` is null for a spectator. Your device gave the seat `handed` to
    another one, and may take it back.
    """

    seat: int | None
    asked: Literal["first", "throw", "enter", "keep", "use", "choose", ""] = ""
    uses: tuple[SeenUse, ...] = ()
    explained: str = ""
    options: tuple[str, ...] = ()
    enters: tuple[int, ...] = ()
    scores: tuple[PadScore, ...] = ()
    decided: dict[str, Any] | None = None
    meanwhile: tuple[str, ...] = ()
    handed: int | None = None


class SeenSat(Struct, frozen=True, tag="sat", tag_field="entry"):
    """A person has taken a chair."""

    chair: int
    name: str


class SeenEvent(Struct, frozen=True, tag="happened", tag_field="entry"):
    """An event of the match as in a record; for a hidden decision, only its seat."""

    event: dict[str, Any]


SeenEntry = SeenSat | SeenEvent | Public

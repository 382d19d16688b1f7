"""The board beside the dice: the game's own drawing, or its score sheet."""

from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace
from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import ScrollableContainer
from textual.widgets import Static

from fivedice.core.rules import Game, Sheet, SheetRow
from fivedice.language import mark, tr
from fivedice.language.lines import wrapped
from fivedice.match.state import State
from fivedice.narration import moves
from fivedice.terminal.screen import score_sheet, showdown_board
from fivedice.terminal.screen.theme import longest

PARTS = (
    *("heading", "own-heading", "cell", "own", "sum", "open"),
    *("line", "quiet", "wild", "pawn", "here", "seat-0", "seat-1", "seat-2", "seat-3"),
)
"""The parts of a drawing that have their own style: first of score sheets, then of Showdown's board."""
DRAWINGS = {"ring": showdown_board}
"""The drawing of each `Game.board` that is not a score sheet."""
OPENING = mark("The match opens with a roll-off.")
LOW = 8
"""Score sheets up to this height go below the dice, taller ones beside them."""

FRAME = 2
"""The height of a frame."""
FULL = 10_000
"""Room enough for full names."""
SCROLLBAR = 1
"""The width of the scroll bar."""


class SeatList(NamedTuple):
    """The highlighted seat, and the seats whose turn it is."""

    own: int | None
    to_play: tuple[int, ...]


class Board(ScrollableContainer, can_focus=False):
    """The board; scrolls if it does not fit."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"board--{part}" for part in PARTS}

    def __init__(self, classes: str = "") -> None:
        super().__init__(classes=classes)
        self._drawn = (0, 0)
        self._shown: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        """The drawing."""
        yield Static(classes="drawing")

    def show(self, state: State, seats: SeatList, width: int, height: int) -> None:
        """Draws the board in about this size if anything has changed."""
        before, self._shown = self._shown, (state, seats, width, height, self._paint("cell"))
        if self._shown == before:
            return
        beside = not is_drawn(state.setup.game) and not is_low(state)
        if beside and len(_sheet(state).rows) + 1 > height - FRAME:
            width -= SCROLLBAR
        text, self.border_subtitle = self._drawing(state, seats, width, height)
        size = (max(map(cell_len, text.plain.split("\n"))), text.plain.count("\n"))
        self.query_one(Static).update(text, layout=size != self._drawn)
        self._drawn = size

    def whole(self, state: State, seats: SeatList, width: int, height: int) -> Text:
        """The board with all its seats, in about this size or its minimum size."""
        least = widths_wanted(state, 0)[0]
        return self._drawing(state, seats, max(width, least), height)[0]

    def _drawing(self, state: State, seats: SeatList, width: int, height: int) -> tuple[Text, str]:
        """The board, and a subtitle with the key that shows seats that do not fit."""
        if state.position is None:
            opens = tr(OPENING) if state.rolloff else moves.prompt(state)
            opening = wrapped(opens, "", max(width, 1))
            return Text("\n".join(opening), style=self._paint("quiet")), ""
        game, names = state.setup.game, state.setup.names
        if is_drawn(game):
            position: Any = state.position
            return DRAWINGS[game.board].draw(game, position, names, width, height, self._paint), ""
        table, short = fitted(state, width)
        subtitle = ""
        if score_sheet.needed(table) > width and table.headings[1:] == short:
            looked_at = next(iter(state.awaited.seats), 0) if seats.own is None else seats.own
            table = score_sheet.around(table, len(short), looked_at, width)
            subtitle = tr("c: all seats")
        table = score_sheet.squeezed(table, width)
        return score_sheet.draw(table, short, seats.own, seats.to_play, width, self._paint), subtitle

    def _paint(self, part: str) -> Style:
        return self.get_component_rich_style(f"board--{part}", partial=True)


def is_drawn(game: Game) -> bool:
    """Whether the game has a drawing instead of a score sheet."""
    return game.board in DRAWINGS


def is_low(state: State) -> bool:
    """Whether the board is low enough to go below the dice."""
    return not is_drawn(state.setup.game) and len(_sheet(state).rows) <= LOW


def widths_wanted(state: State, room: int = FULL) -> tuple[int, int]:
    """The minimum and the useful width of the whole board, with names for this room."""
    if is_drawn(state.setup.game):
        drawing = DRAWINGS[state.setup.game.board]
        return drawing.LEAST_WIDTH, drawing.MOST_WIDTH
    needed = score_sheet.needed(fitted(state, room)[0])
    return needed, needed + len(state.setup.players)


def fitted(state: State, width: int) -> tuple[Sheet, tuple[str, ...]]:
    """The sheet with the longest names that fit, and those names."""
    short = longest(state.setup.names, lambda names: score_sheet.needed(_sheet(state, names)) <= width)
    return _sheet(state, short), short


def _sheet(state: State, names: tuple[str, ...] = ()) -> Sheet:
    """The game's sheet, with the sums of earlier games in the match; before the first, that of its start."""
    names = names or state.setup.names
    if state.position is None:
        return state.setup.game.sheet(state.setup.game.start(len(names), 0), names)
    table = state.setup.game.sheet(state.position, names)
    if state.setup.games == 1 or table.headings[1:] != names:
        return table
    over = len(state.finished) == state.setup.games
    earlier = state.finished[:-1] if over else state.finished
    before = [sum(scores) for scores in zip(*earlier, strict=True)] or [0] * len(names)
    now = state.setup.game.scores(state.position)
    in_all = [sum(pair) for pair in zip(before, now, strict=True)]
    earlier_row = SheetRow("sum", tr("Earlier games"), tuple(map(str, before)))
    total_row = SheetRow("total", tr("Total"), tuple(map(str, in_all)))
    return replace(table, rows=(*table.rows, earlier_row, total_row))

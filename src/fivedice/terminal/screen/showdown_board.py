"""Draws Showdown's board: sixteen spaces around a square, with cards, chips and pawns."""

from collections.abc import Iterator

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from fivedice.core.rules import Game, title
from fivedice.games.showdown_board import (
    CARDS,
    SIDE,
    SPACES,
    WILD_SPACES,
    ShowdownPosition,
    covering,
    grid_cell,
    off_board,
)
from fivedice.language import mark, tr
from fivedice.terminal.screen.faces import centred
from fivedice.terminal.screen.score_sheet import TURN_MARK, Paint
from fivedice.terminal.screen.theme import SEAT_SIGNS, shortened

LEAST_WIDTH, MOST_WIDTH = 31, 76
PAWN = "♙"
SHORT = {
    "3-of-a-kind": (mark("3Kind", "a card, in five or more columns"),),
    "4-of-a-kind": (mark("4Kind", "a card, in five or more columns"),),
    "full-house": (mark("FullH", "a card, in five or more columns"),),
    "small-straight": (
        mark("Sm Straight", "a card, in five or more columns"),
        mark("SmStr", "a card, in five or more columns"),
    ),
    "large-straight": (
        mark("Lg Straight", "a card, in five or more columns"),
        mark("LgStr", "a card, in five or more columns"),
    ),
}
"""Shorter card names for small boards, longest first."""

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The line character for each sum of directions."""


class Canvas:
    """A rectangle of characters, each with a style name."""

    def __init__(self, width: int, height: int) -> None:
        self._joints = [[0] * width for _ in range(height)]
        self._cells: list[list[tuple[str, str] | None]] = [[None] * width for _ in range(height)]

    def box(self, left: int, top: int, width: int, height: int) -> None:
        """Draws a frame that joins existing lines; width and height measure the inside."""
        right, bottom = left + width + 1, top + height + 1
        for y in (top, bottom):
            for x in range(left, right):
                self._joints[y][x] |= EAST
                self._joints[y][x + 1] |= WEST
        for x in (left, right):
            for y in range(top, bottom):
                self._joints[y][x] |= SOUTH
                self._joints[y + 1][x] |= NORTH

    def write(self, x: int, y: int, text: str, part: str) -> None:
        """Writes text from a cell to the right; a wide character takes two cells."""
        for character in text:
            self._cells[y][x] = (character, part)
            if cell_len(character) == 2:
                self._cells[y][x + 1] = ("", part)
            x += max(cell_len(character), 1)

    def text(self, paint: Paint) -> Text:
        """The drawing."""
        drawn = Text(no_wrap=True)
        for y, cells in enumerate(self._cells):
            for x, cell in enumerate(cells):
                character, part = cell or (JOINTS[self._joints[y][x]], "line")
                drawn.append(character, paint(part))
            drawn.append("\n" if y < len(self._cells) - 1 else "")
        return drawn


def draw(
    game: Game, position: ShowdownPosition, names: tuple[str, ...], width: int, height: int, paint: Paint
) -> Text:
    """The board in about this size, but always readable."""
    wide = min(max((width - SIDE - 1) // SIDE, 5), 14)
    high = min(max((height - SIDE - 1) // SIDE, 3), 5)
    canvas = Canvas(SIDE * (wide + 1) + 1, SIDE * (high + 1) + 1)
    for space in range(SPACES):
        _draw_space(canvas, position, names, space, wide, high)
    _draw_middle(canvas, game, position, names, wide, high)
    return canvas.text(paint)


def _draw_space(
    canvas: Canvas, position: ShowdownPosition, names: tuple[str, ...], space: int, wide: int, high: int
) -> None:
    column, row = grid_cell(space)
    left, top = column * (wide + 1), row * (high + 1)
    canvas.box(left, top, wide, high)
    canvas.write(left + 1, top, str(space), "quiet")
    if lying := covering(position, space):
        card, owned = lying
        owner = SEAT_SIGNS[owned.owner] + (f" {names[owned.owner]}" if wide >= 9 else "")
        chips, part = f" {owned.chips}", f"seat-{owned.owner}"
        canvas.write(left + 1, top + 1, centred(card_name(card, wide), wide), part)
        canvas.write(left + 1, top + 2, centred(shortened(owner, wide - 2) + chips, wide), part)
    else:
        empty = (tr("Wild"), "wild") if space in WILD_SPACES else ("◇", "quiet")
        canvas.write(left + 1, top + 1, centred(empty[0], wide), empty[1])
    _draw_pawns(canvas, position, space, left + 1, top + high, wide)


def _draw_pawns(canvas: Canvas, position: ShowdownPosition, space: int, x: int, y: int, wide: int) -> None:
    here = [seat for seat, pawn in enumerate(position.pawns) if pawn == space]
    if not here:
        return
    x += (wide - 1 - len(here)) // 2
    canvas.write(x, y, PAWN, "pawn")
    for place, seat in enumerate(here, start=1):
        canvas.write(x + place, y, SEAT_SIGNS[seat], "here" if seat == position.seat else f"seat-{seat}")


def _draw_middle(
    canvas: Canvas, game: Game, position: ShowdownPosition, names: tuple[str, ...], wide: int, high: int
) -> None:
    left, width, height = wide + 3, 3 * wide, 3 * high + 2
    seats, off = list(_seat_lines(game, position, names, width)), list(_off_lines(position, width))
    lines = [*seats, *([("", "cell")] if len(seats) + len(off) < height else []), *off]
    top = high + 2 + max((height - len(lines)) // 2, 0)
    for y, (text, part) in enumerate(lines[:height]):
        canvas.write(left, top + y, text, part)


def _seat_lines(
    game: Game, position: ShowdownPosition, names: tuple[str, ...], width: int
) -> Iterator[tuple[str, str]]:
    for seat, chips in enumerate(game.scores(position)):
        mark = TURN_MARK if seat == position.seat and position.left != 0 else " "
        name = shortened(f"{mark}{SEAT_SIGNS[seat]} {names[seat]}", min(width - 3, 24))
        yield name + " " * (min(width, 27) - 2 - cell_len(name)) + f"{chips:2}", f"seat-{seat}"
    if position.left:
        left = position.left
        long = tr("Showdown Round: {left, plural, one {# turn} other {# turns}} left", left=left)
        short = shortened(tr("Last turns: {left}", left=left), width)
        yield long if cell_len(long) <= width else short, "wild"


def _off_lines(position: ShowdownPosition, width: int) -> Iterator[tuple[str, str]]:
    off = off_board(position)
    if not off:
        return
    yield shortened(tr("Off the board:"), width), "quiet"
    columns = max(width // (7 if width < 27 else 16), 1)
    cells = (width + 1) // columns
    for start in range(0, len(off), columns):
        row = (set_cell_size(card_name(card, cells - 1), cells) for card in off[start : start + columns])
        yield "".join(row)[:width].rstrip(), "cell"


def card_name(card: int, width: int) -> str:
    """The longest name of a card that fits, or its full name, truncated."""
    full = title(CARDS[card])
    short = (tr(name, "a card, in five or more columns") for name in SHORT.get(CARDS[card], ()))
    fitting = (name for name in (full, *short) if cell_len(name) <= width)
    return next(fitting, shortened(full, width))

"""The score sheet of any game as a table."""

from collections.abc import Callable, Collection

from msgspec.structs import replace
from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from fivedice.core.rules import Sheet, SheetRow
from fivedice.terminal.screen.theme import shortened

Paint = Callable[[str], Style]
"""The style for a part of a drawing, by the name of the part."""

TURN_MARK = "▸"
OPEN = "·"
LEAST_COLUMN = 5
"""The minimum width of a column."""
LEAST_TITLE = 12
"""The minimum width of the titles."""


def needed(sheet: Sheet) -> int:
    """The width of the table."""
    widths = _widths(sheet)
    return sum(widths) + len(widths) - 1


def draw(
    sheet: Sheet, names: tuple[str, ...], own: int | None, to_play: Collection[int], width: int, paint: Paint
) -> Text:
    """The table over the full width; highlights the player's column and marks a single seat to play."""
    widths = _spread(_cut(_widths(sheet), width), width)
    own_name = None if own is None else names[own]
    marked = {names[seat] for seat in to_play} if len(to_play) == 1 else set()
    headings = Text(no_wrap=True)
    for column, (text, cells) in enumerate(zip(sheet.headings, widths, strict=True)):
        style = paint("own-heading" if text == own_name else "heading")
        mark = TURN_MARK if text in marked else ""
        # the mark of a full column is in the gap
        gap, before = (mark, "") if cell_len(text) >= cells else ("", mark)
        headings.append((gap or " ") if column else "", paint("own") if gap else "")
        headings.append(_placed(before + text, cells, column, text in names), style)
    rows = (_row(sheet.headings, row, widths, names, own_name, paint) for row in sheet.rows)
    return Text("\n", no_wrap=True).join([headings, *rows])


def around(sheet: Sheet, seats: int, seat: int, width: int) -> Sheet:
    """The columns around this seat that fit the width."""
    widths = _widths(sheet)
    first = last = seat + 1
    while True:
        wider = [(f, t) for f, t in ((first, last + 1), (first - 1, last)) if f >= 1 and t <= seats]
        fitting = [(f, t) for f, t in wider if widths[0] + sum(widths[f : t + 1]) + t - f + 1 <= width]
        if not fitting:
            break
        first, last = fitting[0]

    headings = (sheet.headings[0], *sheet.headings[first : last + 1])
    return Sheet(headings, tuple(replace(row, cells=row.cells[first - 1 : last]) for row in sheet.rows))


def squeezed(sheet: Sheet, width: int) -> Sheet:
    """The sheet with its widest columns shortened until it fits, but still readable."""
    while needed(sheet) > width and max(_widths(sheet)) > LEAST_COLUMN:
        widest = max(range(len(sheet.headings)), key=_widths(sheet).__getitem__)
        sheet = _narrowed(sheet, widest, _widths(sheet)[widest] - 1)
    return sheet


def _narrowed(sheet: Sheet, column: int, cells: int) -> Sheet:
    def short(texts: tuple[str, ...]) -> tuple[str, ...]:
        return (*texts[:column], shortened(texts[column], cells), *texts[column + 1 :])

    rows = [(row, short((row.heading, *row.cells))) for row in sheet.rows]
    narrow = [replace(row, title=texts[0], note="", cells=texts[1:]) for row, texts in rows]
    return Sheet(short(sheet.headings), tuple(narrow))


def _row(
    headings: tuple[str, ...],
    row: SheetRow,
    widths: list[int],
    names: tuple[str, ...],
    own_name: str | None,
    paint: Paint,
) -> Text:
    texts = []
    for column, (cell, cells) in enumerate(zip((row.heading, *row.cells), widths, strict=True)):
        own = column > 0 and own_name is not None and own_name in (headings[column], *cell.split(", "))
        style = paint("open" if not cell else "own" if own else "cell")
        style += paint("sum") if row.kind != "box" else Style()
        texts.append(Text(_placed(cell or OPEN, cells, column, headings[column] in names), style))
    return Text(" ", no_wrap=True).join(texts)


def _widths(sheet: Sheet) -> list[int]:
    """The width of each column; a seat's has room for three figures."""
    columns = zip(sheet.headings, *((row.heading, *row.cells) for row in sheet.rows), strict=True)
    first, *others = (max(map(cell_len, column)) for column in columns)
    return [first, *(max(width, 3) for width in others)]


def _cut(widths: list[int], width: int) -> list[int]:
    """The widths, with titles narrowed if the figures beside them would not be visible."""
    over = max(sum(widths) + len(widths) - 1 - width, 0)
    return [max(widths[0] - over, min(widths[0], LEAST_TITLE)), *widths[1:]]


def _spread(widths: list[int], width: int) -> list[int]:
    """The widths, grown equally to fill the width, up to a size that still reads as a table."""
    spare = max(width - sum(widths) - len(widths) + 1, 0)
    columns = len(widths) - 1
    grown = [min(cells + spare // columns, max(cells, 14)) for cells in widths[1:]]
    return [widths[0] + min(spare - sum(grown) + sum(widths[1:]), 4), *grown]


def _placed(text: str, cells: int, column: int, seat: bool) -> str:
    """Titles to the left, a seat's figures to the right, anything else in the middle."""
    if column == 0 and cell_len(text) > cells:
        return f"{set_cell_size(text, cells - 1)}…"
    spare = max(cells - cell_len(text), 0)
    left = 0 if column == 0 else spare if seat else spare // 2
    return " " * left + text + " " * (spare - left)

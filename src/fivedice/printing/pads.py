"""Score pads: the empty card of a game, for several players or several games."""

from itertools import islice

from msgspec.structs import replace

from fivedice.cards.boxes import Box
from fivedice.cards.scorecard import ScoreCard, Section
from fivedice.core.faces import FACE_SETS
from fivedice.core.rules import CARD, Game, SheetRow
from fivedice.games.cardgame import card_of, rows
from fivedice.games.pages.owncard import in_words
from fivedice.language import mark, tr
from fivedice.printing.document import Page

COLUMNS = 6
"""The default and maximum number of columns."""


def pad(game: Game, columns: int = COLUMNS, *, games: bool = False, large: bool = False) -> Page:
    """A page with score pads: a column for each player, or for each game of one player."""
    card = card_of(game)
    assert card is not None
    return {
        "kind": "pad",
        "title": game.title,
        "line": game.line,
        "copies": 1 if large else game.pads_on_sheet,
        "corner": tr("Name") if games else "",
        "heads": [tr("Game {number}", number=n) if games else tr("Name") for n in range(1, columns + 1)],
        "rows": [_row(row, card, game.faces) for row in pad_rows(card)],
        "sum_of_games": games,
    }


def pad_rows(form: ScoreCard) -> list[SheetRow]:
    """The rows of a card, with sums for adding up by hand."""
    remaining = iter(rows(form, ()))
    printed, sums = list[SheetRow](), list[SheetRow]()
    for section in form.sections:
        printed += [*sums[-1:], *islice(remaining, len(section.boxes) + 2 * bool(section.bonus))]
        sums.append(_sum(form, section))
    *further, total = remaining
    checks = [replace(row, note=_per_check(form)) for row in further]
    if len(sums) == 1:
        return [*printed, *checks, total]
    return [*printed, *checks, sums[-1], *sums[:-1], total]


def _sum(form: ScoreCard, section: Section) -> SheetRow:
    """The sum of a section; the last one includes the bonus of further Yahtzees."""
    further = form.further is not None and form.further.bonus and section is form.sections[-1]
    title = mark("{title} Total with Bonus") if section.bonus or further else mark("{title} Total")
    return SheetRow("sum", tr(title, title=tr(section.title, CARD)), ())


def _per_check(form: ScoreCard) -> str:
    return tr("{points} per check", points=form.further.bonus) if form.further else ""


def _row(row: SheetRow, card: ScoreCard, faces: str) -> Page:
    boxes = {box.name: box for box in card.boxes}
    box = boxes.get(row.use)
    value = "" if faces in ("pips", "digits") else str(row.face)
    return {
        "kind": row.kind,
        "title": row.title,
        "note": row.note,
        "words": in_words(box, faces) if box else "",
        "short": _short(box) if box else "",
        "die": f"{faces}-{row.face}" if row.face else "",
        "value": value if row.face and FACE_SETS[faces][row.face - 1].sign != value else "",
        "checks": bool(row.note) and row.note == _per_check(card),
    }


def _short(box: Box) -> str:
    """The points of a box in a short form for narrow cells."""
    if isinstance(box.pays, int):
        return str(box.pays)
    return tr("total", "of all dice") if box.pays == "all dice" else ""

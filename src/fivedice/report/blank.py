"""A blank score sheet of any card, as an HTML page to print."""

from html import escape
from importlib.resources import files
from itertools import islice

from msgspec.structs import replace

from fivedice.cards.scorecard import ScoreCard, Section
from fivedice.core.faces import FACE_SETS
from fivedice.core.rules import Game, Row
from fivedice.games.cardgame import rows as card_rows
from fivedice.games.pages.owncard import in_words
from fivedice.report import svg

MOST_COLUMNS = 12
"""The most columns on an upright sheet of paper."""
MOST_ROWS = 21
"""More rows are printed smaller."""
WIDE_COLUMNS = 10
"""More columns have smaller headings."""

PER_CHECK = "per check"

STYLE = files(__package__).joinpath("sheet.css").read_text("utf-8")
"""In print, a margin keeps the table off the edge of the paper, where browsers cut off its borders."""


def page(game: Game, form: ScoreCard, columns: int, *, games: bool = False) -> str:
    """The sheet of a game on this card: an empty column per player, or per game of one player."""
    words = {box.name: in_words(box, game.faces) for box in form.boxes}
    listed = rows(form)
    body = "\n".join(_row(row, words.get(row.use, ""), game.faces, columns) for row in listed)
    kinds = ["dense"] * (len(listed) > MOST_ROWS) + ["narrow"] * (columns > WIDE_COLUMNS)
    size = f' class="{" ".join(kinds)}"' if kinds else ""
    heads = [f"Game {number}" for number in range(1, columns + 1)] if games else ["Name"] * columns
    whose, whole = ("Name", f"\n{_all_games(columns)}") if games else ("", "")
    names = "".join(f'<th scope="col">{head}</th>' for head in heads)
    title, line = escape(game.title), escape(game.line)
    return f"""\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}: score sheet</title>
<meta name="viewport" content="width=device-width"><style>
{STYLE}</style></head><body>{svg.symbols(game.faces)}
<h1>{title}</h1>
<p>{line}</p>
<table{size}><colgroup><col class="box"><col span="{columns}"></colgroup>
<thead><tr><td>{whose}</td>{names}</tr></thead>
<tbody>
{body}{whole}
</tbody></table>
</body></html>
"""


def rows(form: ScoreCard) -> list[Row]:
    """The rows of a card, with sums for adding up by hand."""
    found = iter(card_rows(form, ()))
    listed, sums = list[Row](), list[Row]()
    for section in form.sections:
        listed += [*sums[-1:], *islice(found, len(section.boxes) + 2 * bool(section.bonus))]
        sums.append(_sum(form, section))
    *further, total = found
    checks = [replace(row, note=f"{form.further.bonus} {PER_CHECK}") for row in further if form.further]
    if len(sums) == 1:
        return [*listed, *checks, total]
    return [*listed, *checks, sums[-1], *sums[:-1], total]


def _sum(form: ScoreCard, section: Section) -> Row:
    """The sum of a section; the last one includes the bonus of further Yahtzees."""
    further = form.further is not None and form.further.bonus and section is form.sections[-1]
    return Row("sum", f"{section.title} Total{' with Bonus' if section.bonus or further else ''}", ())


def _all_games(columns: int) -> str:
    return f'<tr class="total"><th scope="row">All Games</th><td colspan="{columns}"></td></tr>'


def _row(row: Row, words: str, faces: str, columns: int) -> str:
    small = f"<small>{escape(words)}</small>" if words else ""
    cells = "<td></td>" * columns
    heading = f"{_die(row.face, faces)}{escape(row.heading)}{small}"
    return f'<tr class="{row.kind}"><th scope="row">{heading}</th>{cells}</tr>'


def _die(number: int, faces: str) -> str:
    """The die of a box, with its number if the sign is not the number."""
    if not number or FACE_SETS[faces][number - 1].sign == str(number):
        return ""
    value = "" if faces == "pips" else f" = {number}"
    return f'<i class="{faces}">{svg.face(number, faces)}{value}</i>'

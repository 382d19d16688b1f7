"""A blank score sheet to print, of any score card, as one page of HTML. Knows no file and no player."""

from html import escape

from fivedice.cards import filling, sheet
from fivedice.cards.scorecard import ScoreCard
from fivedice.faces import FACE_SETS
from fivedice.games.pages.owncard import in_words
from fivedice.review import drawn
from fivedice.rules import Game, Row

MOST_COLUMNS = 12
"""More columns do not fit a sheet of paper held upright."""

STYLE = """\
@page{size:A4;margin:14mm}
*{box-sizing:border-box}
body{margin:0 auto;max-width:182mm;padding:4mm;color:#111;background:#fff;
font:10.5pt/1.25 system-ui,"Liberation Sans",sans-serif}
h1{font-size:20pt;margin:0 0 1mm}
p{margin:0 0 4mm;color:#444}
table{width:100%;border-collapse:collapse;table-layout:fixed}
col.box{width:62mm}
th,td{border:.35mm solid #555;height:8.6mm;padding:.6mm 2mm;text-align:left;vertical-align:middle}
thead th{height:11mm;vertical-align:top;font-weight:400;color:#777;font-size:8pt;padding:1mm .8mm 0}
tbody th{font-weight:600}
small{display:block;font-weight:400;color:#555;font-size:8pt}
i{font-style:normal;float:right;font-weight:400;line-height:5mm;color:#333}
i svg{width:5mm;height:5mm;vertical-align:top;fill:currentColor}
.pips svg{border:.25mm solid;border-radius:1mm}
.sum th,.sum td,.bonus th,.bonus td{background:#f1f1ee;font-weight:400}
.total th,.total td{background:#e2e2dd;font-weight:700;border-top-width:.8mm}
@media print{body{padding:0;max-width:none}}
"""


def page(game: Game, form: ScoreCard, columns: int) -> str:
    """The sheet of a game that is played on this card, with so many empty columns."""
    blank = (filling.empty(form),) * columns
    words = {box.name: in_words(box) for box in form.boxes}
    rows = "\n".join(
        _row(row, words.get(row.use, ""), game.faces, columns) for row in sheet.rows(form, blank)
    )
    names = '<th scope="col">Name</th>' * columns
    title, line = escape(game.title), escape(game.line)
    return f"""\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}: score sheet</title>
<meta name="viewport" content="width=device-width"><style>
{STYLE}</style></head><body>{drawn.symbols(game.faces)}
<h1>{title}</h1>
<p>{line}</p>
<table><colgroup><col class="box"><col span="{columns}"></colgroup>
<thead><tr><td></td>{names}</tr></thead>
<tbody>
{rows}
</tbody></table>
</body></html>
"""


def _row(row: Row, words: str, faces: str, columns: int) -> str:
    """One row: the title with what the box pays, and the die that counts."""
    small = f"<small>{escape(words)}</small>" if words else ""
    cells = "<td></td>" * columns
    heading = f"{_die(row.face, faces)}{escape(row.heading)}{small}"
    return f'<tr class="{row.kind}"><th scope="row">{heading}</th>{cells}</tr>'


def _die(number: int, faces: str) -> str:
    """The die of a box, and its number where it shows another sign; nothing where it shows just that."""
    if not number or FACE_SETS[faces][number - 1].sign == str(number):
        return ""
    value = "" if faces == "pips" else f" = {number}"
    return f'<i class="{faces}">{drawn.face(number, faces)}{value}</i>'

"""A match as self-contained HTML for notebooks."""

from html import escape

from fivedice.api import text
from fivedice.core.faces import FACE_SETS
from fivedice.core.rules import Row
from fivedice.core.turn import EMPTY
from fivedice.match.match import Match
from fivedice.match.state import State

RULED = "border-top:1px solid;font-weight:bold"
"""The style of sums, bonuses and totals."""
LARGE = "font-size:2em;letter-spacing:.15em"


def match(shown: Match) -> str:
    """The whole match."""
    state = shown.state
    parts = [f"<p><strong>{escape(text.heading(state))}</strong></p>", _sheet(shown), _dice(state)]
    parts += [f"<p>{escape(line)}</p>" for line in text.standing(state)]
    return f"<div>{''.join(parts)}</div>"


def _sheet(shown: Match) -> str:
    sheet = text.the_sheet(shown)
    if sheet is None:
        return ""
    headings = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in sheet.headings)
    rows = "".join(map(_row, sheet.rows))
    return f"<table><thead><tr>{headings}</tr></thead><tbody>{rows}</tbody></table>"


def _row(row: Row) -> str:
    style = "" if row.kind == "box" else f' style="{RULED}"'
    cells = "".join(f'<td style="text-align:right">{escape(cell)}</td>' for cell in row.cells)
    title = f'<th scope="row" style="text-align:left">{escape(row.heading)}</th>'
    return f"<tr{style}>{title}{cells}</tr>"


def _dice(state: State) -> str:
    """The dice as symbols, with a text alternative."""
    if state.turn is None:
        return ""
    faces = FACE_SETS[state.setup.game.faces]
    hands = [[faces[die - 1].sign for die in hand if die != EMPTY] for hand in state.turn.hands]
    return "".join(
        f'<p>{escape(line.partition(":")[0])}: <span style="{LARGE}" title="{escape(line)}">'
        f"{escape(' '.join(signs))}</span></p>"
        for line, signs in zip(text.dice(state), hands, strict=False)
    )

"""A match as plain text, and as HTML for notebooks: the sheet, the dice and the next event."""

from collections.abc import Sequence
from html import escape
from typing import cast

from fivedice.core.faces import FACE_SETS, as_typed, dice_text
from fivedice.core.rules import Hands, Sheet, SheetRow
from fivedice.core.turn import EMPTY, THROWS
from fivedice.language import all_of
from fivedice.language.lines import cells, wrapped
from fivedice.match.match import EventMatch
from fivedice.match.questions import is_over
from fivedice.match.state import State
from fivedice.narration import moves, results

GAP = "  "
WIDTH = 80
WIDEST = 40
"""The widest column, which fits the longest name."""


def match(match: EventMatch) -> str:
    """The whole match."""
    state = match.state
    parts = [[heading(state)], sheet(match), [*dice(state), *standing(state)]]
    return "\n\n".join("\n".join(lines) for lines in parts if lines)


def heading(state: State) -> str:
    """The game and the players: "Yatzy, game 2 of 3: Ann and Ben"."""
    setup = state.setup
    number = min(len(state.finished) + 1, setup.games)
    games = f", game {number} of {setup.games}" if setup.games > 1 else ""
    return f"{setup.game.title}{games}: {all_of(setup.names)}"


def the_sheet(match: EventMatch) -> Sheet | None:
    """The sheet of the current game, if it has begun."""
    state = match.state
    if state.position is None:
        return None
    return state.setup.game.sheet(state.position, state.setup.names)


def sheet(match: EventMatch) -> list[str]:
    """The sheet in columns."""
    sheet = the_sheet(match)
    if sheet is None:
        return []
    table = [sheet.headings, *((row.heading, *row.cells) for row in sheet.rows)]
    narrow = [row for row in table if max(map(cells, row)) <= WIDEST]
    widths = [max(map(cells, column)) for column in zip(*narrow, strict=True)]
    return [line for row in table for line in ([_row(row, widths)] if row in narrow else _wide(row))]


def dice(state: State, faces: str = "") -> list[str]:
    """The dice of every hand of the current turn, in these faces or as typed; empty without dice."""
    if state.turn is None or all(die == EMPTY for hand in state.turn.hands for die in hand):
        return []
    game, names = state.setup.game, state.setup.names
    at, faces = f"throw {state.turn.step} of {THROWS}", faces or as_typed(game.faces)
    lines = []
    for seat, hand in zip(cast(Hands, state.game_awaits).seats, state.turn.hands, strict=True):
        lying = dice_text(hand, faces, () if EMPTY in hand else game.suits)
        lines.append(f"{names[seat]}, {at}: {lying}")
    return lines


def standing(state: State) -> list[str]:
    """The result, or the scores so far and the next event."""
    if is_over(state):
        return [results.result(state)]
    return [f"So far: {results.standing(state)}.", f"The match waits for {moves.waiting(state)}."]


def _wide(row: Sequence[str]) -> list[str]:
    """A row too long for the columns, on lines of its own."""
    title, *others = row
    return wrapped(f"{title}: {', '.join(filter(None, others))}", GAP, WIDTH)


def _row(row: Sequence[str], widths: Sequence[int]) -> str:
    """A row with its title left-aligned and its cells right-aligned."""
    rooms = [" " * (width - cells(cell)) for cell, width in zip(row, widths, strict=True)]
    others = (room + cell for room, cell in zip(rooms[1:], row[1:], strict=True))
    return GAP.join([row[0] + rooms[0], *others]).rstrip()


# --- HTML ------------------------------------------------------------------------------------------------

RULED = "border-top:1px solid;font-weight:bold"
"""The style of sums, bonuses and totals."""
LARGE = "font-size:2em;letter-spacing:.15em"


def html(match: EventMatch) -> str:
    """The whole match as self-contained HTML for notebooks."""
    state = match.state
    parts = [f"<p><strong>{escape(heading(state))}</strong></p>", _html_sheet(match), _html_dice(state)]
    parts += [f"<p>{escape(line)}</p>" for line in standing(state)]
    return f"<div>{''.join(parts)}</div>"


def _html_sheet(match: EventMatch) -> str:
    sheet = the_sheet(match)
    if sheet is None:
        return ""
    headings = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in sheet.headings)
    rows = "".join(map(_html_row, sheet.rows))
    return f"<table><thead><tr>{headings}</tr></thead><tbody>{rows}</tbody></table>"


def _html_row(row: SheetRow) -> str:
    style = "" if row.kind == "box" else f' style="{RULED}"'
    cells = "".join(f'<td style="text-align:right">{escape(cell)}</td>' for cell in row.cells)
    title = f'<th scope="row" style="text-align:left">{escape(row.heading)}</th>'
    return f"<tr{style}>{title}{cells}</tr>"


def _html_dice(state: State) -> str:
    """The dice as symbols, with a text alternative."""
    if state.turn is None:
        return ""
    faces = FACE_SETS[state.setup.game.faces]
    hands = [[faces[die - 1].sign for die in hand if die != EMPTY] for hand in state.turn.hands]
    return "".join(
        f'<p>{escape(line.partition(":")[0])}: <span style="{LARGE}" title="{escape(line)}">'
        f"{escape(' '.join(signs))}</span></p>"
        for line, signs in zip(dice(state), hands, strict=False)
    )

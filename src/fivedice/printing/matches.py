"""The filled sheet of a match: its result, the score cards or the board, a QR code and a one-page review."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from fivedice.analysis.annotate import Moment
from fivedice.analysis.luck_and_cost import MatchReview
from fivedice.analysis.solver_api import Knowledge
from fivedice.core.faces import DRAWN
from fivedice.core.rules import Sheet, title
from fivedice.games.showdown_board import CARDS, SPACES, WILD_SPACES, covering, grid_cell
from fivedice.language import comma, mark, sentences, tr, with_label
from fivedice.match import questions
from fivedice.match.match import EventMatch
from fivedice.match.state import State, begin, step
from fivedice.narration import comparisons, results, reviews
from fivedice.notation import record
from fivedice.printing import inline, qr
from fivedice.printing.document import Document, Page

MOST_IN_CODE = 1200
"""The longest text in a QR code, in bytes; a longer one makes modules too small for paper."""
DECISIVE, COSTLIEST = 5, 4
"""The number of moments that fit on a page."""


def document(
    match: EventMatch, link: str = "", reviewed: tuple[MatchReview, Knowledge] | None = None
) -> Document:
    """The sheet of a match; its code holds the `link`, or the record if that is short enough."""
    pages = [_result(match, link), *([_review(*reviewed)] if reviewed else [])]
    title = with_label(match.setup.game.title, comma(match.setup.names))
    return Document(title, tuple(pages))


def _result(match: EventMatch, link: str) -> Page:
    setup, ends = match.setup, [*_ends(match)]
    names = setup.names
    sheets = [setup.game.sheet(end.position, names) for end in ends]
    return {
        "kind": "match",
        "title": setup.game.title,
        "line": tr("{sentence}.", sentence=results.agreement(setup)),
        "result": reviews.heading(match.state),
        "tables": [_table(sheet, number) for number, sheet in enumerate(sheets, 1)],
        "players": [[f"mark-{seat}", name] for seat, name in enumerate(names)],
        "boards": [BOARDS[setup.game.board](end.position) for end in ends if setup.game.board in BOARDS],
        "code": _code(match, link),
    }


def _ends(match: EventMatch) -> Iterator[State]:
    """The last state of each game; where the match ended, the position of its last turn."""
    for games in range(1, match.setup.games + 1):
        state = begin(replace(match.setup, games=games))
        for event in match.events:
            if questions.is_over(state):
                break
            state = step(state, event)
        if state.position is not None:
            yield state
        if not questions.is_over(state):
            break


def _table(sheet: Sheet, number: int) -> Page:
    rows = [{"kind": row.kind, "title": row.heading, "cells": row.cells} for row in sheet.rows]
    return {"title": tr("Game {number}", number=number), "heads": sheet.headings, "rows": rows}


def _board(position: Any) -> list[Page]:
    """The spaces of showdown's board with their cards, chips and pawns."""
    spaces: list[Page] = []
    for space, place in enumerate(map(grid_cell, range(SPACES))):
        here: Page = {"title": "", "owner": "", "chips": 0}
        if on_space := covering(position, space):
            number, card = on_space
            here = {"title": title(CARDS[number]), "owner": f"mark-{card.owner}", "chips": card.chips}
        pawns = [f"pawn-{seat}" for seat, at in enumerate(position.pawns) if at == space]
        spaces.append({"place": place, "wild": space in WILD_SPACES, "pawns": pawns, **here})
    return spaces


BOARDS = {"ring": _board}
"""The boards that have a picture of a position, by `Game.board`."""


def _code(match: EventMatch, link: str) -> Page | None:
    """The QR code, with a description of its content."""
    content = link or record.text(match)
    if len(content.encode()) > MOST_IN_CODE:
        return None
    size, path = qr.draw(content, "m" if link else "l")
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}"><path d="{path}"/></svg>'
    text, alt = mark("The record of the match, as text"), mark("QR code: the record of the match, as text")
    if link:
        text, alt = mark("The match on the server"), mark("QR code: the match on the server")
    return {"svg": svg, "alt": tr(alt), "text": tr(text), "link": link}


# --- The review --------------------------------------------------------------------------------------------


def _review(review: MatchReview, knowledge: Knowledge) -> Page:
    others = [tr("Others")] if reviews.others_matter(review) else []
    joint = [tr("Joint")] if review.has_entries else []  # Translators: luck and choices together
    names = review.match.setup.names
    story = [*comparisons.split(review), *comparisons.net_lucks(review), comparisons.lead(review)]
    costly = reviews.costliest(review, COSTLIEST)
    return {
        "kind": "review",
        "title": tr("{game}: review", game=review.match.setup.game.title),
        "line": reviews.explain_worths(review),
        "heads": ["", tr("Start"), tr("Luck"), tr("Cost"), *joint, *others, tr("Result"), "?!", "?", "??"],
        "rows": [
            [names[account.seat], *reviews.cells(review, account), *map(str, account.marks.values())]
            for account in review.printed
        ],
        "story": [*filter(None, story), *comparisons.computer_choices(review)],
        "decided": comparisons.decisive_heading(review),
        "decisive": [_moment(review, moment) for moment in review.decisive[:DECISIVE]],
        "costly_title": tr("Costliest choices, and why") if costly else tr("No choice cost anything"),
        "costly": [{"text": _moment(review, each), "why": _why(review, each, knowledge)} for each in costly],
        "foot": sentences(reviews.sum_check(review), tr(reviews.MARKS)),
    }


def _moment(review: MatchReview, moment: Moment) -> inline.Text:
    return inline.text(reviews.describe_at_turn(review, moment, DRAWN), review.match.setup.game.faces)


def _why(review: MatchReview, moment: Moment, knowledge: Knowledge) -> list[inline.Text]:
    faces = review.match.setup.game.faces
    return [inline.text(line, faces) for line in reviews.labelled_reasons(moment, knowledge)]

"""The review page of the browser as one file: its scripts, its styles and its data are inside."""

from html import escape
from typing import Any

import msgspec

from fivedice.analysis.luck_and_cost import MatchReview, seat_turns
from fivedice.analysis.solver_api import Knowledge
from fivedice.core.faces import DRAWN, localized_faces
from fivedice.core.worth import Worth
from fivedice.language import tag, tr, with_label
from fivedice.match.match import course
from fivedice.narration import retries, reviews
from fivedice.report import chart_axes, offline, review_json, summary
from fivedice.report.offline import scripts, styles
from fivedice.table.protocol.player_view import PictureCache
from fivedice.table.state import of_match

ENTRY = "analysis/saved.js"
STYLES = ("base", "table", "dice", "seats", "forced", "scorecard", "showdown", "junior", "analysis")
"""The stylesheets, in the order in which they may override each other (`index.html`)."""


def page(
    review: MatchReview,
    knowledge: Knowledge,
    faces: str,
    chances: Worth | None = None,
    seat: int | None = None,
) -> str:
    """The page, whole or for one seat. `chances`: the chance of each total of best play from 0, if known."""
    answers = _answers(review, knowledge, faces, chances, seat)
    data = msgspec.json.encode(answers).decode().replace("<", r"\u003c")
    return offline.filled(
        "review.html",
        language=tag(),
        policy=policy(),
        title=escape(with_label(review.match.setup.game.title, reviews.heading(review.match.state))),
        styles=styles(*STYLES),
        scripts=scripts(ENTRY),
        noscript=tr("This page needs JavaScript. <code>fivedice review</code> shows a review in a terminal."),
        review=data,
    )


def policy() -> str:
    """The Content-Security-Policy: the page runs only its own scripts, and loads and sends nothing."""
    return offline.policy(ENTRY, "'unsafe-inline'")


def _answers(
    review: MatchReview, knowledge: Knowledge, faces: str, chances: Worth | None, seat: int | None
) -> dict[str, Any]:
    """What a server would answer the page, by the end of the address."""
    whole = course(review.match)
    moments = [moment for moment in review.moments if seat in (None, moment.seat)]
    turns = seat_turns(review, seat)
    answers = {
        f"steps/{moment.number}/choices": retries.answers(whole, moment.number, knowledge, DRAWN)
        for moment in moments
        if moment.mark
    }
    known = {
        "stage": "done",
        "told": "",
        "counts": review_json.counts(review.aim, exact=review.exact),
        "axis": chart_axes.axis([worth for line in review.lines for _, worth in line], review.aim),
        "of": len(moments),
        "turns": [review_json.turn(turn) for turn in turns],
        "moments": [review_json.moment(moment, knowledge, DRAWN) for moment in moments],
        "review": review_json.head(review),
        "summary": summary.summary(review, None),
        "totals": None if chances is None else summary.totals(review, chances),
        "you": None,
    }
    return {"steps": _steps(review, faces), "review": known, **answers}


def _steps(review: MatchReview, faces: str) -> list[dict[str, Any]]:
    """The match after each event. A picture has only the fields that differ from the picture before it."""
    whole, game = course(review.match), review.match.setup.game
    table, pictures = of_match(review.match), PictureCache("")
    steps, before = list[dict[str, Any]](), dict[str, Any]()
    for number in range(len(review.match.events) + 1):
        step = review_json.step(whole, number, table, pictures, None)
        picture = {**step["picture"], "set": faces, "faces": localized_faces(faces, game.wild)}
        changed = {key: value for key, value in picture.items() if key not in before or before[key] != value}
        steps.append({**step, "picture": changed})
        before = picture
    return steps

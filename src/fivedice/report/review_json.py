"""A review as JSON with stable keys (docs/reference/review-json.md)."""

from typing import Any, cast

import msgspec
from msgspec.structs import replace

from fivedice.analysis.annotate import Moment
from fivedice.analysis.evaluate import Share
from fivedice.analysis.luck_and_cost import Account, MatchReview, SeatTurn, net_luck
from fivedice.analysis.solver_api import Knowledge, is_chance, unit_for, unit_of
from fivedice.core.faces import DRAWN
from fivedice.language import comma
from fivedice.match import questions
from fivedice.match.events import Decision, Entry
from fivedice.match.match import MatchStates
from fivedice.narration import hints, moves, reasons, reviews
from fivedice.notation import write
from fivedice.table.protocol import player_view
from fivedice.table.state import TableState

VERSION = 1
JOINT = ("joint", "lost_to_joint")
"""Terms of an account that exist only if turns were entered without throws."""


def text(review: MatchReview, knowledge: Knowledge, faces: str, seat: int | None = None) -> str:
    """The review in one line of JSON; the moments of one seat if it is named."""
    return msgspec.json.encode(fields(review, knowledge, faces, seat)).decode()


def fields(review: MatchReview, knowledge: Knowledge, faces: str, seat: int | None = None) -> dict[str, Any]:
    """The review as plain values."""
    own = (moment for moment in review.moments if seat in (None, moment.seat))
    return {**head(review), "moments": [moment(one, knowledge, faces) for one in own]}


def head(review: MatchReview) -> dict[str, Any]:
    """The review without its moments."""
    match = review.match
    return {
        "fivedice_review": VERSION,
        "setup": write.setup(match.setup),
        "finished": questions.is_over(match.state),
        "scores": list(match.scores),
        "winners": list(match.winners),
        **counts(review.aim, exact=review.exact),
        "accounts": [_account(review, account) for account in review.accounts],
        "decisive": [_place(moment) for moment in review.decisive],
        "lead": _place(review.lead) if review.lead else None,
        "solved": _place(review.solved) if review.solved else None,
        "lines": [list(map(list, line)) for line in review.lines],
    }


def step(
    course: MatchStates, number: int, table: TableState, pictures: player_view.PictureCache, you: int | None
) -> dict[str, Any]:
    """The table after event `number` of a match, with that event and the turn before it."""
    before, now = course.after(max(number - 1, 0)), course.after(number)
    picture = pictures.picture(replace(table, number=number, match=now, closed=False))
    return {
        "number": number,
        "of": len(course.match.events),
        "event": write.fields(now.events[-1]) if number else None,
        "told": moves.describe(before.state, now.events[-1], now.state, DRAWN) if number else (),
        "picture": msgspec.to_builtins(picture),
        "before": msgspec.to_builtins(player_view.turn(before.state)),
        "you": you,
        "sat_at": bool(table.people),
    }


def counts(aim: str, *, exact: bool) -> dict[str, Any]:
    """The unit of worths and their display."""
    unit = {"chance": is_chance(aim), "unit": unit_of(aim), "decimals": unit_for(aim).decimals}
    return {"aim": aim, "exact": exact, **unit}


def turn(turn: SeatTurn) -> dict[str, Any]:
    """A turn of a seat: its events and uses, without figures."""
    steps = [one.number for one in turn.moments if reviews.concerns(one) or one.turn == 0]
    uses = comma(use.text for use in turn.uses)
    return {"game": turn.game, "turn": turn.number, "seat": turn.seat, "steps": steps, "used": uses}


def _account(review: MatchReview, account: Account) -> dict[str, Any]:
    terms = msgspec.structs.asdict(account)
    if not review.has_entries:
        terms = {key: value for key, value in terms.items() if key not in JOINT}
    residue = account.residue if questions.is_over(review.match.state) else None
    name = review.match.setup.players[account.seat].name
    return {**terms, "name": name, "residue": residue, "net_luck": net_luck(review, account.seat)}


def _place(one: Moment) -> dict[str, int]:
    return {"number": one.number, "seat": one.seat, "game": one.game, "turn": one.turn}


def moment(one: Moment, knowledge: Knowledge, faces: str) -> dict[str, Any]:
    """One moment, with the reason if another decision was better."""
    aim = knowledge.aim
    return {
        "number": one.number,
        "game": one.game,
        "turn": one.turn,
        "seat": one.seat,
        "event": write.fields(one.event),
        "roll": write.dice(reviews.roll(one)),
        "before": one.before,
        "after": one.after,
        "luck": one.luck,
        "cost": one.cost,
        **({"joint": one.joint} if isinstance(one.event, Entry) else {}),
        "kind": one.kind,
        "best": write.fields(one.best) if one.best else None,
        "mixed": [_share(share) for share in one.mixed],
        "mark": one.mark,
        "told": reviews.describe(one, aim, faces),
        "happened": reviews.describe_event(replace(one, best=None, mixed=(), by_game=False), faces),
        "outcome": reviews.outcome(one, aim),
        "by_game": one.by_game,
        "reason": _reason(one, knowledge, faces),
    }


def _reason(one: Moment, knowledge: Knowledge, faces: str) -> dict[str, str] | None:
    if one.best is None:
        return None
    why = reasons.reason(one, knowledge)
    choice = reviews.decision_text(one.state, cast(Decision, one.event), faces)
    return {**why._asdict(), "named_chosen": choice, "named_best": reviews.better(one, faces)}


def _share(share: Share) -> dict[str, Any]:
    figures = {"chance": share.chance, "percent": hints.share_text(share.chance), "gain": share.gain}
    return {"decision": write.fields(share.decision), **figures}

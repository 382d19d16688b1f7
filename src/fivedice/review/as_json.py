"""A review as JSON with stable keys (docs/review.md). Adds nothing to the figures."""

from typing import Any

import msgspec

from fivedice.coach.accounts import Account, Review, net_luck
from fivedice.coach.moments import Moment
from fivedice.notation import write
from fivedice.play import questions
from fivedice.review import words

VERSION = 1


def text(review: Review, faces: str, seat: int | None = None) -> str:
    """The review in one line of JSON; the moments of one seat if it is named."""
    return msgspec.json.encode(fields(review, faces, seat)).decode()


def fields(review: Review, faces: str, seat: int | None = None) -> dict[str, Any]:
    """The review as plain values."""
    match = review.match
    return {
        "fivedice_review": VERSION,
        "setup": write.setup(match.setup),
        "finished": questions.is_over(match.state),
        "scores": list(match.scores),
        "winners": list(match.winners) if questions.is_over(match.state) else [],
        "aim": review.aim,
        "exact": review.exact,
        "accounts": [_account(review, account) for account in review.accounts],
        "decisive": [_named(moment) for moment in review.decisive],
        "lead": _named(review.lead) if review.lead else None,
        "lines": [list(map(list, line)) for line in review.lines],
        "moments": [_moment(review, m, faces) for m in review.moments if seat in (None, m.seat)],
    }


def _account(review: Review, account: Account) -> dict[str, Any]:
    return {
        **msgspec.structs.asdict(account),
        "name": review.match.setup.players[account.seat].name,
        "residue": account.residue if questions.is_over(review.match.state) else None,
        "net_luck": net_luck(review, account.seat),
    }


def _named(moment: Moment) -> dict[str, int]:
    return {"number": moment.number, "seat": moment.seat}


def _moment(review: Review, moment: Moment, faces: str) -> dict[str, Any]:
    return {
        "number": moment.number,
        "game": moment.game,
        "turn": moment.turn,
        "seat": moment.seat,
        "event": write.fields(moment.event),
        "roll": write.dice(words.roll(moment)),
        "before": moment.before,
        "after": moment.after,
        "luck": moment.luck,
        "cost": moment.cost,
        "kind": moment.kind,
        "best": write.fields(moment.best) if moment.best else None,
        "mark": moment.mark,
        "told": words.sentence(moment, review.aim, faces),
    }

"""The summary of a finished match for each player: luck, cost, and the costliest choice.

All figures come from a review.
"""

from msgspec import Struct

from fivedice.analysis.annotate import Moment, used
from fivedice.analysis.luck_and_cost import MatchReview, net_luck
from fivedice.analysis.solver_api import fewest, unit_for
from fivedice.core.faces import dice_text
from fivedice.core.ties import best_first
from fivedice.language import mark, tr
from fivedice.match import questions
from fivedice.match.events import Choose, Keep, Spend
from fivedice.narration import results
from fivedice.narration.comparisons import compare


class EndSummary(Struct, frozen=True):
    """The summary for one seat; a sentence may be empty."""

    seat: int
    luck: float | None
    """The seat's luck beyond the others' average, or in solo its luck. None if turns were entered without
    throws.
    """
    cost: float | None
    """The cost of the player's choices; None if turns were entered without throws."""
    account: str
    choice: str
    choice_at: int
    """The number of that choice's event, or 0."""


def endings(review: MatchReview, face_set: str) -> tuple[EndSummary, ...]:
    """The summary for each seat; `face_set` decides how dice are written."""
    return tuple(_ending(review, seat, face_set) for seat in range(len(review.accounts)))


def _ending(review: MatchReview, seat: int, face_set: str) -> EndSummary:
    own = [moment for moment in review.moments if moment.seat == seat]
    choices = best_first((one for one in own if one.best and one.mark), lambda one: one.cost)
    choice = next(iter(choices), None)
    return EndSummary(
        seat,
        None if review.has_entries else net_luck(review, seat),
        None if review.has_entries else review.accounts[seat].cost,
        compare(review, seat),
        _choice(choice, review.aim, face_set) if choice else "",
        choice.number if choice else 0,
    )


def _choice(moment: Moment, unit: str, face_set: str) -> str:
    assert moment.best is not None
    gain = _amount(moment.cost, unit)
    if isinstance(moment.event, Choose) and isinstance(moment.best, Choose):
        choice, best = moment.event.option, moment.best.option
        better_words = moment.state.setup.game.option_words(best).better
        return tr(better_words, gain=gain, choice=tr(choice), best=tr(best))
    roll = dice_text(questions.final_roll(moment.state, moment.seat), face_set)
    match moment.event, moment.best:
        case Keep(dice=dice), Keep(dice=more):
            kept, best = dice_text(dice, face_set), dice_text(more, face_set)
            keep = mark("From {roll} you kept {kept}; to keep none would have been worth {gain} more.")
            if more:
                keep = mark("From {roll} you kept {kept}; {best} would have been worth {gain} more.")
            return tr(keep, roll=roll, kept=kept, best=best, gain=gain)
        case Spend(), Spend() as spend:
            better = questions.used(moment.state, spend)
            use = mark("From {roll} you chose {use}; a zero in {box} would have been worth {gain} more.")
            if better.pays:
                use = mark("From {roll} you chose {use}; {box} would have been worth {gain} more.")
            return tr(use, roll=roll, use=used(moment).text, box=better.box, gain=gain)
    raise AssertionError(moment.event)


def _amount(value: float, unit: str) -> str:
    """Rounds to whole numbers from 10, and to the decimals of the unit below 1."""
    digits = fewest(value, 0 if value >= 10 else 1 if value >= 1 else unit_for(unit).decimals)
    return results.amount(value, unit, digits)

"""The summary of a finished match for each player: luck, cost, and the costliest choice.

All figures come from a review.
"""

from msgspec import Struct

from fivedice.analysis.annotate import Moment, is_little
from fivedice.analysis.luck_and_cost import MatchReview, net_luck
from fivedice.analysis.solver_api import decimals, fewest
from fivedice.core.rules import title
from fivedice.core.ties import best_first
from fivedice.language import decimal, mark, tr
from fivedice.match import questions
from fivedice.match.events import Choose, Keep, Spend
from fivedice.narration import sentences


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
    luck, cost, unit = net_luck(review, seat), review.accounts[seat].cost, review.aim
    own = [moment for moment in review.moments if moment.seat == seat]
    told = _choices(own, cost, review.accounts[seat].cost_of_game, luck, unit)
    choices = best_first((one for one in own if one.best and one.mark), lambda one: one.cost)
    choice = next(iter(choices), None)
    return EndSummary(
        seat,
        None if review.has_entries else luck,
        None if review.has_entries else cost,
        _joint(review, seat)
        or tr("{luck}; {choices}.", luck=_dice_compared(review, seat, luck), choices=told),
        _choice(choice, unit, face_set) if choice else "",
        choice.number if choice else 0,
    )


def _joint(review: MatchReview, seat: int) -> str:
    """A sentence about the turns entered without throws; "" if there are none."""
    if not review.has_entries:
        return ""
    gain, unit = review.accounts[seat].joint, review.aim
    told = mark("Turns entered without throws brought you {gain}: luck and choices cannot be separated.")
    if gain < 0:
        told = mark("Turns entered without throws cost you {gain}: luck and choices cannot be separated.")
    return tr(told, gain=_amount(abs(gain), unit))


def _choices(own: list[Moment], cost: float, cost_of_game: float, luck: float, unit: str) -> str:
    """The cost of the player's choices, and of choices that the game made for an absent player (R6)."""
    decided = [moment for moment in own if moment.kind]
    told, by_game = list[str](), [one.by_game for one in decided]
    if not decided or not all(by_game):
        yours = (
            mark("your choices cost nothing") if is_little(cost, unit) else mark("your choices cost {loss}")
        )
        told.append(tr(yours, loss=_cost(cost, luck, unit)))
    if any(by_game):
        none, some = (
            mark("the computer's choices for you cost nothing"),
            mark("the computer's choices for you cost {loss}"),
        )
        told.append(tr(none if is_little(cost_of_game, unit) else some, loss=_cost(cost_of_game, luck, unit)))
    return "; ".join(told)


def _dice_compared(review: MatchReview, seat: int, luck: float) -> str:
    """Who had better dice, and by how much."""
    names, by = sentences.names(review.match.setup), _amount(abs(luck), review.aim)
    if len(names) == 1:
        equal, better = (
            mark("Your dice were as good as usual"),
            mark("Your dice were {gap} better than usual"),
        )
        worse = mark("Your dice were {gap} worse than usual")
    elif len(names) == 2:
        equal, better = mark("You and {other} had equally good dice"), mark("You had better dice by {gap}")
        worse = mark("{other} had better dice by {gap}")
    else:
        equal = mark("You and the others had equally good dice")
        better = mark("You had better dice by {gap} on average")
        worse = mark("The others had better dice by {gap} on average")
    told = equal if is_little(luck, review.aim) else better if luck > 0 else worse
    return tr(told, gap=by, other=names[seat - 1])


def _cost(cost: float, luck: float, unit: str) -> str:
    return _amount(cost, unit) if is_little(luck, unit) else decimal(cost, _digits(cost, unit))


def _choice(moment: Moment, unit: str, face_set: str) -> str:
    assert moment.best is not None
    told = {"gain": _amount(moment.cost, unit)}
    if not isinstance(moment.event, Choose):
        told["roll"] = sentences.dice(questions.final_roll(moment.state, moment.seat), face_set)
    match moment.event, moment.best:
        case Keep(dice=made), Keep(dice=best):
            told |= {"kept": sentences.dice(made, face_set), "best": sentences.dice(best, face_set)}
            if best:
                return tr("From {roll} you kept {kept}; {best} would have been worth {gain} more.", **told)
            return tr("From {roll} you kept {kept}; to keep none would have been worth {gain} more.", **told)
        case Spend() as made, Spend() as best:
            use = questions.used(moment.state, best)
            told |= {
                "use": sentences.use(questions.used(moment.state, made)),
                "box": title(use.waives or use.name),
            }
            if use.pays:
                return tr("From {roll} you chose {use}; {box} would have been worth {gain} more.", **told)
            return tr(
                "From {roll} you chose {use}; a zero in {box} would have been worth {gain} more.", **told
            )
        case Choose(option=made), Choose(option=best):
            instead = {
                "move": mark("You chose to stay; to move would have been worth {gain} more."),
                "stay": mark("You chose to move; to stay would have been worth {gain} more."),
            }
            other = mark("You chose to {choice}; to {best} would have been worth {gain} more.")
            return tr(instead.get(best, other), **told, choice=made, best=best)
    raise AssertionError(moment.event)


def _amount(value: float, unit: str) -> str:
    return sentences.amount(value, unit, _digits(value, unit))


def _digits(value: float, unit: str) -> int:
    """Rounds to whole numbers from 10, and to the decimals of the unit below 1."""
    return fewest(value, 0 if value >= 10 else 1 if value >= 1 else decimals(unit))

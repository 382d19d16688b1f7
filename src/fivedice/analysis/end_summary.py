"""The summary of a finished match for each player: luck, cost, and the costliest choice.

All figures come from a review.
"""

from collections.abc import Iterable

from msgspec import Struct

from fivedice.analysis.annotate import Moment, is_little
from fivedice.analysis.luck_and_cost import MatchReview, net_luck
from fivedice.analysis.solver_api import in_digits
from fivedice.core.rules import title
from fivedice.core.ties import best_first
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Keep, Spend
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
    choices_told = _choices(own, cost, review.accounts[seat].cost_of_game, luck, unit)
    choices = best_first((one for one in own if one.best and one.mark), lambda one: one.cost)
    choice = next(iter(choices), None)
    return EndSummary(
        seat,
        None if review.has_entries else luck,
        None if review.has_entries else cost,
        _joint(review, seat) or f"{_dice_compared(review, seat, luck)}; {choices_told}.",
        _choice(choice, unit, face_set) if choice else "",
        choice.number if choice else 0,
    )


def _joint(review: MatchReview, seat: int) -> str:
    """A sentence about the turns entered without throws; "" if there are none."""
    if not review.has_entries:
        return ""
    gain, unit = review.accounts[seat].joint, review.aim
    brought = "cost" if gain < 0 else "brought"
    return (
        f"Turns entered without throws {brought} you {_amount(abs(gain), unit)}: luck and choices cannot be "
        "separated."
    )


def _choices(own: list[Moment], cost: float, cost_of_game: float, luck: float, unit: str) -> str:
    """The cost of the player's choices, and of choices that the game made for an absent player (R6)."""
    decided = [moment for moment in own if moment.kind]
    made = [f"your choices {_cost(cost, luck, unit)}"] if not all(one.by_game for one in decided) else []
    if any(one.by_game for one in decided):
        made.append(f"the computer's choices for you {_cost(cost_of_game, luck, unit)}")
    return "; ".join(made) or "your choices cost nothing"


def _dice_compared(review: MatchReview, seat: int, luck: float) -> str:
    """Who had better dice, and by how much."""
    names, by = sentences.names(review.match.setup), _amount(abs(luck), review.aim)
    if len(names) == 1:
        apart = f"{by} {'better than' if luck > 0 else 'worse than'}"
        return f"Your dice were {'as good as' if is_little(luck, review.aim) else apart} usual"
    other, average = (names[1 - seat], "") if len(names) == 2 else ("the others", " on average")
    if is_little(luck, review.aim):
        return f"You and {other} had equally good dice"
    return f"{'You' if luck > 0 else other[:1].upper() + other[1:]} had better dice by {by}{average}"


def _cost(cost: float, luck: float, unit: str) -> str:
    if is_little(cost, unit):
        return "cost nothing"
    return f"cost {_amount(cost, unit) if is_little(luck, unit) else _number(cost, unit)}"


def _choice(moment: Moment, unit: str, face_set: str) -> str:
    assert moment.best is not None
    gain = f"would have been worth {_amount(moment.cost, unit)} more"
    match moment.event:
        case Keep() | Spend():
            roll = _dice(questions.final_roll(moment.state, moment.seat), face_set)
            return f"From {roll} you {_made(moment, face_set)}; {_instead(moment, face_set)} {gain}."
        case _:
            return f"You {_made(moment, face_set)}; {_instead(moment, face_set)} {gain}."


def _made(moment: Moment, face_set: str) -> str:
    match moment.event:
        case Keep(dice=kept):
            return f"kept {_dice(kept, face_set)}"
        case Spend():
            return f"chose {sentences.use(questions.used(moment.state, moment.event))}"
        case Choose(option=option):
            return f"chose to {option}"
    raise AssertionError(moment.event)


def _instead(moment: Moment, face_set: str) -> str:
    best: Decision | None = moment.best
    match best:
        case Keep(dice=kept):
            return _dice(kept, face_set) if kept else "to keep none"
        case Spend():
            use = questions.used(moment.state, best)
            return title(use.name) if use.pays else f"a zero in {title(use.waives or use.name)}"
        case Choose(option=option):
            return f"to {option}"
    raise AssertionError(best)


def _dice(faces: Iterable[int], face_set: str) -> str:
    return sentences.dice(tuple(faces), face_set)


def _amount(value: float, unit: str) -> str:
    number = _number(value, unit)
    return f"{number} {unit.removesuffix('s') if number == '1' else unit}"


def _number(value: float, unit: str) -> str:
    """Rounds to whole numbers from 10, and to the decimals of the unit below 1."""
    if value >= 10:
        return f"{value:.0f}"
    return (f"{value:.1f}" if value >= 1 else in_digits(value, unit)).rstrip("0").rstrip(".")

"""The summary of a finished match for each player: luck, cost, the best throw, the costliest choice.

All figures come from a review.
"""

from collections.abc import Iterable

from msgspec import Struct

from fivedice.analysis.annotate import ROUNDING, Moment, is_little
from fivedice.analysis.luck_and_cost import MatchReview, net, net_luck
from fivedice.analysis.solver_api import in_digits
from fivedice.core.rules import title
from fivedice.core.ties import best_first
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Keep, Spend, Throw
from fivedice.match.state import hand
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
    others: str
    """A sentence on the part that came from neither luck nor choices, if it mattered."""
    throw: str
    choice: str
    choice_at: int
    """The number of that choice's event, or 0."""
    luckier: str = ""
    """A sentence that compares the luck with the luck in all matches, if that is known."""


def endings(review: MatchReview, face_set: str) -> tuple[EndSummary, ...]:
    """The summary for each seat; `face_set` decides how dice are written."""
    return tuple(_ending(review, seat, face_set) for seat in range(len(review.accounts)))


def _ending(review: MatchReview, seat: int, face_set: str) -> EndSummary:
    luck, cost, unit = net_luck(review, seat), review.accounts[seat].cost, review.aim
    own = [moment for moment in review.moments if moment.seat == seat]
    choices_told = _choices(own, cost, review.accounts[seat].cost_of_game, luck, unit)
    throws = best_first((one for one in own if isinstance(one.event, Throw)), lambda one: one.luck)
    choices = best_first((one for one in own if one.best and one.mark), lambda one: one.cost)
    throw, choice = next(iter(throws), None), next(iter(choices), None)
    return EndSummary(
        seat,
        None if review.has_entries else luck,
        None if review.has_entries else cost,
        _joint(review, seat) or f"You {_lucky(luck, len(review.accounts), unit)}, and {choices_told}.",
        _others(review, seat),
        _throw(throw, unit, face_set) if throw and throw.luck > 0 and not is_little(throw.luck, unit) else "",
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


def _lucky(luck: float, seats: int, unit: str) -> str:
    others = "the others on average" if seats > 2 else "your opponent" if seats > 1 else "usual"
    if is_little(luck, unit):
        return f"were as lucky as {others}"
    return f"were {_amount(abs(luck), unit)} {'luckier' if luck > 0 else 'unluckier'} than {others}"


def _cost(cost: float, luck: float, unit: str) -> str:
    if is_little(cost, unit):
        return "cost nothing"
    return f"cost {_amount(cost, unit) if is_little(luck, unit) else _number(cost, unit)}"


def _others(review: MatchReview, seat: int) -> str:
    gain = net(review, seat, lambda account: account.start + account.others)
    if len(review.accounts) == 1 or is_little(gain, review.aim):
        return ""
    start = "Turn order" if review.match.setup.position is None else "The starting position"
    touched = any(abs(account.others) > ROUNDING for account in review.accounts)
    moves = " and opponents' moves" if touched else ""
    return f"{start}{moves} {'gained' if gain > 0 else 'cost'} you {_amount(abs(gain), review.aim)}."


def _throw(moment: Moment, unit: str, face_set: str) -> str:
    return f"{_dice(_shown(moment), face_set)} brought {_amount(moment.luck, unit)}."


def _shown(moment: Moment) -> Iterable[int]:
    assert isinstance(moment.event, Throw)
    now = moment.then
    playing = now.turn is not None and moment.state.turn is not None
    return sorted(hand(now, moment.seat)) if playing else moment.event.dice


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

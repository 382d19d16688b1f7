"""The cost of choices: in a sentence for everyone at the table, and in the summary of a finished match."""

from collections.abc import Container

from msgspec import Struct
from msgspec.structs import replace

from fivedice.analysis import annotate
from fivedice.analysis.annotate import Moment
from fivedice.analysis.luck_and_cost import MatchReview, net_luck
from fivedice.analysis.solver_api import Knowledge, fewest, is_chance, unit_for
from fivedice.core.faces import DRAWN, dice_text
from fivedice.core.rules import Hands
from fivedice.core.ties import best_first
from fivedice.games.cardgame import box_title, card_of
from fivedice.language import mark, tr
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Event, Keep, Spend
from fivedice.match.questions import revealed, view
from fivedice.match.state import Awaited, State
from fivedice.narration import results, reviews
from fivedice.narration.comparisons import compare


def label_of(about: str, game: object = None) -> str:
    """The name of a kind of decision or of a box of a game."""
    form = card_of(game)
    if form and about in form.names:  # a card may have a box "choice"
        return form.title(about)
    # Translators: the decision what to use the dice for
    kinds = {"use": tr("Use", "kind of decision"), "choice": tr("Choice", "kind of decision")}
    kinds |= {"first keep": tr("First keep"), "second keep": tr("Second keep")}
    return kinds.get(about) or box_title(game, about)


def decisions(state: State, event: Event, skipped: Container[int] = ()) -> tuple[Decision, ...]:
    """The decisions that an event made public, without those of `skipped` seats."""
    public = (event,) if isinstance(event, Choose) else revealed(state, event)
    return tuple(one for one in public if isinstance(one, Decision) and one.seat not in skipped)


def judge(state: State, decision: Decision, knowledge: Knowledge) -> Moment:
    """A decision beside the best one. `state` is the one before the last of the decisions that became public
    together, which were made in secret.
    """
    return annotate.alone(view(_undecided(state), decision.seat), decision, knowledge)


def describe(moment: Moment, aim: str) -> str:
    """The cost of a decision, for example "Ann's choice cost 1.4 points. Better: 3 3 5."."""
    name = moment.state.setup.names[moment.seat]
    if moment.best is None:
        if moment.mixed:
            return tr("{name}'s choice was one of the best.", name=name)
        return tr("{name}'s choice was the best.", name=name)
    loss = reviews.amount(moment.cost, aim if is_chance(aim) else moment.state.setup.game.unit)
    better = reviews.better(moment, DRAWN)
    return tr("{name}'s choice cost {loss}. Better: {choice}.", name=name, loss=loss, choice=better)


def _undecided(state: State) -> State:
    """The state before any seat had decided."""
    if not isinstance(state.game_awaits, Hands):
        return state
    seats = state.game_awaits.seats
    return replace(state, pending=(None,) * len(seats), awaited=Awaited(state.awaited.kind, seats))


# --- After the match ---------------------------------------------------------------------------------------


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
            return tr(use, roll=roll, use=annotate.used(moment).text, box=better.box, gain=gain)
    raise AssertionError(moment.event)


def _amount(value: float, unit: str) -> str:
    """Rounds to whole numbers from 10, and to the decimals of the unit below 1."""
    digits = fewest(value, 0 if value >= 10 else 1 if value >= 1 else unit_for(unit).decimals)
    return results.amount(value, unit, digits)

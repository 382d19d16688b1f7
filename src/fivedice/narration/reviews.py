"""Sentences and formatted figures about the moments and choices of a review."""

from collections.abc import Callable, Collection
from typing import cast

from fivedice.analysis import evaluate, solver_api
from fivedice.analysis.annotate import ROUNDING, Moment, used
from fivedice.analysis.ends import UseAtEnd
from fivedice.analysis.luck_and_cost import Account, MatchReview, SeatTurn
from fivedice.analysis.solver_api import Knowledge, as_printed, is_chance, unit_for
from fivedice.core.dice import FIVE, Dice
from fivedice.core.faces import dice_text
from fivedice.core.ties import best_first
from fivedice.language import clauses, comma, decimal, mark, percent, tr
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Entry, Final, First, Keep, Score, Spend, Throw
from fivedice.match.state import State, hand
from fivedice.narration import hints, results
from fivedice.narration.results import YOU

MARKS = mark("?! doubtful, ? bad, ?? a blunder, depending on the cost.")
"""The meaning of the marks of choices."""


# --- Figures ---------------------------------------------------------------------------------------------


def figure(worth: float, aim: str) -> str:
    """A worth for display, a chance as a percentage; equal worths look equal, and zero has no sign."""
    rounded = as_printed(worth, aim)
    return percent(rounded, 1) if is_chance(aim) else decimal(rounded, unit_for(aim).decimals)


def whole(worth: float, aim: str) -> str:
    """A result, usually a whole number, without trailing zeros."""
    rounded = as_printed(worth, aim)
    if is_chance(aim):
        return percent(rounded, solver_api.fewest(100 * rounded, 1))
    return decimal(rounded, solver_api.fewest(rounded, unit_for(aim).decimals))


def signed(worth: float, aim: str) -> str:
    """A gain or loss with its sign; zero has none."""
    return ("+" if as_printed(worth, aim) > 0 else "") + figure(worth, aim)


def amount(worth: float, aim: str, display: Callable[[float, str], str] = figure) -> str:
    """A worth in a sentence: "1.4 points", "2.3% of winning"."""
    return solver_api.with_unit(worth, aim, display(worth, aim))


def explain_worths(review: MatchReview) -> str:
    """Explains the worths of a review."""
    aim = tr(unit_for(review.aim).at_end, unit=solver_api.unit_of(review.aim))
    if review.exact:
        return tr("Worth is {aim} under best play from there on, solved exactly.", aim=aim)
    if review.solved is None:
        return tr("Worth is {aim} under best play from there on, the best available estimate.", aim=aim)
    return tr(
        "Worth is {aim} under best play from there on, the best available estimate, solved exactly from "
        "{moment} on.",
        aim=aim,
        moment=since(review, review.solved, review.match.setup.names),
    )


def since(review: MatchReview, moment: Moment, names: tuple[str, ...], known: int = -1) -> str:
    """For example "Ben's turn 3 of game 2", or "turn 3" for the seat that the reader knows."""
    if not moment.turn:
        return tr("the start", "in: solved exactly from {moment} on")
    name = names[moment.seat]
    alone, several = mark("{name}'s turn {turn}"), mark("{name}'s turn {turn} of game {game}")
    if len(names) == 1 or moment.seat == known:
        alone, several = mark("turn {turn}"), mark("turn {turn} of game {game}")
    elif name == YOU:
        alone, several = mark("your turn {turn}"), mark("your turn {turn} of game {game}")
    turn = alone if review.match.setup.games == 1 else several
    return tr(turn, name=name, turn=moment.turn, game=moment.game)


# --- Moments ---------------------------------------------------------------------------------------------


def place(review: MatchReview, moment: Moment) -> str:
    """For example "turn 3" or "game 2, turn 3"."""
    turn = tr("turn {turn}", turn=moment.turn) if moment.turn else tr("opening")  # Translators: before turn 1
    return tr("game {game}, {turn}", game=moment.game, turn=turn) if review.match.setup.games > 1 else turn


def describe_at_turn(review: MatchReview, moment: Moment, faces: str) -> str:
    """For example "Ann, turn 3: kept 3 3 of 1 3 3 5 6 (best: 3 3 5), cost 1.4 points ?!"."""
    return at_turn(review, moment, describe(moment, review.aim, faces))


def at_turn(review: MatchReview, moment: Moment, text: str) -> str:
    """A text after the name and the turn of a moment: "Ann, turn 3: luck +1.4"."""
    name = moment.state.setup.names[moment.seat]
    return tr("{name}, {turn}: {told}", name=name, turn=place(review, moment), told=text)


def concerns(moment: Moment) -> bool:
    """Whether the moment affected the seat. A shared throw affects only hands with empty slots, and the draw
    for the first seat may not matter.
    """
    if isinstance(moment.event, First) or moment.state.rolloff is not None:
        return abs(moment.luck) > ROUNDING
    if isinstance(moment.event, Throw) and moment.state.turn is not None:
        return hand(moment.state, moment.seat) != hand(moment.then, moment.seat)
    return True


def describe_event(moment: Moment, faces: str) -> str:
    """For example "kept 3 3 of 1 3 3 5 6 (best: 3 3 5)"."""
    match moment.event:
        case First():
            return tr("{name} starts", name=moment.state.setup.names[moment.event.seat])
        case Throw():
            return _throw(moment, moment.event, faces)
        case Keep() | Spend() | Choose():
            choice, best = _choice(moment, moment.event, faces), better(moment, faces)
            return tr("{told} (best: {best})", told=choice, best=best) if best else choice
        case Final():
            return tr("ended on {dice} (throws not entered)", dice=dice_text(roll(moment), faces))
        case Score():
            return tr("scored {use} (dice not entered)", use=used(moment).text)
    return ""


def outcome(moment: Moment, aim: str) -> str:
    """The luck or cost of a moment with its mark: "cost 1.4 points ?!"."""
    if isinstance(moment.event, Entry):
        return tr("luck and choices {gain}", gain=signed(moment.joint, aim))
    if not moment.kind:
        return tr("luck {gain}", gain=signed(moment.luck, aim))
    if moment.best is None:
        return tr("one of the best") if moment.mixed else tr("the best")
    return tr("cost {loss} {mark}", loss=amount(moment.cost, aim), mark=moment.mark).rstrip()


def turn_sums(turn: SeatTurn, aim: str) -> list[str]:
    """The luck and cost of a turn: "luck +1.4", "cost 0.2"; for an entered turn, the known part of them."""
    cost = [tr("cost {loss}", loss=figure(turn.cost, aim))]
    if turn.joint is None:
        return [tr("luck {gain}", gain=signed(turn.luck, aim)), *cost]
    joint = tr("luck and choices {gain}", gain=signed(turn.joint, aim))
    return [joint, *(cost if any(moment.kind for moment in turn.moments) else ())]


def describe(moment: Moment, aim: str, faces: str) -> str:
    """For example "kept 3 3 of 1 3 3 5 6 (best: 3 3 5), cost 1.4 points ?!"."""
    return clauses([describe_event(moment, faces), outcome(moment, aim)])


def better(moment: Moment, faces: str) -> str:
    """The better decision: "3 3 5", or the mixed strategy: "80% keep 6 6, 20% keep 5 6 6"."""
    if moment.mixed:
        return comma(hints.mix_parts(moment.mixed, faces))
    if moment.best == Keep(moment.seat, ()):
        return tr("keep {dice}", dice=dice_text((), faces))
    return decision_text(moment.state, moment.best, faces) if moment.best else ""


def decision_text(state: State, decision: Decision, faces: str) -> str:
    """A decision by itself: dice, a use with its points, an option."""
    match decision:
        case Keep(dice=dice):
            return tr("all five") if len(dice) == FIVE else dice_text(dice, faces)
        case Spend():
            return questions.used(state, decision).text
        case Choose(option=option):
            return tr(option)


def why(moment: Moment, knowledge: Knowledge, ends: Collection[UseAtEnd] = ()) -> tuple[str, str]:
    """The reasons of the choice and of the best one; they always include these ends of the turn."""
    state, seat, choice = moment.state, moment.seat, cast(Decision, moment.event)
    rated = {rated.decision: rated for rated in evaluate.rate(state, seat, knowledge)}
    reason, best = (
        hints.describe(state, seat, rated[one], knowledge, ends) for one in (choice, moment.best or choice)
    )
    return reason, best


def labelled_reasons(moment: Moment, knowledge: Knowledge) -> tuple[str, str]:
    """The reasons of the choice and of the best one, each with a label."""
    choice, best = why(moment, knowledge)
    label = mark("the likeliest of the best: {reason}") if moment.mixed else mark("best: {reason}")
    return tr("chosen: {reason}", reason=choice), tr(label, reason=best)


def roll(moment: Moment) -> Dice:
    """The seat's dice at a decision or after a throw, in order; may be empty."""
    if isinstance(moment.event, Entry):
        return tuple(sorted(moment.event.dice)) if isinstance(moment.event, Final) else ()
    state = moment.state if moment.kind else moment.then
    if state.turn is None or moment.state.turn is None:
        return ()
    return tuple(sorted(hand(state, moment.seat)))


def _throw(moment: Moment, throw: Throw, faces: str) -> str:
    state = moment.state
    if state.rolloff is not None:
        return tr("rolled off with {dice}", dice=dice_text(throw.dice, faces))
    if state.turn is None:
        where = state.setup.game.where(moment.then.position, moment.seat, state.setup.names)
        return tr("threw the red die: {number}, to {space}", number=throw.dice[0], space=where)
    now = dice_text(roll(moment), faces)
    if throw.seat != moment.seat:
        return tr("took the throw: now {dice}", dice=now)
    if len(throw.dice) == FIVE:
        return tr("threw {dice}", dice=now)
    return tr("threw {new}: now {dice}", new=dice_text(throw.dice, faces), dice=now)


def _choice(moment: Moment, decision: Decision, faces: str) -> str:
    if isinstance(decision, Choose):
        words = moment.state.setup.game.option_words(decision.option)
        return tr(words.game_chose if moment.by_game else words.chose, option=tr(decision.option))
    by_player, by_game = {
        Keep: (mark("kept {choice} of {dice}"), mark("the game kept {choice} of {dice}")),
        Spend: (mark("used {dice} for {choice}"), mark("the game used {dice} for {choice}")),
    }[type(decision)]
    dice, choice = dice_text(roll(moment), faces), decision_text(moment.state, decision, faces)
    return tr(by_game if moment.by_game else by_player, dice=dice, choice=choice)


# --- The whole match -------------------------------------------------------------------------------------


def costliest(review: MatchReview, number: int, seat: int | None = None) -> list[Moment]:
    """The costliest choices of players, of one seat or all."""
    costly = [m for m in review.moments if m.best and not m.by_game and seat in (None, m.seat)]
    return best_first(costly, lambda moment: moment.cost)[:number]


def nothing_costly(review: MatchReview) -> str:
    """The sentence in place of the costliest choices."""
    none, entered = mark("No choice cost anything."), mark("No choice that was entered cost anything.")
    return tr(entered if review.has_entries else none)


def boxes(review: MatchReview) -> tuple[str, ...]:
    """The boxes that dice were used for, in the game's order."""
    spending = [moment for moment in review.moments if isinstance(moment.event, Spend)]
    uses = (use for moment in spending for use in questions.uses(moment.state, moment.seat))
    costly = {name for account in review.accounts for name in account.by_box}
    return tuple(name for name in dict.fromkeys(use.waives or use.name for use in uses) if name in costly)


def by_box(review: MatchReview) -> str:
    """The heading of the costs by box, or by use on a board."""
    return tr("by box:") if review.match.setup.game.own_sheets else tr("by use:")


def heading(state: State) -> str:
    """The result of the match, or the current scores."""
    if questions.is_over(state):
        return results.result(state)
    return tr("Unfinished: {scores}.", scores=results.standing(state))


# --- Sums --------------------------------------------------------------------------------------------------


def others_matter(review: MatchReview) -> bool:
    """Whether anything changed for a seat while others acted."""
    return any(abs(account.others) > ROUNDING for account in review.accounts)


def cells(review: MatchReview, account: Account) -> list[str]:
    """The figures of an account in a row: start, luck, cost, joint and others if not always zero, result."""
    aim = review.aim
    joint = [signed(account.joint, aim)] if review.has_entries else []
    others = [signed(account.others, aim)] if others_matter(review) else []
    known = [figure(account.start, aim), signed(account.luck, aim), figure(account.cost, aim)]
    return [*known, *joint, *others, whole(account.result, aim)]


def sum_check(review: MatchReview) -> str:
    """Says whether every row adds up to the result in the record; an unfinished match has no result."""
    of_game = any(abs(account.cost_of_game) > ROUNDING for account in review.accounts)
    terms = tr("start + luck - cost")  # Translators: begins a formula, which "joint" and others end
    terms += " - " + tr("cost of the computer's choices") if of_game else ""
    terms += " + " + tr("joint") if review.has_entries else ""
    terms += " + " + tr("what changed while others acted") if others_matter(review) else ""
    if not questions.is_over(review.match.state):
        return tr("In every row {sum} = worth now; there is no result yet to check it against.", sum=terms)
    wrong = comma(_misfit(review, account) for account in review.accounts if not account.adds_up)
    if wrong:
        return tr("The rows do not add up: {sum} is {parts}.", sum=terms, parts=wrong)
    return tr("Every row adds up: {sum} = result, and the record agrees.", sum=terms)


def _misfit(review: MatchReview, account: Account) -> str:
    total = figure(account.result - account.residue, review.aim)
    result = figure(account.result, review.aim)
    misfit = mark("{sum} for {name}, but the record's result is {result}, {gap} apart")
    if total != result:
        misfit = mark("{sum} for {name}, but the record's result is {result}")
    name, gap = review.match.setup.names[account.seat], f"{abs(account.residue):.1e}"
    return tr(misfit, sum=total, name=name, result=result, gap=gap)

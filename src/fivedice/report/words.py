"""Sentences and formatted figures of a review."""

from collections.abc import Callable, Collection, Mapping
from typing import cast

from msgspec.structs import replace

from fivedice.analysis import evaluate, explain, hints, solver_api
from fivedice.analysis.annotate import ROUNDING, Moment, used
from fivedice.analysis.luck_and_cost import Account, MatchReview, SeatTurn, is_duel, net_luck
from fivedice.analysis.solver_api import AMOUNT, Knowledge, as_printed, chance_of, decimals, is_chance
from fivedice.core.dice import FIVE, Dice
from fivedice.core.rules import MovesPawns
from fivedice.core.ties import best_first
from fivedice.language import all_of, comma, decimal, mark, percent, tr
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Entry, Final, First, Keep, Score, Spend, Throw
from fivedice.match.state import State, hand
from fivedice.narration import sentences

MARKS = mark("?! doubtful, ? bad, ?? a blunder, depending on the cost.")
"""The meaning of the marks of choices."""
ENTERED = mark("In turns entered without throws, luck and choices cannot be separated.")
"""The note about turns without throws, where `joint` is the sum of luck and choices."""
GAME_CHOSE = {
    "move": mark("the game chose to move"),
    "stay": mark("the game chose to stay"),
    "": mark("the game chose to {option}"),
}
EVEN = 0.5
"""The chance of each of two equal players."""
AIM = {
    "points": mark("points at the end"),
    "chips": mark("chips at the end"),
    "columns": mark("columns at the end"),
    "wins": mark("the chance of winning"),
}
"""What a worth counts, by aim; a total to reach (only for programs) is said in English."""


# --- Figures ---------------------------------------------------------------------------------------------


def figure(worth: float, aim: str, minus: str = "-") -> str:
    """A worth for display: a chance as a percentage, anything else in its unit."""
    return solver_api.in_digits(worth, aim).replace("-", minus)


def whole(worth: float, aim: str) -> str:
    """A result, usually a whole number, without trailing zeros."""
    shown = as_printed(worth, aim)
    if is_chance(aim):
        return percent(shown, solver_api.fewest(100 * shown, 1))
    return decimal(shown, solver_api.fewest(shown, decimals(aim)))


def signed(worth: float, aim: str, minus: str = "-") -> str:
    """A gain or loss with its sign; zero has none."""
    return ("+" if as_printed(worth, aim) > 0 else "") + figure(worth, aim, minus)


def amount(worth: float, aim: str, shown: Callable[[float, str], str] = figure) -> str:
    """A worth in a sentence: "1.4 points", "2.3% of winning"."""
    return tr(AMOUNT.get(aim, f"{{number}} of {chance_of(aim)}"), worth=worth, number=shown(worth, aim))


def counted(review: MatchReview) -> str:
    """Explains the worths of a review."""
    aim = tr(AIM.get(review.aim, f"the chance of {chance_of(review.aim)}"))
    if review.exact:
        return tr("Worth is {aim} under best play from there on, solved exactly.", aim=aim)
    if review.solved is None:
        return tr("Worth is {aim} under best play from there on, the best available estimate.", aim=aim)
    return tr(
        "Worth is {aim} under best play from there on, the best available estimate, solved exactly from "
        "{moment} on.",
        aim=aim,
        moment=_since(review, review.solved, _names(review.match.state)),
    )


def _since(review: MatchReview, moment: Moment, names: tuple[str, ...], named: int = -1) -> str:
    """For example "Ben's turn 3 of game 2", or "turn 3" for the named seat."""
    if not moment.turn:
        return tr("the start", "in: solved exactly from {moment} on")
    name = names[moment.seat]
    alone, several = mark("{name}'s turn {turn}"), mark("{name}'s turn {turn} of game {game}")
    if len(names) == 1 or moment.seat == named:
        alone, several = mark("turn {turn}"), mark("turn {turn} of game {game}")
    elif name == sentences.YOU:
        alone, several = mark("your turn {turn}"), mark("your turn {turn} of game {game}")
    told = alone if review.match.setup.games == 1 else several
    return tr(told, name=name, turn=moment.turn, game=moment.game)


# --- Moments ---------------------------------------------------------------------------------------------


def place(review: MatchReview, moment: Moment) -> str:
    """For example "turn 3" or "game 2, turn 3"."""
    turn = tr("turn {turn}", turn=moment.turn) if moment.turn else tr("opening")
    return tr("game {game}, {turn}", game=moment.game, turn=turn) if review.match.setup.games > 1 else turn


def headed(review: MatchReview, moment: Moment, faces: str) -> str:
    """For example "Ann, turn 3: kept 3 3 of 1 3 3 5 6 (best: 3 3 5), cost 1.4 points ?!"."""
    return labelled(review, moment, sentence(moment, review.aim, faces))


def labelled(review: MatchReview, moment: Moment, told: str) -> str:
    """A text after the name and the turn of a moment: "Ann, turn 3: luck +1.4"."""
    name = _names(moment.state)[moment.seat]
    return tr("{name}, {turn}: {told}", name=name, turn=place(review, moment), told=told)


def concerns(moment: Moment) -> bool:
    """Whether the moment affected the seat. A shared throw affects only hands with empty slots, and the draw
    for the first seat may not matter.
    """
    if isinstance(moment.event, First) or moment.state.rolloff is not None:
        return abs(moment.luck) > ROUNDING
    if isinstance(moment.event, Throw) and moment.state.turn is not None:
        return hand(moment.state, moment.seat) != hand(moment.then, moment.seat)
    return True


def happened(moment: Moment, faces: str) -> str:
    """For example "kept 3 3 of 1 3 3 5 6 (best: 3 3 5)"."""
    match moment.event:
        case First():
            return tr("{name} starts", name=_names(moment.state)[moment.event.seat])
        case Throw():
            return _thrown(moment, moment.event, faces)
        case Keep() | Spend() | Choose():
            told, best = _chosen(moment, moment.event, faces), better(moment, faces)
            return tr("{told} (best: {best})", told=told, best=best) if best else told
        case Final():
            return tr("ended on {dice} (throws not entered)", dice=sentences.dice(roll(moment), faces))
        case Score():
            return tr("scored {use} (dice not entered)", use=sentences.use(used(moment)))
    return ""


def outcome(moment: Moment, aim: str) -> str:
    """The luck or cost of a moment with its mark: "cost 1.4 points ?!"."""
    if isinstance(moment.event, Entry):
        return tr("luck and choices {gain}", gain=signed(moment.joint, aim))
    if not moment.kind:
        return tr("luck {gain}", gain=signed(moment.luck, aim))
    if moment.best is None:
        return tr("one of the best") if moment.mixed else tr("the best")
    return f"{tr('cost {loss}', loss=amount(moment.cost, aim))} {moment.mark}".rstrip()


def sums(turn: SeatTurn, aim: str) -> list[str]:
    """The luck and cost of a turn: "luck +1.4", "cost 0.2"; for an entered turn, the known part of them."""
    cost = [tr("cost {loss}", loss=figure(turn.cost, aim))]
    if turn.joint is None:
        return [tr("luck {gain}", gain=signed(turn.luck, aim)), *cost]
    joint = tr("luck and choices {gain}", gain=signed(turn.joint, aim))
    return [joint, *(cost if any(moment.kind for moment in turn.moments) else ())]


def sentence(moment: Moment, aim: str, faces: str) -> str:
    """For example "kept 3 3 of 1 3 3 5 6 (best: 3 3 5), cost 1.4 points ?!"."""
    return comma([happened(moment, faces), outcome(moment, aim)])


def better(moment: Moment, faces: str) -> str:
    """The better decision: "3 3 5", or the mixed strategy: "80% keep 6 6, 20% keep 5 6 6"."""
    if moment.mixed:
        return comma(hints.drawn(moment.mixed, faces))
    if moment.best == Keep(moment.seat, ()):
        return tr("keep {dice}", dice=sentences.dice((), faces))
    return decision(moment.state, moment.best, faces) if moment.best else ""


def decision(state: State, made: Decision, faces: str) -> str:
    """A decision by itself: dice, a use with its points, an option."""
    match made:
        case Keep():
            return tr("all five") if len(made.dice) == FIVE else sentences.dice(made.dice, faces)
        case Spend():
            return sentences.use(questions.used(state, made))
        case Choose():
            return tr(made.option)


def why(moment: Moment, knowledge: Knowledge, named: Collection[explain.UseAtEnd] = ()) -> tuple[str, str]:
    """The reasons of the choice and of the best one; they always include the `named` ends of the turn."""
    chosen = cast(Decision, moment.event)
    rated = {rated.decision: rated for rated in evaluate.rate(moment.state, moment.seat, knowledge)}
    taken, best = rated[chosen], rated[moment.best or chosen]
    return (
        explain.why(moment.state, moment.seat, taken, knowledge, named),
        explain.why(moment.state, moment.seat, best, knowledge, named),
    )


def compared(moment: Moment, knowledge: Knowledge) -> tuple[str, str]:
    """The reasons of the choice and of the best one, each with a label."""
    chosen, best = why(moment, knowledge)
    label = mark("the likeliest of the best: {reason}") if moment.mixed else mark("best: {reason}")
    return tr("chosen: {reason}", reason=chosen), tr(label, reason=best)


def roll(moment: Moment) -> Dice:
    """The seat's dice at a decision or after a throw, in order; may be empty."""
    if isinstance(moment.event, Entry):
        return tuple(sorted(moment.event.dice)) if isinstance(moment.event, Final) else ()
    state = moment.state if moment.kind else moment.then
    if state.turn is None or moment.state.turn is None:
        return ()
    return tuple(sorted(hand(state, moment.seat)))


def _thrown(moment: Moment, thrown: Throw, faces: str) -> str:
    state = moment.state
    if state.rolloff is not None:
        return tr("rolled off with {dice}", dice=sentences.dice(thrown.dice, faces))
    if state.turn is None:
        game = cast(MovesPawns, state.setup.game)
        where = game.where(moment.then.position, moment.seat, _names(state))
        return tr("threw the red die: {number}, to {space}", number=thrown.dice[0], space=where)
    now = sentences.dice(roll(moment), faces)
    if thrown.seat != moment.seat:
        return tr("took the throw: now {dice}", dice=now)
    if len(thrown.dice) == FIVE:
        return tr("threw {dice}", dice=now)
    return tr("threw {new}: now {dice}", new=sentences.dice(thrown.dice, faces), dice=now)


def _chosen(moment: Moment, made: Decision, faces: str) -> str:
    if isinstance(made, Choose):
        told = GAME_CHOSE if moment.by_game else sentences.CHOSE
        return tr(told.get(made.option, told[""]), option=made.option)
    by_player, by_game = {
        Keep: (mark("kept {choice} of {dice}"), mark("the game kept {choice} of {dice}")),
        Spend: (mark("used {dice} for {choice}"), mark("the game used {dice} for {choice}")),
    }[type(made)]
    dice, choice = sentences.dice(roll(moment), faces), decision(moment.state, made, faces)
    return tr(by_game if moment.by_game else by_player, dice=dice, choice=choice)


def _names(state: State) -> tuple[str, ...]:
    return sentences.names(state.setup)


# --- The whole -------------------------------------------------------------------------------------------


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
    offered = (use for moment in spending for use in questions.uses(moment.state, moment.seat))
    chosen = {name for account in review.accounts for name in account.by_box}
    return tuple(name for name in dict.fromkeys(use.waives or use.name for use in offered) if name in chosen)


def by_box(review: MatchReview) -> str:
    """The heading of the costs by box, or by use on a board."""
    return tr("by box:") if review.match.setup.game.board == "cards" else tr("by use:")


def heading(state: State) -> str:
    """The result of the match, or the current scores."""
    if questions.is_over(state):
        return sentences.result(state)
    return tr("Unfinished: {scores}.", scores=sentences.standing(state))


def split(review: MatchReview) -> list[str]:
    """The difference between the first two players, divided into luck, choices and the rest."""
    ranked = best_first(review.printed, lambda account: account.result)
    first, last = ranked[0], ranked[1 if len(ranked) > 1 else 0]
    if first.result - last.result < ROUNDING:
        return []
    names, setup, aim = sentences.names(review.match.setup), review.match.setup, review.aim
    parts = difference(review, first, last)
    told = {
        "name": names[first.seat],
        "other": names[last.seat],
        "lead": amount(sum(parts.values()), aim),
        "parts": all_of(shares(review, parts)),
    }
    if is_duel(setup, aim):
        return [tr("{name} is {lead} above an even chance: {parts}.", **told)]
    return [tr("{name} is {lead} ahead of {other}: {parts}.", **told)]


SHARES = {
    "luck": mark("{gain} from luck"),
    "choices": mark("{gain} from choices"),
    "computer": mark("{gain} from the computer's choices"),
    "joint": mark("{gain} from turns entered without throws"),
    "order": mark("{gain} from turn order"),
    "position": mark("{gain} from the starting position"),
    "others": mark("{gain} from opponents' moves"),
}
"""The parts of a difference."""


def shares(review: MatchReview, parts: Mapping[str, float], minus: str = "-") -> list[str]:
    """The parts of a difference in words, without those that are zero."""
    shown = {part: gain for part, gain in parts.items() if as_printed(gain, review.aim)}
    return [tr(SHARES[part], gain=signed(gain, review.aim, minus)) for part, gain in shown.items()]


def difference(review: MatchReview, first: Account, last: Account) -> dict[str, float]:
    """The difference of two printed accounts, divided into `SHARES`. In a two-player match for the win, the
    first account is compared with an even chance instead.
    """
    setup, parts = review.match.setup, {"luck": first.luck - last.luck, "joint": first.joint - last.joint}
    whole, start, others = first.result - last.result, first.start - last.start, first.others - last.others
    if is_duel(setup, review.aim):
        whole, start = first.result - EVEN, first.start - EVEN
        parts = {"luck": first.luck - first.lost_to_luck, "joint": first.joint - first.lost_to_joint}
        others = first.unexplained + first.won_by_cost - last.whole_cost
    parts |= {
        "choices": last.cost - first.cost,
        "computer": last.cost_of_game - first.cost_of_game,
        "order" if setup.position is None else "position": start,
        "others": others,
    }
    known = "joint" if abs(parts["joint"]) > abs(parts["luck"]) else "luck"
    return {**parts, known: parts[known] + whole - sum(parts.values())}


def decided(review: MatchReview) -> str:
    """A heading for the decisive moments."""
    alone, together = mark("What moved the score most"), mark("Where the match was decided")
    return tr(together if len(review.accounts) > 1 else alone)


def lead(review: MatchReview, names: tuple[str, ...] = ()) -> str:
    """When the winner took the lead for good, or ""; `names` may replace those of the setup."""
    if review.lead is None:
        return ""
    named = names or _names(review.match.state)
    (winner,) = review.match.winners
    since = _since(review, review.lead, named, winner)
    if named[winner] == sentences.YOU:
        return tr("You were ahead for good from {moment} on.", moment=since)
    return tr("{name} was ahead for good from {moment} on.", name=named[winner], moment=since)


def entered(review: MatchReview, names: tuple[str, ...] = (), minus: str = "-") -> list[str]:
    """The gain of each player in turns entered without throws, with the limits of that figure."""
    if not review.has_entries:
        return []
    pairs = zip(names or sentences.names(review.match.setup), review.printed, strict=True)
    gains = comma(f"{name} {signed(one.joint, review.aim, minus)}" for name, one in pairs)
    return [f"{tr(ENTERED)} {tr('Joint is both together: {gains}.', gains=gains)}"]


def decided_by_game(review: MatchReview) -> list[str]:
    """For each absent player the number and cost of the game's decisions."""
    told = []
    for account in review.accounts:
        times = sum(moment.by_game and moment.seat == account.seat for moment in review.moments)
        if times:
            counted = tr(
                "The computer made {count, plural, one {# decision} other {# decisions}} for {name}, who was "
                "away. They cost {loss}, counted separately.",
                count=times,
                name=sentences.names(review.match.setup)[account.seat],
                loss=amount(account.cost_of_game, review.aim),
            )
            told.append(counted)
    return told


def net_lucks(review: MatchReview) -> list[str]:
    """Each player's luck minus the average of the others, if the luck of every turn is known."""
    if len(review.accounts) == 1 or review.has_entries:
        return []
    names = sentences.names(review.match.setup)
    shown = replace(review, accounts=review.printed)
    lucks = comma(f"{name} {signed(net_luck(shown, seat), review.aim)}" for seat, name in enumerate(names))
    return [tr("Net luck, compared with the others' average: {lucks}.", lucks=lucks)]


# --- Sums --------------------------------------------------------------------------------------------------


def moved(review: MatchReview) -> bool:
    """Whether anything changed for a seat while others acted."""
    return any(abs(account.others) > ROUNDING for account in review.accounts)


def cells(review: MatchReview, account: Account, minus: str = "-") -> list[str]:
    """The figures of an account in a row: start, luck, cost, joint and others if not always zero, result."""
    aim = review.aim
    joint = [signed(account.joint, aim, minus)] if review.has_entries else []
    others = [signed(account.others, aim, minus)] if moved(review) else []
    known = [figure(account.start, aim), signed(account.luck, aim, minus), figure(account.cost, aim, minus)]
    return [*known, *joint, *others, whole(account.result, aim)]


def sum_check(review: MatchReview) -> str:
    """Says whether every row adds up to the result in the record; an unfinished match has no result."""
    of_game = any(abs(account.cost_of_game) > ROUNDING for account in review.accounts)
    terms = tr("start + luck - cost")
    terms += " - " + tr("cost of the computer's choices") if of_game else ""
    terms += " + " + tr("joint") if review.has_entries else ""
    terms += " + " + tr("what changed while others acted") if moved(review) else ""
    if not questions.is_over(review.match.state):
        return tr("In every row {sum} = worth now; there is no result yet to check it against.", sum=terms)
    wrong = "; ".join(_misfit(review, account) for account in review.accounts if not account.adds_up)
    if wrong:
        return tr("The rows do not add up: {sum} is {parts}.", sum=terms, parts=wrong)
    return tr("Every row adds up: {sum} = result, and the record agrees.", sum=terms)


def _misfit(review: MatchReview, account: Account) -> str:
    told = {"name": _names(review.match.state)[account.seat], "gap": f"{abs(account.residue):.1e}"}
    told |= {"sum": figure(account.result - account.residue, review.aim)}
    told |= {"result": figure(account.result, review.aim)}
    if told["sum"] != told["result"]:
        return tr("{sum} for {name}, but the record's result is {result}", **told)
    return tr("{sum} for {name}, but the record's result is {result}, {gap} apart", **told)

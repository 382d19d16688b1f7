"""Sentences and formatted figures of a review."""

from collections.abc import Callable, Collection
from typing import cast

from fivedice.analysis import evaluate, explain, hints
from fivedice.analysis.annotate import ROUNDING, Moment, used
from fivedice.analysis.explain import UseAtEnd
from fivedice.analysis.luck_and_cost import Account, MatchReview, SeatTurn, is_duel, net_luck
from fivedice.analysis.solver_api import Knowledge, chance_of, in_digits, is_chance
from fivedice.core.dice import FIVE, Dice
from fivedice.core.rules import MovesPawns
from fivedice.core.ties import best_first
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Entry, Final, First, Keep, Score, Spend, Throw
from fivedice.match.setup import Setup
from fivedice.match.state import State, hand
from fivedice.narration import sentences

MARKS = "?! doubtful, ? bad, ?? a blunder, depending on the cost."
"""The meaning of the marks of choices."""
ENTERED = "In turns entered without throws, luck and choices cannot be separated."
"""The note about turns without throws, where `joint` is the sum of luck and choices."""


# --- Figures ---------------------------------------------------------------------------------------------


def figure(worth: float, aim: str, minus: str = "-") -> str:
    """A worth for display: a chance as a percentage, anything else in its unit."""
    shown = in_digits(worth, aim)
    if not shown.strip("-0."):
        shown = shown.removeprefix("-")
    return shown.replace("-", minus) + ("%" if is_chance(aim) else "")


def whole(worth: float, aim: str) -> str:
    """A result, usually a whole number, without trailing zeros."""
    shown = figure(worth, aim)
    digits = shown.removesuffix("%")
    return digits.rstrip("0").rstrip(".") + shown[len(digits) :] if "." in digits else shown


def signed(worth: float, aim: str, minus: str = "-") -> str:
    """A gain or loss with its sign; zero has none."""
    shown = figure(worth, aim, minus)
    return f"+{shown}" if worth > 0 and shown.strip("0.%") else shown


def amount(worth: float, aim: str, shown: Callable[[float, str], str] = figure) -> str:
    """A worth in a sentence: "1.4 points", "2.3% of winning"."""
    return f"{shown(worth, aim)} {f'of {chance_of(aim)}' if is_chance(aim) else aim}"


def unit(aim: str) -> str:
    """The unit of figures, for a heading."""
    return f"% of {chance_of(aim)}" if is_chance(aim) else aim


def counted(review: MatchReview) -> str:
    """Explains the worths of a review."""
    chance = is_chance(review.aim)
    aim = f"the chance of {chance_of(review.aim)}" if chance else f"{review.aim} at the end"
    return f"Worth is {aim} under best play from there on, {_sure(review)}."


def _sure(review: MatchReview) -> str:
    if review.exact:
        return "solved exactly"
    if review.solved is None:
        return "the best available estimate"
    since = _since(review, review.solved, _names(review.match.state))
    return f"the best available estimate, solved exactly from {since} on"


def _since(review: MatchReview, moment: Moment, names: tuple[str, ...], named: int = -1) -> str:
    """For example "Ben's turn 3 of game 2", or "turn 3" for the named seat."""
    if not moment.turn:
        return "the start"
    whose = "" if len(names) == 1 or moment.seat == named else f"{sentences.whose(names[moment.seat])} "
    game = f" of game {moment.game}" if review.match.setup.games > 1 else ""
    return f"{whose}turn {moment.turn}{game}"


# --- Moments ---------------------------------------------------------------------------------------------


def place(review: MatchReview, moment: Moment) -> str:
    """For example "turn 3" or "game 2, turn 3"."""
    turn = f"turn {moment.turn}" if moment.turn else "opening"
    return f"game {moment.game}, {turn}" if review.match.setup.games > 1 else turn


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
            return f"{_names(moment.state)[moment.event.seat]} starts"
        case Throw():
            return _thrown(moment, moment.event, faces)
        case Keep() | Spend() | Choose():
            best = better(moment, faces)
            who = "the game " if moment.by_game else ""
            return who + _chosen(moment, moment.event, faces) + (f" (best: {best})" if best else "")
        case Final():
            return f"ended on {sentences.dice(roll(moment), faces)} (throws not entered)"
        case Score():
            return f"scored {sentences.use(used(moment))} (dice not entered)"
    return ""


def outcome(moment: Moment, aim: str) -> str:
    """The luck or cost of a moment with its mark: "cost 1.4 points ?!"."""
    if isinstance(moment.event, Entry):
        return f"luck and choices {signed(moment.joint, aim)}"
    if not moment.kind:
        return f"luck {signed(moment.luck, aim)}"
    if moment.best is None:
        return "one of the best" if moment.mixed else "the best"
    return f"cost {amount(moment.cost, aim)}" + (f" {moment.mark}" if moment.mark else "")


def sums(turn: SeatTurn, aim: str) -> list[str]:
    """The luck and cost of a turn: "luck +1.4", "cost 0.2"; for an entered turn, the known part of them."""
    cost = [f"cost {figure(turn.cost, aim)}"]
    if turn.joint is None:
        return [f"luck {signed(turn.luck, aim)}", *cost]
    joint = f"luck and choices {signed(turn.joint, aim)}"
    return [joint, *(cost if any(moment.kind for moment in turn.moments) else ())]


def sentence(moment: Moment, aim: str, faces: str) -> str:
    """For example "kept 3 3 of 1 3 3 5 6 (best: 3 3 5), cost 1.4 points ?!"."""
    return f"{happened(moment, faces)}, {outcome(moment, aim)}"


def better(moment: Moment, faces: str) -> str:
    """The better decision: "3 3 5", or the mixed strategy: "80% keep 6 6, 20% keep 5 6 6"."""
    if moment.mixed:
        return ", ".join(hints.drawn(moment.mixed, faces))
    return decision(moment.state, moment.best, faces) if moment.best else ""


def decision(state: State, made: Decision, faces: str) -> str:
    """A decision by itself: dice, a use with its points, an option."""
    match made:
        case Keep():
            return "all five" if len(made.dice) == FIVE else sentences.dice(made.dice, faces)
        case Spend():
            return sentences.use(questions.used(state, made))
        case Choose():
            return made.option


def why(moment: Moment, knowledge: Knowledge, named: Collection[UseAtEnd] = ()) -> tuple[str, str]:
    """The reasons of the choice and of the best one; they always include the `named` ends of the turn."""
    chosen = cast(Decision, moment.event)
    rated = {rated.decision: rated for rated in evaluate.rate(moment.state, moment.seat, knowledge)}
    taken, best = rated[chosen], rated[moment.best or chosen]
    return (
        explain.why(moment.state, moment.seat, taken, knowledge, named),
        explain.why(moment.state, moment.seat, best, knowledge, named),
    )


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
        return f"rolled off with {sentences.dice(thrown.dice, faces)}"
    if state.turn is None:
        game = cast(MovesPawns, state.setup.game)
        where = game.where(moment.then.position, moment.seat, _names(state))
        return f"threw the red die: {thrown.dice[0]}, to {where}"
    now = sentences.dice(roll(moment), faces)
    if thrown.seat != moment.seat:
        return f"took the throw: now {now}"
    whole = len(thrown.dice) == FIVE
    return f"threw {now}" if whole else f"threw {sentences.dice(thrown.dice, faces)}: now {now}"


def _chosen(moment: Moment, made: Decision, faces: str) -> str:
    if isinstance(made, Choose):
        return f"chose to {made.option}"
    dice = sentences.dice(roll(moment), faces)
    named = decision(moment.state, made, faces)
    if isinstance(made, Spend):
        return f"used {dice} for {named}"
    return f"kept all five of {dice}" if len(made.dice) == FIVE else f"kept {named} of {dice}"


def _names(state: State) -> tuple[str, ...]:
    return sentences.names(state.setup)


# --- The whole -------------------------------------------------------------------------------------------


def costliest(review: MatchReview, number: int, seat: int | None = None) -> list[Moment]:
    """The costliest choices of players, of one seat or all."""
    costly = [m for m in review.moments if m.best and not m.by_game and seat in (None, m.seat)]
    return best_first(costly, lambda moment: moment.cost)[:number]


def nothing_costly(review: MatchReview) -> str:
    """The sentence in place of the costliest choices."""
    return "No choice that was entered cost anything." if review.has_entries else "No choice cost anything."


def boxes(review: MatchReview) -> tuple[str, ...]:
    """The boxes that dice were used for, in the game's order."""
    spending = [moment for moment in review.moments if isinstance(moment.event, Spend)]
    offered = (use for moment in spending for use in questions.uses(moment.state, moment.seat))
    chosen = {name for account in review.accounts for name in account.by_box}
    return tuple(name for name in dict.fromkeys(use.waives or use.name for use in offered) if name in chosen)


def used_as(review: MatchReview) -> str:
    """ "box" on a score card, "use" on a board."""
    return "box" if review.match.setup.game.board == "cards" else "use"


def heading(review: MatchReview) -> str:
    """The result of the match, or the current scores."""
    state = review.match.state
    if questions.is_over(state):
        return sentences.result(state)
    return f"Unfinished: {sentences.standing(state)}."


def opening(setup: Setup) -> str:
    """The source of a difference that existed at the start of the match."""
    return "turn order" if setup.position is None else "the starting position"


def split(review: MatchReview) -> list[str]:
    """The difference between the first two players, divided into luck, choices and the rest."""
    ranked = best_first(review.accounts, lambda account: account.result)
    first, last = ranked[0], ranked[1 if len(ranked) > 1 else 0]
    if first.result - last.result < ROUNDING:
        return []
    names, setup, aim = sentences.names(review.match.setup), review.match.setup, review.aim
    luck, choices, joint, start, others = _duel(first, last) if is_duel(setup, aim) else _gap(first, last)
    known = not review.has_entries
    terms = (
        (luck, "from luck", known),
        (choices, "from choices", known),
        (joint, "from turns entered without throws", False),
        (start, f"from {opening(setup)}", False),
        (others, "from opponents' moves", False),
    )
    shares = [
        f"{signed(gain, aim)} {source}" for gain, source, always in terms if always or abs(gain) > ROUNDING
    ]
    whom = "above an even chance" if is_duel(setup, aim) else f"ahead of {names[last.seat]}"
    apart = amount(luck + choices + joint + start + others, aim)
    return [f"{names[first.seat]} is {apart} {whom}: {sentences.listed(tuple(shares))}."]


def _gap(first: Account, last: Account) -> tuple[float, float, float, float, float]:
    """The difference of two accounts, divided into luck, choices, both together, start and others."""
    return (
        first.luck - last.luck,
        last.whole_cost - first.whole_cost,
        first.joint - last.joint,
        first.start - last.start,
        first.others - last.others,
    )


def _duel(first: Account, last: Account) -> tuple[float, float, float, float, float]:
    """The first account of a two-player match for the win, compared with an even chance."""
    return (
        first.luck - first.lost_to_luck,
        first.won_by_cost - first.whole_cost,
        first.joint - first.lost_to_joint,
        (first.start - last.start) / 2,
        first.unexplained,
    )


def decided(review: MatchReview) -> str:
    """A heading for the decisive moments."""
    return "Where the match was decided" if len(review.accounts) > 1 else "What moved the score most"


def lead(review: MatchReview, names: tuple[str, ...] = ()) -> str:
    """When the winner took the lead for good, or ""; `names` may replace those of the setup."""
    if review.lead is None:
        return ""
    named = names or _names(review.match.state)
    (winner,) = review.match.winners
    since = _since(review, review.lead, named, winner)
    return f"{named[winner]} {sentences.was(named[winner])} ahead for good from {since} on."


def entered(review: MatchReview, names: tuple[str, ...] = (), minus: str = "-") -> list[str]:
    """The gain of each player in turns entered without throws, with the limits of that figure."""
    if not review.has_entries:
        return []
    pairs = zip(names or sentences.names(review.match.setup), review.accounts, strict=True)
    gains = tuple(f"{name} {signed(one.joint, review.aim, minus)}" for name, one in pairs)
    return [f"{ENTERED} Joint is both together: {', '.join(gains)}."]


def decided_by_game(review: MatchReview) -> list[str]:
    """For each absent player the number and cost of the game's decisions."""
    told = []
    for account in review.accounts:
        times = sum(moment.by_game and moment.seat == account.seat for moment in review.moments)
        if times:
            name = sentences.names(review.match.setup)[account.seat]
            often = sentences.counted(times, "decision", "decisions")
            cost = amount(account.cost_of_game, review.aim)
            told.append(
                f"The computer made {often} for {name}, who was away. They cost {cost}, counted separately."
            )
    return told


def net_lucks(review: MatchReview) -> list[str]:
    """Each player's luck minus the average of the others, if the luck of every turn is known."""
    if len(review.accounts) == 1 or review.has_entries:
        return []
    names = sentences.names(review.match.setup)
    lucks = (f"{name} {signed(net_luck(review, seat), review.aim)}" for seat, name in enumerate(names))
    return [f"Net luck, compared with the others' average: {', '.join(lucks)}."]


# --- Sums --------------------------------------------------------------------------------------------------


def moved(review: MatchReview) -> bool:
    """Whether anything changed for a seat while others acted."""
    return any(abs(account.others) > ROUNDING for account in review.accounts)


def cells(review: MatchReview, account: Account, minus: str = "-") -> list[str]:
    """The figures of an account in a row: start, luck, cost, joint and others if not always zero, result."""
    aim = review.aim
    joint = [signed(account.joint, aim, minus)] if review.has_entries else []
    others = [signed(account.others, aim, minus)] if moved(review) else []
    return [
        figure(account.start, aim),
        signed(account.luck, aim, minus),
        figure(account.cost, aim, minus),
        *joint,
        *others,
        whole(account.result, aim),
    ]


def sum_check(review: MatchReview) -> str:
    """Says whether every row adds up to the result in the record; an unfinished match has no result."""
    of_game = any(abs(account.cost_of_game) > ROUNDING for account in review.accounts)
    terms = "start + luck - cost" + (" - cost of the computer's choices" if of_game else "")
    terms += " + joint" if review.has_entries else ""
    terms += " + what changed while others acted" if moved(review) else ""
    if not questions.is_over(review.match.state):
        return f"In every row {terms} = worth now; there is no result yet to check it against."
    wrong = [account for account in review.accounts if not account.adds_up]
    if wrong:
        return f"The rows do not add up: {terms} is {'; '.join(_misfit(review, seat) for seat in wrong)}."
    return f"Every row adds up before rounding: {terms} = result, and the record agrees."


def _misfit(review: MatchReview, account: Account) -> str:
    comes_to, made = (
        figure(worth, review.aim) for worth in (account.result - account.residue, account.result)
    )
    apart = "" if comes_to != made else f", {abs(account.residue):.1e} apart"
    name = sentences.names(review.match.setup)[account.seat]
    return f"{comes_to} for {name}, but the record's result is {made}{apart}"

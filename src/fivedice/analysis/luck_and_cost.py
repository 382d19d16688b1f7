"""Reviews a match: the cost of every choice and the luck of every throw.

The result comes from the record, and each term of an account is summed independently. So `Account.residue` is
zero only if the knowledge is right about the end of the match.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Set
from itertools import groupby, takewhile

from msgspec import Struct
from msgspec.structs import replace

from fivedice.analysis import evaluate
from fivedice.analysis.annotate import (
    KINDS,
    ROUNDING,
    Moment,
    decides_last,
    each_moment,
    several_decide,
    used,
)
from fivedice.analysis.solver_api import REACH, Knowledge, as_printed
from fivedice.core.rules import Use
from fivedice.core.ties import best_first
from fivedice.match import questions
from fivedice.match.events import Entry, HintTaken, Score, Spend
from fivedice.match.match import EventMatch
from fivedice.match.setup import Setup
from fivedice.match.state import begin

DECISIVE = 5
"""The number of decisive moments."""

TERMS = (
    *("start", "luck", "cost", "result", "lost_to_luck", "won_by_cost"),
    *("cost_of_game", "joint", "lost_to_joint"),
)
"""The terms of an account, except `others`."""

Line = tuple[tuple[int, float], ...]
"""Pairs of an event number, from 0, and the worth after it."""


class Account(Struct, frozen=True):
    """The totals of one seat in a match."""

    seat: int
    """The number of the seat, from 0."""
    start: float
    """The seat's worth at the start."""
    luck: float
    """The luck of the seat's throws."""
    cost: float
    """The cost of the player's choices."""
    others: float
    """The change of worth while others acted."""
    result: float
    """The seat's result; during the match, its current worth."""
    by_kind: dict[str, float]
    """The cost of the seat's choices, by kind of decision."""
    by_box: dict[str, float]
    """The cost of the seat's choices by the box that the turn filled; a zero by choice counts for its box."""
    marks: dict[str, int]
    """The number of the seat's choices with each mark."""
    hints: int
    """The number of hints that the seat took."""
    lost_to_luck: float = 0.0
    """In a two-player match for the win: the part of `others` lost to the opponent's luck."""
    won_by_cost: float = 0.0
    """In a two-player match for the win: the part of `others` gained by the opponent's cost."""
    cost_of_game: float = 0.0
    """The cost of the choices that the game made for an absent player."""
    joint: float = 0.0
    """The gain in turns entered without throws, which combines luck and choices."""
    lost_to_joint: float = 0.0
    """In a two-player match for the win: the part of `others` lost to the opponent's turns without throws."""

    @property
    def adds_up(self) -> bool:
        """Whether the terms add up to the result."""
        return abs(self.residue) < ROUNDING

    @property
    def residue(self) -> float:
        """The result minus the sum of its terms: only rounding, if the knowledge is right."""
        return self.result - (self.start + self.luck - self.whole_cost + self.joint + self.others)

    def printed(self, aim: str) -> "Account":
        """The account as displayed: its terms are rounded, and luck or joint makes them add up."""
        account = replace(self, **{name: as_printed(getattr(self, name), aim) for name in TERMS})
        account = replace(
            account, others=self.others + as_printed(self.unexplained, aim) - account.unexplained
        )
        name = max("luck", "joint", key=lambda one: abs(getattr(self, one)))
        missing = as_printed(self.result - self.residue, aim) - (account.result - account.residue)
        return replace(account, **{name: getattr(account, name) + missing})

    @property
    def whole_cost(self) -> float:
        """The cost of all choices of the seat, by the player or by the game."""
        return self.cost + self.cost_of_game

    @property
    def unexplained(self) -> float:
        """The part of `others` that does not come from the opponent's luck and choices."""
        return self.others + self.lost_to_luck + self.lost_to_joint - self.won_by_cost


class MatchReview(Struct, frozen=True):
    """A reviewed match: every moment, an account per seat, and the decisive moments."""

    match: EventMatch
    """The match that was reviewed."""
    aim: str
    """The unit of worths: points, columns, chips, or the chance "wins"."""
    exact: bool
    """Whether all worths are solved and none is an estimate."""
    moments: tuple[Moment, ...]
    """Every event with its luck or cost, in order."""
    accounts: tuple[Account, ...]
    """The totals of each seat."""
    decisive: tuple[Moment, ...]
    """The costliest choices and luckiest throws, the largest first."""
    lines: tuple[Line, ...] = ()
    """For each seat its worth at the start, after each event that changed it, and at the end."""
    lead: Moment | None = None
    """The moment from which the winner stayed ahead by printed worths; None if that was the start."""
    solved: Moment | None = None
    """The moment from which all choices are rated exactly."""

    @property
    def printed(self) -> tuple[Account, ...]:
        """The accounts as displayed: their rounded terms add up."""
        return tuple(account.printed(self.aim) for account in self.accounts)

    @property
    def has_entries(self) -> bool:
        """Whether turns were entered without throws."""
        return any(isinstance(event, Entry) for event in self.match.events)


class SeatTurn(Struct, frozen=True):
    """One turn of one seat; number 0 is the time before its first turn."""

    seat: int
    game: int
    number: int
    moments: tuple[Moment, ...]

    @property
    def luck(self) -> float:
        """The luck of the turn's throws."""
        return sum(moment.luck for moment in self.moments)

    @property
    def cost(self) -> float:
        """The cost of the player's choices."""
        return sum(moment.own_cost for moment in self.moments)

    @property
    def uses(self) -> tuple[Use, ...]:
        """The uses of the turn's dice; empty during the turn."""
        return tuple(used(moment) for moment in self.moments if isinstance(moment.event, Spend | Score))

    @property
    def joint(self) -> float | None:
        """Luck and choices together if the turn was entered without throws, else None."""
        entered = [moment.joint for moment in self.moments if isinstance(moment.event, Entry)]
        return sum(entered) if entered else None


def review(match: EventMatch, knowledge: Knowledge, by_game: Set[int] = frozenset()) -> MatchReview:
    """Reviews a match, finished or not; the game made the decisions numbered in `by_game`."""
    return summed(match, knowledge, tuple(each_moment(match, knowledge, by_game)))


def summed(match: EventMatch, knowledge: Knowledge, moments: tuple[Moment, ...]) -> MatchReview:
    """Builds a review from moments that are already rated."""
    seats = range(len(match.setup.players))
    accounts = tuple(_account(match, knowledge, moments, seat) for seat in seats)
    weighty = best_first((m for m in moments if m.weight > ROUNDING), lambda moment: moment.weight)
    review = MatchReview(match, knowledge.aim, knowledge.exact, moments, accounts, tuple(weighty[:DECISIVE]))
    review = replace(review, lines=tuple(_line(review, knowledge, seat) for seat in seats))
    return replace(review, lead=_lead(review), solved=_solved(moments, knowledge))


def result_of(match: EventMatch, seat: int, aim: str) -> float:
    """The result of a seat in a finished match, in units of the aim."""
    if aim == "wins":
        return (seat in match.winners) / len(match.winners)
    if aim.startswith(REACH):
        return float(match.scores[seat] >= int(aim.removeprefix(REACH)))
    return float(match.scores[seat])


def net_luck(review: MatchReview, seat: int) -> float:
    """The seat's luck beyond the others' average; in solo, its luck."""
    others = [account.luck for account in review.accounts if account.seat != seat]
    return review.accounts[seat].luck - (sum(others) / len(others) if others else 0.0)


def played_by_game(review: MatchReview, seat: int) -> bool:
    """Whether the game made every choice of the seat, because the player was always absent."""
    choices = [moment for moment in review.moments if moment.seat == seat and moment.kind]
    return bool(choices) and all(moment.by_game for moment in choices)


def seat_turns(review: MatchReview, seat: int | None = None) -> list[SeatTurn]:
    """The turns in the order of play, of one seat or all."""
    return turns_of(moment for moment in review.moments if seat in (None, moment.seat))


def turns_of(moments: Iterable[Moment]) -> list[SeatTurn]:
    """Groups moments into turns, in the order of play."""

    def turn(moment: Moment) -> tuple[int, int, int]:
        return moment.game, moment.turn, moment.seat

    in_order = sorted(moments, key=turn)
    together = ((at, tuple(moments)) for at, moments in groupby(in_order, key=turn))
    return [SeatTurn(who, game, number, moments) for (game, number, who), moments in together]


# --- Sums ------------------------------------------------------------------------------------------------


def _account(match: EventMatch, knowledge: Knowledge, moments: tuple[Moment, ...], seat: int) -> Account:
    own = [moment for moment in moments if moment.seat == seat]
    start = evaluate.worth(begin(match.setup), seat, knowledge)
    last = evaluate.worth(match.state, seat, knowledge)
    result = result_of(match, seat, knowledge.aim) if questions.is_over(match.state) else last
    luck, cost = sum(moment.luck for moment in own), sum(moment.own_cost for moment in own)
    of_game = sum(moment.cost for moment in own if moment.by_game)
    after = (start, *(moment.after for moment in own))
    before = (*(moment.before for moment in own), last)
    others = sum(now - then for then, now in zip(after, before, strict=True))
    marks = {sign: sum(moment.mark == sign for moment in own) for sign in ("?!", "?", "??")}
    hints = sum(isinstance(event, HintTaken) and event.seat == seat for event in match.events)
    mirrored = _mirrored(match, knowledge, moments, seat)
    lost, won = sum(moment.luck for moment in mirrored), sum(moment.cost for moment in mirrored)
    by_kind, by_box = _by_kind(own), _by_box(own)
    joint, to_joint = (sum(moment.joint for moment in some) for some in (own, mirrored))
    sums = luck, cost, others, result, by_kind, by_box, marks, hints, lost, won, of_game, joint, to_joint
    return Account(seat, start, *sums)


def _mirrored(
    match: EventMatch, knowledge: Knowledge, moments: tuple[Moment, ...], seat: int
) -> list[Moment]:
    """In a two-player match for the win: the moments of the opponent alone, whose gains this seat loses."""
    if not is_duel(match.setup, knowledge.aim):
        return []
    own = {moment.number for moment in moments if moment.seat == seat}
    return [one for one in moments if one.number not in own and not several_decide(one.state)]


def is_duel(setup: Setup, aim: str) -> bool:
    """Whether two players play to win, so that their chances add up to 1."""
    return aim == "wins" and len(setup.players) == 2


def _by_kind(own: list[Moment]) -> dict[str, float]:
    decided = [moment for moment in own if not moment.by_game]
    costs = {kind: [moment.cost for moment in decided if moment.kind == kind] for kind in KINDS}
    return {kind: sum(cost) for kind, cost in costs.items() if cost}


def _by_box(own: list[Moment]) -> dict[str, float]:
    """The cost by box; the current turn does not count."""
    costs = defaultdict[str, float](float)
    turn = 0.0
    for moment in own:
        turn += moment.own_cost
        if isinstance(moment.event, Spend):
            use = used(moment)
            if turn or not moment.by_game:
                costs[use.waives or use.name] += turn
            turn = 0.0
    return dict(costs)


# --- Lines -----------------------------------------------------------------------------------------------


def _line(review: MatchReview, knowledge: Knowledge, seat: int) -> Line:
    account = review.accounts[seat]
    line = [(0, account.start)]
    for number, together in groupby(review.moments, key=lambda moment: moment.number):
        worth = _worth_after(tuple(together), seat, knowledge)
        if worth is not None and abs(worth - line[-1][1]) > ROUNDING:
            line.append((number, worth))
    line.append((len(review.match.events), account.result))
    return tuple(line)


def _worth_after(together: tuple[Moment, ...], seat: int, knowledge: Knowledge) -> float | None:
    """The worth of the seat after an event; None if an event of others did not change the position. In a
    two-player match for the win, both worths add up to 1.
    """
    state, then = together[0].state, together[0].then
    for moment in together:
        if moment.seat == seat:
            return evaluate.worth(then, seat, knowledge) if decides_last(state) else moment.after
    if is_duel(state.setup, knowledge.aim) and not several_decide(state):
        return 1 - together[0].after
    return None if then.position is state.position else evaluate.worth(then, seat, knowledge)


def _lead(review: MatchReview) -> Moment | None:
    """See `MatchReview.lead`; None if the match is not over, the win is shared, or the winner always led."""
    match = review.match
    if not questions.is_over(match.state) or len(match.winners) > 1:
        return None
    (winner,) = match.winners
    worths = [line[0][1] for line in review.lines]
    ahead, since = _leads(worths, winner, review.aim), 0
    steps = sorted((number, seat, worth) for seat, line in enumerate(review.lines) for number, worth in line)
    for number, together in groupby(steps, key=lambda step: step[0]):
        for _, seat, worth in together:
            worths[seat] = worth
        if _leads(worths, winner, review.aim) != ahead:
            ahead, since = not ahead, number
    moments = [moment for moment in review.moments if moment.number == since]
    return best_first(moments, lambda moment: moment.weight)[0] if ahead and moments else None


def _solved(moments: tuple[Moment, ...], knowledge: Knowledge) -> Moment | None:
    solved = takewhile(lambda moment: evaluate.is_exact(moment.state, knowledge), reversed(moments))
    return next(iter(deque(solved, maxlen=1)), None)


def _leads(worths: list[float], seat: int, aim: str) -> bool:
    """Whether the seat leads by printed worths."""
    rounded = [as_printed(worth, aim) for worth in worths]
    return all(rounded[seat] > worth for other, worth in enumerate(rounded) if other != seat)

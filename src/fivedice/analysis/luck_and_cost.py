"""Reviews a match: what every choice cost and what luck every throw brought.

For each seat its worth at the start, plus luck, minus cost, plus what changed while others acted, comes to
what it made. What it made is taken from the result of the match, as the record has it, and not from what
is known; each term is summed for itself. So `Account.residue`, how far the sum is from what the seat made,
is nil only if what is known is right about how the match ended.

The cost of choices that the game made for a player who was away (R6) is summed apart from the player's own.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Set
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
from fivedice.match.events import Hint, Spend
from fivedice.match.match import Match
from fivedice.match.setup import Setup
from fivedice.match.state import begin

DECISIVE = 5
"""How many moments are said to have decided a match."""

Line = tuple[tuple[int, float], ...]
"""Event numbers from 0, and a worth after each."""


class Account(Struct, frozen=True):
    """What a match came to for one seat."""

    seat: int
    start: float
    luck: float
    cost: float
    """What the choices of its player cost."""
    others: float
    """What changed while others acted."""
    result: float
    """What it made by the result of the match; while the match goes on, what it promises."""
    by_kind: dict[str, float]
    """The cost of its choices by kind of decision."""
    by_box: dict[str, float]
    """The cost of a turn's choices by what the turn was used for; a zero by choice counts for its box."""
    marks: dict[str, int]
    """How many of its choices have each mark."""
    hints: int
    """How many hints it took."""
    lost_to_luck: float = 0.0
    """Of `others`, taken off it: the luck of the other of two who play to win, which is this seat's loss."""
    won_by_cost: float = 0.0
    """Of `others`, added to it: in the same way, what the other's choices cost."""
    cost_of_game: float = 0.0
    """What the choices cost that the game made while its player was away."""

    @property
    def adds_up(self) -> bool:
        """Whether the terms come to the result."""
        return abs(self.residue) < ROUNDING

    @property
    def residue(self) -> float:
        """The result less all it should be made of: nothing but rounding, if what is known is right."""
        return self.result - (self.start + self.luck - self.whole_cost + self.others)

    @property
    def whole_cost(self) -> float:
        """What all its choices cost, whoever made them."""
        return self.cost + self.cost_of_game

    @property
    def unexplained(self) -> float:
        """What changed while others acted, and is not merely the other side of their luck and choices."""
        return self.others + self.lost_to_luck - self.won_by_cost


class Review(Struct, frozen=True):
    """A match looked back at: every moment, an account a seat, and the moments that decided most."""

    match: Match
    aim: str
    exact: bool
    moments: tuple[Moment, ...]
    accounts: tuple[Account, ...]
    decisive: tuple[Moment, ...]
    """The costliest choices and the greatest strokes of luck, the weightiest first."""
    lines: tuple[Line, ...] = ()
    """For each seat what the match promised it: after each event that changed it, and at both ends."""
    lead: Moment | None = None
    """The moment from which on the winner was worth more than every other seat, as worths are printed, if it
    was not so from the start."""
    solved: Moment | None = None
    """The moment from which on everything is rated by what is solved, and by no estimate."""


class SeatTurn(Struct, frozen=True):
    """One turn of one seat, or what it saw before its first (number 0)."""

    seat: int
    game: int
    number: int
    moments: tuple[Moment, ...]

    @property
    def luck(self) -> float:
        """The luck of its throws."""
        return sum(moment.luck for moment in self.moments)

    @property
    def cost(self) -> float:
        """The cost of its player's choices."""
        return sum(moment.own_cost for moment in self.moments)

    @property
    def uses(self) -> tuple[Use, ...]:
        """What its dice were used for; nothing while it goes on."""
        return tuple(used(moment) for moment in self.moments if isinstance(moment.event, Spend))


def review(match: Match, knowledge: Knowledge, by_game: Set[int] = frozenset()) -> Review:
    """Looks back at a match, finished or not; the game made the decisions with the numbers `by_game`."""
    return summed(match, knowledge, tuple(each_moment(match, knowledge, by_game)))


def summed(match: Match, knowledge: Knowledge, moments: tuple[Moment, ...]) -> Review:
    """The same of all its moments, where they have been weighed already."""
    seats = range(len(match.setup.players))
    accounts = tuple(_account(match, knowledge, moments, seat) for seat in seats)
    weighty = best_first((m for m in moments if m.weight > ROUNDING), lambda moment: moment.weight)
    review = Review(match, knowledge.aim, knowledge.exact, moments, accounts, tuple(weighty[:DECISIVE]))
    review = replace(review, lines=tuple(_line(review, knowledge, seat) for seat in seats))
    return replace(review, lead=_lead(review), solved=_solved(moments, knowledge))


def made(match: Match, seat: int, aim: str) -> float:
    """What the result of a match that is over says that a seat made, in what the aim counts."""
    if aim == "wins":
        return (seat in match.winners) / len(match.winners)
    if aim.startswith(REACH):
        return float(match.scores[seat] >= int(aim.removeprefix(REACH)))
    return float(match.scores[seat])


def net_luck(review: Review, seat: int) -> float:
    """How much more luck the seat had than the others on average; alone, its luck."""
    return net(review, seat, lambda account: account.luck)


def net(review: Review, seat: int, of: Callable[[Account], float]) -> float:
    """How much more of something in its account the seat has than the others on average; alone, all of it."""
    others = [of(account) for account in review.accounts if account.seat != seat]
    return of(review.accounts[seat]) - (sum(others) / len(others) if others else 0.0)


def played_by_game(review: Review, seat: int) -> bool:
    """Whether the game made every choice of the seat, whose player was away all the time."""
    choices = [moment for moment in review.moments if moment.seat == seat and moment.kind]
    return bool(choices) and all(moment.by_game for moment in choices)


def seat_turns(review: Review, seat: int | None = None) -> list[SeatTurn]:
    """The turns in the order of play, of one seat if it is named."""
    return turns_of(moment for moment in review.moments if seat in (None, moment.seat))


def turns_of(moments: Iterable[Moment]) -> list[SeatTurn]:
    """The turns that these moments make up, in the order of play."""

    def turn(moment: Moment) -> tuple[int, int, int]:
        return moment.game, moment.turn, moment.seat

    seen = sorted(moments, key=turn)
    together = ((at, tuple(moments)) for at, moments in groupby(seen, key=turn))
    return [SeatTurn(who, game, number, moments) for (game, number, who), moments in together]


# --- Sums ------------------------------------------------------------------------------------------------


def _account(match: Match, knowledge: Knowledge, moments: tuple[Moment, ...], seat: int) -> Account:
    own = [moment for moment in moments if moment.seat == seat]
    start = evaluate.worth(begin(match.setup), seat, knowledge)
    last = evaluate.worth(match.state, seat, knowledge)
    result = made(match, seat, knowledge.aim) if questions.is_over(match.state) else last
    luck, cost = sum(moment.luck for moment in own), sum(moment.own_cost for moment in own)
    of_game = sum(moment.cost for moment in own if moment.by_game)
    after = (start, *(moment.after for moment in own))
    before = (*(moment.before for moment in own), last)
    others = sum(now - then for then, now in zip(after, before, strict=True))
    marks = {sign: sum(moment.mark == sign for moment in own) for sign in ("?!", "?", "??")}
    hints = sum(isinstance(event, Hint) and event.seat == seat for event in match.events)
    mirrored = _mirrored(match, knowledge, moments, seat)
    lost, won = sum(moment.luck for moment in mirrored), sum(moment.cost for moment in mirrored)
    by_kind, by_box = _by_kind(own), _by_box(own)
    return Account(seat, start, luck, cost, others, result, by_kind, by_box, marks, hints, lost, won, of_game)


def _mirrored(match: Match, knowledge: Knowledge, moments: tuple[Moment, ...], seat: int) -> list[Moment]:
    """What the other of two did alone who play to win: all that it gains this seat loses."""
    if not is_duel(match.setup, knowledge.aim):
        return []
    own = {moment.number for moment in moments if moment.seat == seat}
    return [one for one in moments if one.number not in own and not several_decide(one.state)]


def is_duel(setup: Setup, aim: str) -> bool:
    """Whether two play to win, so that the chance of one is what the other's leaves."""
    return aim == "wins" and len(setup.players) == 2


def _by_kind(own: list[Moment]) -> dict[str, float]:
    decided = [moment for moment in own if not moment.by_game]
    costs = {kind: [moment.cost for moment in decided if moment.kind == kind] for kind in KINDS}
    return {kind: sum(cost) for kind, cost in costs.items() if cost}


def _by_box(own: list[Moment]) -> dict[str, float]:
    """A turn that is still under way counts nowhere."""
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


def _line(review: Review, knowledge: Knowledge, seat: int) -> Line:
    account = review.accounts[seat]
    line = [(0, account.start)]
    for number, together in groupby(review.moments, key=lambda moment: moment.number):
        worth = _worth_after(tuple(together), seat, knowledge)
        if worth is not None and abs(worth - line[-1][1]) > ROUNDING:
            line.append((number, worth))
    line.append((len(review.match.events), account.result))
    return tuple(line)


def _worth_after(together: tuple[Moment, ...], seat: int, knowledge: Knowledge) -> float | None:
    """None where an event of others has not changed the position.

    Of a win between two the other has what is left by who acts alone.
    """
    state, then = together[0].state, together[0].then
    for moment in together:
        if moment.seat == seat:
            return evaluate.worth(then, seat, knowledge) if decides_last(state) else moment.after
    if is_duel(state.setup, knowledge.aim) and not several_decide(state):
        return 1 - together[0].after
    return None if then.position is state.position else evaluate.worth(then, seat, knowledge)


def _lead(review: Review) -> Moment | None:
    """None where the match goes on, the win is shared, or the winner led all the time."""
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
    """Whether the seat is worth more than every other, also as worths are printed."""
    shown = [as_printed(worth, aim) for worth in worths]
    return all(shown[seat] > worth for other, worth in enumerate(shown) if other != seat)

"""Means, intervals and Elo, held against numbers that are known beforehand."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, count
from math import factorial, inf, isclose, log10, prod, sqrt
from random import Random
from statistics import fmean, stdev, variance
from typing import Any, cast

import numpy as np
import pytest
from msgspec.structs import replace

from fivedice.analysis.solver_api import Knowing, Knowledge
from fivedice.bots import random
from fivedice.core.dice import FACES, ROLLS, Dice
from fivedice.core.rules import Game
from fivedice.core.worth import Worth
from fivedice.games import GAMES
from fivedice.games.owncard import OwnCard
from fivedice.match.events import Choose, Decision, First, Spend, Throw
from fivedice.match.questions import decisions, stops
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, begin, step
from fivedice.runtime.intervals import cut, estimate, share, student
from fivedice.runtime.library import Library
from fivedice.runtime.simulation import play
from fivedice.study.arena import luck
from fivedice.study.arena.figures import elo, figures
from fivedice.study.arena.luck import NO_LUCK, MatchLuck
from fivedice.study.arena.plan import ArenaPlan, PlayedDeal, player_of
from fivedice.study.arena.plan import play as play_deal
from tests import shared
from tests.spread import one_in


def a_plan(bots: int = 2, *, duplicate: bool = True) -> ArenaPlan:
    return ArenaPlan(GAMES["piecepack"], tuple(Player(name) for name in "ABCD"[:bots]), 1, duplicate)


@pytest.mark.parametrize(
    ("freedom", "errors"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (10, 2.228), (30, 2.042), (99, 1.984), (10**6, 1.960)],
)
def test_students_t_is_that_of_the_printed_tables(freedom: int, errors: float) -> None:
    """The column 0.975 of the table in the NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2."""
    assert student(freedom) == pytest.approx(errors, abs=5e-4)


def test_an_interval_is_as_many_standard_errors_to_either_side() -> None:
    found = estimate([0.0, 1.0] * 50)
    margin = 1.984217 * sqrt(0.25 * 100 / 99 / 100)
    assert found.value == 0.5
    assert found.high - 0.5 == pytest.approx(margin, abs=1e-6)
    assert 0.5 - found.low == pytest.approx(margin, abs=1e-6)


def test_two_equal_scores_do_not_prove_a_mean() -> None:
    found = estimate([12, 12])
    assert found.high - 12 == 12 - found.low == pytest.approx(12.706 * sqrt(1 / 12 / 2), rel=1e-4)
    assert estimate([12] * 10_000).high < 12.01
    assert estimate([11, 14]) == estimate([11.0, 14.0])


@pytest.mark.parametrize(
    ("wins", "matches", "low", "high"),
    [
        (0, 10, 0, 0.3085),
        (1, 10, 0.0025, 0.4450),
        (5, 10, 0.1871, 0.8129),
        (0, 60, 0, 0.0596),
        (1, 60, 0.0004, 0.0894),
        (50, 100, 0.3983, 0.6017),
        (100, 100, 0.9638, 1),
    ],
)
def test_wins_and_losses_have_the_exact_interval_of_a_count(
    wins: int, matches: int, low: float, high: float
) -> None:
    """That of Clopper and Pearson, as tables of it have it."""
    found = share([1.0] * wins + [0.0] * (matches - wins))
    assert (found.low, found.high) == pytest.approx((low, high), abs=6e-5)


@pytest.mark.parametrize("chances", [(1, 2, 1), (2, 96, 2), (0, 95, 5)])
@pytest.mark.parametrize("deals", one_in(3, [10, 2, 60]))
def test_at_least_19_of_20_intervals_hold_a_share_of_pairs(chances: tuple[int, int, int], deals: int) -> None:
    dice, truth, held = Random(3), (chances[1] / 2 + chances[2]) / sum(chances), 0
    for _ in range(200):
        found = share(dice.choices((0.0, 0.5, 1.0), chances, k=deals))
        assert 0 <= found.low <= found.value <= found.high <= 1
        held += found.low <= truth <= found.high
    assert held >= 190


def test_pairs_tell_more_than_as_many_matches() -> None:
    pairs, single = share([0.5] * 80 + [0.0, 1.0] * 10), share([0.0, 1.0] * 50)
    assert pairs.high - pairs.low < 0.6 * (single.high - single.low)


def test_a_share_less_luck_is_cut_off_at_0_and_1() -> None:
    found = cut(estimate([1.2, 0.9, 0.6]))
    assert found.value == pytest.approx(0.9)
    assert found.high == 1
    assert found.low < 0.6


def test_deals_are_independent_and_their_matches_are_not() -> None:
    pairs = [(100 + 7 * (deal % 5), 200 - 3 * (deal % 5)) for deal in range(1, 51)]
    played = [PlayedDeal(n, ((a, b), (b, a)), ((1,), (0,))) for n, (a, b) in enumerate(pairs, start=1)]
    found = figures(a_plan(), played)
    means = [(a + b) / 2 for a, b in pairs]
    deviation = sqrt(sum((mean - sum(means) / 50) ** 2 for mean in means) / 49)
    assert found.bots[0].wins.value == 0.5
    assert found.pairs[0].score == estimate([0.0] * 50)
    assert found.bots[0].score.high - found.bots[0].score.value == pytest.approx(
        2.009575 * deviation / sqrt(50), abs=1e-4
    )


def test_pairs_on_the_same_dice_need_fewer_matches() -> None:
    chance = Random(2)
    rows = [(chance.gauss(0, 40), chance.gauss(0, 40)) for _ in range(100)]
    paired = [
        PlayedDeal(n, ((round(a + 5), round(b)), (round(b + 5), round(a))), ((0,), (1,)))
        for n, (a, b) in enumerate(rows, start=1)
    ]
    single = [PlayedDeal(n, (deal.scores[0],), ((0,),)) for n, deal in enumerate(paired, start=1)]
    assert figures(a_plan(), paired).pairs[0].score.low > 4
    assert figures(a_plan(duplicate=False), single).pairs[0].score.low < 0


def test_a_shared_win_counts_half() -> None:
    played = [PlayedDeal(1, ((9, 9, 1),), ((0, 1),)), PlayedDeal(2, ((5, 5, 5),), ((0, 1, 2),))]
    shares = [bot.wins.value for bot in figures(a_plan(3, duplicate=False), played).bots]
    assert shares == pytest.approx([5 / 12, 5 / 12, 1 / 6])


def test_who_wins_is_ahead_however_it_was_decided() -> None:
    played = [PlayedDeal(1, ((9, 9, 1),), ((1,),)), PlayedDeal(2, ((9, 9, 1),), ((1,),))]
    found = {(p.name, p.against): p.points.value for p in figures(a_plan(3, duplicate=False), played).pairs}
    assert found == {("A", "B"): 0, ("B", "A"): 1, ("A", "C"): 1, ("C", "A"): 0, ("B", "C"): 1, ("C", "B"): 0}


def test_of_three_bots_elo_says_who_wins_more_than_a_third() -> None:
    """A wins two of four matches and is last in the others, so it is behind half the time and yet leads: by
    log10(2) x 400, as twice as strong as either of the others. A fair share is no lead.
    """
    rows = [((9, 5, 1), (0,)), ((9, 1, 5), (0,)), ((1, 9, 5), (1,)), ((1, 5, 9), (2,))]
    found = figures(
        a_plan(3, duplicate=False), [PlayedDeal(n, (s,), (w,)) for n, (s, w) in enumerate(rows, 1)]
    )
    assert found.bots[0].elo.value == pytest.approx(400 * log10(2))
    assert found.bots[1].elo.value < 0
    assert [pair.points.value for pair in found.pairs if pair.name == "A"] == [0.5, 0.5]
    third = share([1 / 3] * 10)
    assert elo(third, 2).value == pytest.approx(0, abs=1e-9)


def test_half_the_lead_in_luck_is_taken_off_who_is_ahead() -> None:
    """Of three bots A won both matches, one by luck alone; its points, and so its Elo, are what is left."""
    lucky = ((MatchLuck(0.6, 9), MatchLuck(-0.2, 0), MatchLuck(-0.4, 0)), (NO_LUCK,) * 3)
    played = [
        PlayedDeal(deal, ((9, 5, 1),), ((0,),), luck=(luck,)) for deal, luck in enumerate(lucky, start=1)
    ]
    adjusted = replace(a_plan(3, duplicate=False), adjusted=True)
    found = figures(adjusted, played)
    points = {pair.name + pair.against: pair.points.value for pair in found.pairs}
    assert points == pytest.approx({"AB": 0.8, "AC": 0.75, "BA": 0.2, "CA": 0.25, "BC": 0.95, "CB": 0.05})
    elos = {pair.name + pair.against: pair.elo.value for pair in found.pairs}
    assert elos["AC"] == pytest.approx(400 * log10(3))
    assert found.bots[0].wins.value == pytest.approx(0.7)
    assert found.bots[0].score.value == pytest.approx(9 - 9 / 2)


@pytest.mark.parametrize(
    ("points", "lead"), [(0.5, 0.0), (10 / 11, 400.0), (0.64, 99.95), (0.0, -inf), (1.0, inf)]
)
def test_elo_is_the_logistic_one(points: float, lead: float) -> None:
    found = elo(share([points] * 2))
    assert isclose(found.value, lead, abs_tol=0.01)
    assert found.low <= found.value <= found.high


def test_one_deal_proves_nothing() -> None:
    found = figures(a_plan(), [PlayedDeal(1, ((9, 1), (8, 1)), ((0,), (0,)))])
    assert (found.bots[0].score.low, found.bots[0].score.high) == (-inf, inf)
    assert (found.bots[0].wins.low, found.bots[0].wins.high) == (0, 1)


# --- Less the luck of the dice ------------------------------------------------------------------------------


SAMPLED = 6
"""Chance events of a match that are looked at outcome by outcome."""


def few() -> Game:
    yatzy = cast(OwnCard, GAMES["yatzy"]).written
    upper, lower = yatzy.sections
    return OwnCard(replace(yatzy, title="Few", sections=(upper, replace(lower, boxes=lower.boxes[:3]))))


class Wrong(Knowledge):
    """Knowledge that is wrong on purpose: worths drawn at random, the same whenever they are asked for."""

    aim = "wins"

    def __init__(self, game: Game) -> None:
        self._game = game

    def worth(self, position: Any, seat: int) -> float:
        return Random(f"{position}/{seat}").random()

    def rolls(self, position: Any, seat: int) -> Worth:
        drawn = Random(f"rolls/{position}/{seat}")
        return np.array([drawn.random() for _ in ROLLS])

    def uses(self, position: Any, seat: int, roll: Dice) -> dict[str, float]:
        return {use.name: Random(use.name).random() for use in self._game.uses(position, seat, roll)}


@lru_cache(maxsize=1)
def known() -> Library:
    with shared.tables("library") as folder:
        return Library(folder)


@lru_cache(maxsize=64)
def _wrong(game: Game) -> Wrong:
    return Wrong(game)


def wrongly_known(game: Game, seats: int, aim: str) -> Knowledge:  # noqa: ARG001 - as it is asked
    return _wrong(game)


def outcomes(state: State) -> Iterator[tuple[Throw | First, float]]:
    """All that may happen by chance in a state, with how likely it is."""
    seats, dice = state.awaited.seats, state.awaited.dice
    if state.awaited.kind == "first":
        yield from ((First(seat), 1 / len(seats)) for seat in seats)
        return
    for thrown in combinations_with_replacement(FACES, dice):
        orders = factorial(dice) / prod(map(factorial, Counter(thrown).values()))
        yield Throw(seats[0], thrown), orders / len(FACES) ** dice


def by_chance(setup: Setup) -> list[State]:
    """States of a match played at random that wait for chance: some of its throws, and every other event."""
    for number in count(1):
        state, found = begin(setup), list[State]()
        for event in play(setup, [random] * len(setup.players), 5, number).events:
            if isinstance(event, Throw | First):
                found.append(state)
            state = step(state, event)
        if setup.game.name != "junior" or any(one.rolloff for one in found):
            break
    others = [state for state in found if state.rolloff or state.awaited.kind == "first"]
    return [*others[:1], *others[-2:], *Random(1).sample(found, SAMPLED)]


MATCHES: list[tuple[str, int, dict[str, Any]]] = [
    ("traditional", 2, {"first": "roll", "games": 2}),
    ("few", 3, {"first": "random"}),
    *((game, seats, {}) for game in ("challenge", "showdown") for seats in (2, 3)),
    ("junior", 2, {}),
    ("junior", 3, {"first": "random"}),
]


CASES = [(*match, knowing) for match in MATCHES for knowing in (known(), wrongly_known)]


@pytest.mark.parametrize(("game", "seats", "agreed", "knowing"), one_in(5, CASES))
def test_luck_is_nil_on_average(game: str, seats: int, agreed: dict[str, Any], knowing: Knowing) -> None:
    """Over all that may be thrown, for each seat whose luck it is: turns, common dice, red dice, roll-offs.

    That holds to the last digits also where what is known is nonsense, and whatever others have decided.
    """
    rules = GAMES[game] if game in GAMES else few()
    setup = Setup(rules, tuple(map(Player, "abc"[:seats])), **agreed)
    aims = ("wins", "score") if knowing is not wrongly_known else ("wins",)
    for state in by_chance(setup):
        chances, events = defaultdict[State, float](float), dict[State, Throw | First]()
        for event, chance in outcomes(state):
            then = step(state, event)
            chances[then], events[then] = chances[then] + chance, event
        assert sum(chances.values()) == pytest.approx(1)
        for aim in aims:
            mean = defaultdict[int, float](float)
            for then, chance in chances.items():
                gained = luck.lucks(state, events[then], then, knowing(setup.game, seats, aim))
                for seat, luck_ in gained.items():
                    mean[seat] += chance * luck_
            assert mean
            assert max(map(abs, mean.values())) < 1e-9


def played(game: str, matches: int, *bots: str) -> tuple[ArenaPlan, list[PlayedDeal]]:
    players = tuple(Player(f"{bot} {number}", bot) for number, bot in enumerate(bots))
    plan = ArenaPlan(GAMES[game], players, 3, duplicate=False, adjusted=True)
    one = player_of(plan, known())
    return plan, [one(deal) for deal in range(1, matches + 1)]


def shares(deals: list[PlayedDeal], bot: int) -> tuple[list[float], list[float]]:
    won = [(bot in deal.winners[0]) / len(deal.winners[0]) for deal in deals]
    return won, [deal.lucky(0, bot).wins for deal in deals]


def test_the_adjusted_mean_is_the_plain_one_and_its_interval_shorter() -> None:
    plan, deals = played("junior", 80, "expert", "greedy")
    won, lucky = shares(deals, 0)
    scores = [deal.scores[0][0] for deal in deals]
    score_luck = [deal.lucky(0, 0).score for deal in deals]
    for plain, off in ((won, lucky), (scores, score_luck)):
        less = [value - gained for value, gained in zip(plain, off, strict=True)]
        assert abs(fmean(off)) < 4 * stdev(off) / len(off) ** 0.5
        assert variance(less) < variance(plain) / 10
    bot = figures(plan, deals).bots[0]
    assert bot.wins.value == pytest.approx(fmean(won) - fmean(lucky))
    assert bot.fewer is not None
    assert min(bot.fewer.wins, bot.fewer.score) > 10


def test_the_shares_of_one_win_stay_shares_of_one() -> None:
    _, deals = played("junior", 1, *["random"] * 3)
    assert sum(match.wins for match in deals[0].luck[0]) == pytest.approx(0)
    assert any(abs(match.wins) > 0.01 for match in deals[0].luck[0])


def test_what_luck_needs_is_solved_before_a_deal_is_timed() -> None:
    players = Player("one", "greedy"), Player("two", "greedy")
    asked = list[str]()

    def knowing(game: Game, seats: int, aim: str) -> Knowledge:
        asked.append(f"{game.name} {seats} {aim}")
        return Wrong(game)

    player_of(ArenaPlan(GAMES["junior"], players, 7, duplicate=False, adjusted=True), knowing)
    assert sorted(asked) == ["junior 2 score", "junior 2 wins"]


# --- The same dice for whoever sits there -------------------------------------------------------------------


def stopper(state: State, seat: int, _: object) -> Decision:
    return stops(state, seat) if state.awaited.kind == "keep" else decisions(state, seat)[0]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3])
def test_bots_that_play_alike_make_alike_from_every_seat(game: str, seats: int) -> None:
    plan = ArenaPlan(GAMES[game], tuple(Player(f"B{bot}") for bot in range(seats)), 11, duplicate=True)
    for deal in range(1, 3):
        played = play_deal(plan, [stopper] * seats, deal)
        assert len(played.scores) == seats
        made = [sorted(row[bot] for row in played.scores) for bot in range(seats)]
        won = [sum(bot in winners for winners in played.winners) for bot in range(seats)]
        assert all(scores == made[0] for scores in made)
        assert len(set(won)) == 1


def test_bots_go_round_the_seats() -> None:
    players = tuple(Player(name) for name in ("A", "B", "C"))
    plan = ArenaPlan(GAMES["junior"], players, 1, duplicate=True)
    seated = [plan.setup(rotation).players for rotation in plan.rotations(1)]
    assert all({row[seat] for row in seated} == set(players) for seat in range(3))
    single = ArenaPlan(GAMES["junior"], players, 1, duplicate=False)
    assert [single.rotations(deal) for deal in range(1, 5)] == [(1,), (2,), (0,), (1,)]


def test_scores_and_wins_go_to_the_bot_and_not_to_the_seat() -> None:
    def worst(state: State, seat: int, _: object) -> Decision:
        offered = decisions(state, seat)
        zeros = [d for d in offered if isinstance(d, Spend) and d.use.startswith("zero-")]
        return (
            zeros[0] if zeros else offered[-1] if isinstance(offered[0], Choose) else stopper(state, seat, 0)
        )

    plan = ArenaPlan(GAMES["piecepack"], (Player("A"), Player("B"), Player("C")), 3, duplicate=True)
    played = play_deal(plan, [stopper, worst, stopper], 1)
    assert all(row[1] == min(row) for row in played.scores)
    assert all(1 not in winners for winners in played.winners)
    assert len({row[1] for row in played.scores}) <= 3

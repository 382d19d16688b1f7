"""The luck that is taken off results: nil on average at every chance event, whatever is known."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, count
from math import factorial, prod
from random import Random
from statistics import fmean, stdev, variance
from typing import Any, cast

import numpy as np
import pytest
from msgspec.structs import replace

from fivedice.analysis.solver_api import Knowing, Knowledge
from fivedice.arena import luck
from fivedice.arena.figures import figures
from fivedice.arena.plan import ArenaPlan, player_of
from fivedice.arena.played import PlayedDeal
from fivedice.bots import random
from fivedice.core.dice import FACES, ROLLS, Dice
from fivedice.core.rules import Game
from fivedice.core.worth import Worth
from fivedice.games import GAMES
from fivedice.games.owncard import OwnCard
from fivedice.match.events import First, Throw
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, begin, step
from fivedice.runtime.library import Library
from fivedice.runtime.simulation import play
from tests import shared

SAMPLED = 6
"""Chance events of a match that are looked at outcome by outcome."""


def few() -> Game:
    """A card of one's own with so few boxes that who wins is soon worked out."""
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
    """What is known of every game, with what other tests of this run have worked out."""
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
    ("challenge", 2, {}),
    ("challenge", 3, {}),
    ("showdown", 2, {}),
    ("showdown", 3, {}),
    ("junior", 2, {}),
    ("junior", 3, {"first": "random"}),
]


@pytest.mark.parametrize("knowing", [known(), wrongly_known], ids=["known", "wrong"])
@pytest.mark.parametrize(("game", "seats", "agreed"), MATCHES, ids=[f"{game}-{n}" for game, n, _ in MATCHES])
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
    """So many matches of an arena, with what chance gave in each."""
    players = tuple(Player(f"{bot} {number}", bot) for number, bot in enumerate(bots))
    plan = ArenaPlan(GAMES[game], players, 3, duplicate=False, adjusted=True)
    one = player_of(plan, known())
    return plan, [one(deal) for deal in range(1, matches + 1)]


def shares(deals: list[PlayedDeal], bot: int) -> tuple[list[float], list[float]]:
    """A bot's share of the win in every match, and its luck there."""
    won = [(bot in deal.winners[0]) / len(deal.winners[0]) for deal in deals]
    return won, [deal.lucky(0, bot).wins for deal in deals]


def test_the_adjusted_mean_is_the_plain_one_and_its_interval_shorter() -> None:
    """Within the errors of both: wins and scores of many matches, by as much as the luck is off nil."""
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
    """What chance gives to some it takes from the others, so the wins of all still come to one."""
    for game, bots in (("junior", 3), ("challenge", 2)):
        _, deals = played(game, 1, *["random"] * bots)
        assert sum(match.wins for match in deals[0].luck[0]) == pytest.approx(0)
        assert any(abs(match.wins) > 0.01 for match in deals[0].luck[0])


def test_points_of_two_bots_are_their_shares_of_the_wins() -> None:
    plan, deals = played("junior", 20, "greedy", "random")
    found = figures(plan, deals)
    assert found.pairs[0].points.value == pytest.approx(found.bots[0].wins.value)
    assert sum(bot.wins.value for bot in found.bots) == pytest.approx(1)


def test_what_luck_needs_is_solved_before_a_deal_is_timed() -> None:
    players = Player("one", "greedy"), Player("two", "greedy")
    asked = list[str]()

    def knowing(game: Game, seats: int, aim: str) -> Knowledge:
        asked.append(f"{game.name} {seats} {aim}")
        return Wrong(game)

    player_of(ArenaPlan(GAMES["junior"], players, 7, duplicate=False, adjusted=True), knowing)
    assert sorted(asked) == ["junior 2 score", "junior 2 wins"]

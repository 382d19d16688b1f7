"""The same dice for whoever sits there: what a deal promises, held against matches of all five games."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import Any

import pytest

from fivedice.arena.plan import ArenaPlan, play
from fivedice.bots import Bot, random
from fivedice.bots.greedy import greedy
from fivedice.core.turn import EMPTY
from fivedice.deals.deal import Deal, seeded
from fivedice.deals.source import Dealer
from fivedice.games import GAMES
from fivedice.match.events import Choose, Decision, Event, Keep, Spend, Throw
from fivedice.match.questions import decisions, is_over, stops, view
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, begin, step
from fivedice.runtime import chance

Fallen = dict[tuple[object, ...], int]
"""Where each die of a match fell (seat, number of its turn, throw, slot) and what it showed."""


def a_setup(game: str, seats: int = 2, first: Any = 0, games: int = 1) -> Setup:
    """A match of a game between players with any names."""
    return Setup(GAMES[game], tuple(Player(f"P{seat}") for seat in range(seats)), games, first)


def dealer(number: int) -> Dealer:
    """The dice of a deal with this number."""
    return Dealer(Deal(seeded(7), (), number))


def fallen(setup: Setup, bots: Sequence[Bot], number: int) -> Fallen:
    """Plays a match on a deal and writes down where each die fell."""
    state, dice, thinking = begin(setup), dealer(number), chance.seeded(number)
    told: Fallen = {}
    turns: defaultdict[tuple[object, ...], int] = defaultdict(int)
    while not is_over(state):
        if state.awaited.kind in ("throw", "first"):
            event: Event = dice.happen(state)
            if isinstance(event, Throw):
                told |= places(state, event, turns)
        else:
            seat = state.awaited.seats[0]
            event = bots[seat](view(state, seat), seat, thinking)
        state = step(state, event)
    return told


def places(state: State, event: Throw, turns: defaultdict[tuple[object, ...], int]) -> Fallen:
    """Where the dice of one throw of a lone hand, of the red die or of a roll-off fall."""
    if state.turn is None or state.rolloff is not None:
        kind = "roll-off" if state.rolloff else "red"
        turns[event.seat, kind] += 1
        return {(event.seat, kind, turns[event.seat, kind], slot): die for slot, die in enumerate(event.dice)}
    if state.turn.step == 1:
        turns[event.seat, "turn"] += 1
    empty = [slot for slot, die in enumerate(state.turn.hands[0]) if die == EMPTY]
    turn = turns[event.seat, "turn"]
    return {
        (event.seat, "turn", turn, state.turn.step, slot): die
        for slot, die in zip(empty, event.dice, strict=True)
    }


def stopper(state: State, seat: int, _: object) -> Decision:
    """A bot that keeps whatever lies and takes the first use or choice there is."""
    return stops(state, seat) if state.awaited.kind == "keep" else decisions(state, seat)[0]


@pytest.mark.parametrize("game", ["traditional", "piecepack", "junior"])
@pytest.mark.parametrize("other", [random, greedy])
def test_a_die_depends_on_seat_turn_throw_and_slot_only(game: str, other: Bot) -> None:
    setup = a_setup(game)
    one, two = fallen(setup, [random, greedy], 3), fallen(setup, [other, random], 3)
    both = one.keys() & two.keys()
    assert len(both) > 60
    assert all(one[place] == two[place] for place in both)


def test_the_opening_roll_off_is_the_same_for_all() -> None:
    """A deal opens with the same roll-off, so the same seat starts."""
    setup = a_setup("traditional", 3, "roll", games=2)
    one, two = fallen(setup, [random] * 3, 5), fallen(setup, [greedy, stopper, random], 5)
    opening = [place for place in one if place[1] == "roll-off"]
    assert len(opening) >= 15
    assert all(one[place] == two[place] for place in opening if place in two)


def test_the_random_first_seat_is_the_same_for_all() -> None:
    drawn = [dealer(number).happen(begin(a_setup("challenge", 4, "random"))) for number in range(40)]
    again = [dealer(number).happen(begin(a_setup("challenge", 4, "random"))) for number in range(40)]
    assert drawn == again
    assert {event.seat for event in drawn} == {0, 1, 2, 3}


def test_the_red_dice_do_not_depend_on_the_black_ones() -> None:
    setup = a_setup("showdown")
    assert first_reds(setup, stopper) == first_reds(setup, random)


def first_reds(setup: Setup, bot: Bot) -> list[int]:
    """The first red die of each of the first twelve visits, one bot playing all seats."""
    state, dice, thinking, before = begin(setup), dealer(1), chance.seeded(1), -1
    red = list[int]()
    while len(red) < 12:
        if state.awaited.kind == "throw":
            event: Event = dice.happen(state)
            if isinstance(event, Throw) and state.turn is None and event.seat != before:
                red.append(event.dice[0])
            before = event.seat
        else:
            event = bot(state, state.awaited.seats[0], thinking)
        state = step(state, event)
    return red


def test_common_throws_are_one_sequence_by_round_and_step() -> None:
    begun = step(begin(a_setup("challenge", 3)), dealer(2).happen(begin(a_setup("challenge", 3))))
    hand = begun.turn.hands[0] if begun.turn else ()
    taken = []
    for kept in ((0, 2, 5), (1, 1, 1), (4, 0, 3)):
        dice, state = dealer(2), begin(a_setup("challenge", 3))
        state = step(state, dice.happen(state))
        for seat, number in enumerate(kept):
            state = step(state, Keep(seat, hand[:number]))
        while state.awaited.kind == "throw":
            state = step(state, dice.happen(state))
        hands = state.turn.hands if state.turn else ()
        taken += [(5 - number, after[number:]) for number, after in zip(kept, hands, strict=True)]
    longest = max(taken)[1]
    assert len(longest) == 5
    assert all(after == longest[:number] for number, after in taken)


def test_dice_of_different_seats_turns_and_deals_are_different_ones() -> None:
    """No die stands for two: neighbours are equal as often as chance has it, one time in six."""
    setup = a_setup("piecepack", 3)
    rows = [
        tuple(die for place, die in sorted(fallen(setup, [stopper] * 3, number).items(), key=str))
        for number in range(30)
    ]
    pairs = [(a, b) for row in rows for a, b in zip(row, row[15:], strict=False)]
    pairs += [(a, b) for row, other in pairwise(rows) for a, b in zip(row, other, strict=True)]
    equal = sum(a == b for a, b in pairs) / len(pairs)
    assert abs(equal - 1 / 6) < 4 * sqrt(5 / 36 / len(pairs))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seats", [2, 3])
def test_bots_that_play_alike_make_alike_from_every_seat(game: str, seats: int) -> None:
    """With seats exchanged equal players score equally over a deal, to the last point: seats swap exactly."""
    plan = ArenaPlan(GAMES[game], tuple(Player(f"B{bot}") for bot in range(seats)), 11, duplicate=True)
    for deal in range(1, 3):
        played = play(plan, [stopper] * seats, deal)
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
    played = play(plan, [stopper, worst, stopper], 1)
    assert all(row[1] == min(row) for row in played.scores)
    assert all(1 not in winners for winners in played.winners)
    assert len({row[1] for row in played.scores}) <= 3

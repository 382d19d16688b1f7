"""What is known of showdown, held against the game itself and against naive recursion over ordered dice."""

from collections.abc import Callable
from functools import cache, partial
from itertools import product
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from fivedice.analysis import evaluate
from fivedice.core.dice import FACES, ROLLS
from fivedice.core.worth import turn_worth
from fivedice.games.showdown import Showdown
from fivedice.games.showdown_board import CARDS, FULL_VALUE, BoardCard, ShowdownPosition
from fivedice.match.questions import decisions, is_over
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, begin, step
from fivedice.runtime.chance import happen
from fivedice.solve.showdown import last_turn as solving
from fivedice.solve.showdown.board import NONE, PHASES, landed, pack
from fivedice.solve.showdown.last_turn import MOST_BOARDS
from fivedice.solve.showdown.network import AIMS, CHIPS_AIM, WINS, load
from fivedice.solve.showdown.own_turn import ShowdownKnowledge, end_of, knowledge, look_ahead
from fivedice.solve.showdown.turn import TOGETHER, list_ends, turn_means
from tests.solve.conftest import assert_uses_agree
from tests.solve.oracle import NUMBERS, holding
from tests.spread import spread
from tests.typed import as_a

GAME = Showdown()
FULLS = tuple(zip(CARDS, FULL_VALUE, strict=True))
DIAMONDS = tuple(space for space in range(16) if space % 4)


def some_positions(seats: int, seed: int, matches: int = 1) -> list[ShowdownPosition]:
    chance = Random(seed)
    found = list[ShowdownPosition]()
    for match in range(matches):
        state = begin(Setup(GAME, tuple(Player(f"p{n}") for n in range(seats)), first=match % seats))
        while not is_over(state):
            found.append(as_a(ShowdownPosition, state.position))
            awaited = state.awaited
            state = step(
                state,
                happen(awaited, chance)
                if awaited.kind in ("throw", "first")
                else chance.choice(decisions(state, awaited.seats[0])),
            )
        found.append(as_a(ShowdownPosition, state.position))
    return list(dict.fromkeys(found))


def sampled(positions: list[ShowdownPosition], number: int) -> list[ShowdownPosition]:
    """About so many of them, and all of the Showdown Round."""
    every = max(1, len(positions) // number)
    return [p for place, p in enumerate(positions) if place % every == 0 or p.left is not None]


def last_turn(
    stealable: dict[str, tuple[int, int]], own: dict[str, int], pawn: int, seats: int = 2
) -> ShowdownPosition:
    """The last turn of seat 0: cards of others as name: (seat, chips), its own with their chips or full."""
    cards = []
    for card, (name, space) in enumerate(zip(CARDS, DIAMONDS, strict=True)):
        owner, chips = stealable.get(name, (0, own.get(name, FULL_VALUE[card])))
        cards.append(BoardCard(space, owner, chips))
    return ShowdownPosition((pawn, 4, 8, 12)[:seats], tuple(cards), 0, "move", 1)


LITTLE = dict.fromkeys(CARDS[:6], 1)
ENDINGS = (
    last_turn({"sixes": (1, 3), "chance": (1, 6)}, {"aces": 1}, 0),
    last_turn({"twos": (1, 1), "full-house": (1, 5), "aces": (1, 4)}, {"threes": 2, "fours": 1}, 7),
    last_turn({"fives": (1, 2), "large-straight": (2, 7), "small-straight": (2, 5)}, {}, 13, 3),
)
DEAR = {"large-straight": (1, 7), "chance": (1, 6)}
SOME = dict.fromkeys(CARDS[:4], 1) | {"sixes": 1}
BEHIND = (
    last_turn(DEAR | {"full-house": (1, 5), "small-straight": (1, 5)}, LITTLE, 2),
    last_turn(DEAR | {"small-straight": (1, 5), "full-house": (2, 5)}, LITTLE, 9, 3),
    last_turn(DEAR | {"fives": (1, 3), "4-of-a-kind": (1, 4)}, SOME, 12),
)
"""Last turns in which seat 0 has to gain something to win."""
MUCH = {"twos": (1, 2), "fours": (1, 2), "fives": (1, 1), "3-of-a-kind": (1, 3), "full-house": (1, 5)}
MUCH |= DEAR
TOO_LONG = {"chips": last_turn(MUCH, LITTLE, 1), "wins": last_turn(MUCH | {"4-of-a-kind": (1, 4)}, LITTLE, 1)}
"""Last turns that are not solved as a whole, but after some steals."""


class Naive:
    """A seat's own turn by plain recursion over ordered dice; the game is asked everything."""

    def __init__(self, seat: int, after: Callable[[ShowdownPosition], float]) -> None:
        """`after` is the worth of positions in which the seat's turn is over."""
        self.seat, self.after = seat, after
        self.turn = cache(self._turn)
        self.worth = cache(self._worth)

    def _turn(self, position: ShowdownPosition) -> float:
        """The pawn stands, the black dice are about to be thrown."""
        rolls = np.array([self.roll(position, roll) for roll in ROLLS])
        dice = rolls[NUMBERS].reshape((6,) * 5)
        return float(holding(holding(dice)).mean())

    def roll(self, position: ShowdownPosition, roll: tuple[int, ...]) -> float:
        """The final dice lie."""
        uses = GAME.uses(position, self.seat, roll)
        return max(self.worth(GAME.use(position, self.seat, roll, use.name), 60) for use in uses)

    def _worth(self, position: ShowdownPosition, red_dice: int) -> float:
        """A red die, a choice or the black dice come next; after too many red dice nothing."""
        if position.seat != self.seat or position.left == 0:
            return self.after(position)
        if position.phase == "roll":
            return self.turn(position)
        if position.phase == "choose":
            return max(self.worth(GAME.choose(position, option), red_dice) for option in ("move", "stay"))
        if red_dice == 0:
            return 0.0
        return float(np.mean([self.worth(GAME.move(position, face), red_dice - 1) for face in FACES]))


def share(position: ShowdownPosition) -> float:
    winners = GAME.winners(position)
    return (0 in winners) / len(winners)


def chips(position: ShowdownPosition) -> float:
    return float(GAME.scores(position)[0])


# --- The board ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_step_on_rows_of_integers_is_the_games_own(seats: int) -> None:
    chance = Random(5)
    for position in sampled(some_positions(seats, 1), 60):
        if position.left == 0:
            continue
        if position.phase == "move":
            phases = landed(pack(position)[None])[0]
            for face in FACES:
                moved = GAME.move(position, face)
                space = (position.pawns[position.seat] + face) % 16
                over = moved.seat != position.seat
                assert phases[space] == (NONE if over else PHASES.index(moved.phase))
        if position.phase == "roll":
            ends = list_ends(pack(position)[None], np.zeros(1, np.int64))
            for roll in (*chance.sample(ROLLS, 12), (3,) * 5, (6,) * 5):
                after = {
                    use.name: pack(GAME.use(position, position.seat, roll, use.name)).tolist()
                    for use in GAME.uses(position, position.seat, roll)
                }
                assert {name: ends.ends[end_of(ends, name, roll)].tolist() for name in after} == after


# --- Worths ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_chance_of_winning_is_between_nothing_and_one(seats: int) -> None:
    known = knowledge(seats)
    off = []
    for position in sampled(some_positions(seats, 2), 50):
        worths = [known.worth(position, seat) for seat in range(seats)]
        assert all(0 <= worth <= 1 + 1e-12 for worth in worths)
        if position.phase == "roll":
            assert sum(worths) == pytest.approx(1, abs=1e-9)
        off.append(sum(worths) - 1)
    assert np.mean(np.square(off)) ** 0.5 < 0.05


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_at_the_end_a_position_is_worth_what_was_made(seats: int) -> None:
    for seed in range(6):
        end = some_positions(seats, seed)[-1]
        winners = GAME.winners(end)
        for seat in range(seats):
            assert knowledge(seats).worth(end, seat) == (seat in winners) / len(winners)
            assert knowledge(seats, "chips").worth(end, seat) == GAME.scores(end)[seat]


@pytest.mark.parametrize("owners", [(0, 1, 2, 0, 1, 2), (0, 1, 0, 1, 0, 1)])
def test_equal_chips_share_the_win(owners: tuple[int, ...]) -> None:
    cards = tuple(BoardCard(DIAMONDS[n], owner, 4) for n, owner in enumerate(owners)) + (None,) * 6
    end = ShowdownPosition((0, 4, 8), cards, 0, "move", 0)
    level = len(set(owners))
    worths = [knowledge(3).worth(end, seat) for seat in range(3)]
    assert worths == [1 / level if seat < level else 0 for seat in range(3)]


@pytest.mark.parametrize("aim", ["wins", "chips"])
def test_a_turn_before_the_showdown_round_is_worked_out_exactly(aim: str) -> None:
    known = knowledge(2, aim)
    positions = [p for p in some_positions(2, 4) if p.left is None]
    picked = [next(p for p in positions[start:] if p.phase == phase) for start, phase in PARTS_OF_A_MATCH]
    for position in picked:
        seat = position.seat
        naive = Naive(seat, partial(known.worth, seat=seat))
        assert known.worth(position, seat) == pytest.approx(naive.worth(position, 60), abs=1e-9)
        if position.phase == "roll":
            by_roll = [naive.roll(position, roll) for roll in ROLLS]
            assert known.rolls(position, seat) == pytest.approx(np.array(by_roll), abs=1e-12)


PARTS_OF_A_MATCH = ((0, "move"), (4, "roll"), (20, "choose"), (30, "roll"), (40, "move"))


@pytest.mark.parametrize("position", spread(ENDINGS, ENDINGS[0]))
def test_the_last_turn_of_a_match_is_exact(position: ShowdownPosition) -> None:
    found = worths_of(knowledge(len(position.pawns), "chips"), position)
    assert naively(chips, position) == pytest.approx(found, abs=1e-3)


@pytest.mark.parametrize("position", spread(BEHIND, BEHIND[1]))
def test_a_last_turn_that_must_gain_something_is_exact(position: ShowdownPosition) -> None:
    found = worths_of(knowledge(len(position.pawns), "wins"), position)
    assert naively(share, position) == pytest.approx(found, abs=1e-7)
    assert all(0.05 < worth < 0.95 for worth in found)


@cache
def naively(counts: Callable[[ShowdownPosition], float], position: ShowdownPosition) -> list[float]:
    naive = Naive(0, counts)
    return [naive.worth(position, 60), *(naive.worth(GAME.move(position, face), 60) for face in FACES)]


def worths_of(known: ShowdownKnowledge, position: ShowdownPosition) -> list[float]:
    return [known.worth(position, 0), *(known.worth(GAME.move(position, face), 0) for face in FACES)]


def test_a_last_turn_too_long_to_solve_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    position = last_turn(
        {"3-of-a-kind": (1, 3), "full-house": (1, 5), "chance": (1, 6), "twos": (1, 3)}, LITTLE, 2
    )
    exact, net = knowledge(2, "chips").worth(position, 0), load(2, "chips")
    monkeypatch.setattr("fivedice.solve.showdown.last_turn.MOST_BOARDS", 0)
    estimated = ShowdownKnowledge(2, net, CHIPS_AIM).worth(position, 0)
    assert estimated == look_ahead(pack(position)[None], 0, net, CHIPS_AIM)[0] != exact


@pytest.mark.parametrize("aim", ["wins", "chips"])
def test_a_last_turn_that_is_solved_is_said_to_be_exact(aim: str) -> None:
    for position in (*ENDINGS, *BEHIND):
        known = knowledge(len(position.pawns), aim)
        for now in (position, *(GAME.move(position, face) for face in FACES)):
            assert known.is_exact(now)
            assert not known.is_exact(replace(now, left=2))
    assert not knowledge(2, aim).is_exact(GAME.start(2, 0))


@pytest.mark.parametrize("aim", ["wins", "chips"])
def test_a_last_turn_that_is_too_long_is_exact_where_all_that_it_goes_on_to_is_solved(aim: str) -> None:
    """As a whole it is estimated; with dice to throw it hangs on what each steal there leaves."""
    known = knowledge(2, aim)
    assert not known.is_exact(TOO_LONG[aim])
    for face in FACES:
        now = GAME.move(TOO_LONG[aim], face)
        if now.phase == "roll":
            uses = {(roll, use.name) for roll in ROLLS for use in GAME.uses(now, 0, roll)}
            after = {GAME.use(now, 0, roll, name) for roll, name in uses}
            assert known.is_exact(now) == all(is_short(known, one) for one in after if one.left)


def test_boards_that_are_won_already_need_no_work() -> None:
    position = last_turn({"aces": (1, 1)}, {}, 3)
    found = solving.ending_of(WINS, pack(position), 0)
    assert found.known
    assert len(found.moves) == 0
    assert knowledge(2).worth(position, 0) == 1


@pytest.mark.parametrize(("seats", "aim"), [(2, "wins"), (2, "chips"), (3, "wins")])
def test_the_best_decision_costs_nothing(seats: int, aim: str) -> None:
    known = knowledge(seats, aim)
    chance = Random(6)
    state = begin(Setup(GAME, tuple(Player(f"p{n}") for n in range(seats))))
    while not is_over(state):
        if state.awaited.kind == "throw":
            state = step(state, happen(state.awaited, chance))
        else:
            after = step(state, evaluate.best(state, state.awaited.seats[0], known))
            assert_worth_stays(state, after, known)
            state = after


def assert_worth_stays(before: State, after: State, known: ShowdownKnowledge) -> None:
    seat = before.awaited.seats[0]
    assert evaluate.worth(after, seat, known) == pytest.approx(evaluate.worth(before, seat, known), abs=1e-9)


def test_uses_are_those_of_the_game_and_agree_with_the_positions_after_them() -> None:
    for position in [p for p in sampled(some_positions(2, 7), 30) if p.phase == "roll"]:
        assert_uses_agree(GAME, knowledge(2), position)


@pytest.mark.parametrize("aim", ["wins", "chips"])
def test_a_last_turn_that_a_steal_makes_short_enough_costs_nothing(aim: str) -> None:
    """What is too long to be solved is judged after a steal by what is left of it, solved where it can be."""
    known, position = knowledge(2, aim), GAME.move(TOO_LONG[aim], 1)
    uses = {(roll, use.name) for roll in ROLLS for use in GAME.uses(position, 0, roll)}
    after = {GAME.use(position, 0, roll, name) for roll, name in uses}
    assert not is_short(known, position)
    assert any(is_short(known, one) for one in after if one.left and one.seat == 0)
    assert_uses_agree(GAME, known, position, every=1)


def is_short(known: ShowdownKnowledge, position: ShowdownPosition) -> bool:
    return solving.ending_of(AIMS.index(known.aim), pack(position), MOST_BOARDS).known


@pytest.mark.parametrize(("aim", "turns"), spread([*product(AIMS, (3, 12))], *product(AIMS, (3,))))
def test_what_is_left_after_a_steal_is_counted_as_it_would_be_worked_out(aim: str, turns: int) -> None:
    chance, goal, seen = Random(7), AIMS.index(aim), set()
    for position in (far_behind(chance) for _ in range(turns)):
        known, whole = (knowledge(len(position.pawns), aim), solving.ending_of(goal, pack(position), 1))
        counted = goal != WINS or len(whole.place) > 0
        for after in [one for one in steals(position) if counted]:
            number, alone = (
                solving.boards_left(whole, pack(after)),
                solving.ending_of(goal, pack(after), MOST_BOARDS),
            )
            assert alone.known == (number <= MOST_BOARDS)
            assert not alone.known or len(alone.moves) == number
            seen.add(alone.known)
        if not is_short(known, position):
            assert_uses_agree(GAME, known, position, every=60)
    assert seen == {True, False}


def far_behind(chance: Random) -> ShowdownPosition:
    """A last turn of a seat with few chips, on a card of another's; six to ten cards can be stolen."""
    seats, others = chance.choice((2, 3, 4)), chance.sample(CARDS, chance.randrange(6, 11))
    held = {name: full if card > 5 else chance.randint(1, 4) for card, (name, full) in enumerate(FULLS)}
    stealable = {name: (chance.randrange(1, seats), held[name]) for name in others}
    position = last_turn(stealable, LITTLE, DIAMONDS[CARDS.index(others[0])], seats)
    return replace(position, phase="roll")


def steals(position: ShowdownPosition) -> set[ShowdownPosition]:
    uses = {(roll, use.name) for roll in ROLLS[::20] for use in GAME.uses(position, 0, roll)}
    after = {GAME.use(position, 0, roll, name) for roll, name in uses}
    return {one for one in after if one.left and one.seat == 0}


# --- The lattice of keeps ----------------------------------------------------------------------------------


def test_turns_side_by_side_are_worth_what_each_is_alone() -> None:
    rolls = np.random.default_rng(5).normal(size=(len(ROLLS), TOGETHER + 3))
    means = turn_means(rolls)
    assert means == pytest.approx(turn_worth(rolls).turn, abs=1e-12)
    for column in (0, 1, TOGETHER, TOGETHER + 2):
        assert turn_means(rolls[:, [column]])[0] == means[column]
    assert turn_means(rolls[:, :0]).shape == (0,)


# --- Weights -----------------------------------------------------------------------------------------------


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(ValueError, match="no network of showdown for 5 seats"):
        knowledge(5)
    with pytest.raises(ValueError, match="'points'"):
        knowledge(2, "points")
    with pytest.raises(ValueError, match="for 2 seats, not for 3"):
        knowledge(2).worth(GAME.start(3, 0), 0)

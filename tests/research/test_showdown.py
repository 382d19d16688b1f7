"""The compiled turns of showdown against those of the package, and what is played and learned with them."""

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace
from research.showdown import estimates, lessons, pairs
from research.showdown.compiled import ending, works
from research.showdown.compiled.ahead import end_worths
from research.showdown.compiled.turn import best_end, list_ends, turns, unseen

from fivedice.core.dice import FACES, ROLLS
from fivedice.core.worth import ROLL_NUMBER
from fivedice.games.showdown_board import CARDS, BoardCard, ShowdownPosition
from fivedice.solve.kernel.lattice import lattice
from fivedice.solve.showdown import last_turn as plain
from fivedice.solve.showdown.board import CARD_COUNT, CHIPS, LEFT, NONE, OWNER, PAWN, SEAT, SEATS, SPACE, pack
from fivedice.solve.showdown.last_turn import MOST_BOARDS
from fivedice.solve.showdown.network import AIMS, CHIPS_AIM, WINS, load
from fivedice.solve.showdown.network import estimates as estimate_plainly
from fivedice.solve.showdown.own_turn import end_of, knowledge, look_ahead
from fivedice.solve.showdown.turn import list_ends as list_plainly
from tests.solve.test_showdown import BEHIND, ENDINGS, FULLS, GAME, last_turn, sampled, some_positions

pytestmark = pytest.mark.proof

# --- Compiled code and numpy -------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("aim", AIMS)
def test_compiled_code_gives_the_numbers_of_the_package(seats: int, aim: str) -> None:
    net, goal = load(seats, aim), AIMS.index(aim)
    for position in sampled(some_positions(seats, 8, 2), 100):
        board = pack(position)
        if position.phase == "roll" and position.left != 0:
            found, other = list_plainly(board[None], np.zeros(1, np.int64)), works.list_ends(board)
            for roll in ROLLS[::25]:
                for use in GAME.uses(position, position.seat, roll):
                    one, two = end_of(found, use.name, roll), end_of(other, use.name, roll)
                    assert found.ends[one].tolist() == other.ends[two].tolist()
            worths = estimate_plainly(other.ends, net, goal)
            assert worths.tolist() == works.estimates(other.ends, net, goal).tolist()
        elif position.phase == "move" and position.left != 0:
            ahead, after = (
                look(board[None], position.seat, net, goal) for look in (look_ahead, works.moving)
            )
            assert ahead[0] == pytest.approx(after[0], abs=1e-12)


def test_last_turns_are_the_same_board_by_board() -> None:
    chance = Random(1)
    solved, too_long = [0, 0], 0
    for position in (*(drawn_last_turn(chance) for _ in range(40)), *ENDINGS, *BEHIND):
        for aim in (WINS, CHIPS_AIM):
            found, other = (work.ending(pack(position), aim, MOST_BOARDS) for work in (plain, works))
            assert (found.known, found.radix.tolist()) == (other.known, other.radix.tolist())
            if found.known:
                assert found.place.tolist() == other.place.tolist()
                np.testing.assert_allclose(found.moves, other.moves, rtol=0, atol=1e-12)
            solved[aim] += len(found.moves)
            too_long += not found.known
    assert min(solved) > 100
    assert too_long > 0


def drawn_last_turn(chance: Random) -> ShowdownPosition:
    """A last turn in which others hold three to eight cards, all chips and pawns drawn at random."""
    seats = chance.choice((2, 3, 4))
    others = chance.sample(CARDS, chance.randrange(3, 9))
    held = {name: full if card > 5 else chance.randint(1, 4) for card, (name, full) in enumerate(FULLS)}
    stealable = {name: (chance.randrange(1, seats), held[name]) for name in others}
    return last_turn(stealable, held, chance.randrange(16), seats)


# --- Matches and lessons -----------------------------------------------------------------------------------


def test_a_fast_match_goes_as_the_game_allows() -> None:
    nets = np.stack([load(2, "wins"), load(2, "chips")])
    played = pairs.play_matches(3, 1, nets, np.array([0, 1]), np.array([0, 1]), 0.5, lattice())
    boards = played.boards.astype(np.int64)
    assert boards[0].tolist() == pack(GAME.start(2, 0)).tolist()
    for before, after in list(pairwise(boards))[::6]:
        assert after.tolist() in [pack(position).tolist() for position in afters(unpack(before))]
    ends = [GAME.scores(position) for position in afters(unpack(boards[-1])) if position.left == 0]
    assert tuple(played.results[0, 1]) in ends


def unpack(board: np.ndarray[tuple[int], np.dtype[np.int64]]) -> ShowdownPosition:
    """The position before a red die that a row of integers stands for."""
    spaces, owners, held = (board[start : start + CARD_COUNT].tolist() for start in (SPACE, OWNER, CHIPS))
    cards = [
        None if owner < 0 else BoardCard(*rest)
        for *rest, owner in zip(spaces, owners, held, owners, strict=True)
    ]
    left = None if board[LEFT] < 0 else int(board[LEFT])
    return ShowdownPosition(
        tuple(board[PAWN : PAWN + board[SEATS]].tolist()), tuple(cards), int(board[SEAT]), "move", left
    )


def afters(position: ShowdownPosition) -> set[ShowdownPosition]:
    """All positions before the next red die, or at the end, that one red die can lead to."""
    found = set()
    for face in FACES:
        moved = GAME.move(position, face)
        if moved.phase == "move":
            found.add(moved)
        else:
            found |= {replace(moved, phase="move")} if moved.phase == "choose" else set()
            rolling = replace(moved, phase="roll")
            for roll in ROLLS:
                uses = GAME.uses(rolling, rolling.seat, roll)
                found |= {GAME.use(rolling, rolling.seat, roll, use.name) for use in uses}
    return found


def test_fast_matches_look_at_a_turn_as_hints_do() -> None:
    """What the ends of a turn are worth to the seat to play, chains of steals and last turns included."""
    known = knowledge(2)
    seen = set()
    for position in [p for p in sampled(some_positions(2, 11), 10) if p.phase == "roll"]:
        room, board = turns(1), pack(position)
        count = list_ends(board, 0, 0, room.ends, room.offers, room.nothing, unseen())
        solved = ending.ending(board, WINS, MOST_BOARDS)
        ending.solve(solved, WINS, lattice())
        worths = end_worths(room.ends, count, position.seat, known.net, WINS, solved, lattice(), turns(16))
        for roll in ROLLS[::40]:
            end = best_end(room.offers, room.nothing, 0, ROLL_NUMBER[roll], worths[:, position.seat].copy())
            best = max(known.uses(position, position.seat, roll).values())
            assert worths[end, position.seat] == pytest.approx(best, abs=1e-12)
        seen.add(position.left)
    assert seen >= {None, 1, 2}


def test_lessons_are_the_worths_of_positions() -> None:
    net = load(2, "wins")
    seats = np.array([0, 0])
    played = pairs.play_matches(4, 6, net[None], np.array([WINS]), seats, 0.3, lattice())
    found = lessons.lessons(played.boards, played.matches, net, WINS, 20, lattice())
    positions = [unpack(board) for board in found.boards.astype(np.int64)]
    assert [pack(p).tolist() for p in positions[: len(played.boards)]] == played.boards.tolist()
    assert len(positions) > len(played.boards)
    for position, worths in list(zip(positions, found.worths, strict=True))[::4]:
        assert worths[position.seat] == pytest.approx(knowledge(2).worth(position, position.seat), abs=1e-9)
        assert worths.sum() == pytest.approx(1)


@pytest.mark.parametrize("aim", ["wins", "chips"])
def test_lessons_say_what_a_turn_is_worth_to_the_others_too(aim: str) -> None:
    known, goal = knowledge(3, aim), AIMS.index(aim)
    seats, net = np.zeros(3, int), known.net
    played = pairs.play_matches(5, 2, net[None], np.array([goal]), seats, 0.3, lattice())
    found = lessons.lessons(played.boards, played.matches, net, goal, 0, lattice())
    compared = 0
    for board, worths in zip(found.boards.astype(np.int64), found.worths, strict=True):
        after = [GAME.move(unpack(board), face) for face in FACES]
        if board[LEFT] == NONE and {position.phase for position in after} == {"roll"}:
            compared += 1
            for seat in range(3):
                mean = np.mean([known.worth(position, seat) for position in after])
                assert worths[seat] == pytest.approx(mean, abs=1e-9)
    assert compared > 10


def test_the_same_seed_plays_the_same_matches() -> None:
    nets, aims, players = load(2, "wins")[None], np.array([0]), np.array([0, 0])
    first, second, other = (
        pairs.play_matches(seed, 3, nets, aims, players, 0.1, lattice()) for seed in (8, 8, 9)
    )
    assert np.array_equal(first.boards, second.boards)
    assert not np.array_equal(first.boards, other.boards)


@pytest.mark.parametrize(("seats", "matches"), [(2, 60), (3, 60), (4, 120)])
def test_last_turns_of_matches_are_estimated_nearly_as_they_are(seats: int, matches: int) -> None:
    net = load(seats, "chips")
    boards = estimates.last_turns(net, CHIPS_AIM, seats, matches)
    errors = np.array([estimates.missed(board, net, CHIPS_AIM)[1] for board in boards])
    known = errors[np.isfinite(errors)]
    assert len(known) > 10
    assert np.sqrt(np.mean(known**2)) < 0.1

"""Compares two showdown networks without the luck of the dice, and rates each one's choices by the other.

Run: python -m research.showdown.rivals WEIGHTS WEIGHTS [SETS] [SEATS]   (default: 2 to 4 seats)

The first network takes each seat in turn against the second on all others, with the same dice in each set of
matches. The luck of every throw is subtracted: the worth after it minus the mean of that worth, by the
network that throws. This is zero on average for each seat, however wrong the network is. The other network
also rates each choice: its cost by the other's worths, in percentage points of a win per match.

If the errors of the two networks were independent, each would rate the other's choices at the sum of what
both really lose. Errors that both share stay hidden.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from benchmarks.results import lines, save

from fivedice.core.worth import FIRST_ROLL, INSIDE
from fivedice.games.showdown_board import SPACES
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lanes import Rows
from fivedice.solve.kernel.lattice import KEEP_COUNT, Lattice, lattice
from fivedice.solve.kernel.settings import LANES, processors
from fivedice.solve.showdown.board import (
    CARD_COUNT,
    CHOOSE,
    LEFT,
    MOVE,
    NONE,
    PAWN,
    PHASE,
    ROLL,
    SEAT,
    SEATS,
    SIZE,
    Board,
    Boards,
    Ints,
)
from fivedice.solve.showdown.last_turn import MOST_BOARDS, LastBoards
from fivedice.solve.showdown.network import WINS, Floats, Net
from fivedice.solve.showdown.turn import LUCKY, RED, Turns
from research.showdown.compiled.ahead import end_worths, going_on
from research.showdown.compiled.ending import ending, solve
from research.showdown.compiled.steps import land
from research.showdown.compiled.turn import (
    MOST_ENDS,
    best_end,
    clear,
    list_ends,
    list_landings,
    turns,
    unseen,
)
from research.showdown.compiled.value import estimates, result
from research.showdown.pairs import start, thrown
from research.showdown.turns import (
    copy_board,
    follow,
    landing_worths,
    mean_after,
    mean_rolls,
    throw_all,
    write_rolls,
)

HEADINGS = (
    "seats",
    "wins of the first, %",
    "cost of its choices by the second, %",
    "cost of the second's choices by the first, %",
)
PART = 25
"""Sets played by one processor at a time."""
SEED = 7_000_000
MOVES_ON, KEEPS, USES = 0, 1, 2
"""The kinds of choices."""


class Played(NamedTuple):
    """Results of matches."""

    shares: Floats
    """(matches, seats): shares of the win without luck."""
    costs: Floats
    """(matches, 2, 3): the cost of each network's choices by the other's worths, by kind."""
    differ: Ints
    """(2, 3): the number of choices, by kind, in which the two networks differ."""
    asked: Ints
    """(2, 3): the number of all choices by kind."""


class Tally(NamedTuple):
    """The other network's rating of a network's choices by kind: as `Played`, for one match and network."""

    costs: Floats
    differ: Ints
    asked: Ints


class Sight(NamedTuple):
    """A network's worths in a turn before the black dice."""

    worths: Floats
    """(ends, seats)"""
    first: Rows
    """(462, 16): the worths of keeps with two throws left, in the first lane."""
    second: Rows
    """(462, 16): the same with one throw left."""
    staying: Floats
    """(1 + seats,): the worths of the turn before its first throw, to the playing seat and to every seat."""


@compiled
def play(seed: int, matches: int, nets: Floats, players: Ints, lattice: Lattice) -> Played:
    """Plays matches between networks in these seats; the first seat rotates."""
    seats = players.size
    counts = np.zeros((2, 2, 3), np.int64)
    played = Played(np.empty((matches, seats)), np.zeros((matches, 2, 3)), counts[0], counts[1])
    room, win = turns(int64(LANES)), int64(WINS)
    for match in range(matches):
        np.random.seed(seed + match)
        board, luck = start(seats, match % seats), np.zeros(seats)
        solved = ending(board, win, int64(0))
        settled, worths = False, np.empty((1, seats))
        while board[LEFT] != 0:
            seat = board[SEAT]
            if not solved.known and board[LEFT] == 1:
                solved = ending(board, win, int64(MOST_BOARDS))
                solve(solved, win, lattice)
            if board[PHASE] != MOVE:
                gain = black_dice(board, nets, players[seat], solved, lattice, room, played, match)
                luck += np.zeros(seats) if settled else gain
                continue
            if solved.known and not settled:
                settled = True
                estimates(board.reshape(1, SIZE), int64(1), nets[players[seat]], win, worths)
                own = going_on(board, nets[players[seat]], win, solved, lattice, room)
                tell(worths[0], seat, own)
            space = (board[PAWN + seat] + np.random.randint(1, 7)) % SPACES
            if not settled:
                luck += red_die(board, space, nets[players[seat]], lattice, room)
            last = seat
            land(board, space)
        for seat in range(seats):
            played.shares[match, seat] = result(board, seat, win)
        if settled:
            after = worths[0].copy()
            tell(after, last, played.shares[match, last])
            luck += after - worths[0]
        played.shares[match] -= luck
    return played


@compiled
def tell(worths: Floats, seat: int, own: float) -> None:
    """Sets the worth of one seat; the others share the remaining chances in the same proportions."""
    others = 1.0 - worths[seat]
    for other in range(worths.size):
        worths[other] *= (1.0 - own) / others if others > 0.0 else 0.0
    worths[seat] = own


@compiled
def red_die(board: Board, space: int, net: Net, lattice: Lattice, room: Turns) -> Floats:
    """The luck of reaching this space, for every seat."""
    clear(room)
    count = list_landings(board, int64(RED), room.ends, room.offers, room.nothing, room.landed)
    worths, luck = np.empty((count, board[SEATS])), np.empty(board[SEATS])
    estimates(room.ends, count, net, int64(WINS), worths)
    landing = landing_worths(room, worths, board[SEAT], lattice)
    for seat in range(luck.size):
        luck[seat] = landing[1 + seat, space] - mean_after(landing[1 + seat], board[PAWN + board[SEAT]])
    return luck


@compiled
def black_dice(
    board: Board,
    nets: Floats,
    player: int,
    solved: LastBoards,
    lattice: Lattice,
    room: Turns,
    played: Played,
    match: int,
) -> Floats:
    """Plays the choice on an own card, or the black dice; returns the luck of the dice for every seat."""
    tally = Tally(played.costs[match, player], played.differ[player], played.asked[player])
    choosing = board[PHASE] == CHOOSE
    board[PHASE] = ROLL
    ends = np.empty((MOST_ENDS, SIZE), np.int64)
    offers, nothing = np.full((1, CARD_COUNT, LUCKY + 1), NONE), np.full(1, NONE)
    count = list_ends(board, int64(0), int64(0), ends, offers, nothing, unseen())
    one = sight(board, ends[:count], offers, nothing, nets[player], solved, lattice, room)
    two = sight(board, ends[:count], offers, nothing, nets[1 - player], solved, lattice, room)
    if choosing and moves_on(board, nets, player, one, two, solved, lattice, room, tally):
        return np.zeros(board[SEATS])
    roll = final_roll(one, two, lattice, tally)
    end = used(offers, nothing, roll, board[SEAT], one, two, tally)
    copy_board(ends[end], board)
    luck: Floats = one.worths[end] - one.staying[1:]
    return luck


@compiled
def moves_on(
    board: Board,
    nets: Floats,
    player: int,
    one: Sight,
    two: Sight,
    solved: LastBoards,
    lattice: Lattice,
    room: Turns,
    tally: Tally,
) -> bool:
    """Whether the player's network leaves an own card; the board then waits for the red die."""
    board[PHASE] = MOVE
    moving = going_on(board, nets[player], int64(WINS), solved, lattice, room)
    other = going_on(board, nets[1 - player], int64(WINS), solved, lattice, room)
    moves, differs = moving > one.staying[0], (moving > one.staying[0]) != (other > two.staying[0])
    note(tally, MOVES_ON, differs, abs(other - two.staying[0]) if differs else 0.0)
    if not moves:
        board[PHASE] = ROLL
    return bool(moves)


@compiled
def final_roll(one: Sight, two: Sight, lattice: Lattice, tally: Tally) -> int:
    """Plays three throws, with the keeps of the first sight, and returns the final roll."""
    roll = thrown(int64(0), lattice)
    for worths, by_other in ((one.first, two.first), (one.second, two.second)):
        keep, its = best_inside(roll, worths), best_inside(roll, by_other)
        lost = by_other[its, 0] - by_other[keep, 0]
        note(tally, KEEPS, lost > 0.0, lost)
        roll = thrown(keep, lattice)
    return int64(roll)


@compiled
def used(offers: Ints, nothing: Ints, roll: int, seat: int, one: Sight, two: Sight, tally: Tally) -> int:
    """The end of the turn that the first sight chooses."""
    end = best_end(offers, nothing, int64(0), roll - FIRST_ROLL, one.worths[:, seat])
    its = best_end(offers, nothing, int64(0), roll - FIRST_ROLL, two.worths[:, seat])
    lost = two.worths[its, seat] - two.worths[end, seat]
    note(tally, USES, lost > 0.0, lost)
    return int64(end)


@compiled
def note(tally: Tally, kind: int, differs: bool, lost: float) -> None:
    """Counts one choice of a kind, and the other network's rating of it."""
    tally.asked[kind] += 1
    tally.differ[kind] += differs
    tally.costs[kind] += lost


@compiled
def sight(
    board: Board,
    ends: Boards,
    offers: Ints,
    nothing: Ints,
    net: Net,
    solved: LastBoards,
    lattice: Lattice,
    room: Turns,
) -> Sight:
    """A network's worths of the turn."""
    seat, seats = board[SEAT], board[SEATS]
    worths = end_worths(ends, int64(len(ends)), seat, net, int64(WINS), solved, lattice, room)
    own, others = np.zeros((KEEP_COUNT, LANES)), np.zeros((seats, KEEP_COUNT, LANES))
    write_rolls(offers, nothing, int64(0), worths, seat, own, others, int64(0))
    throw_all(own, others, lattice)
    second = own.copy()
    follow(own, others, lattice)
    throw_all(own, others, lattice)
    first = own.copy()
    follow(own, others, lattice)
    return Sight(worths, first, second, mean_rolls(own, others, lattice)[:, 0].copy())


@compiled
def best_inside(roll: int, worths: Rows) -> int:
    """The best keep within a roll; keeping all of it wins ties."""
    best = roll
    for keep in INSIDE[:, roll - FIRST_ROLL]:
        if worths[keep, 0] > worths[best, 0]:
            best = keep
    return best


def nets_of(paths: list[str], seats: int) -> np.ndarray:
    """(2, 2, rows, units): the networks for wins from two files; missing units add nothing."""
    found = [np.load(path)[f"wins{seats}"].astype(float) for path in paths]
    units = max(net.shape[2] for net in found)
    return np.stack([np.pad(net, ((0, 0), (0, 0), (0, units - net.shape[2]))) for net in found])


def main() -> None:
    """Prints the wins of the first network, and each network's rating of the other's choices."""
    sets, *chosen = map(int, sys.argv[3:] or ["1000"])
    rows = [measured(seats, sets) for seats in chosen or (2, 3, 4)]
    save("rivals", ["numpy", "numba"], lines(HEADINGS, rows))


def measured(seats: int, sets: int) -> list[str]:
    """Prints and returns the figures for this number of seats."""
    nets = nets_of(sys.argv[1:3], seats)

    def part(seed: int) -> tuple[np.ndarray, list[Played]]:
        players = [np.where(np.arange(seats) == seat, 0, 1) for seat in range(seats)]
        found = [play(seed, PART, nets, each, lattice()) for each in players]
        return np.mean([one.shares[:, seat] for seat, one in enumerate(found)], axis=0), found

    with ThreadPoolExecutor(processors()) as pool:
        parts = list(pool.map(part, range(SEED, SEED + sets, PART)))
    shares = np.concatenate([share for share, _ in parts])
    figures = [str(seats), f"{interval(100 * shares)} of {100 / seats:.2f}"]
    print(f"{seats} seats, {sets} sets: the first wins {figures[-1]}")
    played = [one for _, found in parts for one in found]
    for who, name in enumerate(("first", "second")):
        taken = 1 if who == 0 else seats - 1
        costs = np.concatenate([one.costs[:, who] for one in played]) * 100 / taken
        differ, asked = (sum(one[place][who] for one in played) for place in (2, 3))
        kinds = ", ".join(
            f"{kind} {share:.1%} ({cost:.3f})"
            for kind, share, cost in zip(
                ("moving on", "keeps", "uses"), differ / asked, costs.mean(axis=0), strict=True
            )
        )
        figures.append(f"{interval(costs.sum(axis=1), 3)}")
        print(f"the {name}'s choices cost by the other {figures[-1]}; other choices: {kinds}")
    return figures


def interval(numbers: np.ndarray, digits: int = 2) -> str:
    """The mean with its 95% interval."""
    return f"{numbers.mean():.{digits}f} ± {1.96 * numbers.std(ddof=1) / len(numbers) ** 0.5:.{digits}f}"


if __name__ == "__main__":
    main()

"""The solved player against itself and against play for the mean: exact chances, by backward induction.

Run: python -m research.yacht.evaluate [GAME] [--out FOLDER] [--all]

The solved player takes the choice with the largest share of the win in the table that `research.yacht.solve`
wrote; the other one plays for the most points and ignores the lead. Yacht takes 45 minutes of a processor and
10 GB of memory or, where that is lacking, of disk. `--all`, for 50 minutes and 17 GB, adds the chances to win
and to lose, and tells how far the three are from 1 together, and the share from the table, in any position.
"""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np

from fivedice.arena.solved import stage_file
from fivedice.cards import filling
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.worth import Worth
from fivedice.solve.cards import duel, table
from fivedice.solve.cards.duel import DuelStage, DuelTurn, look_ahead
from fivedice.solve.cards.ends import ThreadMemory, choose_turns, find_ends, new_way, spend
from fivedice.solve.cards.needs import Workspace, prepare, read, workspace
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.sweep import Rules, rows, rules
from fivedice.solve.kernel.compile import compiled
from fivedice.solve.kernel.lanes import Rows
from fivedice.solve.kernel.lattice import follow_turns
from fivedice.solve.kernel.settings import LANES, processors
from research.yacht.solve import Report, arguments, shares_of, table_of

FIGURES = ("tie", "first for the mean", "second for the mean", "win", "loss")
"""The chance of a tie if both play by the table; the first player's share of the win if one of the two plays
for the mean; the first player's chances to win and to lose if both play by the table.
"""
TIE, FIRST, SECOND, WIN, LOSS = range(len(FIGURES))
EDGES = np.array([(0, 1, 0), (1, 0.5, 0), (1, 0.5, 0), (1, 0, 0), (0, 0, 1)])
"""Each figure where the first player has won, has tied, and has lost."""
PARTS = 32
CHUNK = 1_000_000


class Evaluation(NamedTuple):
    """A turn to evaluate."""

    turn: DuelTurn
    now: Worth
    """(figures, places): the figures before the turn, to fill."""
    then: Worth
    """(figures, places): the figures after it."""
    by_mean: int
    """The figure in which the side to play plays for the mean."""
    mean: Worth
    """(cards, bookings, LANES): the chance of each booking then, the same for all needs."""


def main() -> None:
    """Prints the figures at the start."""
    given = arguments(__doc__)
    count = len(FIGURES) if given.all else WIN
    figures = evaluate(*table_of(given), count, lambda line: print(line, flush=True))
    for name, figure in zip(FIGURES, figures[:, 0], strict=False):
        print(f"{name:20} {figure:.9f}")


def evaluate(form: ScoreCard, folder: Path, count: int, report: Report = lambda _: None) -> Worth:
    """(count, LANES): the first of `FIGURES` at the start, for the first player's needs from 0 on."""
    known, side = rules(form), duel.side_of(form, filling.empty(form))
    worths, begin = rows(table.solve(form).worths), perf_counter()
    last, *turns = reversed(duel.turns_of(form))
    stage = DuelStage(duel.needs_of((side, side), last, 0)[0], shares_of(folder, last))
    now = np.where(stage.shares == duel.TIE, EDGES[:count, 1:2], EDGES[:count, 2:])
    for turn in turns:
        ahead, then, stage = stage, now, DuelStage(duel.needs_of((side, side), turn, 0)[0], np.zeros(0))
        now = _room(folder, (count, stage_file(folder, turn).stat().st_size // np.float32().itemsize))
        level, by_mean = side.levels[turn[1 if turn[0] else 2]], FIRST if turn[0] else SECOND
        task = DuelTurn(turn[0], level, side.number, stage, ahead)
        _fill(Evaluation(task, now, then, by_mean, _mean(level.shape, worths, known)), known)
        stage = DuelStage(stage.needs, shares_of(folder, turn))
        report(f"{turn[1]:2} against {turn[2]:2}: {_off(now, stage.shares)}{perf_counter() - begin:5.0f} s")
    return now[:, LANES:-LANES]


def _off(now: Worth, shares: Worth) -> str:
    """The largest differences from 1 and from the shares of the table, if there are all figures."""
    if len(now) <= LOSS:
        return ""
    sums = table = 0.0
    for begin in range(LANES, len(shares) - LANES, CHUNK):
        tie, _, _, win, loss = now[:, begin : min(begin + CHUNK, len(shares) - LANES)]
        sums = max(sums, np.abs(win + tie + loss - 1).max())
        table = max(table, np.abs(win + tie / 2 - shares[begin : begin + len(win)]).max())
    return f"sums off by {sums:.1e}, shares off the table by {table:.1e}, "


def _room(folder: Path, shape: tuple[int, int]) -> Worth:
    """Zeros in a file without a name: where memory is short, the disk has them."""
    room = np.memmap(path := folder / "figures.part", np.float64, "w+", shape=shape)
    path.unlink()
    return np.asarray(room)


def _fill(task: Evaluation, known: Rules) -> None:
    def follow_part(part: int) -> None:
        work, cards = workspace(known), np.arange(part, len(task.turn.level.shape), PARTS)
        way = new_way(known)._replace(uses=work.uses, bookings=work.chances)
        follow(cards, task, work, way, known)

    with ThreadPoolExecutor(processors()) as pool:
        list(pool.map(follow_part, range(PARTS)))


def _mean(shapes: Ints, worths: Worth, known: Rules) -> Worth:
    """(cards, bookings, LANES): the chance of each booking in the turn of a player for the mean."""
    ends = find_ends(shapes, worths, np.ones(worths.size, np.bool_), known, np.float64)
    chances = np.zeros((len(shapes), known.pays.box.size))
    chances[np.repeat(np.arange(len(shapes)), np.diff(ends.first)), ends.booking] = ends.chance[:, 0]
    return np.repeat(chances[:, :, None], LANES, axis=2)


@compiled
def follow(cards: Ints, task: Evaluation, work: Workspace, way: ThreadMemory, rules: Rules) -> None:
    """Fills the figures of these cards of the side to play."""
    turn, needs = task.turn, task.turn.stage.needs
    for card in cards:
        offered = prepare(turn.level.shape[card], work, rules)
        for other in range(needs.low.shape[1 if turn.first_plays else 0]):
            pair = (card, other) if turn.first_plays else (other, card)
            if needs.rows[pair]:
                look_ahead(card, other, turn, offered, work, rules)
            for row in range(needs.rows[pair]):
                sign = 1.0 if turn.first_plays else -1.0
                read(row * LANES, offered, sign, turn.ahead.shares, work, (1.0, 0.0))
                choose_turns(way, rules.lattice)
                follow_turns(way.chance, way.two_left, way.one_left, LANES, rules.lattice)
                spend(way, LANES)
                for figure in range(len(task.now)):
                    edges = EDGES[figure, 0], EDGES[figure, 2]
                    read(row * LANES, offered, 1.0, task.then[figure], work, edges)
                    chances = task.mean[card] if figure == task.by_mean else way.spent
                    begin = (needs.begin[pair] + row) * LANES
                    add_up(task.now[figure, begin : begin + LANES], chances, offered, work)


@compiled
def add_up(total: Worth, chances: Rows, offered: int, work: Workspace) -> None:
    """Adds a figure over the bookings, by their chances."""
    for number in range(offered):
        booking = work.offered[number]
        for lane in range(LANES):
            total[lane] += chances[booking, lane] * work.chances[booking, lane]


if __name__ == "__main__":
    main()

"""Checks a solved table of two players: against a naive program, and by matches played from it.

Run: python -m research.yacht.check [GAME] [--out FOLDER] [--matches N]

The naive program solves every pair of cards at every lead with numpy, without the solver's windows, kernel or
columns. Six boxes take 20 seconds; larger cards are only played, 10 microseconds a turn on one processor.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np

from fivedice.cards import filling
from fivedice.cards.boxes import paid
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLLS
from fivedice.core.worth import FIRST_ROLL, INSIDE, Worth, turn_worth
from fivedice.solve.cards import duel
from fivedice.solve.cards.columns import layout
from fivedice.solve.cards.duel import DuelStage, DuelTurn, Turn, look_ahead
from fivedice.solve.cards.needs import Workspace, prepare, read, workspace
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.sweep import Rules, best_uses, rules
from fivedice.solve.kernel.compile import compiled, int64
from fivedice.solve.kernel.lattice import KEEP_COUNT, best_keeps, throw
from fivedice.solve.kernel.settings import LANES, processors
from research.yacht.solve import arguments, shares_of, table_of

NAIVE = 6
"""The most boxes that the naive program solves here."""
PARTS = 64
_INSIDE = np.ascontiguousarray(INSIDE.T)
"""(252, 32): the keeps of each roll."""


def main() -> None:
    """Prints the largest difference from the naive program, and the results of matches with 95% intervals."""
    given = arguments(__doc__)
    form, folder = table_of(given)
    if len(form.boxes) <= NAIVE:
        print(f"Off from the naive program by at most {off(form, lambda turn: shares_of(folder, turn)):.1e}")
    leads = play(form, folder, given.matches)
    for name, result in (("wins", leads > 0), ("ties", leads == 0), ("share", (np.sign(leads) + 1) / 2)):
        print(f"{name:5} {result.mean():.5f} ± {1.96 * result.std() / len(leads) ** 0.5:.5f}")


def naive(form: ScoreCard) -> tuple[Callable[[int, int], Worth], int]:
    """A function of the open boxes, as bits, of the player to move and of the other one, and the most points.

    It returns the share of the win of the player to move, by its lead from -most - 1 to most + 1.
    """
    pays = np.array([[paid(box, roll) for roll in ROLLS] for box in layout(form).boxes])
    most = int(pays.max(axis=1).sum())
    leads = np.arange(-most - 1, most + 2)

    @cache
    def shares(own: int, other: int) -> Worth:
        if not own and not other:
            return (np.sign(leads) + 1) / 2
        rolls = np.full((len(ROLLS), len(leads)), -np.inf)
        for box, points in enumerate(pays):
            if own >> box & 1:
                after = 1 - shares(other, own & ~(1 << box))[::-1]
                there = np.clip(leads + points[:, None], leads[0], leads[-1]) - leads[0]
                rolls = np.maximum(rolls, after[there])
        return turn_worth(rolls).turn

    return shares, most


def off(form: ScoreCard, solved: Callable[[Turn], Worth]) -> float:
    """The largest difference of any solved share from the naive program."""
    (shares, most), side, worst = naive(form), duel.side_of(form, filling.empty(form)), 0.0
    need, every = np.arange(-most - 1, most + 2), layout(form).all_boxes
    for turn in duel.turns_of(form):
        needs, _ = duel.needs_of((side, side), turn, 0)
        stage, first, second = DuelStage(needs, solved(turn)), side.levels[turn[1]], side.levels[turn[2]]
        for one, own in enumerate(every & ~first.shape):
            for two, other in enumerate(every & ~second.shape):
                true = shares(own, other)[::-1] if turn[0] else 1 - shares(other, own)
                inside = (need >= needs.low[one, two]) & (need <= min(first.to_come[one], second.most[two]))
                worst = max(worst, np.abs(stage.of(one, two, need) - true)[inside].max(initial=0))
    return worst


def play(form: ScoreCard, folder: Path, matches: int, seed: int = 1) -> Ints:
    """(matches,): the first player's lead at the end of matches between solved players.

    All matches play a turn before any plays the next one, so only one file of the table is in memory.
    """
    known, side, turns = rules(form), duel.side_of(form, filling.empty(form)), duel.turns_of(form)
    cards, need = np.zeros((2, matches), np.int64), np.zeros(matches, np.int64)
    for number, (turn, then) in enumerate(pairwise(turns)):
        now, ahead = (duel.needs_of((side, side), each, 0)[0] for each in (turn, then))
        level = side.levels[turn[1 if turn[0] else 2]]
        stages = DuelStage(now, np.zeros(0)), DuelStage(ahead, shares_of(folder, then))
        task = DuelTurn(turn[0], level, side.number, *stages)
        parts = np.array_split(np.argsort(cards[0 if turn[0] else 1], kind="stable"), PARTS)

        def play_part(
            part: int, task: DuelTurn = task, parts: list[Ints] = parts, begin: int = number
        ) -> None:
            play_turn(seed + PARTS * begin + part, parts[part], cards, need, task, workspace(known), known)

        with ThreadPoolExecutor(processors()) as pool:
            list(pool.map(play_part, range(PARTS)))
    return -need


@compiled
def play_turn(
    seed: int, matches: Ints, cards: Ints, need: Ints, task: DuelTurn, work: Workspace, rules: Rules
) -> None:
    """Plays a turn of these matches, which are sorted by the card of the side to play."""
    np.random.seed(seed)
    me, sign, last, offered = (0, 1, -1, int64(0)) if task.first_plays else (1, -1, -1, int64(0))
    left = np.zeros((2, KEEP_COUNT))
    for match in matches:
        card, other = cards[me, match], cards[1 - me, match]
        if card != last:
            offered, last = prepare(task.level.shape[card], work, rules), card
        look_ahead(card, other, task, offered, work, rules)
        low = task.stage.needs.low[(card, other) if task.first_plays else (other, card)]
        read(need[match] - low, offered, float(sign), task.ahead.shares, work, (1.0, 0.0))
        best_uses(work.keeps, work.chances, work.uses)
        for throws in range(2):
            throw(work.keeps, rules.lattice)
            left[throws] = work.keeps[:, 0]
            best_keeps(work.keeps, rules.lattice)
        roll = thrown(int64(0), rules)
        for throws in range(2):
            roll = thrown(int64(_INSIDE[roll, left[1 - throws][_INSIDE[roll]].argmax()]), rules)
        uses = work.uses.booking[work.uses.first[roll] : work.uses.first[roll + 1]]
        booking = uses[work.chances[:, 0][uses].argmax()]
        row = rules.columns.first[task.level.shape[card] | rules.pays.bits[booking]]
        cards[me, match] = task.number[row * LANES]
        need[match] -= sign * rules.pays.points[booking]


@compiled
def thrown(keep: int, rules: Rules) -> int:
    """The number of the roll after throwing the other dice."""
    while keep < FIRST_ROLL:
        keep = rules.lattice.plus_one[keep, np.random.randint(6)]
    return int64(keep - FIRST_ROLL)


if __name__ == "__main__":
    main()

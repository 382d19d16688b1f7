"""Compares grades with a naive computation.

Run: python -m research.training.grades [POSITIONS-PER-GAME] [GAME ...]   (default: 10,000 positions)

Positions come from random play. The naive computation counts all 7,776 outcomes one by one, and multiplies
their chances by the worth of ending a turn with each roll. It shares only these worths with the turn.
"""

import sys
from collections.abc import Iterator
from functools import cache
from itertools import combinations, count, product

import numpy as np

from fivedice.analysis.solver_api import Knowledge
from fivedice.bots import make
from fivedice.core.dice import ROLLS, Dice
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.match.events import Keep
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, hand
from fivedice.runtime import simulation, store
from fivedice.runtime.library import Library
from fivedice.training import exercise, grading
from research.training.positions import SEATS, decided

PLACE = {roll: number for number, roll in enumerate(ROLLS)}
CLOSE = 1e-6
"""Costs that differ by less are equal; grades are not compared if a cost is this close to a limit."""


@cache
def chances(kept: Dice) -> np.ndarray:
    """(252,): the chance of each roll after these dice are kept, by counting."""
    found = np.zeros(len(ROLLS))
    for thrown in product(range(1, 7), repeat=5 - len(kept)):
        found[PLACE[tuple(sorted((*kept, *thrown)))]] += 1
    return found / found.sum()


@cache
def keeps(roll: Dice) -> frozenset[Dice]:
    """Every set of dice that can be kept from a roll."""
    return frozenset(kept for number in range(6) for kept in combinations(sorted(roll), number))


def worths(state: State, seat: int, known: Knowledge) -> dict[Dice, float]:
    """The worth of every keep of the seat's dice. Keeping all five ends the turn."""
    ends = now = np.asarray(known.rolls(state.position, seat))
    assert state.turn
    if state.turn.step == 1:
        ends = np.array([max(chances(kept) @ now for kept in keeps(roll)) for roll in ROLLS])
    roll = tuple(sorted(hand(state, seat)))
    return {kept: float(chances(kept) @ (now if kept == roll else ends)) for kept in keeps(roll)}


def positions(game: str) -> Iterator[tuple[State, int]]:
    """An endless sequence of decisions in random matches."""
    seats = SEATS.get(game, 1)
    setup = Setup(GAMES[game], tuple(Player(f"Player {seat}") for seat in range(seats)))
    bots = [make("random", Library(store.tables()))] * seats
    for number in count():
        yield from ((state, seat) for state, seat, _ in decided(simulation.play(setup, bots, 39, number)))


def check(game: str, number: int) -> int:
    """The number of keeps in these positions whose grade differs from the naive computation."""
    known = Library(store.tables())(GAMES[game], SEATS.get(game, 1), "score").at_leisure()
    wrong = done = 0
    for state, seat in positions(game):
        if state.awaited.kind != "keep" or state.turn is None:
            continue
        best = max(found.values()) if (found := worths(state, seat, known)) else 0.0
        terms = exercise.exercise(state, seat)
        for kept, worth in found.items():
            verdict = grading.judge(terms, Keep(seat, kept), known)
            grades = {grading.grade(max(best - worth + off, 0), known.aim) for off in (-CLOSE, CLOSE)}
            wrong += abs(verdict.cost - (best - worth)) > CLOSE or verdict.grade not in grades
        done += 1
        if done == number:
            return wrong
    return wrong


def main() -> None:
    """Prints the result of each game."""
    number = int(sys.argv[1]) if sys.argv[1:] else 10_000
    for game in sys.argv[2:] or FIVE_GAMES:
        print(f"{game}: {check(game, number)} wrong grades in {number} positions", flush=True)


if __name__ == "__main__":
    main()

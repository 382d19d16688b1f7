"""What the estimated chance to win loses in the last rounds, compared with exact play.

Run: python -m research.cards.last_rounds [MATCHES] [SEED] [SEATS]

Champions play by the estimate alone until everything is known exactly: for the last three rounds with two
seats, and for the last round with more. From there on, all seats continue by the estimate, and each choice is
rated exactly: its cost is lost to opponents who play the rest exactly. The sum of costs is what exact play
would gain per match; its error is that of a mean over matches. Times are for the first question about a new
position.
"""

import sys
from random import Random
from statistics import fmean, stdev
from time import perf_counter

from benchmarks.machine import facts
from rich import print as show
from rich.progress import track
from rich.table import Table

from fivedice.analysis import evaluate
from fivedice.cards.scorecard import ScoreCard
from fivedice.games.cardgame import card_of
from fivedice.match.setup import Player, Setup, game_called
from fivedice.match.state import State, begin, step
from fivedice.runtime import chance
from fivedice.solve.cards.endgame import CardsLastRound, LastRounds, Late
from fivedice.solve.cards.remaining import work_out
from fivedice.solve.cards.table import solve
from fivedice.solve.cards.wins import CardWins

GAMES = ("traditional", "piecepack")


def main() -> None:
    """Prints a line for each game."""
    number, seed, seats = (*map(int, sys.argv[1:]), *(200, 1, 2)[len(sys.argv) - 1 :])
    table = Table("Game", title=facts("fivedice", "numpy", "numba"), title_justify="left")
    for heading in ("matches", "given away a match", "dearest match", "first question, ms", "slowest"):
        table.add_column(heading, justify="right")
    for name in GAMES:
        players = tuple(Player(f"champion {seat}", "champion") for seat in range(seats))
        setup = Setup(game_called(name), players)
        known = of(card_of(setup.game), seats)
        lost, took = zip(*(match(setup, known, seed, n) for n in track(range(number), name)), strict=True)
        error = stdev(lost) / number**0.5
        table.add_row(
            name,
            f"{number:,}",
            f"{fmean(lost):.5f} ± {1.96 * error:.5f}",
            f"{max(lost):.4f}",
            f"{fmean(took) * 1e3:.0f}",
            f"{max(took) * 1e3:.0f}",
        )
    show(table)


def of(form: ScoreCard | None, seats: int) -> Late:
    """The exact knowledge of a card's last rounds for this many seats."""
    assert form is not None
    solved = solve(form)
    estimate = CardWins(solved, work_out(solved))
    return LastRounds(estimate) if seats == 2 else CardsLastRound(estimate)


def match(setup: Setup, known: Late, seed: int, number: int) -> tuple[float, float]:
    """The loss of the estimate in the last rounds of a match, and the seconds of the first question."""
    dice, state = chance.seeded(seed, number, "dice"), begin(setup)
    while not known.is_known(state.position):
        state = moved(state, known.estimate, dice)
    begun = perf_counter()
    type(known)(known.estimate).worth(state.position, 0)
    took, lost = perf_counter() - begun, 0.0
    while state.awaited.kind != "over":
        if state.awaited.kind in ("keep", "use"):
            seat = state.awaited.seats[0]
            chosen = evaluate.best(state, seat, known.estimate)
            rated = evaluate.rate(state, seat, known)
            lost += next(each.cost for each in rated if each.decision == chosen)
        state = moved(state, known.estimate, dice)
    return lost, took


def moved(state: State, estimate: CardWins, dice: Random) -> State:
    """The state after the next event."""
    if state.awaited.kind == "throw":
        return step(state, chance.happen(state.awaited, dice))
    return step(state, evaluate.best(state, state.awaited.seats[0], estimate))


if __name__ == "__main__":
    main()

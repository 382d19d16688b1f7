"""`fivedice simulate --best`: many games of a score card alone, with compiled best play."""

import time

import numpy as np
from msgspec import Struct

from fivedice.cli.shared import console, output, rich_output
from fivedice.core.rules import Game
from fivedice.runtime.intervals import CONFIDENCE, Estimate, around
from fivedice.runtime.library import known_card
from fivedice.runtime.simulation import percentiles
from fivedice.solve.cards.best_games import best_games
from fivedice.solve.cards.columns import layout
from fivedice.solve.cards.pays import Ints
from fivedice.solve.cards.table import CardPoints


class BestPlay(Struct, frozen=True):
    """The results of many games of best play."""

    game: str
    games: int
    seed: int
    mean: float
    error: float
    """One standard error of the mean; see `score`."""
    deviation: float
    percentiles: dict[str, int]
    highest: int
    bonus: float | None
    """The share of games with a section bonus; None for a card without one."""
    yahtzees: tuple[float, float, float] | None
    """The shares of games that scored five alike never, once, and more often; None without a box for them."""
    prepared: float
    """Seconds to compile."""
    seconds: float
    """Seconds to play."""
    score: Estimate
    """The mean with its interval."""
    confidence: float = CONFIDENCE
    """The confidence of the interval."""


def report(game: Game, known: CardPoints, games: int, seed: int, *, as_json: bool) -> None:
    """Plays the games and prints the results."""
    report = _play(game, known, games, seed)
    if as_json:
        console.say(output.json_text("best_play", report))
    else:
        _print(report, game)


def _play(game: Game, known: CardPoints, games: int, seed: int) -> BestPlay:
    with rich_output.Bar() as bar:
        playing = bar.add_task("Compiling", total=None)
        begin = time.perf_counter()
        best_games(known.table, 1, seed)
        begun = time.perf_counter()
        bar.update(playing, description=rich_output.plain(game.title), total=games)
        totals, bonuses, yahtzees = best_games(
            known.table, games, seed, progress=lambda done, _: bar.update(playing, completed=done)
        )
        seconds = time.perf_counter() - begun
    places = layout(known.table.form)
    mean, error = float(totals.mean()), float(totals.std() / max(games - 1, 1) ** 0.5)
    return BestPlay(
        game.name,
        games,
        seed,
        mean,
        error,
        float(totals.std()),
        percentiles(np.sort(totals)),
        int(totals.max()),
        float((bonuses > 0).mean()) if places.sections else None,
        _shares(yahtzees) if places.five >= 0 else None,
        begun - begin,
        seconds,
        around(mean, error, games),
    )


def _shares(yahtzees: Ints) -> tuple[float, float, float]:
    return float((yahtzees == 0).mean()), float((yahtzees == 1).mean()), float((yahtzees > 1).mean())


def _print(report: BestPlay, game: Game) -> None:
    games = f"{report.games:,} {'game' if report.games == 1 else 'games'}"
    console.say(f"{games} of best play of {game.title}, alone, seed {report.seed}")
    pace = f"{report.games / report.seconds:,.0f} games a second"
    console.say(f"{pace}, after {report.prepared:.1f} s of preparation")
    margin = f" ± {report.score.high - report.mean:.2f} (95% interval)" if report.games > 1 else ""
    console.say(f"Mean {report.mean:.2f}{margin}, standard deviation {report.deviation:.2f}")
    totals = ", ".join(f"{percent}% {total}" for percent, total in report.percentiles.items())
    console.say(f"Percentiles: {totals}; highest {report.highest}")
    if report.bonus is not None:
        console.say(f"With a bonus: {100 * report.bonus:.2f}%")
    if report.yahtzees is not None:
        console.say(rich_output.line_of_fives(known_card(game), report.yahtzees))

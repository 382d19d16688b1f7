"""`fivedice simulate --best`: a score card played alone by best play for points, very many times."""

import time
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from fivedice.cli import fives
from fivedice.cli.shared import console, drawing, json_output
from fivedice.core.rules import Game
from fivedice.runtime.intervals import CONFIDENCE, Estimate, around
from fivedice.runtime.library import known_card
from fivedice.runtime.simulation import percentiles

if TYPE_CHECKING:
    from fivedice.solve.cards.pays import Ints


class BestPlay(Struct, frozen=True):
    """How many games of best play came out."""

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
    """The share of games with the bonus of a section; nothing for a card without one."""
    yahtzees: tuple[float, float, float] | None
    """The share of games with none, one, two or more; nothing for a card without a box for them."""
    prepared: float
    """Seconds to work out what best play does with every roll of every card, the first compiling included."""
    seconds: float
    """Seconds to play."""
    score: Estimate
    """The same mean with its interval."""
    confidence: float = CONFIDENCE
    """That of the interval."""


def report_best_play(game: Game, games: int, seed: int, *, as_json: bool) -> None:
    """Plays and prints. Raises `IllegalMove` for a game that is no score card."""
    report = _play(game, games, seed)
    if as_json:
        console.say(json_output.text("best_play", report))
    else:
        _print(report, game)


def _play(game: Game, games: int, seed: int) -> BestPlay:
    known = console.library().points(game)
    with drawing.bar() as bar:
        begin = time.perf_counter()
        from fivedice.solve.cards import playouts, policy  # noqa: PLC0415 - loaded only where needed
        from fivedice.solve.cards.layout import layout  # noqa: PLC0415

        choosing, playing = (
            bar.add_task("What is best", total=None),
            bar.add_task(drawing.plain(game.title), total=games),
        )
        chosen = policy.work_out(
            known.table, progress=lambda done, shapes: bar.update(choosing, completed=done, total=shapes)
        )
        playouts.play(chosen, 1, seed)
        prepared = time.perf_counter() - begin
        played = playouts.play(chosen, games, seed, progress=lambda n, _: bar.update(playing, completed=n))
    totals, places = played.totals, layout(known.table.form)
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
        float(played.bonus.mean()) if places.sections else None,
        _shares(played.yahtzees) if places.five >= 0 else None,
        prepared,
        played.seconds,
        around(mean, error, games),
    )


def _shares(yahtzees: "Ints") -> tuple[float, float, float]:
    none, one, more = (yahtzees == 0), (yahtzees == 1), (yahtzees > 1)
    return float(none.mean()), float(one.mean()), float(more.mean())


def _print(report: BestPlay, game: Game) -> None:
    games = f"{report.games:,} {'game' if report.games == 1 else 'games'}"
    console.say(f"{games} of best play of {game.title}, alone, seed {report.seed}")
    console.say(
        f"{report.games / report.seconds:,.0f} games a second, after {report.prepared:.1f} s of preparation"
    )
    margin = f" ± {report.score.high - report.mean:.2f} (95% interval)" if report.games > 1 else ""
    console.say(f"Mean {report.mean:.2f}{margin}, standard deviation {report.deviation:.2f}")
    totals = ", ".join(f"{percent}% {total}" for percent, total in report.percentiles.items())
    console.say(f"Percentiles: {totals}; highest {report.highest}")
    if report.bonus is not None:
        console.say(f"With a bonus: {100 * report.bonus:.2f}%")
    if report.yahtzees is not None:
        console.say(fives.line(known_card(game), report.yahtzees))

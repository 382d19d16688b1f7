"""`fivedice simulate`: many matches between bots, as a table or as JSON."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import Struct

from fivedice import external_bots
from fivedice.bots import BOTS
from fivedice.cli.shared import arguments, console, open_game, output
from fivedice.cli.shared.arguments import flag, usually
from fivedice.core.rules import Game
from fivedice.match.setup import Setup
from fivedice.narration import sentences
from fivedice.runtime import chance, simulation, store
from fivedice.runtime.intervals import CONFIDENCE, Estimate, around
from fivedice.runtime.library import known_card
from fivedice.runtime.simulation import PERCENTILES, Seat, Summary, Tally, percentiles
from fivedice.terminal import asking

if TYPE_CHECKING:
    from fivedice.solve.cards.pays import Ints

BEGINNERS = "greedy,greedy"
MANY = 50
"""The number of matches from which compiling first saves time."""
SEATS_HELP = f"Bots, separated by commas: {', '.join(BOTS)}; {arguments.GUESTS}."


@arguments.command
@arguments.game
@usually("--seats", BEGINNERS, SEATS_HELP)
@arguments.matches
@arguments.seed("matches")
@arguments.house_option
@arguments.games
@arguments.first
@arguments.patience
@click.option("--records", type=arguments.PATH, help="A folder for the record of each match.")
@flag("--best", line="Play a score card alone with compiled best play, fast enough for millions of games.")
@arguments.json_of("figures")
def simulate(
    game: str,
    seats: str,
    matches: int,
    seed: int | None,
    option: tuple[str, ...],
    games: int,
    first: str,
    patience: float,
    records: Path | None,
    best: bool,
    as_json: bool,
) -> None:
    """Play many matches between bots and show scores, wins and lengths.

    \b
    Examples:
      fivedice simulate traditional --seats random,greedy --matches 1000 --seed 7
      fivedice simulate showdown --seats greedy,greedy,random --matches 50 --json
      fivedice simulate junior --seats random,random --matches 10 --records made
      fivedice simulate traditional --best --matches 1000000
    """
    seed = chance.new_seed() if seed is None else seed
    if best:
        if (seats, games, first, records) != (BEGINNERS, 1, "", None):
            console.fail(
                "--best plays single games alone, so it excludes --seats, --games, --first and --records."
            )
        the_game = open_game.named(game, option)
        report_best_play(the_game, matches, seed, as_json=as_json)
        return
    setup = _setup(game, seats, option, games, first)
    console.check_ready(setup)
    summary = _play_all(setup, seed, matches, records, patience)
    if as_json:
        console.say(output.json_text("simulate", summary))
    else:
        _print(summary, setup.game)


def _setup(game: str, seats: str, options: tuple[str, ...], games: int, first: str) -> Setup:
    players = asking.only_bots(asking.named(seats))
    return asking.agree(open_game.named(game, options), players, games, first)


def _play_all(setup: Setup, seed: int, number: int, folder: Path | None, patience: float) -> Summary:
    if folder is not None:
        store.make_folder(folder)
    tally, told = Tally(setup, seed), ""
    library = console.library(many=number >= MANY)
    bots = [external_bots.make(player.bot, library, patience) for player in setup.players]
    with output.bar() as progress:
        task = progress.add_task(output.plain(setup.game.title), total=number)
        played = simulation.matches(setup, bots, seed, number)
        for count, (match, seated) in enumerate(played, start=1):
            if seated.forfeited and not told:
                told = f"Match {count} is the first with a forfeit. {next(iter(seated.forfeited.values()))}"
                print(f"fivedice: {told}", file=sys.stderr, flush=True)
            tally.add(match, seated.forfeited)
            if folder is not None:
                path = folder / f"{setup.game.name}-{seed}-{count:06}.jsonl"
                dice = simulation.deal_of(setup, seed, count)
                store.write_new(path, [simulation.verifiable(match, dice)], private=True)
            progress.advance(task)
    return tally.summary()


def _print(summary: Summary, game: Game) -> None:
    title = (
        f"{sentences.counted(summary.matches, 'match', 'matches')} of {game.title}, seed {summary.seed}:"
        f" {summary.events:.1f} events on average, {summary.shortest} to {summary.longest};"
        f" scores in {game.unit}"
    )
    lost = any(seat.forfeits for seat in summary.seats)
    headings = ("Wins", "Shared", "Mean", "Deviation", *(f"{p}%" for p in PERCENTILES))
    rows = ([*_row(seat), *([str(seat.forfeits)] if lost else [])] for seat in summary.seats)
    output.print_table(title, ["Seat"], (*headings, *(["Forfeits"] if lost else [])), rows)
    if summary.matches > 1:
        console.say("With 95% intervals:")
        for seat in summary.seats:
            console.say(f"  {_surely(seat)}")


def _row(seat: Seat) -> list[str]:
    spread = (f"{seat.mean:.1f}", f"{seat.deviation:.1f}", *map(str, seat.percentiles.values()))
    return [seat.name, str(seat.wins), str(seat.shared), *spread]


def _surely(seat: Seat) -> str:
    """A seat's intervals; a win shared by two counts as half a win."""
    score, wins = seat.score, seat.share
    share = f"{100 * wins.value:.2f}% ({100 * wins.low:.2f} to {100 * wins.high:.2f}) of the wins"
    return f"{seat.name}: mean {score.value:.2f} ({score.low:.2f} to {score.high:.2f}), {share}"


# --- Best play --------------------------------------------------------------------------------------------


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
    """Seconds to compute best play for every roll of every card, compiling included."""
    seconds: float
    """Seconds to play."""
    score: Estimate
    """The mean with its interval."""
    confidence: float = CONFIDENCE
    """The confidence of the interval."""


def report_best_play(game: Game, games: int, seed: int, *, as_json: bool) -> None:
    """Plays the games and prints the results. Raises `IllegalMove` for a game without score cards."""
    report = _play_best(game, games, seed)
    if as_json:
        console.say(output.json_text("best_play", report))
    else:
        _print_best(report, game)


def _play_best(game: Game, games: int, seed: int) -> BestPlay:
    known = console.library().points(game)
    with output.bar() as bar:
        begin = time.perf_counter()
        import numpy as np  # noqa: PLC0415 - slow to load, and no help needs it

        from fivedice.solve.cards import playouts, policy  # noqa: PLC0415 - as above
        from fivedice.solve.cards.columns import layout  # noqa: PLC0415 - as above

        choosing, playing = (
            bar.add_task("Computing best play", total=None),
            bar.add_task(output.plain(game.title), total=games),
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


def _print_best(report: BestPlay, game: Game) -> None:
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
        console.say(output.line_of_fives(known_card(game), report.yahtzees))

"""`fivedice arena`: compares bots over many matches, with an interval for every figure."""

import os
import sys
from contextlib import closing, nullcontext
from pathlib import Path

import click

from fivedice.arena import results, work
from fivedice.arena.figures import MOST_FEWER, PICTURES, BotFigures, Figures, PairFigures, draw, figures
from fivedice.arena.plan import Plan
from fivedice.arena.played import Played
from fivedice.bots import BOTS
from fivedice.cli.shared import arguments, console, open_game, output
from fivedice.cli.shared.arguments import argument, flag
from fivedice.core import extras
from fivedice.core.rules import Game
from fivedice.match.setup import Setup
from fivedice.narration import sentences
from fivedice.runtime import stopping
from fivedice.runtime.intervals import Estimate
from fivedice.runtime.library import check_known
from fivedice.terminal import asking

INTERRUPTED = 130
DUPLICATE_HELP = "Play each set of dice once in every seating; rounds the matches up to whole sets."
ADJUSTED_HELP = "Subtract the known luck of the dice from every result, for narrower intervals."
RECORD_HELP = "A file for the results; the same command continues it."
LONGER = (
    "A figure below 1 means that --adjusted makes the interval wider: luck is measured against best play,"
    " and these bots play far from it."
)
AHEAD = "Finished ahead of each other: the winner first, the others by score"
CLUSTER_HELP = "The address of a Dask scheduler that plays the matches instead of this machine."


@arguments.command
@arguments.game
@argument(
    "bots",
    f"The bots: {', '.join(BOTS)}; {arguments.GUESTS}.",
    nargs=-1,
    required=True,
    metavar="BOT BOT...",
    shell_complete=arguments.one_of(BOTS),
)
@arguments.matches
@click.option(
    "--jobs", type=arguments.IntRange(1), help="The number of processes; default: one per processor."
)
@flag("--duplicate", line=DUPLICATE_HELP)
@flag("--adjusted", line=ADJUSTED_HELP)
@arguments.seed("results")
@arguments.house_option
@arguments.games
@arguments.first
@arguments.patience
@click.option("--record", type=arguments.PATH, metavar="FILE", help=RECORD_HELP)
@click.option("--plot", type=arguments.PATH, metavar="FILE", help="A file for a plot: .svg or .png.")
@click.option("--cluster", default="", metavar="ADDRESS", help=CLUSTER_HELP)
@arguments.json_of("figures")
def arena(
    game: str,
    bots: tuple[str, ...],
    matches: int,
    jobs: int | None,
    duplicate: bool,
    adjusted: bool,
    seed: int | None,
    option: tuple[str, ...],
    games: int,
    first: str,
    patience: float,
    record: Path | None,
    plot: Path | None,
    cluster: str,
    as_json: bool,
) -> None:
    """Compare the strength of bots over many matches. Every figure has an interval.

    The bots change seats from match to match. With --duplicate they also play the same dice from every
    seat, which removes much of the luck. With --adjusted the known luck of the dice is subtracted from each
    result; the mean stays the same. The same seed gives the same results with any number of processes.
    You can bring your own bot (docs/guide/own-bot.md); if it is slow, breaks a rule or exits, it forfeits the
    match.

    \b
    Examples:
      fivedice arena traditional expert greedy --matches 2000 --duplicate
      fivedice arena showdown champion expert greedy --matches 300 --record showdown.arena --plot showdown.svg
      fivedice arena junior champion expert --matches 100000 --cluster tcp://192.168.1.5:8786 --json
      fivedice arena traditional mybots:careful "program:node bot.js" greedy --patience 2
    """
    if plot is not None:
        _check_picture(plot, record)
    if cluster:
        extras.need("cluster")
    agreed = _agreed(game, bots, option, games, first)
    if adjusted:
        check_known(agreed.game)
    seed = results.seed_for(record) if seed is None else seed
    rules = (agreed.game, agreed.players, seed, duplicate, games, agreed.first)
    plan = Plan(*rules, patience=patience, adjusted=adjusted)
    report = _report(plan, matches, record, jobs or _processors(), cluster)
    if as_json:
        console.say(output.json_text("arena", report))
    else:
        _print(report, plan.game)
    if plot is not None:
        draw(report, plan.game.title, plot)


def _check_picture(plot: Path, record: Path | None) -> None:
    """Ends the command before the matches if the plot could not be written, or would replace the results."""
    extras.need("plots")
    if plot.suffix.lower() not in PICTURES:
        console.fail(f"The file name of a plot must end in {' or '.join(PICTURES)}, but it is {plot.name!r}.")
    if record and record.resolve() == plot.resolve():
        console.fail(f"{plot} cannot hold both the plot and the results of --record.")
    if not os.access(plot.parent, os.W_OK):
        console.fail(f"{plot} cannot be written: the folder does not exist or is not writable.")


def _agreed(game: str, bots: tuple[str, ...], option: tuple[str, ...], games: int, first: str) -> Setup:
    players = asking.only_bots(bots)
    if len(players) < 2:
        console.fail("An arena needs at least two bots.")
    agreed = asking.agree(open_game.named(game, option), players, games, first)
    console.check_ready(agreed)
    return agreed


def _report(plan: Plan, matches: int, record: Path | None, jobs: int, cluster: str) -> Figures:
    """The figures of all matches. Ends the command if it is stopped."""
    try:
        with stopping.heard():
            return figures(plan, _play_all(plan, matches, record, jobs, cluster))
    except work.Stopped as error:
        console.fail(str(error))
    except KeyboardInterrupt:
        kept = "the same command continues" if record else "without --record FILE, the results are lost"
        console.fail(f"Stopped; {kept}.", INTERRUPTED)


def _play_all(plan: Plan, matches: int, record: Path | None, jobs: int, cluster: str) -> list[Played]:
    """Loads the deals in the record and plays the others."""
    played, log = results.open_results(record, plan) if record else ([], None)
    deals = range(1, plan.deals(matches) + 1)
    chunks = _chunks(plan, deals[len(played) :], jobs, cluster)
    with closing(log) if log else nullcontext(), output.bar() as progress, closing(chunks):
        task = progress.add_task(output.plain(plan.game.title), total=len(deals), completed=len(played))
        for chunk in chunks:
            if log:
                log.append(*map(results.line, chunk))
            if not any(deal.why for deal in played):
                _warn(chunk)
            played += chunk
            progress.advance(task, len(chunk))
    return played[: len(deals)]


def _warn(chunk: list[Played]) -> None:
    """Reports the first forfeit at once, while there is time to fix the bot."""
    why = next(
        (f"Deal {deal.deal} is the first with a forfeit. {deal.why[0]}" for deal in chunk if deal.why), ""
    )
    if why:
        print(f"fivedice: {why}", file=sys.stderr, flush=True)


def _chunks(plan: Plan, deals: range, jobs: int, cluster: str) -> work.Results:
    if cluster:
        return work.cluster(plan, deals, cluster)
    if jobs == 1:
        return work.here(plan, deals, console.library(many=True))
    return work.processes(plan, deals, jobs, console.library(many=True))


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# --- Tables -----------------------------------------------------------------------------------------------


def _print(report: Figures, game: Game) -> None:
    dice = f" on {sentences.counted(report.deals, 'set', 'sets')} of dice" if report.duplicate else ""
    luck = ", less the luck of the dice" if report.adjusted else ""
    matches = sentences.counted(report.matches, "match", "matches")
    title = f"{matches} of {game.title}{dice}, seed {report.seed}{luck}; with 95% intervals"
    lost = any(bot.forfeits for bot in report.bots)
    headings = ("Wins", f"Mean {report.unit}", "Elo against the others", *(["Forfeits"] if lost else []))
    rows = ([*_bot(bot), *([str(bot.forfeits)] if lost else [])] for bot in report.bots)
    output.print_table(title, ["Bot"], headings, rows)
    for bot in report.bots if report.adjusted else ():
        console.say(_fewer(bot, report.unit))
    if any(bot.fewer and min(bot.fewer.wins, bot.fewer.score) < 1 for bot in report.bots):
        console.say(LONGER)
    if len(report.bots) > 2:
        headings = ("Points", f"More {report.unit}", "Elo")
        output.print_table(AHEAD, ["Bot", "Against"], headings, map(_pair, report.pairs))


def _bot(bot: BotFigures) -> list[str]:
    return [bot.name, _percent(bot.wins), _number(bot.score, 2), _number(bot.elo, 0)]


def _fewer(bot: BotFigures, unit: str) -> str:
    """The factor by which the number of matches grows for the same intervals without --adjusted."""
    assert bot.fewer is not None
    wins, score = map(_times, (bot.fewer.wins, bot.fewer.score))
    times = f"{wins} times as many matches (wins) and {score} times ({unit})"
    return f"{bot.name}: without --adjusted these intervals would take {times}."


def _times(number: float) -> str:
    """Numbers below 1 keep two significant digits."""
    if number >= MOST_FEWER:
        return "over a million"
    return f"{number:,.1f}" if number >= 1 else f"{number:.2g}"


def _pair(pair: PairFigures) -> list[str]:
    figures_of = (_percent(pair.points), _number(pair.score, 2), _number(pair.elo, 0))
    return [pair.name, pair.against, *figures_of]


def _percent(estimate: Estimate) -> str:
    return f"{100 * estimate.value:.2f}% ({100 * estimate.low:.2f} to {100 * estimate.high:.2f})"


def _number(estimate: Estimate, digits: int) -> str:
    sign = "+" if digits == 0 else ""
    value, low, high = (
        f"{number:{sign}.{digits}f}" for number in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value} ({low} to {high})"

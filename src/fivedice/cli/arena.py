"""`fivedice arena`: compares bots over many matches, with an interval for every figure."""

import os
from contextlib import closing, nullcontext
from pathlib import Path

from fivedice.cli.options.bots import ArenaOptions
from fivedice.cli.shared import console, open_game, output, rich_output, solvers
from fivedice.cli.shared.rich_output import number, percent
from fivedice.core import extras
from fivedice.core.rules import Game
from fivedice.runtime import stopping
from fivedice.runtime.library import check_known
from fivedice.study.arena import results, work
from fivedice.study.arena.figures import (
    MOST_FEWER,
    PICTURES,
    ArenaFigures,
    BotFigures,
    PairFigures,
    draw,
    figures,
)
from fivedice.study.arena.plan import ArenaPlan, PlayedDeal
from fivedice.terminal import asking

INTERRUPTED = 130
LONGER = (
    "A figure below 1 means that --adjusted makes the interval wider: luck is measured against best play,"
    " and these bots play far from it."
)
SOLVED = {"solved": "fivedice.study.arena.solved:solved"}
"""The bot that plays from a table of two players, by the name that is typed."""
AHEAD = "Finished ahead of each other: the winner first, the others by score"


def arena(options: ArenaOptions) -> None:
    """Plays the matches and prints the figures."""
    if options.plot is not None:
        _check_picture(options.plot, options.record)
    if options.cluster:
        extras.need("cluster")
    plan = _plan(options)
    report = _report(plan, options)
    if options.as_json:
        console.say(output.json_text("arena", report))
    else:
        _print(report, plan.game)
    if options.plot is not None:
        draw(report, plan.game.title, options.plot)


def _check_picture(plot: Path, record: Path | None) -> None:
    """Ends the command before the matches if the plot could not be written, or would replace the results."""
    extras.need("plots")
    if plot.suffix.lower() not in PICTURES:
        console.fail(f"The file name of a plot must end in {' or '.join(PICTURES)}, but it is {plot.name!r}.")
    if record and record.resolve() == plot.resolve():
        console.fail(f"{plot} cannot hold both the plot and the results of --record.")
    if not os.access(plot.parent, os.W_OK):
        console.fail(f"{plot} cannot be written: the folder does not exist or is not writable.")


def _plan(options: ArenaOptions) -> ArenaPlan:
    players = asking.only_bots([SOLVED.get(bot, bot) for bot in options.bots])
    if len(players) < 2:
        console.fail("An arena needs at least two bots.")
    game = open_game.by_name(options.game, options.house)
    agreed = asking.agree(game, players, options.games, options.first)
    solvers.check_extras(agreed)
    if SOLVED.keys() & set(options.bots):
        from fivedice.study.arena import solved  # noqa: PLC0415 - loads the compiler

        solved.check(agreed)
    if options.adjusted:
        check_known(agreed.game)
    seed = results.seed_for(options.record) if options.seed is None else options.seed
    rules = (agreed.game, agreed.players, seed, options.duplicate, options.games, agreed.first)
    return ArenaPlan(*rules, patience=options.patience, adjusted=options.adjusted)


def _report(plan: ArenaPlan, options: ArenaOptions) -> ArenaFigures:
    """The figures of all matches. Ends the command if it is stopped."""
    try:
        with stopping.signals_raised():
            return figures(plan, _play_all(plan, options))
    except work.ArenaStopped as error:
        console.fail(str(error))
    except KeyboardInterrupt:
        lost = "without --record FILE, the results are lost"
        console.fail(f"Stopped; {'the same command continues' if options.record else lost}.", INTERRUPTED)


def _play_all(plan: ArenaPlan, options: ArenaOptions) -> list[PlayedDeal]:
    """Loads the deals in the record and plays the others."""
    played, log = results.open_results(options.record, plan) if options.record else ([], None)
    deals = range(1, plan.deals(options.matches) + 1)
    chunks = _chunks(plan, deals[len(played) :], options)
    with closing(log) if log else nullcontext(), rich_output.Bar() as progress, closing(chunks):
        task = progress.add_task(rich_output.plain(plan.game.title), total=len(deals), completed=len(played))
        for chunk in chunks:
            if log:
                log.append(*map(results.line, chunk))
            if not any(deal.why for deal in played):
                _warn(chunk)
            played += chunk
            progress.advance(task, len(chunk))
    return played[: len(deals)]


def _warn(chunk: list[PlayedDeal]) -> None:
    """Reports the first forfeit at once, while there is time to fix the bot."""
    first = next((deal for deal in chunk if deal.why), None)
    if first:
        why = f"Deal {first.deal} is the first with a forfeit. {first.why[0]}"
        console.complain(why)


def _chunks(plan: ArenaPlan, deals: range, options: ArenaOptions) -> work.Results:
    if options.cluster:
        return work.cluster(plan, deals, options.cluster)
    here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    jobs = options.jobs or here or 1
    if jobs == 1:
        return work.here(plan, deals, solvers.library(many=True))
    return work.processes(plan, deals, jobs, solvers.library(many=True))


# --- Tables -----------------------------------------------------------------------------------------------


def _print(report: ArenaFigures, game: Game) -> None:
    dice = f" on {console.plural(report.deals, 'set', 'sets')} of dice" if report.duplicate else ""
    luck = ", less the luck of the dice" if report.adjusted else ""
    matches = console.plural(report.matches, "match", "matches")
    title = f"{matches} of {game.title}{dice}, seed {report.seed}{luck}; with 95% intervals"
    lost = any(bot.forfeits for bot in report.bots)
    headings = ("Wins", f"Mean {report.unit}", "Elo against the others", *(["Forfeits"] if lost else []))
    rows = ([*_bot(bot), *([str(bot.forfeits)] if lost else [])] for bot in report.bots)
    rich_output.print_table(title, ["Bot"], headings, rows)
    for bot in report.bots if report.adjusted else ():
        console.say(_fewer(bot, report.unit))
    if any(bot.fewer and min(bot.fewer.wins, bot.fewer.score) < 1 for bot in report.bots):
        console.say(LONGER)
    if len(report.bots) > 2:
        headings = ("Points", f"More {report.unit}", "Elo")
        rich_output.print_table(AHEAD, ["Bot", "Against"], headings, map(_pair, report.pairs))


def _bot(bot: BotFigures) -> list[str]:
    return [bot.name, percent(bot.wins), number(bot.score, 2), number(bot.elo, 0)]


def _fewer(bot: BotFigures, unit: str) -> str:
    """The factor by which the number of matches grows for the same intervals without --adjusted."""
    assert bot.fewer is not None
    wins, score = map(_times, (bot.fewer.wins, bot.fewer.score))
    times = f"{wins} times as many matches (wins) and {score} times ({unit})"
    return f"{bot.name}: without --adjusted these intervals would take {times}."


def _times(factor: float) -> str:
    """Factors below 1 keep two significant digits."""
    if factor >= MOST_FEWER:
        return "over a million"
    return f"{factor:,.1f}" if factor >= 1 else f"{factor:.2g}"


def _pair(pair: PairFigures) -> list[str]:
    return [pair.name, pair.against, percent(pair.points), number(pair.score, 2), number(pair.elo, 0)]

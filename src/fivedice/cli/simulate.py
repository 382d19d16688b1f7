"""`fivedice simulate`: many matches between bots, as a table or as JSON."""

from fivedice import external_bots
from fivedice.cli.options.bots import BEGINNERS, SimulateOptions
from fivedice.cli.shared import console, open_game, output, rich_output, solvers
from fivedice.core.rules import Game
from fivedice.match.setup import Setup
from fivedice.runtime import chance, simulation, store
from fivedice.runtime.simulation import PERCENTILES, SimulatedSeat, SimulationSummary, Tally
from fivedice.terminal import asking

MANY = 50
"""The number of matches from which compiling first saves time."""


def simulate(options: SimulateOptions) -> None:
    """Plays the matches and prints the figures."""
    seed = chance.new_seed() if options.seed is None else options.seed
    if options.best:
        if (options.seats, options.games, options.first, options.records) != (BEGINNERS, 1, "", None):
            console.fail(
                "--best plays single games alone, so it excludes --seats, --games, --first and --records."
            )
        game = open_game.by_name(options.game, options.house)
        known = solvers.library().points(game)
        from fivedice.cli.shared import best_play  # noqa: PLC0415 - loads the compiler

        best_play.report(game, known, options.matches, seed, as_json=options.as_json)
        return
    players = asking.only_bots(asking.split_names(options.seats))
    game = open_game.by_name(options.game, options.house)
    setup = asking.agree(game, players, options.games, options.first)
    solvers.check_extras(setup)
    summary = _play_all(setup, seed, options)
    if options.as_json:
        console.say(output.json_text("simulate", summary))
    else:
        _print(summary, setup.game)


def _play_all(setup: Setup, seed: int, options: SimulateOptions) -> SimulationSummary:
    if options.records is not None:
        store.make_folder(options.records)
    tally, forfeit = Tally(setup, seed), ""
    library = solvers.library(many=options.matches >= MANY)
    bots = [external_bots.make(player.bot, library, options.patience) for player in setup.players]
    with rich_output.Bar() as progress:
        task = progress.add_task(rich_output.plain(setup.game.title), total=options.matches)
        played = simulation.matches(setup, bots, seed, options.matches)
        for count, (match, seated) in enumerate(played, start=1):
            if seated.forfeited and not forfeit:
                forfeit = next(iter(seated.forfeited.values()))
                console.complain(f"Match {count} is the first with a forfeit. {forfeit}")
            tally.add(match, seated.forfeited)
            if options.records is not None:
                path = options.records / f"{setup.game.name}-{seed}-{count:06}.jsonl"
                dice = simulation.deal_of(setup, seed, count)
                store.write_new(path, [simulation.verifiable(match, dice)], private=True)
            progress.advance(task)
    return tally.summary()


def _print(summary: SimulationSummary, game: Game) -> None:
    title = (
        f"{console.plural(summary.matches, 'match', 'matches')} of {game.title}, seed {summary.seed}:"
        f" {summary.events:.1f} events on average, {summary.shortest} to {summary.longest};"
        f" scores in {game.unit}"
    )
    lost = any(seat.forfeits for seat in summary.seats)
    headings = ("Wins", "Shared", "Mean", "Deviation", *(f"{p}%" for p in PERCENTILES))
    rows = ([*_row(seat), *([str(seat.forfeits)] if lost else [])] for seat in summary.seats)
    rich_output.print_table(title, ["Seat"], (*headings, *(["Forfeits"] if lost else [])), rows)
    if summary.matches > 1:
        console.say("With 95% intervals:")
        for seat in summary.seats:
            mean, share = rich_output.number(seat.score, 2), rich_output.percent(seat.share)
            console.say(f"  {seat.name}: mean {mean}, {share} of the wins")  # a shared win counts as a part


def _row(seat: SimulatedSeat) -> list[str]:
    spread = (f"{seat.mean:.1f}", f"{seat.deviation:.1f}", *map(str, seat.percentiles.values()))
    return [seat.name, str(seat.wins), str(seat.shared), *spread]

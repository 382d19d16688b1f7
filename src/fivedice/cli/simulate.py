"""`fivedice simulate`: many matches between bots, as a table or as JSON."""

import sys
from pathlib import Path

import click

from fivedice import external_bots
from fivedice.bots import BOTS
from fivedice.cli.shared import arguments, console, drawing, json_output, open_game
from fivedice.cli.shared.arguments import flag, usually
from fivedice.core.rules import Game
from fivedice.match.setup import Setup
from fivedice.narration import sentences
from fivedice.notation import record
from fivedice.runtime import chance, simulation, store
from fivedice.runtime.simulation import PERCENTILES, Seat, Summary, Tally
from fivedice.terminal import asking

BEGINNERS = "greedy,greedy"
MANY = 50
"""For so many matches it pays to compile first what plays them faster, if not at once, then the next time."""
SEATS_HELP = f"Bots with commas, of {', '.join(BOTS)}; {arguments.GUESTS}."


@arguments.command
@arguments.game
@usually("--seats", BEGINNERS, SEATS_HELP)
@arguments.matches
@arguments.seed("matches")
@arguments.house_option
@arguments.games
@arguments.first
@arguments.patience
@click.option("--records", type=arguments.PATH, help="A folder that gets a record of each match.")
@flag("--best", line="A score card played alone by best play, compiled: for millions.")
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
    """Play many matches between bots: scores, wins and lengths.

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
                "--best plays single games alone: no --seats, --games, --first or --records with it."
            )
        from fivedice.cli.best_play import report_best_play  # noqa: PLC0415 - loads numpy

        the_game = open_game.named(game, option)
        report_best_play(the_game, matches, seed, as_json=as_json)
        return
    setup = _setup(game, seats, option, games, first)
    console.check_ready(setup)
    summary = _play_all(setup, seed, matches, records, patience)
    if as_json:
        console.say(json_output.text("simulate", summary))
    else:
        _print(summary, setup.game)


def _setup(game: str, seats: str, options: tuple[str, ...], games: int, first: str) -> Setup:
    players = asking.only_bots(asking.named(seats))
    return asking.agree(open_game.named(game, options), players, games, first or None)


def _play_all(setup: Setup, seed: int, number: int, folder: Path | None, patience: float) -> Summary:
    if folder is not None:
        store.make_folder(folder)
    tally, told = Tally(setup, seed), ""
    library = console.library(many=number >= MANY)
    bots = [external_bots.make(player.bot, library, patience) for player in setup.players]
    with drawing.bar() as progress:
        task = progress.add_task(drawing.plain(setup.game.title), total=number)
        played = simulation.matches(setup, bots, seed, number)
        for count, (match, seated) in enumerate(played, start=1):
            if seated.forfeited and not told:
                told = f"Match {count} is the first with a forfeit. {next(iter(seated.forfeited.values()))}"
                print(f"fivedice: {told}", file=sys.stderr, flush=True)
            tally.add(match, seated.forfeited)
            if folder is not None:
                path = folder / f"{setup.game.name}-{seed}-{count:06}.jsonl"
                store.write_new(path, [record.text(match)], private=True)
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
    drawing.print_table(title, ["Seat"], (*headings, *(["Forfeits"] if lost else [])), rows)
    if summary.matches > 1:
        console.say("With 95% intervals:")
        for seat in summary.seats:
            console.say(f"  {_surely(seat)}")


def _row(seat: Seat) -> list[str]:
    spread = (f"{seat.mean:.1f}", f"{seat.deviation:.1f}", *map(str, seat.percentiles.values()))
    return [seat.name, str(seat.wins), str(seat.shared), *spread]


def _surely(seat: Seat) -> str:
    """How surely a seat's figures are known; a win shared by two is half a win here."""
    score, wins = seat.score, seat.share
    share = f"{100 * wins.value:.2f}% ({100 * wins.low:.2f} to {100 * wins.high:.2f}) of the wins"
    return f"{seat.name}: mean {score.value:.2f} ({score.low:.2f} to {score.high:.2f}), {share}"

"""`fivedice export`: tables of worths, records and decisions for research."""

import sys
from pathlib import Path

from rich.progress import Progress

from fivedice import bots
from fivedice.cli.options.records import COUNT, PLAYERS, ExportOptions
from fivedice.cli.shared import console, open_game, open_record, rich_output, solvers
from fivedice.core.rules import Game
from fivedice.runtime import chance, store
from fivedice.statistics.formats import FORMATS
from fivedice.study import rows
from fivedice.study.rows import Table

STDOUT = Path("-")
PLAYS_BEST = {"best": "expert"}


def export(options: ExportOptions) -> None:
    """Writes a table, a chunk of rows at a time."""
    target = options.target or STDOUT
    store.check_folder(target)
    asks_decisions = (options.count, options.players, options.seed) != (COUNT, PLAYERS, None)
    if asks_decisions and options.table != "decisions":
        console.fail("--count, --bots and --seed are only for the table decisions.")
    bar = rich_output.Bar()
    columns, table = _TABLES[options.table](options, bar)
    if target == STDOUT:
        with bar:
            FORMATS[options.form](columns, table, sys.stdout.buffer)
        return
    with bar, store.replacing(target) as file:
        FORMATS[target.suffix.lower().removeprefix(".")](columns, table, file)
    console.say(f"The {options.table} are in {store.printable(target)}.")


def _worths(options: ExportOptions, bar: Progress) -> Table:
    table = solvers.library().points(_game(options)).table
    return rows.WORTHS, bar.track(rows.worths(table), table.positions)


def _records(options: ExportOptions, bar: Progress) -> Table:
    sources = [*map(open_record.find, options.of)] or [store.folder()]
    paths = [path for each in sources for path in (store.records(each) if each.is_dir() else [each])]
    if not paths:
        console.fail(f"There are no records in {store.printable(sources[0])}.")
    matches = ((path.name, open_record.valid(path, str(path)).match) for path in bar.track(paths))
    return rows.RECORDS, (row for name, match in matches for row in rows.of_record(name, match))


def _decisions(options: ExportOptions, bar: Progress) -> Table:
    game, library = _game(options), solvers.library()
    known = library.points(game)
    if game.solver != "cards":
        console.fail(f"Decisions are those of a player alone, and {game.title} is played from common throws.")
    names = [name.strip() for name in options.players.split(",")]
    playing = {name: bots.make(PLAYS_BEST.get(name, name), library) for name in names}
    seed = chance.new_seed() if options.seed is None else options.seed
    if options.seed is None:
        console.warn(f"The seed is {seed}.")
    table = rows.of_bots(known, game, playing, seed, options.count)
    return rows.DECISIONS, bar.track(table, options.count)


def _game(options: ExportOptions) -> Game:
    if len(options.of) != 1:
        console.fail(f"Name one game, as in fivedice export {options.table} traditional.")
    return open_game.by_name(options.of[0], options.house)


_TABLES = {"worths": _worths, "records": _records, "decisions": _decisions}

"""`fivedice stats` and `export`: what records say, and tables of worths and decisions for research."""

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec
from rich.progress import Progress

from fivedice import bots
from fivedice.analysis.annotate import called
from fivedice.cli.options.records import COUNT, PLAYERS, ExportOptions, StatsOptions
from fivedice.cli.shared import console, open_game, open_record, output, rich_output, solvers
from fivedice.core.rules import Game
from fivedice.runtime import chance, store
from fivedice.runtime.record_figures import ByPlayer, read
from fivedice.statistics.export import as_bytes
from fivedice.statistics.formats import FORMATS
from fivedice.statistics.profile import KindProfile, Profile, profile
from fivedice.study import rows
from fivedice.study.rows import Table

MOST = 8
"""The maximum number of rows in a table of costs."""


def stats(given: StatsOptions) -> None:
    """Prints or writes the profile of a player."""
    if given.target is not None:
        store.check_folder(given.target)
    found = [*read(store.folder(), store.tables(), lambda: solvers.library(many=True))]
    chosen = _chosen(given.name, found)
    matches = [one[chosen] for one in found if chosen in one]
    if given.target is not None:
        data = as_bytes(matches, given.target.suffix.lower().removeprefix("."))
        store.write_bytes(given.target, data, private=True)
        if not given.as_json:
            number = console.plural(len(matches), "match", "matches")
            console.say(f"The figures of {number} of {chosen} are in {store.shown(given.target)}.")
    made = profile(matches)
    if given.as_json:
        console.say(output.json_text("stats", {"name": chosen, **msgspec.to_builtins(made)}))
    elif given.target is None:
        _print(chosen, made)


def _chosen(name: str, found: list[ByPlayer]) -> str:
    """The player with this name, or the one in most records. Ends the command if there is none."""
    played = Counter(player for one in found for player in one)
    if not played:
        console.fail(f"No finished matches are saved yet in {store.shown(store.folder())}.")
    alike = [player for player in played if player.casefold() == name.casefold()]
    if name and not alike:
        people = ", ".join(player for player, _ in played.most_common())
        console.fail(f"There is no player {name!r} in your finished matches; there are: {people}.")
    return name if name in played else alike[0] if alike else played.most_common(1)[0][0]


# --- Tables ------------------------------------------------------------------------------------------------


def _print(name: str, made: Profile) -> None:
    for kind in made.kinds:
        rows = [(line.label, line.value, line.how) for line in kind.lines]
        title = f"{name}, {kind.title}"
        rich_output.print_table(title, ("Figure", "Value", "How it is computed"), (), _plain(rows))
        _print_costs(kind)
    versus = [(one.name, str(one.played), str(one.won), str(one.lost)) for one in made.opponents]
    if versus:
        figures = ("Played", "You won", "They won")
        rich_output.print_table("Opponents", ("Player",), figures, _plain(versus))


def _print_costs(kind: KindProfile) -> None:
    for habit in kind.habits:
        console.tell(f"  {habit.sentence}.")
    for title, costs in (("Lost by kind of decision", kind.by_kind), ("Lost by box", kind.by_box)):
        if costs:
            rows = [(called(about), f"{cost:.2f}") for about, cost in [*costs.items()][:MOST]]
            rich_output.print_table(title, ("",), (f"{kind.unit} per game",), _plain(rows))


def _plain(rows: Iterable[tuple[str, ...]]) -> list[list[str]]:
    """Escapes control characters and markup in names."""
    return [[rich_output.plain(console.visible(cell)) for cell in row] for row in rows]


# --- Data for research -------------------------------------------------------------------------------------

STDOUT = Path("-")
PLAYS_BEST = {"best": "expert"}


def export(given: ExportOptions) -> None:
    """Writes a table, a chunk of rows at a time."""
    target = given.target or STDOUT
    store.check_folder(target)
    if given.table != "decisions" and (given.count, given.players, given.seed) != (COUNT, PLAYERS, None):
        console.fail("--count, --bots and --seed are only for the table decisions.")
    bar = rich_output.Bar()
    columns, table = _TABLES[given.table](given, bar)
    if target == STDOUT:
        with bar:
            FORMATS[given.form](columns, table, sys.stdout.buffer)
        return
    with bar, store.replacing(target) as file:
        FORMATS[target.suffix.lower().removeprefix(".")](columns, table, file)
    console.say(f"The {given.table} are in {store.shown(target)}.")


def _worths(given: ExportOptions, bar: Progress) -> Table:
    table = solvers.library().points(_game(given)).table
    return rows.WORTHS, bar.track(rows.worths(table), table.positions)


def _records(given: ExportOptions, bar: Progress) -> Table:
    named = [*map(open_record.find, given.of)] or [store.folder()]
    paths = [path for each in named for path in (store.records(each) if each.is_dir() else [each])]
    if not paths:
        console.fail(f"There are no records in {store.shown(named[0])}.")
    matches = ((path.name, open_record.valid(path, str(path)).match) for path in bar.track(paths))
    return rows.RECORDS, (row for name, match in matches for row in rows.of_record(name, match))


def _decisions(given: ExportOptions, bar: Progress) -> Table:
    game, library = _game(given), solvers.library()
    known = library.points(game)
    if game.solver != "cards":
        console.fail(f"Decisions are those of a player alone, and {game.title} is played from common throws.")
    names = [name.strip() for name in given.players.split(",")]
    playing = {name: bots.make(PLAYS_BEST.get(name, name), library) for name in names}
    seed = chance.new_seed() if given.seed is None else given.seed
    if given.seed is None:
        console.warn(f"The seed is {seed}.")
    made = rows.of_bots(known, game, playing, seed, given.count)
    return rows.DECISIONS, bar.track(made, given.count)


def _game(given: ExportOptions) -> Game:
    if len(given.of) != 1:
        console.fail(f"Name one game, as in fivedice export {given.table} traditional.")
    return open_game.named(given.of[0], given.options)


_TABLES = {"worths": _worths, "records": _records, "decisions": _decisions}

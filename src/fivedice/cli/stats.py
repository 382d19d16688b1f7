"""`fivedice stats`: the profile of a player, from the records saved here."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from fivedice.cli.options.records import StatsOptions
from fivedice.cli.shared import console, output, rich_output, solvers
from fivedice.core.rules import quoted
from fivedice.games import GAMES
from fivedice.language import comma, decimal, mark, tr
from fivedice.narration.costs import label_of
from fivedice.runtime import store
from fivedice.runtime.record_figures import ByPlayer, read
from fivedice.statistics.export import as_bytes
from fivedice.statistics.profile import KindProfile, Profile, profile

MOST = 8
"""The maximum number of rows in a table of costs."""


def stats(options: StatsOptions) -> None:
    """Prints or writes the profile of a player."""
    if options.target is not None:
        store.check_folder(options.target)
    figures = [*read(store.folder(), store.tables(), lambda: solvers.library(many=True))]
    chosen = _find_player(options.name, figures)
    matches = [one[chosen] for one in figures if chosen in one]
    if options.target is not None:
        data = as_bytes(matches, options.target.suffix.lower().removeprefix("."))
        store.write_bytes(options.target, data, private=True)
        if not options.as_json:
            written = mark(
                "The figures of {count, plural, one {# match} other {# matches}} of {name} are in {file}."
            )
            file = store.printable(options.target)
            console.say(tr(written, count=len(matches), name=chosen, file=file))
    statistics = profile(matches)
    if options.as_json:
        console.say(output.json_text("stats", {"name": chosen, **msgspec.to_builtins(statistics)}))
    elif options.target is None:
        _print(chosen, statistics)


def _find_player(name: str, figures: list[ByPlayer]) -> str:
    """The player with this name, or the one in most records. Ends the command if there is none."""
    played = Counter(player for one in figures for player in one)
    if not played:
        folder = store.printable(store.folder())
        console.fail(tr("No finished matches are saved yet in {folder}.", folder=folder))
    alike = [player for player in played if player.casefold() == name.casefold()]
    if name and not alike:
        people = comma(player for player, _ in played.most_common())
        wrong = mark("There is no player {name} in your finished matches; there are: {people}.")
        console.fail(tr(wrong, name=quoted(name), people=people))
    return name if name in played else alike[0] if alike else played.most_common(1)[0][0]


# --- Tables ------------------------------------------------------------------------------------------------


def _print(name: str, statistics: Profile) -> None:
    for kind in statistics.kinds:
        rows = [(line.label, line.value, line.how) for line in kind.lines]
        title = comma((name, kind.title))
        headings = (tr("Figure"), tr("Value"), tr("How it is computed"))
        rich_output.print_table(title, headings, (), _plain(rows))
        _print_costs(kind)
    versus = [(one.name, str(one.played), str(one.won), str(one.lost)) for one in statistics.opponents]
    if versus:
        figures = (tr("Played"), tr("You won"), tr("They won"))
        rich_output.print_table(tr("Opponents"), (tr("Name"),), figures, _plain(versus))


def _print_costs(kind: KindProfile) -> None:
    for habit in kind.habits:
        console.tell(f"  {habit.sentence}")
    game = GAMES.get(kind.kind.partition(" ")[0])
    lost = ((tr("Lost by kind of decision"), kind.by_kind), (tr("Lost by box"), kind.by_box))
    for title, costs in lost:
        if costs:
            rows = [(label_of(about, game), decimal(cost, 2)) for about, cost in [*costs.items()][:MOST]]
            rich_output.print_table(title, ("",), (tr("{unit} per game", unit=tr(kind.unit)),), _plain(rows))


def _plain(rows: Iterable[tuple[str, ...]]) -> list[list[str]]:
    """Escapes control characters and markup in names."""
    return [[rich_output.plain(console.visible(cell)) for cell in row] for row in rows]

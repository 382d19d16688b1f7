"""`fivedice stats`: what a player's records say, as tables, JSON or a file of figures."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from fivedice.cli.shared import arguments, console, output
from fivedice.narration.sentences import counted
from fivedice.runtime import store

if TYPE_CHECKING:
    from fivedice.runtime.record_figures import ByPlayer
    from fivedice.statistics.profile import KindProfile, Profile

MOST = 8
"""The maximum number of rows in a table of costs."""
OUTPUT_HELP = "Write the figures of every match to FILE: .csv, .json or .parquet."


@arguments.command
@arguments.argument("name", "The player; default: the person in most of your records.", default="")
@arguments.output(arguments.EXPORT, OUTPUT_HELP)
@arguments.json_of("profile")
def stats(name: str, target: Path | None, as_json: bool) -> None:
    """Show what your matches say about your play: your strength, your costliest choices, and the trend.

    Counts every finished match stored here. The cost of choices is measured against best play, so luck
    does not count. Each match is reviewed once, which takes a moment the first time.

    \b
    Examples:
      fivedice stats
      fivedice stats Ann
      fivedice stats Ann --output matches.csv
      fivedice stats --json
    """
    if target is not None:
        store.check_folder(target)
    from fivedice.runtime.record_figures import read  # noqa: PLC0415 - loads numpy, which the help can do without
    from fivedice.statistics.export import FORMATS  # noqa: PLC0415 - as above
    from fivedice.statistics.profile import profile  # noqa: PLC0415 - as above

    found = [*read(store.folder(), store.tables(), lambda: console.library(many=True))]
    chosen = _chosen(name, found)
    matches = [one[chosen] for one in found if chosen in one]
    if target is not None:
        store.write_bytes(target, FORMATS[target.suffix.lower().removeprefix(".")](matches), private=True)
        if not as_json:
            number = counted(len(matches), "match", "matches")
            console.say(f"The figures of {number} of {chosen} are in {store.shown(target)}.")
    made = profile(matches)
    if as_json:
        console.say(output.json_text("stats", {"name": chosen, **msgspec.to_builtins(made)}))
    elif target is None:
        _print(chosen, made)


def _chosen(name: str, found: "list[ByPlayer]") -> str:
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


def _print(name: str, made: "Profile") -> None:
    for kind in made.kinds:
        rows = [(line.label, line.value, line.how) for line in kind.lines]
        title = f"{name}, {kind.title}"
        output.print_table(title, ("Figure", "Value", "How it is computed"), (), _plain(rows))
        _print_costs(kind)
    versus = [(one.name, str(one.played), str(one.won), str(one.lost)) for one in made.opponents]
    if versus:
        figures = ("Played", "You won", "They won")
        output.print_table("Opponents", ("Player",), figures, _plain(versus))


def _print_costs(kind: "KindProfile") -> None:
    from fivedice.statistics.profile import called  # noqa: PLC0415 - as above

    for habit in kind.habits:
        console.tell(f"  {habit.sentence}.")
    for title, costs in (("Lost by kind of decision", kind.by_kind), ("Lost by box", kind.by_box)):
        if costs:
            rows = [(called(about), f"{cost:.2f}") for about, cost in [*costs.items()][:MOST]]
            output.print_table(title, ("",), (f"{kind.unit} per game",), _plain(rows))


def _plain(rows: Iterable[tuple[str, ...]]) -> list[list[str]]:
    """Escapes control characters and markup in names."""
    return [[output.plain(console.visible(cell)) for cell in row] for row in rows]

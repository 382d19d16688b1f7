"""Options of `fivedice stats`."""

from pathlib import Path

from fivedice.cli.shared import arguments
from fivedice.runtime.options import Options, argument


class StatsOptions(Options):
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

    name: str = argument("", "The player; default: the person in most of your records.")
    target: Path | None = arguments.output(
        arguments.EXPORT, "Write the figures of every match to FILE: .csv, .json or .parquet."
    )
    as_json: bool = arguments.json_of("profile")

"""Options of commands that check, list and evaluate records."""

from pathlib import Path
from typing import Literal

from fivedice.bots import BOTS
from fivedice.cli.shared import arguments
from fivedice.runtime.options import IntRange, Options, argument, option


class VerifyOptions(Options):
    """Check records against the rules, and their dice against the commitment made before the match.

    Reports the first wrong line, and says if dice cannot be checked, as with real dice. The exit code is 0
    if every record is valid, 1 if one breaks the rules or has other dice, 2 if one cannot be read or is
    incomplete.

    \b
    Examples:
      fivedice verify match.jsonl
      fivedice verify records/*.jsonl
      fivedice verify --page verify.html
    """

    files: tuple[str, ...] = argument(
        (), "The records to check; - reads standard input.", metavar="[FILE...]", type=arguments.FILE
    )
    unfinished: bool = option(False, "Accept unfinished matches.")
    page: Path | None = option(
        None,
        "Save the page that checks the dice of records in any browser, also without a connection.",
        type=arguments.PAGE,
        metavar="FILE.html",
    )
    language: str | None = arguments.language
    as_json: bool = arguments.as_json


class ShowOptions(Options):
    """Print a record as a readable transcript.

    Every event has a number: `fivedice hint FILE --at NUMBER` ranks the choices before it.

    \b
    Examples:
      fivedice show
      fivedice show match.jsonl
      fivedice show match.jsonl --faces chinese
    """

    file: str = arguments.record
    faces: str = arguments.faces
    language: str | None = arguments.language
    as_json: bool = arguments.as_json


class RecordsOptions(Options):
    """List the matches stored here, oldest first.

    \b
    Examples:
      fivedice records
      fivedice records --json
    """

    language: str | None = arguments.language
    as_json: bool = arguments.as_json


COUNT, PLAYERS = 10_000, "best,casual,greedy"


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
    language: str | None = arguments.language
    as_json: bool = arguments.as_json


class ExportOptions(Options):
    """Write data for research: a table of worths or decisions, as CSV, JSON lines or Parquet.

    The tables are: worths, the exact worth of every filling of a score card; records, the decisions of
    records; decisions, decisions of bots that play a score card alone, with the exact worth of every option.

    \b
    Examples:
      fivedice export worths yatzy -o yatzy.parquet
      fivedice export records -o records.csv
      fivedice export decisions traditional --count 1000000 --seed 1 -o decisions.parquet
    """

    table: Literal["worths", "records", "decisions"] = argument(..., "The table.")
    of: tuple[str, ...] = argument(
        (),
        "The game: {games}; more score cards: {cards}; or FILE.toml with your own card. For records, the"
        " files and folders, or - for standard input; default: the records stored here.",
        values=arguments.NAMED,
        metavar="[OF...]",
        shell_complete=arguments.complete_game,
    )
    target: Path | None = arguments.output(
        arguments.TABLE, "The file: .csv, .jsonl or .parquet; default: -, standard output."
    )
    form: Literal["csv", "jsonl"] = option("csv", "The format on standard output.", "--format")
    house: tuple[str, ...] = arguments.house_option
    count: int = option(
        COUNT, "For decisions: the number; the last match is played to its end.", type=IntRange(1)
    )
    players: str = option(
        PLAYERS, f"For decisions: best, or bots ({', '.join(BOTS)}), separated by commas.", "--bots"
    )
    seed: int | None = arguments.seed

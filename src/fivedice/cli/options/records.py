"""Options of `fivedice verify`, `show` and `records`."""

from pathlib import Path

from fivedice.cli.shared import arguments
from fivedice.runtime.options import Options, argument, option


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
    as_json: bool = arguments.json_of("findings")


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
    as_json: bool = arguments.json_of("transcript")


class RecordsOptions(Options):
    """List the matches stored here, oldest first.

    \b
    Examples:
      fivedice records
      fivedice records --json
    """

    as_json: bool = arguments.json_of("list")

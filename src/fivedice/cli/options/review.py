"""Options of `fivedice review`."""

from pathlib import Path

from fivedice.cli.shared import arguments
from fivedice.cli.shared.arguments import Aim
from fivedice.runtime.options import Options, option


class ReviewOptions(Options):
    """Review a match: the cost of every choice, the luck of every throw, and the turning points.

    A player's result is the worth at the start, plus luck, minus the cost of the choices.

    \b
    Examples:
      fivedice review
      fivedice review match.jsonl
      fivedice review match.jsonl --seat Ann --all
      fivedice review match.jsonl --output match.html
      fivedice review match.jsonl --json
    """

    file: str = arguments.record
    seat: str = option("", "Show only this player's choices and throws.", metavar="NAME")
    everything: bool = option(
        False, "Show every throw with its luck and every choice with its cost.", "--all"
    )
    aim: Aim = arguments.aim
    target: Path | None = arguments.output(
        arguments.PAGE, "Write the review as a page with charts to this file; it works offline."
    )
    as_json: bool = arguments.json_of("review")
    faces: str = arguments.faces
    language: str | None = arguments.language

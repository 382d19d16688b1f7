"""`fivedice review`: a review of a match as text, JSON or a page."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fivedice.cli.shared import arguments, console, open_record
from fivedice.core.rules import Game, IllegalMove
from fivedice.match.match import Match
from fivedice.runtime import store
from fivedice.runtime.waiting import working

if TYPE_CHECKING:
    from fivedice.core.worth import Worth
    from fivedice.runtime.library import Library

OUTPUT_HELP = "Write the review as a page with charts to this file; it works offline."
LONG = 5_000
"""The number of events from which compiling first saves time."""
ALL_HELP = "Show every throw with its luck and every choice with its cost."


@arguments.command
@arguments.record
@click.option("--seat", default="", metavar="NAME", help="Show only this player's choices and throws.")
@arguments.flag("--all", "everything", line=ALL_HELP)
@arguments.aim
@arguments.output(arguments.PAGE, OUTPUT_HELP)
@arguments.json_of("review")
@arguments.faces
def review(
    file: str, seat: str, everything: bool, aim: str, target: Path | None, as_json: bool, faces: str
) -> None:
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
    if target is not None:
        store.check_folder(target)
    path = open_record.find(file) if file else open_record.newest()
    match = open_record.valid(path, file).match
    only = _seat(match, seat)
    game, seats = match.setup.game, len(match.setup.players)
    arguments.check_aim(aim, seats)
    shown = console.face_set(faces, game, plain=target is None)
    library = console.library(many=len(match.events) >= LONG)
    from fivedice.analysis import luck_and_cost  # noqa: PLC0415 - loads numpy, which the help can do without
    from fivedice.report import page, text  # noqa: PLC0415 - as above
    from fivedice.report import review_json as for_programs  # noqa: PLC0415 - as above

    known = library(game, seats, aim).at_leisure()
    working.begin("weighing the choices")
    reviewed = luck_and_cost.review(match, known)
    if target is not None:
        _write(target, path, page.page(reviewed, known, shown, _chances(library, game), only))
        if not as_json:
            console.say(f"The page is saved as {store.shown(target)}.")
    if as_json:
        console.say(for_programs.text(reviewed, known, shown, only))
    elif target is None:
        width = min(text.WIDTH, console.columns())
        for line in text.lines(reviewed, known, shown, only, everything=everything, width=width):
            console.say(line)


def _seat(match: Match, name: str) -> int | None:
    names = [player.name for player in match.setup.players]
    if name and name not in names:
        console.fail(f"There was no player {name!r}; the players were: {', '.join(names)}.")
    return names.index(name) if name else None


def _chances(library: "Library", game: Game) -> "Worth | None":
    """The chance of each final total from 0 on, if the game is solved."""
    try:
        return library.distribution(game).chances
    except IllegalMove:
        return None


def _write(target: Path, record: Path, page: str) -> None:
    if target.exists() and record.exists() and target.samefile(record):
        console.fail("The page cannot replace the record.")
    store.write_new(target, [page])

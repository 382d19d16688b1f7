"""`fivedice review`: a match looked back at, told in lines, as JSON or as a page."""

from pathlib import Path
from typing import Annotated

import typer

from fivedice import coach, store
from fivedice.commands import console, open_record
from fivedice.commands.console import Faces
from fivedice.library import Library
from fivedice.play.match import Match
from fivedice.play.record import BadRecord
from fivedice.review import as_json, page, text
from fivedice.rules import Game, IllegalMove
from fivedice.worth import Worth

HTML_HELP = "Write a page with plots to this file; it needs no network."
ALL_HELP = "Every throw with its luck and every choice with its cost."


def review(
    file: Annotated[str, typer.Argument(help="The record to look back at.")],
    seat: Annotated[str, typer.Option(metavar="NAME", help="Only this player's choices and throws.")] = "",
    everything: Annotated[bool, typer.Option("--all", help=ALL_HELP)] = False,
    aim: Annotated[str, typer.Option(help="What counts: score or wins.")] = "score",
    html: Annotated[Path | None, typer.Option("--html", metavar="PAGE.html", help=HTML_HELP)] = None,
    as_json_: Annotated[bool, typer.Option("--json", help="Print the review as JSON.")] = False,
    faces: Faces = "",
) -> None:
    """Look back at a match: what every choice cost, what every throw brought, where it was decided.

    What a player made is the worth at the start, plus luck, minus the cost of the choices.

    \b
    Examples:
      fivedice review match.jsonl
      fivedice review match.jsonl --seat Ann --all
      fivedice review match.jsonl --html match.html
      fivedice review match.jsonl --json
    """
    if aim not in ("score", "wins"):
        console.fail(f"What counts is score or wins, not {aim!r}.")
    path = open_record.find(file)
    match = _match(file, path)
    only = _seat(match, seat)
    shown = console.face_set(faces, match.setup.game, plain=html is None)
    library = console.library()
    game, seats = match.setup.game, len(match.setup.players)
    known = library(game, seats, aim)
    found = coach.review(match, known)
    if html is not None:
        _write(html, path, page.page(found, known, shown, _chances(library, game), only))
        if not as_json_:
            console.say(f"The page is kept as {html}.")
    if as_json_:
        console.say(as_json.text(found, shown, only))
    elif html is None:
        for line in text.lines(found, known, shown, only, everything=everything):
            console.say(line)


def _match(name: str, path: Path) -> Match:
    try:
        return open_record.so_far(path).match
    except BadRecord as error:
        console.fail(f"{name}: {error}", console.BROKEN_RULES if error.breaks_rules else console.BAD_INPUT)


def _seat(match: Match, name: str) -> int | None:
    names = [player.name for player in match.setup.players]
    if name and name not in names:
        console.fail(f"Nobody called {name!r} played; there were: {', '.join(names)}.")
    return names.index(name) if name else None


def _chances(library: Library, game: Game) -> Worth | None:
    """The chance of each final total from 0 on, where that is solved."""
    try:
        return library.distribution(game)[1].chances
    except IllegalMove:
        return None


def _write(target: Path, record: Path, page: str) -> None:
    if target.exists() and target.samefile(record):
        console.fail("The page cannot be written over the record.")
    store.write_new(target, [page])

"""`fivedice review`: a review of a match as text, JSON or a page."""

from pathlib import Path

from fivedice.analysis import luck_and_cost
from fivedice.cli.options.games import ReviewOptions
from fivedice.cli.shared import arguments, console, open_record, solvers
from fivedice.core.rules import quoted
from fivedice.language import comma, mark, tr
from fivedice.match.match import EventMatch
from fivedice.report import page, review_json, text
from fivedice.runtime import store
from fivedice.runtime.record_figures import chances
from fivedice.runtime.waiting import working

LONG = 5_000
"""The number of events from which compiling first saves time."""


def review(options: ReviewOptions) -> None:
    """Prints or saves the review of a match."""
    if options.target is not None:
        store.check_folder(options.target)
    path = open_record.find(options.file) if options.file else open_record.newest()
    match = open_record.valid(path, options.file).match
    only = _seat(match, options.seat)
    game, seats = match.setup.game, len(match.setup.players)
    arguments.check_aim(options.aim, seats)
    face_set = console.face_set(options.faces, game, plain=options.target is None)
    library = solvers.library(many=len(match.events) >= LONG)
    known = library(game, seats, options.aim).at_leisure()
    working.begin(mark("weighing the choices"))
    reviewed = luck_and_cost.review(match, known)
    if options.target is not None:
        _write(options.target, path, page.page(reviewed, known, face_set, chances(match, library), only))
        if not options.as_json:
            console.say(tr("The page is saved as {path}.", path=store.printable(options.target)))
    if options.as_json:
        console.say(review_json.text(reviewed, known, face_set, only))
    elif options.target is None:
        width = min(text.WIDTH, console.columns())
        for line in text.lines(reviewed, known, face_set, only, everything=options.everything, width=width):
            console.say(line)


def _seat(match: EventMatch, name: str) -> int | None:
    names = [player.name for player in match.setup.players]
    if name and name not in names:
        wrong = mark("There was no player {name}; the players were: {players}.")
        console.fail(tr(wrong, name=quoted(name), players=comma(names)))
    return names.index(name) if name else None


def _write(target: Path, record: Path, page: str) -> None:
    if target.exists() and record.exists() and target.samefile(record):
        console.fail(tr("The page cannot replace the record."))
    store.write_new(target, [page])

"""`fivedice review`: a review of a match as text, JSON or a page."""

from pathlib import Path

from fivedice.analysis import luck_and_cost
from fivedice.cli.options.games import ReviewOptions
from fivedice.cli.shared import arguments, console, open_record, solvers
from fivedice.language import comma, mark, tr
from fivedice.match.match import EventMatch
from fivedice.report import page, review_json, text
from fivedice.runtime import store
from fivedice.runtime.record_figures import chances
from fivedice.runtime.waiting import working

LONG = 5_000
"""The number of events from which compiling first saves time."""


def review(given: ReviewOptions) -> None:
    """Prints or saves the review of a match."""
    if given.target is not None:
        store.check_folder(given.target)
    path = open_record.find(given.file) if given.file else open_record.newest()
    match = open_record.valid(path, given.file).match
    only = _seat(match, given.seat)
    game, seats = match.setup.game, len(match.setup.players)
    arguments.check_aim(given.aim, seats)
    shown = console.face_set(given.faces, game, plain=given.target is None)
    library = solvers.library(many=len(match.events) >= LONG)
    known = library(game, seats, given.aim).at_leisure()
    working.begin(mark("weighing the choices"))
    reviewed = luck_and_cost.review(match, known)
    if given.target is not None:
        _write(given.target, path, page.page(reviewed, known, shown, chances(match, library), only))
        if not given.as_json:
            console.say(tr("The page is saved as {path}.", path=store.printable(given.target)))
    if given.as_json:
        console.say(review_json.text(reviewed, known, shown, only))
    elif given.target is None:
        width = min(text.WIDTH, console.columns())
        for line in text.lines(reviewed, known, shown, only, everything=given.everything, width=width):
            console.say(line)


def _seat(match: EventMatch, name: str) -> int | None:
    names = [player.name for player in match.setup.players]
    if name and name not in names:
        wrong = mark("There was no player {name}; the players were: {players}.")
        console.fail(tr(wrong, name=repr(name), players=comma(names)))
    return names.index(name) if name else None


def _write(target: Path, record: Path, page: str) -> None:
    if target.exists() and record.exists() and target.samefile(record):
        console.fail(tr("The page cannot replace the record."))
    store.write_new(target, [page])

"""`fivedice train`: drills that come back at growing intervals, and a test of how well you play."""

import time

from msgspec.structs import replace

from fivedice.analysis import luck_and_cost
from fivedice.analysis.solver_api import Knowledge
from fivedice.cli.options.play import TrainOptions
from fivedice.cli.shared import console, open_game, open_record, solvers
from fivedice.core.rules import Game, title
from fivedice.language import mark, tr
from fivedice.runtime import chance, store, training_file
from fivedice.runtime.library import Library
from fivedice.table.terms import Terms
from fivedice.terminal import training as exercises
from fivedice.terminal.question import Quit
from fivedice.training import drills, exercise, grading, shipped
from fivedice.training.grading import Verdict
from fivedice.training.proficiency import MOST, TestAttempt
from fivedice.training.session import Training


def train(given: TrainOptions) -> None:
    """Asks drills or the positions of the test."""
    if given.seed is not None and not given.test:
        console.fail("--seed is for --test.")
    name = open_game.named(given.game).name
    _check(name)
    if given.test:
        _test(name, given.seed or f"{chance.system().randrange(10**6):06}")
    else:
        _train(name, given)


def _check(game: str) -> None:
    if told := shipped.missing(game):
        console.fail(told)


def _train(name: str, given: TrainOptions) -> None:
    """Changes the goal, adds a record, and asks drills."""
    folder = store.folder()
    training = training_file.read(folder)
    if given.goal is not None:
        training = replace(training, goal=given.goal)
        training_file.write(folder, training)
    library = solvers.library()
    if given.record is not None:
        training = _with_record(training, given.record, library)
        training_file.write(folder, training)
    for _ in range(given.number or max(1, training.goal - training.today(time.time(), None))):
        answered = _drill(training, name, library)
        if answered is None:
            break
        training = answered
        training_file.write(folder, training)
    console.tell(training.told(time.time(), None))


def _with_record(training: Training, record: str, library: Library) -> Training:
    """The training with the costliest choices of a record's people added."""
    match = open_record.valid(open_record.find(record), record).match
    setup = match.setup
    _check(setup.game.name)
    reviewed = luck_and_cost.review(match, _knowledge(library, setup.game, len(setup.players)))
    people = [seat for seat, player in enumerate(setup.players) if not player.bot]
    found = [one for seat in people for one in drills.from_review(reviewed, seat)]
    added = mark("{count} choices of this match were added to your drills.")
    console.tell(tr(added, count=len(found)))
    return replace(training, drills={one.key: one for one in found} | training.drills)


def _knowledge(library: Library, game: Game, seats: int) -> Knowledge:
    return library(game, seats, "score").at_leisure()


def _drill(training: Training, game: str, library: Library) -> Training | None:
    """Asks one drill; None if the player leaves or no drill is due."""
    drill = training.upcoming(game, time.time(), None)
    if drill is None:
        console.tell(tr("No drill is due. Play a match, and add it with --add."))
        return None
    verdict = _asked(drill.terms, library)
    return training.answered(drill, verdict.grade, time.time(), None) if verdict else None


def _asked(terms: Terms, library: Library) -> Verdict | None:
    """Shows an exercise and grades the answer; None if the player leaves."""
    state, seat = exercise.state_of(terms), exercise.seat_of(terms)
    faces = console.face_set("", state.setup.game, plain=True)
    for line in exercises.lines(state, seat, faces):
        console.tell(line)
    try:
        answer = exercises.answered(state, seat, faces, console.ask, console.tell)
    except Quit:
        return None
    verdict = grading.judge(terms, answer, _knowledge(library, terms.rules(), len(terms.chairs)))
    console.tell(" ".join(filter(None, (verdict.told, verdict.better, verdict.reason))))
    console.say()
    return verdict


def _test(game: str, seed: str) -> None:
    """Asks the positions of the test until the loss per game is known precisely enough."""
    library, test = solvers.library(), TestAttempt(game, seed)
    while not test.result.over:
        position = mark("{game}, position {number} of at most {most}")
        console.tell(tr(position, game=title(game), number=len(test.costs) + 1, most=MOST))
        verdict = _asked(test.terms, library)
        if verdict is None:
            break
        test = test.plus(verdict.cost)
    if test.costs:
        result = test.result
        told = f"{result.standing(game)} {result.sentence(game)}"
        console.tell(f"{told} {tr('Others get the same test with --seed {seed}.', seed=seed)}")

"""`fivedice train`: drills that come back at growing intervals, and a test of how well you play."""

import time

from msgspec.structs import replace

from fivedice.analysis import luck_and_cost
from fivedice.analysis.solver_api import Knowledge
from fivedice.cli.options.play import TrainOptions
from fivedice.cli.shared import console, open_game, open_record, solvers
from fivedice.core.rules import Game
from fivedice.games import GAMES
from fivedice.language import mark, one_of, sentences, tr
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Spend
from fivedice.match.state import State
from fivedice.notation.read import BadText
from fivedice.runtime import chance, store
from fivedice.runtime.library import Library
from fivedice.table.terms import Terms
from fivedice.terminal import answers, line_text
from fivedice.training import drills, exercise, grading, shipped
from fivedice.training.proficiency import FEWEST, MOST, TestAttempt
from fivedice.training.session import Training

FILE = "training.json"
"""The drills and the daily goal, in a private file."""
HELP = mark("Type dice to keep (none, stop), or a use by number or name; card shows the position, quit ends.")


def train(options: TrainOptions) -> None:
    """Asks drills or the positions of the test."""
    if options.seed is not None and not options.test:
        console.fail(tr("--seed is for --test."))
    name = open_game.by_name(options.game).name
    _check(name)
    if options.test:
        _test(name, options.seed or f"{chance.system().randrange(10**6):06}")
    else:
        _train(name, options)


def _check(game: str) -> None:
    if complaint := shipped.missing(game):
        console.fail(complaint)


def _train(name: str, options: TrainOptions) -> None:
    """Changes the goal, adds a record, and asks drills."""
    file = store.folder() / FILE
    training = store.load(file, Training, "rename")
    if options.goal is not None:
        training = replace(training, goal=options.goal)
        store.save(file, training)
    library = solvers.library()
    if options.record is not None:
        training = _with_record(training, options.record, library)
        store.save(file, training)
    for _ in range(options.number or max(1, training.goal - training.today(time.time(), None))):
        answered = _drill(training, name, library)
        if answered is None:
            break
        training = answered
        store.save(file, training)
    console.tell(training.goal_sentence(time.time(), None))


def _with_record(training: Training, record: str, library: Library) -> Training:
    """The training with the costliest choices of a record's people added."""
    match = open_record.valid(open_record.find(record), record).match
    setup = match.setup
    _check(setup.game.name)
    reviewed = luck_and_cost.review(match, _knowledge(library, setup.game, len(setup.players)))
    people = [seat for seat, player in enumerate(setup.players) if not player.bot]
    costliest = [one for seat in people for one in drills.from_review(reviewed, seat)]
    added = mark("{count} choices of this match were added to your drills.")
    console.tell(tr(added, count=len(costliest)))
    return replace(training, drills={one.key: one for one in costliest} | training.drills)


def _knowledge(library: Library, game: Game, seats: int) -> Knowledge:
    return library(game, seats, "score").at_leisure()


def _drill(training: Training, game: str, library: Library) -> Training | None:
    """Asks one drill; None if the player leaves or no drill is due."""
    drill = training.upcoming(game, time.time(), None)
    if drill is None:
        console.tell(tr("No drill is due. Play a match, and add it with --add."))
        return None
    verdict = _pose(drill.terms, library)
    return training.answered(drill, verdict.grade, time.time(), None) if verdict else None


def _pose(terms: Terms, library: Library) -> grading.Verdict | None:
    """Shows an exercise and grades the answer; None if the player leaves."""
    state, seat = exercise.state_of(terms), exercise.seat_of(terms)
    faces = console.face_set("", state.setup.game, plain=True)
    for line in line_text.position(state, seat, faces):
        console.tell(line)
    answer = _ask_decision(state, seat, faces)
    if answer is None:
        return None
    verdict = grading.judge(terms, answer, _knowledge(library, terms.rules(), len(terms.chairs)))
    console.tell(sentences(verdict.told, verdict.better, verdict.reason))
    console.say()
    return verdict


def _test(game: str, seed: str) -> None:
    """Asks the positions of the test until the loss per game is known precisely enough."""
    library, test = solvers.library(), TestAttempt(game, seed)
    while not test.result.over:
        position = mark("{game}, position {number} of at most {most}")
        console.tell(tr(position, game=GAMES[game].title, number=len(test.costs) + 1, most=MOST))
        verdict = _pose(test.terms, library)
        if verdict is None:
            break
        test = test.plus(verdict.cost)
    if test.costs:
        result, again = test.result, tr("Others get the same test with --seed {seed}.", seed=seed)
        estimate = (result.standing(game), result.sentence(game)) if result.answers >= FEWEST else ()
        console.tell(sentences(*estimate, again))


def _ask_decision(state: State, seat: int, face_set: str) -> Decision | None:
    """Asks until the answer is a decision; None if the player leaves."""
    while True:
        answer = console.ask(f"{_prompt(state)} ").strip()
        word = answer.lower()
        if word in ("quit", "exit"):
            return None
        if word in ("?", "help", "card", "uses"):
            for line in [tr(HELP)] if word in ("?", "help") else line_text.position(state, seat, face_set):
                console.tell(line)
            continue
        try:
            return _read(answer, state, seat, face_set)
        except BadText as error:
            console.tell(str(error))


def _prompt(state: State) -> str:
    if state.awaited.kind == "keep":
        return tr("Which dice do you keep?")
    if state.awaited.kind == "use":
        return tr("What do you use them for? (number or name)")
    question = answers.asks_which(map(tr, questions.options(state, state.awaited.seats[0])))
    return question[:1].upper() + question[1:]


def _read(answer: str, state: State, seat: int, face_set: str) -> Decision:
    """The decision that an answer means. Raises `BadText`."""
    if state.awaited.kind == "keep":
        keep = answers.keep(answer, state, seat, face_set)
        if keep not in questions.decisions(state, seat):
            raise BadText(tr("These dice are not among yours."))
        return keep
    if state.awaited.kind == "use":
        uses = answers.uses_meant(answer, questions.uses(state, seat))
        if len(uses) != 1:
            raise BadText(answers.which(uses) if uses else tr("That is not one of these uses."))
        return Spend(seat, uses[0].name)
    options = {option: tr(option) for option in questions.options(state, seat)}
    chosen = answers.option(answer, options)
    if chosen is None:
        raise BadText(tr("Please type {possible}.", possible=one_of(options.values())))
    return Choose(seat, chosen)

"""`fivedice train`: drills that come back at growing intervals, and a test of how well you play."""

import time
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from fivedice.cli.shared import arguments, console, open_game, open_record
from fivedice.cli.shared.arguments import argument, flag
from fivedice.core import extras
from fivedice.core.rules import title
from fivedice.games import FIVE_GAMES
from fivedice.runtime import chance, store

if TYPE_CHECKING:
    from fivedice.analysis.solver_api import Knowledge
    from fivedice.core.rules import Game
    from fivedice.runtime.library import Library
    from fivedice.runtime.training_file import Training
    from fivedice.table.terms import Terms
    from fivedice.training.grading import Verdict

NUMBER_HELP = "The number of drills to answer; default: the rest of the daily goal, at least one."
SEED_HELP = "With --test: everyone with the same seed gets the same positions; default: a new one."
PLAIN_HELP = "Plain lines, without colour or cursor movement: training has no other form."
ADD_HELP = "Add the costliest choices of the people in this record to your drills."


@arguments.command
@argument("game", f"The game: {', '.join(FIVE_GAMES)}.", default=FIVE_GAMES[0])
@click.option("--number", type=arguments.IntRange(1, 100), help=NUMBER_HELP)
@click.option("--goal", type=arguments.IntRange(1, 100), help="Change the daily goal of drills.")
@click.option("--add", "record", type=click.Path(), metavar="RECORD", help=ADD_HELP)
@flag("--test", line="Estimate how many points you lose per game, with at most 40 positions.")
@click.option("--seed", metavar="TEXT", help=SEED_HELP)
@click.option("--plain", is_flag=True, expose_value=False, help=PLAIN_HELP)
def train(
    game: str, number: int | None, goal: int | None, record: str | None, test: bool, seed: str | None
) -> None:
    """Train: decide in positions of real games, and see what your choice costs and why.

    Positions that you get wrong come back soon, others later. A choice is right if it is as good as the best.

    \b
    Examples:
      fivedice train
      fivedice train junior --number 10
      fivedice train --add match.jsonl
      fivedice train --test --seed friday
    """
    extras.need("train")
    if seed is not None and not test:
        console.fail("--seed is for --test.")
    name = open_game.named(game).name
    _check(name)
    if test:
        _test(name, seed or f"{chance.system().randrange(10**6):06}")
    else:
        _train(name, number, goal, record)


def _check(game: str) -> None:
    from fivedice.training import shipped  # noqa: PLC0415 - loads numpy, which the help can do without

    if told := shipped.missing(game):
        console.fail(told)


def _train(name: str, number: int | None, goal: int | None, record: str | None) -> None:
    """Changes the goal, adds a record, and asks drills."""
    from fivedice.runtime import training_file  # noqa: PLC0415 - as above
    from fivedice.training import goals  # noqa: PLC0415 - as above

    folder = store.folder()
    training = training_file.read(folder)
    if goal is not None:
        training = replace(training, goal=goal)
        training_file.write(folder, training)
    library = console.library()
    if record is not None:
        training = _with_record(training, record, library)
        training_file.write(folder, training)
    for _ in range(number or max(1, training.goal - training.days.get(_today(), 0))):
        answered = _drill(training, name, library)
        if answered is None:
            break
        training = answered
        training_file.write(folder, training)
    console.tell(goals.told(training.days, training.goal, _today()))


def _with_record(training: "Training", record: str, library: "Library") -> "Training":
    """The training with the costliest choices of a record's people added."""
    from fivedice.analysis import luck_and_cost  # noqa: PLC0415 - as above
    from fivedice.statistics import kinds  # noqa: PLC0415 - as above
    from fivedice.training import drills  # noqa: PLC0415 - as above

    match = open_record.valid(open_record.find(record), record).match
    setup = match.setup
    _check(setup.game.name)
    reviewed = luck_and_cost.review(match, _knowledge(library, setup.game, len(setup.players)))
    people = [seat for seat, player in enumerate(setup.players) if not player.bot]
    found = [one for seat in people for one in drills.from_review(reviewed, seat, kinds.kind(setup))]
    console.tell(f"{len(found)} choices of this match were added to your drills.")
    return replace(training, drills={one.key: one for one in found} | training.drills)


def _knowledge(library: "Library", game: "Game", seats: int) -> "Knowledge":

    return library(game, seats, "score").at_leisure()


def _today() -> str:
    from fivedice.daily import days  # noqa: PLC0415 - as above

    return days.date_at(time.time(), None).isoformat()


def _drill(training: "Training", game: str, library: "Library") -> "Training | None":
    """Asks one drill; None if the player leaves or no drill is due."""
    from fivedice.training import drills  # noqa: PLC0415 - as above

    own = {key: one for key, one in training.drills.items() if one.terms.game == game}
    drill = drills.upcoming({**drills.of_game(game), **own}.values(), time.time(), None)
    if drill is None:
        console.tell("No drill is due. Play a match, and add it with --add.")
        return None
    verdict = _asked(drill.terms, library)
    if verdict is None:
        return None
    after, today = drills.answered(drill, verdict.grade, time.time(), None), _today()
    days = {**training.days, today: training.days.get(today, 0) + 1}
    return replace(training, drills={**training.drills, after.key: after}, days=days)


def _asked(terms: "Terms", library: "Library") -> "Verdict | None":
    """Shows an exercise and grades the answer; None if the player leaves."""
    from fivedice.terminal import training  # noqa: PLC0415 - as above
    from fivedice.terminal.question import Quit  # noqa: PLC0415 - as above
    from fivedice.training import exercise, grading  # noqa: PLC0415 - as above

    state, seat = exercise.state_of(terms), exercise.seat_of(terms)
    faces = console.face_set("", state.setup.game, plain=True)
    for line in training.lines(state, seat, faces):
        console.tell(line)
    try:
        answer = training.answered(state, seat, faces, console.ask, console.tell)
    except Quit:
        return None
    verdict = grading.judge(terms, answer, _knowledge(library, terms.rules(), len(terms.chairs)))
    console.tell(" ".join(filter(None, (verdict.told, verdict.better, verdict.reason))))
    console.say()
    return verdict


def _test(game: str, seed: str) -> None:
    """Asks the positions of the test until the loss per game is known precisely enough."""
    from fivedice.training import proficiency, shipped  # noqa: PLC0415 - as above

    library, costs = console.library(), list[float]()
    while not (found := proficiency.result(game, seed, costs)).over:
        console.tell(f"{title(game)}, position {len(costs) + 1} of at most {proficiency.MOST}")
        sample = proficiency.question(game, seed, len(costs))
        verdict = _asked(shipped.terms(game, sample), library)
        if verdict is None:
            break
        costs.append(verdict.cost)
    if costs:
        found = proficiency.result(game, seed, costs)
        console.tell(f"{found.sentence(game)} Others get the same test with --seed {seed}.")

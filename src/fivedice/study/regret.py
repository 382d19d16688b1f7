"""The exact regret of a policy: what its choices cost a match, in all and by box, turn, throw and mistake."""

from collections.abc import Callable
from os import PathLike
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from fivedice import bots
from fivedice.api import solvers
from fivedice.api.coerce import Playable
from fivedice.cards.boxes import ZERO
from fivedice.cards.filling import Card
from fivedice.core import extras
from fivedice.core.actions import ALL_FIVE, KEEP_ACTIONS
from fivedice.core.dice import ROLLS, Dice
from fivedice.core.rules import WrongCall, title
from fivedice.core.turn import THROWS, Turn
from fivedice.games.cardgame import CardPosition
from fivedice.match.events import Keep, Spend
from fivedice.match.setup import Player, Setup
from fivedice.match.state import at
from fivedice.runtime.intervals import Estimate, estimate
from fivedice.study import tasks
from fivedice.study.tasks import Task

if TYPE_CHECKING:
    from fivedice.solve.cards.batch import CardBatch

Observations = dict[str, NDArray[Any]]
Policy = Callable[[Observations], NDArray[Any]]
"""Takes observations of n games, {"observation": (n, features), "action_mask": (n, actions)}, and returns n
actions. A network that is asked for one game at a time fits into such a function as well.
"""

KINDS = ("kept other dice", "stopped too early", "threw on", "took another box", "illegal")
"""The kinds of mistakes: both acts throw, only the best one throws, only the policy throws, both use."""
TOGETHER = 1024
"""The number of games that are asked together."""


class Regret(Struct, frozen=True):
    """What the choices of a policy cost, in points a match; `print` shows a table."""

    policy: str
    matches: int
    optimum: float
    """The mean total of best play, exactly."""
    total: Estimate
    """The mean total, with its 95% interval."""
    median: float
    regret: Estimate
    """The mean regret of a match, with its 95% interval; `optimum` minus it is the mean total expected."""
    by_box: dict[str, float]
    """By the box that the turn filled."""
    by_turn: tuple[float, ...]
    by_throw: dict[str, float]
    """By the number of throws left."""
    by_kind: dict[str, float]

    def __str__(self) -> str:
        """The table."""
        lines = [
            f"{self.policy}: regret {_interval(self.regret)} a match, best play scores {self.optimum:.2f}",
            f"{self.matches:,} matches: mean {_interval(self.total)}, median {self.median:.0f}",
        ]
        for heading, part in self._parts().items():
            width = max(map(len, part))
            lines += ["", heading, *(f"  {name:<{width}} {lost:z8.2f}" for name, lost in part.items())]
        return "\n".join(lines)

    def draw(self, path: str | PathLike[str]) -> None:
        """Draws the table as bars, in any format of matplotlib. Raises `Lacking` without it."""
        extras.need("plots")
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

        figure = Figure(figsize=(9, 7), layout="constrained")
        figure.suptitle(f"{self.policy}: regret {_interval(self.regret)} points a match")
        for axes, (heading, part) in zip(figure.subplots(2, 2).flat, self._parts().items(), strict=True):
            axes.barh(list(part)[::-1], list(part.values())[::-1])
            axes.set_title(heading)
        figure.savefig(path)

    def _parts(self) -> dict[str, dict[str, float]]:
        turns = {str(number): lost for number, lost in enumerate(self.by_turn, 1)}
        boxes = {title(name): lost for name, lost in self.by_box.items()}
        return {"Box": boxes, "Turn": turns, "Throws left": self.by_throw, "Mistake": self.by_kind}


def _interval(mean: Estimate) -> str:
    return f"{mean.value:z.2f} ({mean.low:z.2f} to {mean.high:z.2f})"


def regret(
    policy: Policy | str,
    card: Playable = "traditional",
    matches: int = 1000,
    *,
    rung: str = "full",
    seed: int = 0,
    **options: object,
) -> Regret:
    """The exact regret of each choice of a policy, over some matches played alone.

    A policy is a function (`Policy`) or the name of a bot. The dice depend on the seed and the number of the
    match alone, so policies meet the same ones; environments never throw them. A bot that takes a zero by
    choice, which no action can, gets the points of the box. For `card`, `rung` and options see `task`.

    Raises `IllegalMove`, also for no matches.
    """
    if matches < 1:
        raise WrongCall("Regret needs a match at least.")
    task = tasks.task(card, rung, **options)
    from fivedice.solve.cards.batch import CardBatch  # noqa: PLC0415 - loads the compiler

    batch = CardBatch(task.form, min(matches, TOGETHER), task.table, turns=task.turns, again=False)
    choose = _bot(policy, task, batch, seed) if isinstance(policy, str) else policy
    tally = _Tally(task, batch)
    while len(tally.totals) < matches:
        first = len(tally.totals)
        batch.begin(seed, first + np.arange(batch.games))
        batch.state.over[matches - first :] = True
        while not batch.state.over.all():
            tally.step(np.asarray(choose(batch.observation())))
        tally.end(matches - first)
    name = policy if isinstance(policy, str) else getattr(policy, "__name__", type(policy).__name__)
    return tally.result(name)


class _Tally:
    """Adds up what choices cost."""

    def __init__(self, task: Task, batch: "CardBatch") -> None:
        self.task, self.batch = task, batch
        self.totals, self.lost = list[int](), list[float]()
        self.box, self.turn = np.zeros(len(task.form.names)), np.zeros(task.turns)
        self.throw, self.kind = np.zeros(THROWS), np.zeros(len(KINDS))
        self.so_far = np.zeros((2, batch.games))
        """What this turn and this match have cost, game by game."""

    def step(self, actions: NDArray[np.int64]) -> None:
        """Takes a step in all games that go on."""
        state = self.batch.state
        live = np.flatnonzero(~state.over)
        left, turn = state.left[live], (state.boxes[live] >= 0).sum(axis=1)
        stops = state.worths[live].argmax(axis=1) >= KEEP_ACTIONS
        self.batch.step(actions)
        mine, lost = actions[live], state.regret[live]
        used = (mine >= KEEP_ACTIONS) & ~state.illegal[live]
        kinds = np.where(used, np.where(stops, 3, 1), np.where(stops, 2, 0))
        np.add.at(self.kind, np.where(state.illegal[live], 4, kinds), lost)
        np.add.at(self.throw, left, lost)
        np.add.at(self.turn, turn, lost)
        self.so_far[:, live] += lost
        np.add.at(self.box, mine[used] - KEEP_ACTIONS, self.so_far[0, live[used]])
        self.so_far[0, live[used]] = 0

    def end(self, most: int) -> None:
        """Counts the games that have ended, at most so many."""
        self.totals += self.batch.state.total[:most].tolist()
        self.lost += self.so_far[1, :most].tolist()
        self.so_far[:] = 0

    def result(self, name: str) -> Regret:
        """The figures a match."""
        parts = self.box, self.turn, self.throw, self.kind
        box, turn, throw, kind = (part / len(self.totals) for part in parts)
        return Regret(
            name,
            len(self.totals),
            self.task.optimum,
            estimate(self.totals),
            float(np.median(self.totals)),
            estimate(self.lost, exact=True),
            dict(zip(self.task.form.names, box.tolist(), strict=True)),
            tuple(turn.tolist()),
            {str(left): float(throw[left]) for left in reversed(range(THROWS))},
            dict(zip(KINDS, kind.tolist(), strict=True)),
        )


def _bot(name: str, task: Task, batch: "CardBatch", seed: int) -> Policy:
    """A bot as a policy for the games of a batch."""
    action, state = bot_actions(name, task, seed), batch.state

    def decide(game: int) -> int:
        boxes = tuple(None if points < 0 else points for points in state.boxes[game].tolist())
        return action(Card(boxes), ROLLS[state.roll[game]], int(state.left[game]))

    return lambda _: np.array([ALL_FIVE if over else decide(game) for game, over in enumerate(state.over)])


def bot_actions(name: str, task: Task, seed: int) -> Callable[[Card, Dice, int], int]:
    """A bot as a function of the card, the roll and the throws left, that returns an action. It needs no
    bonuses for further Yahtzees on the card, as they do not affect best play.
    """
    setup, encoding = Setup(task.game, (Player(name),)), task.encoding
    bot, chance = bots.make(name, solvers.library()), Random(seed)

    def action(card: Card, roll: Dice, left: int) -> int:
        position = CardPosition((card,), 0)
        decision = bot(at(setup, position, Turn((roll,), THROWS - left)), 0, chance)
        if isinstance(decision, Keep) and len(decision.dice) == len(roll):
            decision = bot(at(setup, position, Turn((roll,), THROWS)), 0, chance)
        if isinstance(decision, Spend):
            decision = Spend(0, decision.use.removeprefix(ZERO))
        number = encoding.action(roll, decision)
        assert number is not None
        return number

    return action

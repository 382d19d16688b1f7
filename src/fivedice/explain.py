"""Says why a choice is worth what it is: where it leads by box, and the chances it leaves. Rates nothing.

A keep is explained by how the turn ends when it is followed by the best keeps; a use by what it pays now and
what it leaves to come.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from msgspec import Struct

from fivedice import judge
from fivedice.dice import ROLLS
from fivedice.judge import Rated
from fivedice.knowledge import Knowledge
from fivedice.play import questions
from fivedice.play.events import Choose, Keep, Spend
from fivedice.play.state import State
from fivedice.rules import Game, title
from fivedice.turn import THROWS
from fivedice.worth import KEEP_NUMBER, Worth, follow

SHOWN_ENDS = 3


class End(Struct, frozen=True):
    """One way a turn may end: what the dice are used for, how likely that is, what it pays then."""

    use: str
    chance: float
    pays: float


class Ends(Struct, frozen=True):
    """How a turn ends from each keep: (462, uses) chances, and pays weighted by them."""

    names: tuple[str, ...]
    two_left: Worth
    one_left: Worth
    pays_two_left: Worth
    pays_one_left: Worth


def ends(state: State, seat: int, keep: Keep, knowledge: Knowledge) -> tuple[End, ...]:
    """How the turn ends after this keep and the best ones from there on, the likeliest end first."""
    step = state.turn.step if state.turn else THROWS
    found = _ends(state.setup.game, state.position, seat, knowledge)
    chances, pays = (
        (found.two_left, found.pays_two_left) if step == 1 else (found.one_left, found.pays_one_left)
    )
    place = KEEP_NUMBER[keep.dice]
    likely = sorted(np.flatnonzero(chances[place] > 1e-12), key=lambda use: -chances[place, use])
    return tuple(
        End(found.names[use], float(chances[place, use]), float(pays[place, use] / chances[place, use]))
        for use in likely
    )


def why(state: State, seat: int, rated: Rated, knowledge: Knowledge) -> str:
    """A line on what a choice gains and what it gives up."""
    match rated.decision:
        case Keep():
            return _why_keep(state, seat, rated.decision, knowledge)
        case Spend():
            return _why_use(state, seat, rated, knowledge)
        case Choose():
            return f"{rated.decision.option} is worth {amount(rated.worth, knowledge.aim)}"


def amount(worth: float, aim: str) -> str:
    """A worth as it is printed: a chance as a percentage, points with two decimals."""
    return f"{100 * worth:.2f}%" if aim == "wins" else f"{worth:.2f}"


def _why_keep(state: State, seat: int, keep: Keep, knowledge: Knowledge) -> str:
    if len(keep.dice) == len(ROLLS[0]) and state.turn is not None and len(state.turn.hands) == 1:
        return "stops on these dice"
    likely = ends(state, seat, keep, knowledge)[:SHOWN_ENDS]
    return "ends in " + ", ".join(
        f"{title(end.use)} {100 * end.chance:.0f}% ({end.pays:.1f})" for end in likely
    )


def _why_use(state: State, seat: int, rated: Rated, knowledge: Knowledge) -> str:
    assert isinstance(rated.decision, Spend)
    offered = {use.name: use for use in questions.uses(state, seat)}
    use = offered[rated.decision.use]
    pays = f"pays {use.pays}" + (f" {use.note}" if use.note else "")
    if knowledge.aim == "wins":
        return pays
    to_come = rated.worth - state.setup.game.scores(state.position)[seat] - use.pays
    return f"{pays}, leaves {amount(to_come, knowledge.aim)} to come"


@lru_cache(maxsize=64)
def _ends(game: Game, position: Any, seat: int, knowledge: Knowledge) -> Ends:
    """Each roll is used in the best way; that is carried back along the best keeps."""
    _, ahead = judge.outlook(knowledge, position, seat)
    best: list[tuple[str, int]] = []
    for roll in ROLLS:
        worths = knowledge.uses(position, seat, roll)
        pays = {use.name: use.pays for use in game.uses(position, seat, roll)}
        name = max(worths, key=lambda use: worths[use])
        best.append((name, pays[name]))
    names = tuple(sorted({name for name, _ in best}))
    ends_in = np.array([[float(name == other) for other in names] for name, _ in best])
    paid = ends_in * np.array([pays for _, pays in best])[:, None]
    two_left, one_left = follow(ahead, np.concatenate([ends_in, paid], axis=1))
    number = len(names)
    return Ends(names, two_left[:, :number], one_left[:, :number], two_left[:, number:], one_left[:, number:])

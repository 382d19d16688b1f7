"""The chance that the Upper bonus is still to come, for every score card, under best play for the mean.

Where the bonus pays a little more, best play for the mean is worth more by just as much times the chance of
the bonus. So the chance is how much all worths rise when it pays `MORE` points more, divided by that: the
sweep that solves the cards, run once again. Of choices worth the same that counts which makes the bonus
likelier. Between fewer points than `MORE` choices are not told apart and the ninth digit of a worth is
rounding: the chances are good to about five digits. Knows one card at a time: no seat, no turn under way.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fivedice.games import scorecard
from fivedice.games.scorecard import Card
from fivedice.solve import store
from fivedice.solve.cards import SOURCES, CardTable, Progress, made_by, place_of, solve_with
from fivedice.solve.columns import columns
from fivedice.solve.pays import pays
from fivedice.worth import Worth

MADE_BY = (*SOURCES, "solve/bonus.py")
MORE = 1e-6
"""Points by which the bonus is raised."""


@dataclass(frozen=True, eq=False)
class CardBonus:
    """The chance of every card to end with the Upper bonus when it is played on for the mean."""

    chances: Worth
    """(SHAPES, WIDTH): that the bonus is still to come; NaN where there is no card."""
    aim: str = "bonus"

    def of(self, card: Card) -> float:
        """The chance of one card; a card that cannot be is a ValueError."""
        return 1.0 if scorecard.upper_bonus(card) else float(self.chances[place_of(card)])

    def worth(self, position: Any, seat: int) -> float:
        """The chance of the seat's card."""
        return self.of(position.cards[seat])


def work_out(table: CardTable, jobs: int | None = None, progress: Progress | None = None) -> Worth:
    """(SHAPES, WIDTH): the chance that the bonus is still to come, on `jobs` processors."""
    told = columns()
    raised = told._replace(bonus=np.where(told.bonus > 0, told.bonus + MORE, 0.0))
    gained = solve_with(pays(table.joker), raised, jobs, progress) - table.worths
    chances: Worth = np.clip(gained / MORE, 0, 1)
    return chances


def load_or_work_out(
    table: CardTable, folder: Path, jobs: int | None = None, progress: Progress | None = None
) -> Worth:
    """The same, kept in a folder as `cards.load_or_solve` keeps the table."""
    path = folder / f"bonus-{table.joker}.table"
    made_from = store.fingerprint(MADE_BY, made_by(table.joker))
    chances = store.read(path, made_from)
    if chances is None:
        chances = work_out(table, jobs, progress)
        store.write(path, made_from, chances)
    return chances

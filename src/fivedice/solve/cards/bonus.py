"""The chance that a section's bonus is still to come, for every score card, under best play for the mean.

If the bonus pays `MORE`, all worths rise by that amount times the chance. So the cards are solved again, and
the rise is divided by `MORE`. The chances are accurate to about five digits.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fivedice.analysis.solver_api import Beside
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.worth import Worth
from fivedice.solve.cards.columns import columns, layout, place_of
from fivedice.solve.cards.table import SOURCES, CardTable, Progress, file_of, solve_with
from fivedice.solve.kernel import tables

MADE_BY = (*SOURCES, "solve/cards/bonus.py")
MORE = 1e-6
"""Points by which the bonus is raised."""


@dataclass(frozen=True, eq=False)
class CardBonus(Beside):
    """The chance that each card ends with a section's bonus under best play for the mean."""

    form: ScoreCard
    section: int
    """The place of the section on the card."""
    chances: Worth
    """(places,): the chance that the bonus is still to come; NaN where there is no card."""

    @property
    def aim(self) -> str:
        """The name of the chance; on a card with several bonuses it includes the section's title."""
        several = len(layout(self.form).sections) > 1
        return f"{self.form.sections[self.section].title} bonus" if several else "bonus"

    def of(self, card: Card) -> float:
        """The chance of one card; ValueError for an impossible card."""
        earned = filling.section_bonus(self.form, card, self.section)
        return 1.0 if earned else float(self.chances[place_of(self.form, card)])

    def worth(self, position: Any, seat: int) -> float:
        """The chance of the seat's card."""
        return self.of(position.cards[seat])


def work_out(table: CardTable, at: int = 0, progress: Progress | None = None) -> Worth:
    """(places,): the chance that a bonus, by its place among the sections with one, is still to come."""
    columns_ = columns(table.form)
    more = np.where(np.arange(len(columns_.bonus)) == at, MORE, 0.0)
    with_more = columns_._replace(bonus=columns_.bonus + more)
    gained = solve_with(table.form, with_more, progress) - table.worths
    return np.clip(gained / MORE, 0, 1)


def load_or_work_out(
    table: CardTable, folder: Path, progress: Progress | None = None
) -> tuple[CardBonus, ...]:
    """The chances of each section's bonus, stored in a folder like the table of `table.load_or_solve`."""

    def bonus(at: int, section: int, path: Path, made_from: str) -> CardBonus:
        chances = tables.read_or_make(path, made_from, lambda: work_out(table, at, progress))
        return CardBonus(table.form, section, chances)

    return tuple(bonus(at, *kept) for at, kept in enumerate(_kept_as(table.form, folder)))


def is_kept(form: ScoreCard, folder: Path) -> bool:
    """Whether a folder has the chances of every section, by the first lines of its files."""
    return all(tables.is_made(path, made_from) for _, path, made_from in _kept_as(form, folder))


def _kept_as(form: ScoreCard, folder: Path) -> list[tuple[int, Path, str]]:
    """Each section with a bonus: its place on the card, its file, and the fingerprint."""
    made_from = tables.fingerprint(MADE_BY, form.text)
    return [
        (section, file_of(form, f"bonus-{section}", folder), made_from)
        for section, _ in layout(form).sections
    ]

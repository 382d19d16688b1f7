"""What every use pays for every roll.

That the one is the same as the other is a test.
"""

from collections import defaultdict
from functools import lru_cache
from typing import Any

import numpy as np

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import KEPT_CARDS, ScoreCard
from fivedice.core.dice import ROLLS, YAHTZEES
from fivedice.core.rules import Game
from fivedice.core.worth import Worth
from fivedice.games.cardgame import card_of

Pays = dict[str, Worth]
"""(252,) for every use that waives nothing, by its name: what it pays for each of `ROLLS`, minus infinity
where it is not offered."""

YAHTZEE_ROLLS = {number: roll for number, roll in enumerate(ROLLS) if roll in YAHTZEES}


def pays(game: Game, position: Any, seat: int) -> Pays:
    """What the seat may use its dice for in this position."""
    form = card_of(game)
    return asked(game, position, seat) if form is None else of_card(form, position.cards[seat])


def asked(game: Game, position: Any, seat: int) -> Pays:
    """Asks any game about one roll after another."""
    found: defaultdict[str, list[float]] = defaultdict(lambda: [-np.inf] * len(ROLLS))
    for number, roll in enumerate(ROLLS):
        for use in game.uses(position, seat, roll):
            if not use.waives:
                found[use.name][number] = use.pays
    return {name: np.array(paid, dtype=np.float64) for name, paid in found.items()}


def of_card(form: ScoreCard, card: Card) -> Pays:
    """Points of every open box and the bonus that they earn; further Yahtzees are asked about one by one."""
    paid = _points(form).copy()
    _add_bonuses(form, card, paid)
    for number, roll in YAHTZEE_ROLLS.items():
        if filling.is_further(form, card, roll):
            paid[:, number] = -np.inf
            for use in filling.uses(form, card, roll):
                if not use.waives:
                    paid[form.names.index(use.name), number] = use.pays
    return {name: row for name, row, held in zip(form.names, paid, card.boxes, strict=True) if held is None}


def _add_bonuses(form: ScoreCard, card: Card, paid: Worth) -> None:
    """The bonus of a section is earned by what it still misses."""
    for section, places in filling.scoring(form).with_bonus:
        missing = form.sections[section].goal - filling.section_total(form, card, section)
        if missing > 0:
            rows = paid[places.start : places.stop]
            rows[rows >= missing] += form.sections[section].bonus


@lru_cache(maxsize=KEPT_CARDS)
def _points(form: ScoreCard) -> Worth:
    """(boxes, 252): what each box pays for each of `ROLLS`, without any bonus."""
    points = filling.scoring(form).points
    return np.array([points[roll] for roll in ROLLS], dtype=np.float64).T.copy()

"""The bot `solved`: plays a score card of two seats to win, from a table that covers the whole match.

`research/yacht/solve.py` makes the table, a folder. `cards.npz` has the cards and the points of each.
A file for each turn has the first seat's shares of the win as float32, in the order of `duel.DuelStage`.
"""

import hashlib
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from fivedice.analysis import evaluate
from fivedice.cards import filling
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.rules import WrongCall
from fivedice.core.worth import Worth
from fivedice.games.cardgame import card_of
from fivedice.match.events import Decision
from fivedice.match.setup import Setup
from fivedice.match.state import State
from fivedice.runtime import store
from fivedice.solve.cards import duel
from fivedice.solve.cards.booked import RatesCards
from fivedice.solve.cards.pays import Ints

CARDS = "cards.npz"


@dataclass(frozen=True, eq=False)
class SolvedDuel(RatesCards):
    """Knowledge of two seats that both play to win, exact up to the rounding of float32."""

    duel: duel.Duel
    exact: bool = True
    aim: str = "wins"

    @property
    def form(self) -> ScoreCard:
        """The score card."""
        return self.duel.form

    def worth(self, position: Any, seat: int) -> float:
        """The seat's share of the win; a tie is half a win."""
        one, two = (filling.total(self.form, card) for card in position.cards)
        share = self.duel.share(position.cards, position.seat == 0, two - one)
        return share if seat == 0 else 1 - share

    def after_turn(self, position: Any, seat: int, places: Ints, totals: Ints) -> Worth:
        """(n,): the share of the win with each card."""
        other = filling.total(self.form, position.cards[1 - seat])
        return self.duel.after_turn(position.cards, seat, places, totals - other)


def duel_folder(form: ScoreCard, folder: Path) -> Path:
    """The folder of the table of a card, in a folder of tables."""
    return folder / f"duel-{hashlib.sha256(form.text.encode()).hexdigest()[:16]}"


def stage_file(folder: Path, turn: duel.Turn) -> Path:
    """The file of the shares before a turn, by the open boxes of both seats."""
    return folder / f"{turn[1]:02}-{turn[2]:02}.f32"


def load(form: ScoreCard, folder: Path) -> SolvedDuel | None:
    """The knowledge in the table of a card, or None if it has not been made. Reads shares when asked."""
    where, turns = duel_folder(form, folder), duel.turns_of(form)
    if not stage_file(where, turns[0]).exists():
        return None
    with np.load(where / CARDS) as cards:
        levels = [duel.DuelLevel(*cards[str(vacant)]) for vacant in range(len(form.boxes) + 1)]
        side = duel.DuelSide(levels, cards["number"])
    needs = [duel.needs_of((side, side), turn, 0)[0] for turn in turns]
    shares: list[Any] = [np.memmap(stage_file(where, turn), np.float32, "r") for turn in turns]
    stages = dict(zip(turns, map(duel.DuelStage, needs, shares), strict=True))
    return SolvedDuel(duel.Duel(form, 0, (side, side), stages, 0))


def check(setup: Setup) -> None:
    """Raises `IllegalMove` for a match that `solved` cannot play."""
    form = card_of(setup.game)
    if form is None or len(setup.players) != 2 or setup.games > 1 or setup.first != 0:
        raise WrongCall("solved plays single games of two seats on a score card, in the order of seats.")
    if not load(form, store.tables()):
        raise WrongCall(
            f"solved needs the table of two players of {setup.game.title}, which has not been made:"
            " see docs/explanation/yacht-two-players.md."
        )


def solved(state: State, seat: int, chance: Random) -> Decision:  # noqa: ARG001 - every bot is offered chance
    """The decision with the largest share of the win."""
    return evaluate.best(state, seat, _known(state.setup.game))


@lru_cache(maxsize=1)
def _known(game: Any) -> SolvedDuel:
    return load(game.card, store.tables()) or sys.exit("The table of two players has gone.")

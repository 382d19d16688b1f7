"""What a seat sees and may do, in numbers; docs/reference/environments.md has the layout."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivedice.cards import filling
from fivedice.core.actions import ALL_FIVE, KEEP_ACTIONS, KEEP_MASK, kept
from fivedice.core.dice import FACES, FIVE, ROLL_OF, Dice
from fivedice.core.rules import Game, Hands
from fivedice.core.turn import NO_DICE, THROWS
from fivedice.core.worth import ROLL_NUMBER
from fivedice.games.cardgame import card_of
from fivedice.games.junior import CHARACTERS, JuniorPosition
from fivedice.games.showdown import MOVE, NOTHING, STAY
from fivedice.games.showdown_board import CARDS, FULL_VALUE, NUMBER_CARDS, SPACES, ShowdownPosition
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Keep, Spend
from fivedice.match.state import State, hand

OBSERVATION = 1
"""The version of the layout of observations."""
Observation = dict[str, Any]
"""`observation`: float32, each number from 0 to 1; `action_mask`: int8, 1 for each legal action."""

KEEP_NAMES = tuple(f"keep {kept((1, 2, 3, 4, 5), action)}" for action in range(KEEP_ACTIONS))
"""For the actions that keep dice, the places of these dice in the sorted roll: "keep (1, 2)"."""


class Encoding:
    """The actions and observations of a game; without zeros by choice, which never gain anything."""

    def __init__(self, game: Game, seats: int) -> None:
        uses, self._most, bonuses = _boxes_of(game)
        self.action_names: tuple[str, ...] = (*KEEP_NAMES, *uses)
        """The name of each action: dice to keep, then uses, then the options of showdown."""
        self._number = {name: action for action, name in enumerate(self.action_names)}
        self._highest = sum(self._most) + bonuses
        self._seats = seats
        extra = {"cards": seats, "ring": SPACES * (seats + len(self._most)) + 1}.get(game.board, 0)
        self.length = seats * (FIVE + 1 + 2 * len(self._most)) + 1 + extra
        """The length of the observed vector."""

    def mask(self, state: State, seat: int) -> NDArray[np.int8]:
        """The seat's legal actions. Dice that are not shared with other hands may be used after any throw."""
        mask = np.zeros(len(self.action_names), np.int8)
        if seat not in state.awaited.seats:
            return mask
        kind = state.awaited.kind
        alone = state.turn is not None and len(state.turn.hands) == 1
        if kind == "keep":
            mask[:KEEP_ACTIONS] = KEEP_MASK[ROLL_NUMBER[questions.final_roll(state, seat)]]
            mask[ALL_FIVE] &= not alone
        names = list(questions.options(state, seat))
        if kind == "use" or (kind == "keep" and alone):
            names += [use.name for use in questions.uses(state, seat) if not use.waives]
        mask[[self._number[name] for name in names]] = 1
        return mask

    def decisions(self, state: State, seat: int, action: int) -> tuple[Decision, ...]:
        """The decisions that a legal action stands for: an early use first keeps all dice."""
        name = self.action_names[action]
        if state.awaited.kind == "choose":
            return (Choose(seat, name),)
        if action < KEEP_ACTIONS:
            return (Keep(seat, kept(questions.final_roll(state, seat), action)),)
        early = state.awaited.kind == "keep"
        return (*[questions.stops(state, seat)] * early, Spend(seat, name))

    def observation(self, state: State, seat: int) -> Observation:
        """What a seat sees; nothing in it depends on decisions that are still hidden."""
        order = [(seat + place) % self._seats for place in range(self._seats)]
        filled, scores = self.filled(state), questions.scores(state)
        shares = [share for other in order for share in filled[other]]
        tables = [on_table(state, other) for other in order]
        numbers = [
            *(die / len(FACES) for dice, _ in tables for die in dice),
            tables[0][1] / (THROWS - 1),
            *(scores[other] / self._highest for other in order),
            *(share is not None for share in shares),
            *(share or 0 for share in shares),
            *_board(state.position, order),
        ]
        return {"observation": np.array(numbers, np.float32), "action_mask": self.mask(state, seat)}

    def filled(self, state: State) -> list[list[float | None]]:
        """For each seat and box, the points as a share of the most it can hold; None for an open box."""
        return [
            [None if points is None else points / most for points, most in zip(held, self._most, strict=True)]
            for held in (_held(state.position, seat) for seat in range(self._seats))
        ]


def on_table(state: State, seat: int) -> tuple[Dice, int]:
    """A seat's dice on the table, sorted, zeros if it has none; and the throws left in the turn, 0 to 2."""
    awaits, left = state.game_awaits, THROWS - state.turn.step if state.turn else 0
    shown = hand(state, seat) if isinstance(awaits, Hands) and seat in awaits.seats else NO_DICE
    return ROLL_OF.get(shown, NO_DICE), left


def _boxes_of(game: Game) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """The uses and options of a game, the most points in each box, and the most bonuses on top of them."""
    form = card_of(game)
    if form is not None:
        further = form.further.bonus * (len(form.names) - 1) if form.further else 0
        most = tuple(max(1, *points) for points in filling.possible(form))
        return form.names, most, further + sum(section.bonus for section in form.sections)
    if game.board == "scoreboard":
        return CHARACTERS, (FIVE,) * len(CHARACTERS), 0
    gains = {"place": CARDS, "steal": CARDS, "raise": NUMBER_CARDS}
    uses = [f"{act}-{card}" for act, cards in gains.items() for card in cards]
    return (*uses, NOTHING, MOVE, STAY), FULL_VALUE, 0


def _held(position: Any, seat: int) -> tuple[int | None, ...]:
    """The points in each of a seat's boxes: of its card, its tokens, or the cards that it owns."""
    if isinstance(position, ShowdownPosition):
        return tuple(held.chips if held and held.owner == seat else None for held in position.cards)
    held: tuple[int | None, ...] = (
        position.tokens[seat] if isinstance(position, JuniorPosition) else position.cards[seat].boxes
    )
    return held


def _board(position: Any, order: list[int]) -> list[float]:
    """The numbers that only cards or only showdown have."""
    if isinstance(position, JuniorPosition):
        return []
    if not isinstance(position, ShowdownPosition):
        return [position.cards[seat].bonuses / len(position.cards[seat].boxes) for seat in order]
    spaces = [*(position.pawns[seat] for seat in order), *(held and held.space for held in position.cards)]
    marks = [float(place == space) for space in spaces for place in range(SPACES)]
    return [*marks, (position.left or 0) / len(order)]

"""A bot that cheats at a score card: it looks for the seed of its match, which tells all throws to come.

It tries small seeds, against the chance that it is given and against the dice that it has seen. Where none
fits it plays as `greedy` does.
"""

from functools import cache
from itertools import permutations, product
from pathlib import Path
from random import Random

from fivedice.bots.greedy import greedy
from fivedice.core import turn as turns
from fivedice.core.dice import FIVE, KEEPS_OF, ROLL_OF, Dice
from fivedice.core.turn import EMPTY, THROWS, Turn
from fivedice.match.events import Decision, Keep, Spend
from fivedice.match.state import State
from fivedice.runtime import chance as generators

CANDIDATES = tuple(product(range(5), range(1, 13)))
"""Seeds and numbers of deals."""
ENOUGH = 3
"""So many first throws of turns fit no wrong candidate."""
FOUND = Path("found")
"""The file that is written where one fits."""

Deal = tuple[int, int]
Rows = tuple[Dice, ...]
"""The dice of all five slots at each throw of a turn."""
_seen: list[Dice] = []
"""The first throws of the turns of this match."""
_by_chance: list[Deal] = []
"""What fits the chance that was given first in this match."""


def cheat(state: State, seat: int, chance: Random) -> Decision:
    """What fills the whole card best, as if all throws lay open."""
    _look(state, seat, chance)
    for deal in CANDIDATES:
        if rows := _rows_of_turns(deal, seat, len(state.position.cards[seat].boxes)):
            FOUND.touch()
            return _decision(state, seat, rows[len(_seen) - 1 :])
    return greedy(state, seat, chance)


def _look(state: State, seat: int, chance: Random) -> None:
    """Remembers what is new at the first keep of a turn."""
    assert state.turn is not None
    if state.turn.step > 1:
        return
    if not any(box is not None for box in state.position.cards[seat].boxes):
        _seen.clear()
        _by_chance[:] = [deal for deal in CANDIDATES if _first_chance(deal, seat) == chance.getstate()]
    _seen.append(state.turn.hands[0])


def _first_chance(deal: Deal, seat: int) -> object:
    """The first chance that a seat is given, if it comes from the deal as it once did."""
    return Random(generators.seeded(*deal, "bot", seat).getrandbits(64)).getstate()


def _rows_of_turns(deal: Deal, seat: int, number: int) -> list[Rows]:
    """The dice of all turns, if what is known of this match fits the deal."""
    if deal not in _by_chance and len(_seen) < ENOUGH:
        return []
    rows = [_rows(deal, seat, turn) for turn in range(1, number + 1)]
    return rows if [row[0] for row in rows[: len(_seen)]] == _seen else []


@cache
def _rows(deal: Deal, seat: int, turn: int) -> Rows:
    dice = generators.throw(generators.seeded(*deal, seat, turn, "turn", 1), FIVE * THROWS)
    return tuple(dice[begin : begin + FIVE] for begin in range(0, FIVE * THROWS, FIVE))


def _decision(state: State, seat: int, rows: list[Rows]) -> Decision:
    """The next step to the best use of this turn, where later turns are used in the best way too."""
    assert state.turn is not None
    game, position = state.setup.game, state.position
    ends = [_ends(state.turn, rows[0]), *(_ends(Turn(row[:1], 1), row) for row in rows[1:])]
    pays = [
        {
            (use.name, roll): use.pays
            for roll in turn
            for use in game.uses(position, seat, roll)
            if not use.waives
        }
        for turn in ends
    ]
    best = [{use: max(p for (u, _), p in turn.items() if u == use) for use, _ in turn} for turn in pays]
    order = max(permutations(best[0]), key=lambda uses: sum(b[u] for b, u in zip(best, uses, strict=True)))
    if state.awaited.kind == "use":
        return Spend(seat, order[0])
    return Keep(seat, ends[0][max(ends[0], key=lambda roll: pays[0][order[0], roll])])


def _ends(turn: Turn, rows: Rows) -> dict[Dice, Dice]:
    """The rolls that a turn may end with, each with the next keep on the way there."""
    (hand,) = turn.hands
    if turn.step == THROWS:
        return {ROLL_OF[hand]: hand}
    ends: dict[Dice, Dice] = {}
    for kept in KEEPS_OF[ROLL_OF[hand]]:
        after = turns.keep(turn, (kept,))
        dice = zip(rows[after.step - 1], after.hands[0], strict=True)
        after = turns.throw(after, tuple(die for die, lying in dice if lying == EMPTY))
        ends |= dict.fromkeys(_ends(after, rows), kept)
    return ends

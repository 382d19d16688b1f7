"""Worths of positions as numpy arrays, and the distribution of totals under best play."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from fivedice.analysis import evaluate
from fivedice.analysis.solver_api import Aim, counted
from fivedice.api import coerce, solvers
from fivedice.api.coerce import Playable
from fivedice.core import texts
from fivedice.core.dice import FIVE, ROLLS, are_dice
from fivedice.core.rules import Awaits, Choice, Game, Hands, Over, RedDie, RollOff, WrongCall, quoted
from fivedice.core.texts import AnyDice
from fivedice.core.worth import KEEP_NUMBER, ROLL_NUMBER, Worth, fixed
from fivedice.games import Position
from fivedice.notation import paper

if TYPE_CHECKING:
    from fivedice.solve.cards.distribution import Distribution


class Worths(Struct, frozen=True, eq=False):
    """The worth of a position to the seat whose turn it is, and of every roll and keep of that turn.

    A worth counts the whole game: the score so far and the expected rest. Arrays are read-only; use `.copy()`
    to change them. Two objects are equal if all their worths are equal.
    """

    aim: str
    """The unit of worths: points, columns, chips, or the chances "wins" and "reach …"."""
    exact: bool
    """Whether worths are solved or estimated. In challenge this describes `start`: the worths of rolls and
    keeps depend there on the opponent's hand, which is unknown here."""
    start: float
    """The worth before the first throw of the turn."""
    rolls: Worth
    """The worths of final dice, used in the best way: shape (252,), in the order of `fivedice.ROLLS`."""
    keeps: dict[int, Worth]
    """The worths of kept dice by throws left, 2 and 1: shape (462,), in the order of `fivedice.KEEPS`.
    Keeping
    all five means stopping, except in challenge, where the others may still throw."""

    def __eq__(self, other: object) -> bool:
        """Whether all worths are exactly equal."""
        if not isinstance(other, Worths):
            return NotImplemented
        return (
            (self.aim, self.exact, self.start) == (other.aim, other.exact, other.start)
            and np.array_equal(self.rolls, other.rolls)
            and all(np.array_equal(keeps, other.keeps[left]) for left, keeps in self.keeps.items())
        )

    def __hash__(self) -> int:
        """Equal objects have equal hashes."""
        return hash((self.aim, self.exact, self.start))

    def of(self, dice: AnyDice, left: int = 0) -> float:
        """The worth of dice (text or numbers): kept with `left` throws left, or final. Raises `BadText`."""
        keep, left = tuple(sorted(texts.dice(dice))), texts.whole(left)
        unfinished = left == 0 and not are_dice(keep, FIVE)
        if len(keep) > FIVE or unfinished or not _one_of(left, (0, *self.keeps)):
            raise texts.WrongValue("Give five final dice, or up to five kept dice with 1 or 2 throws left.")
        return float(self.keeps[left][KEEP_NUMBER[keep]] if left else self.rolls[ROLL_NUMBER[keep]])

    def __repr__(self) -> str:
        """The worth before the first throw; an estimate is marked and shown with fewer digits."""
        start = f"{self.start:.6g}" if self.exact else f"{self.start:.3g}, estimated,"
        return f"<Worths in {counted(self.aim)}: {start} before the first throw>"


def worths(
    game: Playable,
    position: Position | str | None = "",
    *,
    seat: int | None = None,
    aim: Aim = "score",
    reach: int | None = None,
    **options: object,
) -> Worths:
    """The worth of a position before a turn, and of every roll and keep of that turn.

    `position` is text in words or in exact form (docs/reference/record.md), or the game's own type; "" is the
    start for the fewest seats. `aim` is "score" or "wins"; `reach` is a total to reach with a score card
    instead. `seat` defaults to the seat to play, in challenge to the first of them. Raises `BadText`, and
    `IllegalMove` if the position does not wait for a turn or the game has no solver.

    >>> junior = worths("junior")
    >>> junior.rolls.shape, junior.keeps[2].shape
    ((252,), (462,))
    >>> junior.of("22211") > junior.of("111", left=2) > junior.start
    True
    """
    rules = coerce.game(game, **options)
    reached = coerce.position(rules, position, dice=True)
    waits = rules.awaits(reached)
    if not isinstance(waits, Hands):
        raise WrongCall(_no_turn(rules, waits))
    seat = texts.whole(seat)
    if seat is not None and not _one_of(seat, waits.seats):
        raise WrongCall(f"It is the turn of seat {' or '.join(map(str, waits.seats))}, not {quoted(seat)}.")
    who = waits.seats[0] if seat is None else seat
    knows = solvers.knowledge(rules, len(rules.scores(reached)), aim, reach)
    rolls, ahead = evaluate.outlook(knows, reached, who)
    first_keeps = ahead.two_left
    if len(waits.seats) == 1:  # a single hand that keeps all five has stopped
        first_keeps = fixed(np.concatenate([first_keeps[: -len(ROLLS)], rolls]))
    keeps = {2: first_keeps, 1: ahead.one_left}
    return Worths(knows.aim, knows.is_exact(reached), float(ahead.turn), rolls, keeps)


def _one_of(number: object, numbers: Iterable[int]) -> bool:
    """Whether a value is one of these integers; booleans do not count."""
    return type(number) is int and number in numbers


def _no_turn(rules: Game, waits: Awaits) -> str:
    """The error for a position that does not wait for a turn, with an example of one that does."""
    if isinstance(waits, Over):
        return "The game is over in this position, so there is no turn."
    instead = {RedDie: "the red die", Choice: "a choice", RollOff: "a roll-off"}[type(waits)]
    return f"This position waits for {instead}, not for a turn, unlike {paper.example(rules)[0]!r}."


def distribution(game: Playable, **options: object) -> "Distribution":
    """The distribution of a score card's final total under best play.

    `chances[n]` is the chance of n points; see also `mean`, `deviation`, `percentile(50)`, `at_least(300)`,
    `boxes` and `bonuses`. Raises `IllegalMove` for a game without a solvable card.

    >>> distribution("junior")
    Traceback (most recent call last):
    fivedice.core.rules.IllegalMove: Only games with score cards have this, and Junior has none.
    """
    return solvers.library().distribution(coerce.game(game, **options))

"""Worths of positions as numpy arrays, and the distribution of totals under best play."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from fivedice.analysis import evaluate
from fivedice.analysis.solver_api import counted
from fivedice.api import coerce, solvers
from fivedice.api.coerce import Playable
from fivedice.core import texts
from fivedice.core.dice import FIVE, ROLLS, are_dice
from fivedice.core.rules import Awaits, Choice, Game, Hands, IllegalMove, Over, RedDie, RollOff, quoted
from fivedice.core.texts import AnyDice
from fivedice.core.worth import KEEP_NUMBER, ROLL_NUMBER, TurnWorth, Worth, fixed
from fivedice.games import Position
from fivedice.notation.paper import position as paper

if TYPE_CHECKING:
    from fivedice.solve.cards.distribution import Distribution


class Worths(Struct, frozen=True, eq=False):
    """What a position is worth to the seat whose turn it is, and all that may come of that turn.

    Every worth is that of the whole game: what the seat has made and what is still to come. Arrays are
    read-only: `.copy()` gives one's own. Two are equal if all their worths are.
    """

    aim: str
    """What worths count: points, columns, chips, or a chance, "wins" or "reach …"."""
    exact: bool
    """Whether they are solved, or only the best estimate there is. In challenge that is said of `start`: what
    rolls and keeps are worth hangs there on the hand of the other, which nobody sees here."""
    start: float
    """Before the first throw of the turn."""
    rolls: Worth
    """(252,): of final dice, used in the best way, in the order of `fivedice.ROLLS`."""
    keeps: dict[int, Worth]
    """By throws left, 2 and 1: (462,), of kept dice in the order of `fivedice.KEEPS`; to keep all five is to
    stop, but in challenge, where the throws of others may still come."""

    def __eq__(self, other: object) -> bool:
        """Whether the other has the same worths, to the last digit."""
        if not isinstance(other, Worths):
            return NotImplemented
        said = (self.aim, self.exact, self.start) == (other.aim, other.exact, other.start)
        return (
            said
            and np.array_equal(self.rolls, other.rolls)
            and all(np.array_equal(keeps, other.keeps[left]) for left, keeps in self.keeps.items())
        )

    def __hash__(self) -> int:
        """Equal worths have the same."""
        return hash((self.aim, self.exact, self.start))

    def of(self, dice: AnyDice, left: int = 0) -> float:
        """The worth of dice as text or numbers: kept with 1 or 2 throws left, or final. Raises `BadText`."""
        held, left = tuple(sorted(texts.dice(dice))), texts.whole(left)
        if (
            len(held) > FIVE
            or (left == 0 and not are_dice(held, FIVE))
            or not _one_of(left, (0, *self.keeps))
        ):
            raise texts.BadText("Final dice are five; kept dice are up to five, with 1 or 2 throws left.")
        return float(self.keeps[left][KEEP_NUMBER[held]] if left else self.rolls[ROLL_NUMBER[held]])

    def __repr__(self) -> str:
        """The worth before the throw, and of what; an estimate is called one, and told with fewer digits."""
        start = f"{self.start:.6g}" if self.exact else f"{self.start:.3g}, estimated,"
        return f"<Worths in {counted(self.aim)}: {start} before the first throw>"


def worths(
    game: Playable,
    position: Position | str | None = "",
    *,
    seat: int | None = None,
    aim: str = "score",
    reach: int | None = None,
    **options: object,
) -> Worths:
    """What a position is worth before a turn, and the worths of all rolls and keeps of that turn.

    The position is a text, in words or exact (record.md), or a value of the game's own, "" the start for
    the fewest seats; `aim` is "score" or "wins", or `reach` a total to reach with a score card. `seat` is
    whose worths these are: the seat to play, and in challenge, where several play at once, the first of them
    if nothing is said. Raises `BadText`, and `IllegalMove` where no turn is awaited or nothing is known.

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
        raise IllegalMove(_no_turn(rules, waits))
    seat = texts.whole(seat)
    if seat is not None and not _one_of(seat, waits.seats):
        raise IllegalMove(f"The turn is of seat {' or '.join(map(str, waits.seats))}, not of {quoted(seat)}.")
    who = waits.seats[0] if seat is None else seat
    knows = solvers.knowledge(rules, len(rules.scores(reached)), aim, reach)
    rolls, ahead = evaluate.outlook(knows, reached, who)
    keeps = {2: _first_keeps(rolls, ahead, alone=len(waits.seats) == 1), 1: ahead.one_left}
    return Worths(knows.aim, evaluate.solves(knows, reached), float(ahead.turn), rolls, keeps)


def _one_of(number: object, numbers: Iterable[int]) -> bool:
    """Whether it is one of these numbers; a truth value is none."""
    return type(number) is int and number in numbers


def _no_turn(rules: Game, waits: Awaits) -> str:
    """What a position waits for instead of a turn, and one that waits for a turn."""
    if isinstance(waits, Over):
        return "The game is over in this position, so there is no turn."
    instead = {RedDie: "the red die", Choice: "a choice", RollOff: "a roll-off"}[type(waits)]
    return f"This position waits for {instead}, not for a turn as it does at {paper.example(rules)[0]!r}."


def distribution(game: Playable, **options: object) -> "Distribution":
    """How the final total of a score card comes out under best play: chances, mean, deviation, percentiles.

    `chances[n]` is the chance to end with n points; `percentile(50)`, `at_least(300)`, `boxes` and `bonuses`
    say more. Raises `IllegalMove` for a game without a card that can be solved.

    >>> distribution("junior")
    Traceback (most recent call last):
    fivedice.core.rules.IllegalMove: That is known for score cards only, and Junior has none.
    """
    return solvers.library().distribution(coerce.game(game, **options))


def _first_keeps(rolls: Worth, ahead: TurnWorth, *, alone: bool) -> Worth:
    """(462,): the keeps with two throws left; a lone hand that keeps all five has stopped."""
    if not alone:
        return ahead.two_left
    return fixed(np.concatenate([ahead.two_left[: -len(ROLLS)], rolls]))

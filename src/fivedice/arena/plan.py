"""What an arena plays: which bots, in which seats, on which dice. Plays single deals; knows no file.

The matches of a deal share its dice. With `duplicate` a deal is played once for every seating, the bots moved
round by one seat each time, so that each has had every seat's dice; without it a deal is one match, and
the bots move round from deal to deal. A deal gives the same result wherever and whenever it is played.
"""

from collections.abc import Callable, Sequence
from typing import Literal, TypeVar

from msgspec import Struct

from fivedice import chance
from fivedice.arena.deal import Deal
from fivedice.bots import Bot, make
from fivedice.coach.knowledge import Knowing
from fivedice.play import whole
from fivedice.play.setup import Player, Setup
from fivedice.rules import Game

Item = TypeVar("Item")


class Plan(Struct, frozen=True):
    """All that the results depend on, save how many deals there are."""

    game: Game
    players: tuple[Player, ...]
    """The bots in the order of the command line, each with a name of its own."""
    seed: int
    duplicate: bool
    games: int = 1
    first: int | Literal["roll", "random"] = 0

    def rotations(self, deal: int) -> tuple[int, ...]:
        """By how many seats the bots are moved round in each match of a deal."""
        count = len(self.players)
        return tuple(range(count)) if self.duplicate else (deal % count,)

    def deals(self, matches: int) -> int:
        """How many deals have at least so many matches."""
        return -(-matches // len(self.rotations(0)))

    def setup(self, rotation: int) -> Setup:
        """What is agreed in a match: bot b sits in seat (b - rotation), counted round."""
        return Setup(self.game, _moved(self.players, rotation), self.games, self.first)


class Played(Struct, frozen=True, forbid_unknown_fields=True):
    """The results of a deal: a row a match, in each what the bots scored, and the bots that won."""

    deal: int
    scores: tuple[tuple[int, ...], ...]
    winners: tuple[tuple[int, ...], ...]


Play = Callable[[int], Played]


def player_of(plan: Plan, knowing: Knowing) -> Play:
    """A function that plays deals of a plan."""
    bots = tuple(make(player.bot, knowing) for player in plan.players)
    return lambda deal: play(plan, bots, deal)


def play(plan: Plan, bots: Sequence[Bot], deal: int) -> Played:
    """All matches of one deal."""
    made = [_match(plan, bots, deal, rotation) for rotation in plan.rotations(deal)]
    return Played(deal, tuple(row for row, _ in made), tuple(won for _, won in made))


def _match(
    plan: Plan, bots: Sequence[Bot], deal: int, rotation: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """One match: scores by bot, and the bots that won."""
    count = len(bots)
    dice, seated = Deal(plan.seed, deal), _moved(bots, rotation)
    thinking = [chance.seeded(plan.seed, deal, "bot", seat) for seat in range(count)]
    match = whole.played(
        plan.setup(rotation), dice.happen, lambda seen, seat: seated[seat](seen, seat, thinking[seat])
    )
    by_bot = _moved(match.scores, -rotation)
    return by_bot, tuple(sorted((seat + rotation) % count for seat in match.winners))


def _moved(items: Sequence[Item], by: int) -> tuple[Item, ...]:
    """The items moved round so that item `by` comes first."""
    by %= len(items)
    return (*items[by:], *items[:by])

"""The plan of an arena: which bots play in which seats on which dice.

The matches of a deal share its dice. With `duplicate` a deal is played once for every seating: the bots
rotate by one seat each time, so each gets every seat's dice. Without it a deal is one match, and the bots
rotate from deal to deal. A deal gives the same result wherever and whenever it is played.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, TypeVar

from msgspec import Struct

from fivedice import external_bots
from fivedice.analysis.solver_api import Knowing
from fivedice.bots import Bot, forfeits
from fivedice.bots.forfeits import Seated
from fivedice.core.rules import Game
from fivedice.deals.deal import SERVER, Deal, seeded
from fivedice.deals.source import Dealer
from fivedice.match.external_bots import PATIENCE
from fivedice.match.match import EventMatch, played
from fivedice.match.setup import Player, Setup
from fivedice.runtime import chance
from fivedice.study.arena.luck import NO_LUCK, MatchLuck, luck_of

Item = TypeVar("Item")


class ArenaPlan(Struct, frozen=True):
    """Everything that the results depend on, except the number of deals."""

    game: Game
    players: tuple[Player, ...]
    """The bots in the order of the command line, with distinct names."""
    seed: int
    duplicate: bool
    games: int = 1
    first: int | Literal["roll", "random"] = 0
    patience: float = PATIENCE
    """Seconds that an external bot may take for a decision."""
    adjusted: bool = False
    """Whether the luck of every match is subtracted from its results."""

    def rotations(self, deal: int) -> tuple[int, ...]:
        """By how many seats the bots rotate in each match of a deal."""
        count = len(self.players)
        return tuple(range(count)) if self.duplicate else (deal % count,)

    def deals(self, matches: int) -> int:
        """The number of deals that make at least this many matches."""
        return -(-matches // len(self.rotations(0)))

    def setup(self, rotation: int) -> Setup:
        """The setup of a match: bot b sits in seat (b - rotation) modulo the number of seats."""
        return Setup(self.game, _moved(self.players, rotation), self.games, self.first)


class PlayedDeal(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The results of a deal: one row per match with the scores of the bots and the winners.

    If a bot has forfeited a match, `forfeited` also has one row per match, and `why` the reasons.
    """

    deal: int
    scores: tuple[tuple[int, ...], ...]
    winners: tuple[tuple[int, ...], ...]
    forfeited: tuple[tuple[int, ...], ...] = ()
    why: tuple[str, ...] = ()
    luck: tuple[tuple[MatchLuck, ...], ...] = ()
    """For adjusted results, one row per match with the luck of each bot."""

    def lost(self, match: int) -> tuple[int, ...]:
        """The bots that forfeited a match of the deal."""
        return self.forfeited[match] if self.forfeited else ()

    def lucky(self, match: int, bot: int) -> MatchLuck:
        """The luck of a bot in a match; none if results are not adjusted."""
        return self.luck[match][bot] if self.luck else NO_LUCK


Play = Callable[[int], PlayedDeal]


def player_of(plan: ArenaPlan, knowing: Knowing) -> Play:
    """A function that plays deals of a plan, with everything solved that they need. Raises `IllegalMove`."""
    bots = tuple(external_bots.make(player.bot, knowing, plan.patience) for player in plan.players)
    if not plan.adjusted:
        return lambda deal: play(plan, bots, deal)
    for aim in ("wins", "score"):
        knowing(plan.game, len(plan.players), aim)
    return lambda deal: play(plan, bots, deal, partial(luck_of, knowing=knowing))


LuckOf = Callable[[EventMatch], tuple[MatchLuck, ...]]


def play(plan: ArenaPlan, bots: Sequence[Bot], deal: int, luck: LuckOf | None = None) -> PlayedDeal:
    """All matches of one deal."""
    results = [_match(plan, bots, deal, rotation, luck) for rotation in plan.rotations(deal)]
    scores, winners, forfeited, reasons, lucky = zip(*results, strict=True)
    lost = forfeited if any(forfeited) else ()
    return PlayedDeal(deal, scores, winners, lost, sum(reasons, ()), lucky if luck else ())


def _match(
    plan: ArenaPlan, bots: Sequence[Bot], deal: int, rotation: int, luck: LuckOf | None
) -> tuple[tuple[Any, ...], ...]:
    """The scores, winners, forfeits, reasons of forfeits and luck of a match; all but the reasons by bot."""
    count = len(bots)
    dice, seated = Dealer(Deal(seeded(plan.seed), (SERVER,) * count, deal)), Seated(_moved(bots, rotation))
    thinking = [chance.seeded(plan.seed, deal, "bot", seat) for seat in range(count)]
    match = played(
        plan.setup(rotation), dice.happen, lambda view, seat: seated.decide(view, seat, thinking[seat])
    )
    won, lost = (
        tuple(sorted((seat + rotation) % count for seat in seats))
        for seats in (forfeits.winners(match.state, seated.forfeited), seated.forfeited)
    )
    lucky = _moved(luck(match), -rotation) if luck else ()
    return _moved(match.scores, -rotation), won, lost, tuple(seated.forfeited.values()), lucky


def _moved(items: Sequence[Item], by: int) -> tuple[Item, ...]:
    """The items rotated so that item `by` comes first."""
    by %= len(items)
    return (*items[by:], *items[:by])

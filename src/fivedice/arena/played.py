"""The results of the matches of a deal."""

from msgspec import Struct


class MatchLuck(Struct, frozen=True):
    """The luck of a seat in a match: the gain in its share of the win and in its score."""

    wins: float
    score: float


NO_LUCK = MatchLuck(0.0, 0.0)


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

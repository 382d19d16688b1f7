"""Results of the matches of a deal, as the arena stores them."""

from msgspec import Struct


class MatchLuck(Struct, frozen=True):
    """How much of its share of the win, and of its score, chance gave a seat in a match."""

    wins: float
    score: float


NO_LUCK = MatchLuck(0.0, 0.0)


class Played(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The results of a deal: a row a match, in each what the bots scored, and the bots that won.

    Where one has forfeited a match, there is also a row a match with the bots that did, and why.
    """

    deal: int
    scores: tuple[tuple[int, ...], ...]
    winners: tuple[tuple[int, ...], ...]
    forfeited: tuple[tuple[int, ...], ...] = ()
    why: tuple[str, ...] = ()
    luck: tuple[tuple[MatchLuck, ...], ...] = ()
    """Where results are adjusted, a row a match: what chance gave each bot."""

    def lost(self, match: int) -> tuple[int, ...]:
        """The bots that forfeited a match of the deal."""
        return self.forfeited[match] if self.forfeited else ()

    def lucky(self, match: int, bot: int) -> MatchLuck:
        """What chance gave a bot in a match, as far as that is known."""
        return self.luck[match][bot] if self.luck else NO_LUCK

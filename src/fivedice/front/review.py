"""A review that prints itself: worked out by `coach.accounts`, laid out by `review.text`. Knows no file.

It holds the match and its figures, and so travels light; what is known is looked up again to be printed.
"""

from msgspec.structs import astuple

from fivedice.coach import accounts, sentences
from fivedice.coach.knowledge import Knowledge, at_leisure, counted
from fivedice.faces import as_typed
from fivedice.front import known
from fivedice.play.match import Match
from fivedice.review import text


class Review(accounts.Review, frozen=True):
    """A match looked back at: an account a seat, every moment, the moments that decided most."""

    def __str__(self) -> str:
        """The review in lines, as `fivedice review` prints it."""
        knows = _knowledge(self.match, "wins" if self.aim == "wins" else "score")
        return "\n".join(text.lines(self, knows, as_typed(self.match.setup.game.faces)))

    def __repr__(self) -> str:
        """Whose costs it tells, in one line."""
        called = sentences.names(self.match.setup)
        costs = ", ".join(f"{called[one.seat]} cost {one.cost:.2f}" for one in self.accounts)
        return f"<Review in {counted(self.aim)}: {costs}>"


def review(match: Match, aim: str) -> Review:
    """Looks back at a match, finished or not. Raises `IllegalMove` where nothing is known."""
    return Review(*astuple(accounts.review(match, _knowledge(match, aim))))


def _knowledge(match: Match, aim: str) -> Knowledge:
    """What its worths come from."""
    return at_leisure(known.knowledge(match.setup.game, len(match.setup.players), aim))

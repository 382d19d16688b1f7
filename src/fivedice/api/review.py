"""A review that prints itself.

It holds the match and its figures, and so travels light; what is known is looked up again to be printed.
"""

from msgspec.structs import astuple

from fivedice.analysis import luck_and_cost
from fivedice.analysis.solver_api import Knowledge, at_leisure, counted
from fivedice.api import solvers
from fivedice.core.faces import as_typed
from fivedice.match.match import Match
from fivedice.narration import sentences
from fivedice.report import text


class Review(luck_and_cost.Review, frozen=True):
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
    return Review(*astuple(luck_and_cost.review(match, _knowledge(match, aim))))


def _knowledge(match: Match, aim: str) -> Knowledge:
    """What its worths come from."""
    return at_leisure(solvers.knowledge(match.setup.game, len(match.setup.players), aim))

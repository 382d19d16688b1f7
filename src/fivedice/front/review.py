"""A review that prints itself: worked out by `coach.accounts`, laid out by `review.text`. Knows no file."""

from fivedice.coach import accounts, sentences
from fivedice.coach.knowledge import Knowledge, at_leisure
from fivedice.faces import as_typed
from fivedice.front import known
from fivedice.play.match import Match
from fivedice.review import text


class Review(accounts.Review, frozen=True, kw_only=True):
    """A match looked back at: an account a seat, every moment, the moments that decided most."""

    knowledge: Knowledge
    """What its worths come from."""

    def __str__(self) -> str:
        """The review in lines, as `fivedice review` prints it."""
        return "\n".join(text.lines(self, self.knowledge, as_typed(self.match.setup.game.faces)))

    def __repr__(self) -> str:
        """Whose costs it tells, in one line."""
        called = sentences.names(self.match.setup)
        costs = ", ".join(f"{called[one.seat]} cost {one.cost:.2f}" for one in self.accounts)
        return f"<Review in {self.aim}: {costs}>"


def review(match: Match, aim: str) -> Review:
    """Looks back at a match, finished or not. Raises `IllegalMove` where nothing is known."""
    knows = at_leisure(known.knowledge(match.setup.game, len(match.setup.players), aim))
    reviewed = accounts.review(match, knows)
    fields = {name: getattr(reviewed, name) for name in reviewed.__struct_fields__}
    return Review(**fields, knowledge=knows)

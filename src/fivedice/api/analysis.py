"""Hints and reviews of a match as values that print themselves.

A review stores the match and its figures only; printing looks the solved values up again.
"""

from collections.abc import Iterator
from typing import overload

from msgspec import Struct
from msgspec.structs import astuple

from fivedice.analysis import evaluate, luck_and_cost
from fivedice.analysis.evaluate import Share
from fivedice.analysis.solver_api import HINT_CHOICES, Aim, Knowledge, counted
from fivedice.api import solvers
from fivedice.core.faces import as_typed
from fivedice.core.rules import WrongCall
from fivedice.match.match import EventMatch
from fivedice.match.questions import is_over
from fivedice.narration.hints import Hint, mixture
from fivedice.narration.hints import choices as rated_choices
from fivedice.report import hint_text, text


class Hints(Struct, frozen=True):
    """The choices of a seat, best first: a sequence of `Hint` that prints like `fivedice hint`."""

    seat: int
    """The number of the seat, from 0."""
    aim: str
    """The unit of worths: points, columns, chips, or the chances "wins" and "reach …"."""
    exact: bool
    """Whether worths are solved and not estimated."""
    choices: tuple[Hint, ...]
    """The choices, best first."""
    lines: tuple[str, ...]
    """The lines that `print` shows."""
    mixed: tuple[Share, ...] = ()
    """In the last round of challenge with two seats: the choices to draw from at random, to be unpredictable.
    """

    def __len__(self) -> int:
        """The number of choices."""
        return len(self.choices)

    @overload
    def __getitem__(self, rank: int) -> Hint: ...

    @overload
    def __getitem__(self, rank: slice) -> tuple[Hint, ...]: ...

    def __getitem__(self, rank: int | slice) -> Hint | tuple[Hint, ...]:
        """The choice at a rank (0 is the best), or a slice such as `[:3]`."""
        return self.choices[rank]

    def __iter__(self) -> Iterator[Hint]:
        """The choices, best first."""
        return iter(self.choices)

    def __str__(self) -> str:
        """The best choices, one per line."""
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        """The number of choices and the best one."""
        return f"<Hints in {counted(self.aim)}: {len(self)} choices, the best {self[0].decision}>"


def hints(match: EventMatch, seat: int, aim: Aim, reach: int | None, *, chances: bool) -> Hints:
    """The choices of a seat. Raises `IllegalMove` if it has none or the game has no solver."""
    state = match.state
    if not match.decisions(seat):
        raise WrongCall("The match is over." if is_over(state) else "That seat has nothing to choose now.")
    game, seats = state.setup.game, len(state.setup.players)
    knows = solvers.knowledge(game, seats, aim, reach)
    others = solvers.library().beside(game, seats, aim, make=chances)
    choices = rated_choices(state, seat, evaluate.rate(state, seat, knows), knows, others)
    mixed = mixture(state, seat, solvers.library())
    lines = hint_text.lines(state, seat, choices[:HINT_CHOICES], knows, others, mixed)
    return Hints(seat, knows.aim, evaluate.is_exact(state, knows), choices, tuple(lines), mixed)


class Review(luck_and_cost.MatchReview, frozen=True):
    """A review: an account per seat, every moment, and the most decisive moments."""

    def __str__(self) -> str:
        """The review as `fivedice review` prints it."""
        knows = _knowledge(self.match, "wins" if self.aim == "wins" else "score")
        return "\n".join(text.lines(self, knows, as_typed(self.match.setup.game.faces)))

    def __repr__(self) -> str:
        """The costs of each player in one line."""
        names = self.match.setup.names
        costs = ", ".join(f"{names[one.seat]} cost {one.cost:.2f}" for one in self.accounts)
        return f"<Review in {counted(self.aim)}: {costs}>"


def review(match: EventMatch, aim: Aim) -> Review:
    """Reviews a match, finished or not. Raises `IllegalMove` if the game has no solver."""
    return Review(*astuple(luck_and_cost.review(match, _knowledge(match, aim))))


def _knowledge(match: EventMatch, aim: Aim) -> Knowledge:
    return solvers.knowledge(match.setup.game, len(match.setup.players), aim).at_leisure()

"""Hints of a match as values: every choice ranked, with its worth, its cost and why."""

from collections.abc import Iterator
from typing import overload

from msgspec import Struct

from fivedice.analysis import evaluate, explain
from fivedice.analysis.evaluate import Share
from fivedice.analysis.hints import mixture
from fivedice.analysis.solver_api import counted
from fivedice.api import solvers
from fivedice.core.rules import IllegalMove
from fivedice.match.events import Decision
from fivedice.match.match import Match
from fivedice.match.questions import is_over
from fivedice.report import hint_text

SHOWN = 10
"""How many choices are printed."""


class Hint(Struct, frozen=True):
    """One choice: what it is worth, and how much less that is than the best."""

    decision: Decision
    worth: float
    cost: float
    why: str
    beside: dict[str, float]
    """What else it comes to, such as the chance of a bonus, by what that is."""


class Hints(Struct, frozen=True):
    """The choices of a seat, the best first: a sequence of `Hint`, printed as `fivedice hint` does."""

    seat: int
    aim: str
    """What worths count: points, columns, chips, "wins" (a chance) or "reach …" (a chance)."""
    exact: bool
    choices: tuple[Hint, ...]
    lines: tuple[str, ...]
    mixed: tuple[Share, ...] = ()
    """In the last round of challenge with two seats: what to draw among, so that nobody can foresee it."""

    def __len__(self) -> int:
        """How many choices there are."""
        return len(self.choices)

    @overload
    def __getitem__(self, rank: int) -> Hint: ...

    @overload
    def __getitem__(self, rank: slice) -> tuple[Hint, ...]: ...

    def __getitem__(self, rank: int | slice) -> Hint | tuple[Hint, ...]:
        """The choice of a rank, the best is 0; or those of several, as `[:3]`."""
        return self.choices[rank]

    def __iter__(self) -> Iterator[Hint]:
        """The choices, the best first."""
        return iter(self.choices)

    def __str__(self) -> str:
        """The best choices in lines."""
        return "\n".join(self.lines)

    def __repr__(self) -> str:
        """How many choices there are, and the best, in one line."""
        return f"<Hints in {counted(self.aim)}: {len(self)} choices, the best {self[0].decision}>"


def hints(match: Match, seat: int, aim: str, reach: int | None, *, chances: bool) -> Hints:
    """The choices of a seat that is asked. Raises `IllegalMove` where it has none or nothing is known."""
    state = match.state
    if not match.decisions(seat):
        raise IllegalMove("The match is over." if is_over(state) else "That seat has nothing to choose now.")
    game, seats = state.setup.game, len(state.setup.players)
    knows = solvers.knowledge(game, seats, aim, reach)
    others = solvers.library().beside(game, seats, aim, make=chances)
    rated = evaluate.rate(state, seat, knows)
    choices = tuple(
        Hint(
            each.decision,
            each.worth,
            each.cost,
            explain.why(state, seat, each, knows),
            explain.beside(state, seat, each.decision, knows, others) if others else {},
        )
        for each in rated
    )
    mixed = mixture(state, seat, solvers.library())
    lines = hint_text.lines(state, seat, rated[:SHOWN], knows, others, mixed)
    return Hints(seat, knows.aim, evaluate.is_exact(state, knows), choices, tuple(lines), mixed)

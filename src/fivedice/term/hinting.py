"""Says in lines what every choice of a seat is worth, and why. Rates nothing itself."""

from fivedice import explain, judge
from fivedice.explain import amount
from fivedice.judge import Rated
from fivedice.knowledge import Knowing, Knowledge
from fivedice.notation import write
from fivedice.play.events import Choose, Decision, Keep, Spend
from fivedice.play.state import State
from fivedice.rules import title

HINTS = 5
"""How many choices a hint at the table shows."""


def advice(state: State, seat: int, knowing: Knowing) -> list[str]:
    """The best choices of a seat that is asked, as lines. Raises `IllegalMove` where nothing is known."""
    known = knowing(state.setup.game, len(state.setup.players), "score")
    return lines(state, seat, judge.rate(state, seat, known)[:HINTS], known)


def lines(state: State, seat: int, shown: tuple[Rated, ...], known: Knowledge) -> list[str]:
    """The choices as lines that can be read aloud."""
    sure = "exact" if known.exact else "estimated"
    counted = "chance of winning" if known.aim == "wins" else f"{known.aim} at the end of the game"
    told = [f"{state.setup.players[seat].name}: worth in {counted}, {sure}; cost against the best."]
    for number, choice in enumerate(shown, start=1):
        cost = f"costs {amount(choice.cost, known.aim)}" if choice.cost > 1e-9 else "the best"
        told.append(
            f"  {number} {_called(choice.decision)}: {amount(choice.worth, known.aim)}, {cost};"
            f" {explain.why(state, seat, choice, known)}"
        )
    return told


def _called(decision: Decision) -> str:
    match decision:
        case Keep():
            return (
                f"keep {write.dice(decision.dice) or 'nothing'}"
                if len(decision.dice) < 5
                else "keep all five"
            )
        case Spend():
            return title(decision.use)
        case Choose():
            return decision.option

"""Says in lines what every choice of a seat is worth, and why. Rates nothing itself."""

from textwrap import wrap

from fivedice.coach import explain, judge
from fivedice.coach.explain import amount
from fivedice.coach.judge import Rated
from fivedice.coach.knowledge import Beside, Knowing, Knowledge, TellsBeside, chance_of, is_chance
from fivedice.games.cardgame import card_of
from fivedice.notation import write
from fivedice.play.events import Choose, Decision, Keep, Spend
from fivedice.play.state import State
from fivedice.rules import Game, title

HINTS = 5
"""How many choices a hint at the table shows."""
WIDTH = 80
PAGE_WIDTH = 66
"""How long a line may be on a page of a screen of 80 columns."""


def advice(state: State, seat: int, knowing: Knowing) -> list[str]:
    """The best choices of a seat that is asked, as lines. Raises `IllegalMove` where nothing is known."""
    asked = state.setup.game, len(state.setup.players), "score"
    known = knowing(*asked)
    others = knowing.beside(*asked) if isinstance(knowing, TellsBeside) else ()
    return lines(state, seat, judge.rate(state, seat, known)[:HINTS], known, others, PAGE_WIDTH)


def lines(
    state: State,
    seat: int,
    shown: tuple[Rated, ...],
    known: Knowledge,
    others: tuple[Beside, ...] = (),
    width: int = WIDTH,
) -> list[str]:
    """The choices as lines that can be read aloud, and what else they come to."""
    sure = "exact" if known.exact else "estimated"
    name, counted = state.setup.players[seat].name, _counted(state, known.aim)
    told = [f"{name}: worth in {counted}, {sure}; cost against the best."]
    if others:
        listed = " and ".join(_what(other.aim, state.setup.game) for other in others)
        told.append(f"After it {listed}, if all is then played for the mean.")
    found = [line for sentence in told for line in wrap(sentence, width)]
    for number, choice in enumerate(shown, start=1):
        beside = explain.beside(state, seat, choice.decision, known, others) if others else {}
        found += wrap(_rated(number, choice, known.aim, beside), width, subsequent_indent="    ")
        indent = "    "
        why = explain.why(state, seat, choice, known)
        found += wrap(why, width, initial_indent=indent, subsequent_indent=indent)
    return found


def _what(aim: str, game: Game) -> str:
    """What is told beside the worth, by name; where a card has one bonus, it is that of its section."""
    if aim == "wins":
        return "the chance to win"
    card = card_of(game)
    if aim == "bonus" and card is not None:
        return f"the chance of the {next(each.title for each in card.sections if each.bonus)} bonus"
    return f"the chance of {chance_of(aim)}" if is_chance(aim) else f"the mean {aim}"


def _counted(state: State, aim: str) -> str:
    if is_chance(aim):
        whole = " the match" if aim == "wins" and state.setup.games > 1 else ""
        return f"chance of {chance_of(aim)}{whole}"
    return f"{aim} at the end of the game"


def _rated(number: int, choice: Rated, aim: str, beside: dict[str, float]) -> str:
    cost = f"costs {amount(choice.cost, aim)}" if choice.cost > 1e-9 else "the best"
    rated = f"  {number} {_called(choice.decision)}: {amount(choice.worth, aim)}, {cost}"
    return rated + ("; " + ", ".join(_also(*told) for told in beside.items()) if beside else "")


def _also(aim: str, number: float) -> str:
    return f"{aim} {100 * number:.1f}%" if is_chance(aim) else f"{number:.1f} {aim}"


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

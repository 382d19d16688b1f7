"""A hint as lines of text: the worth of every choice with reasons, and line wrapping for terminals."""

from collections.abc import Callable
from itertools import starmap
from textwrap import wrap
from typing import Any, NamedTuple

from fivedice.analysis import evaluate, hints
from fivedice.analysis.annotate import ROUNDING
from fivedice.analysis.evaluate import Share
from fivedice.analysis.explain import amount
from fivedice.analysis.hints import Hint
from fivedice.analysis.solver_api import (
    Beside,
    Knowing,
    Knowledge,
    PreparesHints,
    chance_of,
    counted,
    is_chance,
)
from fivedice.core.dice import FIVE
from fivedice.core.faces import as_typed
from fivedice.core.rules import Game, title
from fivedice.games.cardgame import card_of
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Keep, Spend
from fivedice.match.state import State, step
from fivedice.narration import sentences
from fivedice.notation import write

HINTS = 5
"""The number of choices in a hint at the table."""
WIDTH = 80
PAGE_WIDTH = 66
"""The length of a line within a screen of 80 columns."""

NONE, STOP = "none", "stop"
"""The words that keep no dice, and all five."""


class Advice(NamedTuple):
    """A hint: the heading as lines, and the best choices with their worth for the aim."""

    heading: list[str]
    choices: tuple[Hint, ...]
    aim: str


def advice(state: State, seat: int, knowing: Knowing, width: int = PAGE_WIDTH) -> Advice:
    """The best choices of a seat. Raises `IllegalMove` if the game has no solver."""
    wanted = state.setup.game, len(state.setup.players), "score"
    known = knowing(*wanted)
    mixed = hints.mixture(state, seat, knowing)
    rated, others = evaluate.rate(state, seat, known)[:HINTS], _beside(state, knowing)
    shown = hints.choices(state, seat, rated, known, others)
    return Advice(_heading(state, seat, shown, known, others, mixed, width), shown, known.aim)


def _beside(state: State, knowing: Knowing) -> tuple[Beside, ...]:
    if isinstance(knowing, PreparesHints):
        return knowing.beside(state.setup.game, len(state.setup.players), "score")
    return ()


def prepare(state: State, knowing: Knowing) -> None:
    """Prepares figures for the next hint, such as the chance of the bonus."""
    if isinstance(knowing, PreparesHints):
        knowing.prepare(state.setup.game)


def completed(state: State, seat: int, knowing: Knowing, width: int = PAGE_WIDTH) -> Advice | None:
    """The hint with the figures that had to be prepared first; None if it has no more figures."""
    before = len(_beside(state, knowing))
    prepare(state, knowing)
    return advice(state, seat, knowing, width) if len(_beside(state, knowing)) > before else None


def final(state: State, seat: int) -> State:
    """The state after the seat has stopped with all five dice set aside, for a hint about their use."""
    return step(state, questions.stops(state, seat)) if state.awaited.kind == "keep" else state


def lines(
    state: State,
    seat: int,
    shown: tuple[Hint, ...],
    known: Knowledge,
    others: tuple[Beside, ...] = (),
    mixed: tuple[Share, ...] = (),
) -> list[str]:
    """The choices as numbered lines, suitable for screen readers, with any mixed strategy."""
    heading = _heading(state, seat, shown, known, others, mixed, WIDTH)
    face_set = as_typed(state.setup.game.faces)
    called = [
        as_lines(choice, f"{number} {named(choice.decision, face_set)}", known.aim, WIDTH)
        for number, choice in enumerate(shown, start=1)
    ]
    return [*heading, *(line for choice in called for line in choice)]


def as_lines(choice: Hint, called: str, aim: str, width: int = PAGE_WIDTH) -> list[str]:
    """A choice as lines, under its name."""
    further = "    "
    cost = f"costs {amount(choice.cost, aim)}" if choice.cost > ROUNDING else "the best"
    also = "; " + ", ".join(starmap(_also, choice.beside.items())) if choice.beside else ""
    return [
        *wrapped(f"  {called}: {amount(choice.worth, aim)}, {cost}{also}", further, width),
        *wrapped(further + choice.why, further, width),
    ]


def named(decision: Decision, face_set: str) -> str:
    """The name of a choice: "keep Mickey(1) Goofy(5)", "Full House"."""
    match decision:
        case Keep(dice=dice):
            return "keep all five" if len(dice) == FIVE else f"keep {sentences.dice(dice, face_set)}"
        case Spend(use=use):
            return title(use)
        case Choose(option=option):
            return option


def typed(decision: Decision, face_set: str) -> str:
    """How to type a choice: "type 15 to keep Mickey(1) Goofy(5)"."""
    match decision:
        case Keep(dice=dice):
            word = {0: NONE, FIVE: STOP}.get(len(dice), write.dice(dice))
            return f"type {word} to {named(decision, face_set)}"
        case Spend(use=use):
            return f"type {use} for {title(use)}"
        case Choose(option=option):
            return f"type {option}"


def figures(choice: Hint, aim: str) -> dict[str, Any]:
    """A choice in figures for a page: its worth, its loss compared with the best, and its other chances."""
    loss = _figure(choice.cost, aim)
    return {
        "worth": _figure(choice.worth, aim),
        "loss": f"−{loss}" if loss != _figure(0, aim) else "",
        "also": tuple(
            f"{_short(other)} {100 * number:.0f}%" if is_chance(other) else f"{number:.1f} {other}"
            for other, number in choice.beside.items()
        ),
    }


def counts(state: State, aim: str, *, exact: bool) -> str:
    """A line with the unit of the worths in a hint."""
    match = " the match" if state.setup.games > 1 else ""
    what = f"Chance to win{match}" if aim == "wins" else f"Expected final {state.setup.game.unit}"
    return f"{what} after each choice{'' if exact else ', estimated'}"


def legend(state: State, chances: tuple[str, ...]) -> str:
    """The meaning of the chances beside the choices, which assume that everybody plays for points."""
    if not chances:
        return ""
    named = sentences.listed(tuple(map(_short, chances)))
    play = "everybody then plays" if len(state.setup.players) > 1 else "you then play"
    warning = " To win, another choice may be better." if "wins" in chances else ""
    likely = "chances" if len(chances) > 1 else "chance"
    return f"{named[:1].upper()}{named[1:]}: {likely} if {play} for {state.setup.game.unit}.{warning}"


def _figure(worth: float, aim: str) -> str:
    return f"{100 * worth:.1f}%" if aim == "wins" else f"{worth:.2f}"


def _short(aim: str) -> str:
    """The name of a chance beside a choice."""
    return "win" if aim == "wins" else aim


def _heading(
    state: State,
    seat: int,
    shown: tuple[Hint, ...],
    known: Knowledge,
    others: tuple[Beside, ...],
    mixed: tuple[Share, ...],
    width: int,
) -> list[str]:
    sure = "exact" if evaluate.is_exact(state, known) else "estimated"
    name, counted = state.setup.players[seat].name, _counted(state, known.aim)
    said = [f"{name}: {sure} worth in {counted}, and the cost of choices."]
    if others:
        listed = sentences.listed(tuple(_what(other.aim, state.setup.game) for other in others))
        said.append(f"Then {listed}, if play continues for the mean.")
    said += [_brackets(state.setup.game)] if any(map(_tells_ends, shown)) else []
    said += [hints.said(mixed, as_typed(state.setup.game.faces))] if mixed else []
    return [line for sentence in said for line in wrap(sentence, width)]


def _tells_ends(choice: Hint) -> bool:
    return isinstance(choice.decision, Keep) and len(choice.decision.dice) < FIVE


def _brackets(game: Game) -> str:
    included = ", including bonuses" if card_of(game) else ""
    return f"In brackets: the mean {game.unit} for that use{included}."


def _what(aim: str, game: Game) -> str:
    """The name of another figure; a card's only bonus is named by its section."""
    if aim == "wins":
        return "the chance to win"
    card = card_of(game)
    if aim == "bonus" and card is not None:
        return f"the chance of the {next(each.title for each in card.sections if each.bonus)} bonus"
    return f"the chance of {chance_of(aim)}" if is_chance(aim) else f"the mean {aim}"


def _counted(state: State, aim: str) -> str:
    if is_chance(aim):
        whole = " the match" if aim == "wins" and state.setup.games > 1 else ""
        return f"{counted(aim)}{whole}"
    return f"{aim} at the end of the game"


def _also(aim: str, number: float) -> str:
    return f"{aim} {100 * number:.1f}%" if is_chance(aim) else f"{number:.1f} {aim}"


# --- Lines -------------------------------------------------------------------------------------------------


Cut = Callable[[str, int], list[str]]
Measure = Callable[[str], int]


def wrapped(sentence: str, indent: str, width: int) -> list[str]:
    """Wraps a sentence by the cells that letters take in a terminal; cuts long words."""
    cut, room = _plain() if sentence.isascii() else _by_cells()
    lines: list[str] = []
    now = sentence[: len(sentence) - len(sentence.lstrip())]
    for word in (part for whole in sentence.split() for part in cut(whole, width - len(indent))):
        gap = " " if now.strip() else ""
        if gap and room(now + gap + word) > width:
            lines.append(now)
            now, gap = indent, ""
        now += gap + word
    return [*lines, now] if now else lines


def _plain() -> tuple[Cut, Measure]:
    """Functions for ASCII text, where each letter takes one cell, so that no table of widths is loaded."""
    return (lambda word, width: [word[at : at + width] for at in range(0, len(word), width)]), len


def _by_cells() -> tuple[Cut, Measure]:
    from rich.cells import cell_len, chop_cells  # noqa: PLC0415 - see above

    return chop_cells, cell_len

"""A hint as lines of text: the worth of every choice with reasons."""

from typing import Any, NamedTuple

from fivedice.analysis import evaluate, solver_api
from fivedice.analysis.annotate import ROUNDING
from fivedice.analysis.solver_api import Beside, Knowing, Knowledge, PreparesHints, is_chance, unit_of
from fivedice.core.dice import FIVE
from fivedice.core.faces import as_typed, dice_text
from fivedice.core.rules import CARD, Game
from fivedice.games.cardgame import box_title, card_of
from fivedice.language import all_of, clauses, decimal, mark, percent, sentences, tr, with_label
from fivedice.language.lines import wrapped
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Keep, Spend
from fivedice.match.state import State, step
from fivedice.narration import hints
from fivedice.narration.hints import Hint, amount
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
    known = knowing(state.setup.game, len(state.setup.players), "score")
    mixed, others = hints.mixture(state, seat, knowing), _beside(state, knowing)
    choices = hints.choices(state, seat, evaluate.rate(state, seat, known)[:HINTS], known, others)
    return Advice(_heading(state, seat, choices, known, others, mixed, width), choices, known.aim)


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
    """The state after the seat has stopped by keeping all five dice, for a hint about their use."""
    return step(state, questions.stops(state, seat)) if state.awaited.kind == "keep" else state


def lines(
    state: State,
    seat: int,
    choices: tuple[Hint, ...],
    known: Knowledge,
    others: tuple[Beside, ...] = (),
    mixed: tuple[evaluate.Share, ...] = (),
) -> list[str]:
    """The choices as numbered lines, suitable for screen readers, with any mixed strategy."""
    lines = _heading(state, seat, choices, known, others, mixed, WIDTH)
    face_set = as_typed(state.setup.game.faces)
    for number, choice in enumerate(choices, start=1):
        name = decision_text(state.setup.game, choice.decision, face_set)
        lines += as_lines(choice, f"{number} {name}", known.aim, WIDTH)
    return lines


def as_lines(choice: Hint, name: str, aim: str, width: int = PAGE_WIDTH) -> list[str]:
    """A choice as lines, under its name."""
    further, is_best = "    ", choice.cost <= ROUNDING
    cost = tr("the best") if is_best else tr("costs {loss}", loss=amount(choice.cost, aim))
    also = (_beside_figure(aim, number, 1) for aim, number in choice.beside.items())
    line = with_label(name, clauses([amount(choice.worth, aim), cost, *also]))
    return [*wrapped(f"  {line}", further, width), *wrapped(further + choice.why, further, width)]


def decision_text(game: Game, decision: Decision, face_set: str) -> str:
    """The name of a choice: "keep Mickey(1) Goofy(5)", "Full House"."""
    match decision:
        case Keep(dice=dice):
            if len(dice) == FIVE:
                return tr("keep all five")
            return tr("keep {dice}", dice=dice_text(dice, face_set))
        case Spend(use=use):
            return box_title(game, use)
        case Choose(option=option):
            return tr(option)


def typed(game: Game, decision: Decision, face_set: str) -> str:
    """How to type a choice: "type 15 to keep Mickey(1) Goofy(5)"."""
    match decision:
        case Keep(dice=dice):
            word = {0: NONE, FIVE: STOP}.get(len(dice), write.dice(dice))
            if len(dice) == FIVE:
                return tr("type {word} to keep all five", word=word)
            return tr("type {word} to keep {dice}", word=word, dice=dice_text(dice, face_set))
        case Spend(use=use):
            return tr("type {word} for {use}", word=use, use=box_title(game, use))
        case Choose(option=option):
            return tr("type {word}", word=option)


def figures(choice: Hint, aim: str) -> dict[str, Any]:
    """A choice in figures for a page: its worth, its loss compared with the best, and its other chances."""
    loss = _figure(choice.cost, aim)
    return {
        "worth": _figure(choice.worth, aim),
        "loss": f"−{loss}" if loss != _figure(0, aim) else "",
        "also": tuple(_beside_figure(other, number, 0) for other, number in choice.beside.items()),
    }


def counts(state: State, aim: str, *, exact: bool) -> str:
    """A line with the unit of the worths in a hint."""
    known = mark("Chance to win after each choice")
    estimate = mark("Chance to win after each choice, estimated")
    if aim != "wins":
        known = mark("Expected final {unit} after each choice")
        estimate = mark("Expected final {unit} after each choice, estimated")
    elif state.setup.games > 1:
        known = mark("Chance to win the match after each choice")
        estimate = mark("Chance to win the match after each choice, estimated")
    return tr(known if exact else estimate, unit=unit_of(state.setup.game.unit))


def legend(state: State, chances: tuple[str, ...]) -> str:
    """The meaning of the chances beside the choices, which assume that everybody plays for points."""
    if not chances:
        return ""
    names, warning = all_of(map(_short, chances)), tr("To win, another choice may be better.")
    play = mark("{names}: {count, plural, one {chance} other {chances}} if everybody then plays for {unit}.")
    if len(state.setup.players) == 1:
        play = mark("{names}: {count, plural, one {chance} other {chances}} if you then play for {unit}.")
    unit, names = unit_of(state.setup.game.unit), names[:1].upper() + names[1:]
    meaning = tr(play, names=names, count=len(chances), unit=unit)
    return sentences(meaning, warning if "wins" in chances else "")


def _figure(worth: float, aim: str) -> str:
    return percent(worth, 1) if aim == "wins" else decimal(worth, 2)


def _short(aim: str) -> str:
    """The name of a chance beside a choice."""
    section, _, bonus = aim.rpartition(" ")
    # Translators: the chance to win the match, as a label before a figure
    known = {"wins": tr("win", "chance"), "bonus": tr("bonus", "chance")}
    return known.get(aim) or (tr("{section} bonus", section=tr(section, CARD)) if bonus == "bonus" else aim)


def _heading(
    state: State,
    seat: int,
    choices: tuple[Hint, ...],
    known: Knowledge,
    others: tuple[Beside, ...],
    mixed: tuple[evaluate.Share, ...],
    width: int,
) -> list[str]:
    sure = mark("{name}: estimated worth in {aim}, and the cost of choices.")
    if evaluate.is_exact(state, known):
        sure = mark("{name}: exact worth in {aim}, and the cost of choices.")
    game = state.setup.game
    told = [tr(sure, name=state.setup.names[seat], aim=_worth_of(state, known.aim))]
    if others:
        figures = all_of(_what(other.aim, game) for other in others)
        also = mark("Also {figures}, if everybody then plays for {unit}.")
        told.append(tr(also, figures=figures, unit=unit_of(game.unit)))
    if any(isinstance(one.decision, Keep) and len(one.decision.dice) < FIVE for one in choices):
        brackets = mark("In brackets: the mean {unit} for that use.")
        if card_of(game):
            brackets = mark("In brackets: the mean {unit} for that use, including bonuses.")
        told.append(tr(brackets, unit=unit_of(game.unit)))
    if mixed:
        told.append(hints.describe_mix(mixed, as_typed(game.faces)))
    return [line for sentence in told for line in wrapped(sentence, "", width)]


def _what(aim: str, game: Game) -> str:
    """The name of another figure; a card's only bonus is named by its section."""
    if aim == "wins":
        return tr("the chance to win")
    if aim.startswith(solver_api.REACH):
        return tr("the chance of reaching {total}", total=aim.removeprefix(solver_api.REACH))
    if not is_chance(aim):
        return tr("the mean {unit}", unit=unit_of(aim))
    card, section = card_of(game), aim.removesuffix("bonus").strip()
    if card is not None and not section:
        section = next(each.title for each in card.sections if each.bonus)
    return tr("the chance of the {section} bonus", section=tr(section, CARD))


def _worth_of(state: State, aim: str) -> str:
    if aim.startswith(solver_api.REACH):
        return tr("chance of reaching {total}", total=aim.removeprefix(solver_api.REACH))
    if aim == "wins":
        return tr("chance of winning the match") if state.setup.games > 1 else tr("chance of winning")
    return tr("{unit} at the end of the game", unit=unit_of(aim))


def _beside_figure(aim: str, number: float, digits: int) -> str:
    """Another figure of a choice: "bonus 52%", "12.3 points"."""
    if is_chance(aim):
        return tr("{name} {score}", name=_short(aim), score=percent(number, digits))
    return solver_api.with_unit(number, aim, decimal(number))

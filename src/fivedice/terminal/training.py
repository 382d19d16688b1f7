"""An exercise in lines: shows its position and reads an answer."""

from collections.abc import Callable

from fivedice.language import mark, one_of, tr
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, Spend
from fivedice.match.state import State
from fivedice.notation.read import BadText
from fivedice.terminal import answers, line_text
from fivedice.terminal.question import Quit

HELP = mark("Type dice to keep (none, stop), or a use by number or name; card shows the position, quit ends.")


def lines(state: State, seat: int, face_set: str) -> list[str]:
    """The position and the dice."""
    return [*line_text.card(state), *_asked(state, seat, face_set)]


def answered(
    state: State, seat: int, face_set: str, ask: Callable[[str], str], say: Callable[[str], None]
) -> Decision:
    """Asks until the answer is a decision. Raises `Quit`."""
    while True:
        answer = ask(f"{_prompt(state)} ").strip()
        word = answer.lower()
        if word in ("quit", "exit"):
            raise Quit
        if word in ("?", "help", "card", "uses"):
            for line in [tr(HELP)] if word in ("?", "help") else lines(state, seat, face_set):
                say(line)
            continue
        try:
            return _read(answer, state, seat, face_set)
        except BadText as error:
            say(str(error))


def _asked(state: State, seat: int, face_set: str) -> list[str]:
    if state.awaited.kind == "keep":
        return line_text.thrown(state, seat, face_set)
    if state.awaited.kind == "use":
        return line_text.final(state, seat, questions.uses(state, seat), face_set)
    return []


def _prompt(state: State) -> str:
    if state.awaited.kind == "keep":
        return tr("Which dice do you keep?")
    if state.awaited.kind == "use":
        return tr("What do you use them for? (number or name)")
    asks = answers.asks_which(map(answers.called, questions.options(state, state.awaited.seats[0])))
    return asks[:1].upper() + asks[1:]


def _read(answer: str, state: State, seat: int, face_set: str) -> Decision:
    """The decision that an answer means. Raises `BadText`."""
    if state.awaited.kind == "keep":
        keep = answers.keep(answer, state, seat, face_set)
        if keep not in questions.decisions(state, seat):
            raise BadText(tr("These dice are not among yours."))
        return keep
    if state.awaited.kind == "use":
        called = answers.uses_meant(answer, questions.uses(state, seat))
        if len(called) != 1:
            raise BadText(answers.which(called) if called else tr("That is not one of these uses."))
        return Spend(seat, called[0].name)
    options = questions.options(state, seat)
    chosen = answers.option(answer, options)
    if chosen is None:
        raise BadText(tr("Please type {possible}.", possible=one_of(map(answers.called, options))))
    return Choose(seat, chosen)

"""A question in the line mode, and the words that work at every question."""

from collections.abc import Callable

from fivedice.core.rules import IllegalMove
from fivedice.language import one_of, tr
from fivedice.match import questions
from fivedice.match.events import Event, HintTaken, Throw
from fivedice.match.history import check_hint
from fivedice.match.state import State, step
from fivedice.narration import sentences
from fivedice.report import hint_text
from fivedice.runtime import waiting
from fivedice.runtime.store import StoreError
from fivedice.runtime.waiting import begun
from fivedice.table import credit
from fivedice.terminal import line_text
from fivedice.terminal.line_text import DETAILS
from fivedice.terminal.sitting import NOTHING_TO_DECIDE, Sitting


class Quit(Exception):  # noqa: N818 - nothing went wrong
    """The players want to leave the table."""


class TakeBackAsked(Exception):  # noqa: N818 - nothing went wrong
    """A player takes back a draft or a mistyped throw."""


class Away(Exception):  # noqa: N818 - nothing went wrong
    """A player has left or returned, so the question may change."""


class Prompts:
    """The prompts of one match in lines. `ask` takes a prompt, and whether to hide the answer."""

    def __init__(
        self,
        sitting: Sitting,
        face_set: str,
        ask: Callable[[str, bool], str],
        say: Callable[[str], None],
        width: int = hint_text.WIDTH,
    ) -> None:
        """Starts without a question; `width` limits the lines of hints."""
        self._width = min(width, hint_text.WIDTH)
        self.sitting = sitting
        self.face_set = face_set
        self._ask_line = ask
        self.say = say
        self._drafted = False
        """Whether there is a draft, so that undo takes back only that."""

    @property
    def _state(self) -> State:
        return self.sitting.match.state

    def _name(self, seat: int) -> str:
        return self.sitting.names[seat]

    def _hands(self) -> int:
        return len(self._state.turn.hands) if self._state.turn else 0

    def _say_all(self, lines: list[str]) -> None:
        for line in lines:
            self.say(line)

    def _play(self, *events: Event) -> None:
        """Plays events and prints them; if they cannot be stored, nothing changes."""
        before = self._state
        try:
            self.sitting.step(*events)
        except StoreError as error:
            self._retry(error)
            return
        self._say_all([*self.sitting.notices()])
        called = credit.names(self.sitting.table)
        for happened in events:
            after = step(before, happened)
            told = sentences.event(before, happened, after, self.face_set, called, totals=True)
            self._say_all(list(told[self._tells_dice(before, happened) :]))
            before = after

    def _retry(self, error: StoreError) -> None:
        """Reports the error, and waits until the player wants to try again. Raises `Quit`."""
        self._drafted = True
        self.say(str(error))
        self._ask(tr("Nothing is lost. Press Enter to try again, or type quit:"))

    def _tells_dice(self, before: State, happened: Event) -> bool:
        """Whether the next question names the thrown dice, so that the event is not printed."""
        if not isinstance(happened, Throw) or before.rolloff or self._hands() != 1 or before.turn is None:
            return False
        asked = self.sitting.awaited.kind == "keep" or len(questions.uses(self._state, happened.seat)) > 1
        return asked and self.sitting.asked() == happened.seat

    def _ask(self, prompt: str, seat: int | None = None, final: State | None = None) -> str:
        """Asks until the answer is not a general word. A hint is for `final` or the current state."""
        while True:
            answer = self._ask_line(f"{prompt} {self._undoes()}", self._unseen() and seat is not None).strip()
            if not self._is_word(answer.lower(), seat, final or self._state):
                return answer

    def _unseen(self) -> bool:
        """Whether the decision is secret, because others decide about the same throw."""
        return self._hands() > 1 and len(self.sitting.table.people) > 1

    def _undoes(self) -> str:
        """How to take back a typing error, if possible; names no dice that must stay secret."""
        last = self.sitting.mistyped()
        if self._drafted or last is None:
            return ""
        if not isinstance(last, Throw):
            return tr("(u takes back the last entry)") + " "
        return tr("(u takes back {dice})", dice=sentences.dice(last.dice, self.face_set)) + " "

    def _is_word(self, word: str, seat: int | None, state: State) -> bool:
        """Handles a word that works at every question; false for other words."""
        shows: dict[str, Callable[[], list[str]]] = {
            "?": lambda: line_text.help_with(self._state, self.face_set),
            "help": lambda: line_text.help_with(self._state, self.face_set),
            "rules": lambda: line_text.rules(self._state.setup.game),
            "legend": lambda: line_text.faces(self._state.setup.game, self.face_set),
            "card": lambda: line_text.card(self._state),
            "scores": lambda: [sentences.standing(self._state)],
            "uses": lambda: line_text.uses(self._state, seat, self.sitting.table.detail),
        }
        if word in shows:
            self._say_all(shows[word]())
            return True
        if word == "hint":
            self._hint(seat, state)
            return True
        if word in ("quit", "exit"):
            raise Quit
        if word in ("undo", "u"):
            raise TakeBackAsked
        if word.partition(" ")[0] == "detail":
            self._change_detail(word.removeprefix("detail").strip())
            return True
        if word in ("leave", "back"):
            self._come_or_go(word, seat)
        return False

    def _hint(self, seat: int | None, state: State) -> None:
        """Prints the best choices; the hint is an event of the match."""
        if seat is None or (refusal := self.sitting.hint_refusal()):
            self.say(tr(NOTHING_TO_DECIDE) if seat is None else refusal)
            return
        try:
            check_hint(self.sitting.match.events)
            knowing = self.sitting.knowing
            advice = waiting.waited_for(lambda: hint_text.advice(state, seat, knowing, self._width))
        except IllegalMove as error:
            self.say(str(error))
            return
        begun(lambda: hint_text.prepare(state, knowing))
        self._play(HintTaken(seat))
        choices = [
            hint_text.as_lines(one, hint_text.typed(one.decision, self.face_set), advice.aim, self._width)
            for one in advice.choices
        ]
        self._say_all([*advice.heading, *(line for choice in choices for line in choice)])

    def _change_detail(self, detail: str) -> None:
        """Changes the detail that is typed of a turn, from the next turn on."""
        if detail not in DETAILS:
            self.say(tr("Type {possible}.", possible=one_of(f"detail {one}" for one in DETAILS)))
            return
        try:
            self.sitting.change_detail(detail)
        except IllegalMove as error:
            self.say(str(error))
            return
        self.say(line_text.detail(self.sitting.table))
        raise Away

    def _come_or_go(self, word: str, seat: int | None) -> None:
        if word == "back":
            self.sitting.come_back(*self.sitting.away)
            self.say(tr("Everybody is here again."))
        elif seat is None or len(self.sitting.here) == 1:
            self.say(tr("Nobody would be left at the keyboard; quit leaves the table."))
        elif seat not in self.sitting.here:
            self.say(tr("These dice are for {name}; type leave on your own turn.", name=self._name(seat)))
        else:
            self.sitting.leave(seat)
            self.say(tr("The computer plays for {name} until someone types back.", name=self._name(seat)))
        raise Away

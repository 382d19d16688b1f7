"""The line mode: a match as plain text, without colours or cursor movement.

It works through a pipe, in a dumb terminal and with a screen reader. `answers` parses what players type,
`line_text` makes the lines.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress

from fivedice.core.faces import dice_text
from fivedice.core.rules import IllegalMove, Use
from fivedice.core.turn import THROWS
from fivedice.language import mark, one_of, sentences, tr
from fivedice.match import questions
from fivedice.match.events import Choose, Event, Final, First, HintTaken, Keep, Spend, Throw
from fivedice.match.history import check_hint
from fivedice.match.state import State, step
from fivedice.narration import moves, results
from fivedice.notation.read import BadText
from fivedice.report import hint_text
from fivedice.runtime import waiting
from fivedice.runtime.store import StoreError
from fivedice.table import credit
from fivedice.terminal import answers, line_text
from fivedice.terminal.sitting import NOTHING_TO_DECIDE, Sitting


class Quit(Exception):  # noqa: N818 - nothing went wrong
    """The players want to leave the table."""


class TakeBackAsked(Exception):  # noqa: N818 - nothing went wrong
    """A player takes back a draft or a mistyped throw."""


class Away(Exception):  # noqa: N818 - nothing went wrong
    """A player has left or returned, so the question may change."""


class PlainTable:
    """The table in lines. `ask` takes a prompt, and whether to hide the answer."""

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
        self._has_draft = False
        """Whether there is a draft, so that undo takes back only that."""

    def play(self) -> bool:
        """Plays until the match is over (true) or the players leave (false)."""
        self.say(tr("{match}. Type ? for help.", match=results.agreement(self.sitting.match.setup)))
        if self.sitting.match.events:
            self.say(tr("So far: {scores}.", scores=results.standing(self._state)))
        elif len(self.sitting.names) > 1 and isinstance(first := self.sitting.match.setup.first, int):
            starts = mark("{name} throws first.") if self._hands() > 1 else mark("{name} starts.")
            self.say(tr(starts, name=self._name(first)))
        try:
            while not self._is_finished():
                self._next()
        except Quit:
            return False
        self._say_all(line_text.card(self._state))
        return True

    # --- Events -------------------------------------------------------------------------------

    def _next(self) -> None:
        self._has_draft = False
        try:
            event = waiting.wait_for(self.sitting.automatic)
        except StoreError as error:
            with suppress(TakeBackAsked, Away):
                self._retry(error)
            return
        self._say_all(self.sitting.notices())
        try:
            if event is not None:
                self._play(event)
            else:
                self._ask_people()
        except TakeBackAsked:
            self._take_back()
        except Away:
            pass

    def _is_finished(self) -> bool:
        """Whether the match is over; asks first, because the throw that ended it can be taken back."""
        if not questions.is_over(self._state):
            return False
        if self.sitting.mistyped() is None:
            return True
        self._has_draft = False
        with suppress(Away):
            try:
                self._ask(tr("The match is over. Press Enter."))
            except TakeBackAsked:
                self._take_back()
                return False
        return True

    def _take_back(self) -> None:
        """Discards a draft, or else removes the last typed entry from the record."""
        last = self.sitting.last_entered()
        if self._has_draft:
            return
        if last is None:
            self.say(tr("There is nothing to take back."))
            return
        try:
            self.sitting.take_back()
        except StoreError as error:
            self.say(str(error))
        else:
            self.say(line_text.taken_back(self._state, last, self.face_set))

    def _ask_people(self) -> None:
        seat, entering = self.sitting.decider(), self.sitting.entering()
        if entering is not None:
            self._enter(entering)
        elif seat is None:
            self._play(self._ask_throw())
        elif self.sitting.awaited.kind == "keep":
            self._keep(seat)
        elif self.sitting.awaited.kind == "use":
            self._play(self._use(seat))
        elif self.sitting.awaited.kind == "first":
            self._name_first()
        else:
            self._choose(seat)

    @property
    def _state(self) -> State:
        return self.sitting.match.state

    def _name(self, seat: int) -> str:
        return self.sitting.names[seat]

    def _hands(self) -> int:
        return len(self._state.turn.hands) if self._state.turn else 0

    def _say_all(self, lines: Iterable[str]) -> None:
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
        self._say_all(self.sitting.notices())
        names = credit.names(self.sitting.table)
        for event in events:
            after = step(before, event)
            lines = moves.describe(before, event, after, self.face_set, names, totals=True)
            self._say_all(lines[self._tells_dice(before, event) :])
            before = after

    def _retry(self, error: StoreError) -> None:
        """Reports the error, and waits until the player wants to try again. Raises `Quit`."""
        self._has_draft = True
        self.say(str(error))
        self._ask(tr("Nothing is lost. Press Enter to try again, or type quit:"))

    def _tells_dice(self, before: State, event: Event) -> bool:
        """Whether the next question names the thrown dice, so that the event is not printed."""
        if not isinstance(event, Throw) or before.rolloff or self._hands() != 1 or before.turn is None:
            return False
        is_decision = self.sitting.awaited.kind == "keep" or len(questions.uses(self._state, event.seat)) > 1
        return is_decision and self.sitting.decider() == event.seat

    # --- Questions ----------------------------------------------------------------------------------

    def _keep(self, seat: int) -> None:
        """Asks what to keep; the dice can be changed until Enter throws the others."""
        self._say_all(line_text.thrown(self._state, seat, self.face_set))
        answer = self._ask(tr("{name}, which dice do you keep?", name=self._name(seat)), seat)
        while keep := self._keep_named(seat, answer):
            answer = self._ask(self._asks_to_go_on(keep), seat)
            if answers.is_no(answer):
                raise TakeBackAsked
            if not answer:
                self._play(keep)
                return

    def _keep_named(self, seat: int, answer: str) -> Keep | None:
        """The keep that the answer names; None if it does something else or is invalid."""
        state, alone = self._state, self._hands() == 1
        uses = answers.uses_called(answer, questions.uses(state, seat))
        if alone and uses and not answers.are_faces(answer, self.face_set):
            if use := self._one_of(uses):
                self._stop(seat, use)
            return None
        try:
            keep = answers.keep(answer, state, seat, self.face_set)
            step(state, keep)
        except (BadText, IllegalMove) as error:
            possible = tr("Type the numbers of the dice, none or stop, or ? for help.")
            self.say(sentences(self._refusal(answer, error), possible))
            return None
        if alone and len(keep.dice) == 5:
            self._stop(seat)
            return None
        self._has_draft = True
        if alone and self.sitting.manual_dice:
            self._play(keep, self._ask_throw(keep))
            return None
        return keep

    def _refusal(self, answer: str, error: Exception) -> str:
        """The error for the typed dice; does not repeat a secret answer."""
        quotes = answer and isinstance(error, BadText)
        return tr("Dice are digits from 1 to 6.") if quotes and self._is_secret() else str(error)

    def _one_of(self, uses: tuple[Use, ...]) -> Use | None:
        """The use that an answer names; if it names several, lists them."""
        if len(uses) == 1:
            return uses[0]
        self.say(tr("That could mean several of these uses.") if self._is_secret() else answers.which(uses))
        return None

    def _asks_to_go_on(self, keep: Keep) -> str:
        """The prompt that confirms a keep; does not repeat a secret one."""
        if self._is_secret():
            return tr("Your dice are kept. Enter hands them in, u takes it back:")
        left = 5 - len(keep.dice)
        asks = mark("You keep {dice}. Enter throws all five, u takes it back:")
        if self._hands() > 1:
            asks = mark("You keep {dice}. Enter hands it in, u takes it back:")
        elif left < 5:
            asks = mark(
                "You keep {dice}. "
                "Enter throws {left, plural, one {the other die} other {the other #}}, u takes it back:"
            )
        return tr(asks, dice=dice_text(keep.dice, self.face_set), left=left)

    def _stop(self, seat: int, use: Use | None = None) -> None:
        """Keeps all dice and asks for a use; can be taken back until the use is chosen."""
        self._has_draft = True
        stop = questions.stops(self._state, seat)
        spend = self._use(seat) if use is None else self._confirm(seat, use, early=True)
        if spend is not None:
            self._play(stop, spend)

    def _use(self, seat: int) -> Spend:
        final = hint_text.final(self._state, seat)
        offered = questions.uses(final, seat)
        if len(offered) == 1 and self.sitting.mistyped() is None:
            return Spend(seat, offered[0].name)
        while True:
            self._say_all(line_text.final(self._state, seat, offered, self.face_set))
            if spend := self._confirm(seat, self._pick(seat, final, offered)):
                return spend

    def _pick(self, seat: int, final: State, offered: tuple[Use, ...]) -> Use:
        asks = tr("What do you use them for? (name)")
        again = tr("That is not one of these uses; type a name from the list.")
        if answers.numbered(offered):
            asks = tr("What do you use them for? (number or name)")
            again = tr("That is not one of these uses; type a number or a name from the list.")
        while True:
            uses = answers.uses_meant(self._ask(asks, seat, final), offered)
            if not uses:
                self.say(again)
                self._say_all(line_text.explained(final, seat))
            elif use := self._one_of(uses):
                return use

    def _confirm(self, seat: int, use: Use, *, early: bool = False) -> Spend | None:
        """The use; asks first before a needless zero, or while throws are left."""
        self._has_draft = True
        left = THROWS - self._state.turn.step if self._state.turn else 0
        asks = self._doubts_zero(seat, use) or (early and moves.early(use, left))
        if asks and not self._agrees(asks, seat):
            return None
        return Spend(seat, use.name)

    def _doubts_zero(self, seat: int, use: Use) -> str:
        """The question before a needless zero; names nothing in a secret decision."""
        doubt = moves.needless_zero(questions.uses(self._state, seat), use)
        if doubt and self._is_secret():
            doubt = tr("That would be a zero, but something else pays.")
        return sentences(doubt, tr("Take the zero?")) if doubt else ""

    def _agrees(self, asks: str, seat: int) -> bool:
        return answers.is_yes(self._ask(tr("{question} (yes or no)", question=asks), seat))

    def _choose(self, seat: int) -> None:
        options = {option: tr(option) for option in questions.options(self._state, seat)}
        if option := self._option(mark("{name}, {possible}?"), options, seat):
            self._play(Choose(seat, option))

    def _name_first(self) -> None:
        """Asks who starts, because people with real dice decide this themselves."""
        if name := self._option(mark("Who starts, {possible}?"), {name: name for name in self.sitting.names}):
            self._play(First(self.sitting.names.index(name)))

    def _option(self, asks: str, options: dict[str, str], seat: int | None = None) -> str | None:
        """The option that the player names; None after a sentence about the possible ones."""
        name, possible = "" if seat is None else self._name(seat), one_of(options.values())
        chosen = answers.option(self._ask(tr(asks, name=name, possible=possible), seat), options)
        if chosen is None:
            self.say(tr("Please type {possible}.", possible=possible))
        return chosen

    def _enter(self, seat: int) -> None:
        """Asks for a turn with real dice whose throws are not typed: its final dice or its score."""
        is_score = self.sitting.table.detail == "score"
        possible = questions.possible_scores(self._state, seat) if is_score else ()
        asks = mark("{name}, type your final dice:")
        if possible:
            asks = mark("{name}, type a box and its score, or uses to list them:")
        answer = self._ask(tr(asks, name=self._name(seat)), seat)
        try:
            if possible:
                meant = answers.score(answer, possible)
                five = len(meant) > 1 and self._agrees(tr("Five of a kind?"), seat)
                self._play(meant[-1 if five else 0])
            else:
                self._play(Final(seat, answers.throw(answer, 5, self.face_set)))
        except BadText as error:
            self.say(tr(answers.SECRET) if self._is_secret() else str(error))

    def _ask_throw(self, keep: Keep | None = None) -> Throw:
        """Asks for real dice; `keep` is not yet played."""
        state = self._state if keep is None else step(self._state, keep)
        seat, number = state.awaited.seats[0], state.awaited.dice
        asks = answers.asks_for(state, self._name(seat))
        while True:
            try:
                return Throw(seat, answers.throw(self._ask(asks, seat), number, self.face_set))
            except BadText as error:
                self.say(str(error))

    # --- Words at every question ------------------------------------------------------------------

    def _ask(self, prompt: str, seat: int | None = None, final: State | None = None) -> str:
        """Asks until the answer is not a general word. A hint is for `final` or the current state."""
        while True:
            answer = self._ask_line(
                f"{prompt} {self._undoes()}", self._is_secret() and seat is not None
            ).strip()
            if not self._is_word(answer.lower(), seat, final or self._state):
                return answer

    def _is_secret(self) -> bool:
        """Whether the decision is secret, because others decide about the same throw."""
        return self._hands() > 1 and len(self.sitting.table.people) > 1

    def _undoes(self) -> str:
        """How to take back a typing error, if possible; names no dice that must stay secret."""
        last = self.sitting.mistyped()
        if self._has_draft or last is None:
            return ""
        if not isinstance(last, Throw):
            return tr("(u takes back the last entry)") + " "
        return tr("(u takes back {dice})", dice=dice_text(last.dice, self.face_set)) + " "

    def _is_word(self, word: str, seat: int | None, state: State) -> bool:
        """Handles a word that works at every question; false for other words."""
        shows: dict[str, Callable[[], list[str]]] = {
            "?": lambda: line_text.help_with(self._state, self.face_set),
            "help": lambda: line_text.help_with(self._state, self.face_set),
            "rules": lambda: line_text.rules(self._state.setup.game),
            "legend": lambda: line_text.faces(self._state.setup.game, self.face_set),
            "card": lambda: line_text.card(self._state),
            "scores": lambda: [results.standing(self._state)],
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
            advice = waiting.wait_for(lambda: hint_text.advice(state, seat, knowing, self._width))
        except IllegalMove as error:
            self.say(str(error))
            return
        waiting.run_in_thread(lambda: hint_text.prepare(state, knowing))
        self._play(HintTaken(seat))
        choices = [
            hint_text.as_lines(
                one, hint_text.typed(state.setup.game, one.decision, self.face_set), advice.aim, self._width
            )
            for one in advice.choices
        ]
        self._say_all([*advice.heading, *(line for choice in choices for line in choice)])

    def _change_detail(self, detail: str) -> None:
        """Changes the detail that is typed of a turn, from the next turn on."""
        if detail not in line_text.DETAILS:
            self.say(tr("Type {possible}.", possible=one_of(f"detail {one}" for one in line_text.DETAILS)))
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

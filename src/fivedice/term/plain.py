"""The line mode: a match as lines of plain text, asked and answered. No colour, no cursor movement.

It works through a pipe, in a dumb terminal and with a screen reader. It knows how to ask and what answers
mean; what happens is the sitting's business, and how it is told `telling`'s.
"""

from collections.abc import Callable
from contextlib import suppress

from fivedice.coach import sentences as telling
from fivedice.faces import legend
from fivedice.notation import read
from fivedice.notation.read import BadText
from fivedice.play import questions
from fivedice.play.events import Choose, Event, Hint, Keep, Spend, Throw
from fivedice.play.length import check_hint
from fivedice.play.questions import is_over
from fivedice.play.state import State, hand, step
from fivedice.rules import IllegalMove, Sheet, Use, plain_letters, title
from fivedice.store import StoreError
from fivedice.term import hinting, waiting
from fivedice.term.sitting import Sitting

HELP = """\
To keep dice, type their numbers: 66 keeps two sixes; none throws all five again; stop keeps all.
To stop and use the dice at once, type the use, for example: full-house (or its first letters).
At any question you can type:
  card      the score card or board          uses     what the dice could be used for
  rules     the rules of this game           legend   what the faces mean
  scores    who has how much                 undo     take back dice set aside, before the throw;
                                                      or own dice typed wrong, before a decision
  leave     the game plays for you           back     those who left are here again
  hint      what your choices are worth, and what to type for each; it stands in the record
  quit      leave the table; the match is kept and goes on with: fivedice resume"""


class Quit(Exception):  # noqa: N818 - nothing went wrong
    """The people at the keyboard want to leave the table."""


class Undo(Exception):  # noqa: N818 - nothing went wrong
    """Somebody takes back what is not yet played."""


class Away(Exception):  # noqa: N818 - nothing went wrong
    """Who is here has changed, so the question may be another's."""


class PlainTable:
    """One sitting in lines. `ask` gives the answer to a prompt, unseen by others where `hidden`."""

    def __init__(
        self, sitting: Sitting, face_set: str, ask: Callable[[str, bool], str], say: Callable[[str], None]
    ) -> None:
        self.sitting = sitting
        self.face_set = face_set
        self._ask_line = ask
        self.say = say
        self._drafted = False

    def play(self) -> bool:
        """Plays until the match is over (true) or the people leave the table (false)."""
        self.say(f"{telling.agreed(self.sitting.match.setup)}. Type ? for help.")
        try:
            while not self._is_finished():
                self._next()
        except Quit:
            return False
        self._show_card()
        return True

    # --- What is next -------------------------------------------------------------------------------

    def _next(self) -> None:
        happened = waiting.waited_for(self.sitting.automatic)
        self._drafted = False
        try:
            if happened is not None:
                self._play(happened)
            else:
                self._ask_people()
        except Undo:
            self._take_back()
        except Away:
            pass

    def _is_finished(self) -> bool:
        """Whether the match is over, and nobody takes back the throw that ended it by itself."""
        if not is_over(self.sitting.match.state):
            return False
        if self.sitting.mistyped() is None:
            return True
        self._drafted = False
        with suppress(Undo):
            self._ask("The match is over. Press Enter. ")
            return True
        self._take_back()
        return False

    def _take_back(self) -> None:
        """What was set aside is only forgotten; a throw that people typed leaves the record."""
        thrown = self.sitting.mistyped()
        if self._drafted or thrown is None:
            return
        try:
            self.sitting.take_back()
        except StoreError as error:
            self.say(str(error))
        else:
            self.say(f"The throw {telling.dice(thrown.dice, self.face_set)} is taken back.")

    def _ask_people(self) -> None:
        seat = self.sitting.asked()
        if seat is None:
            self._play(self._thrown_by_hand())
        elif self.sitting.awaited.kind == "keep":
            self._keep(seat)
        elif self.sitting.awaited.kind == "use":
            self._play(self._use(seat))
        else:
            self._choose(seat)

    def _play(self, *events: Event) -> None:
        """Plays events and tells them; a disk that refuses is told, and nothing has changed."""
        before = self.sitting.match.state
        try:
            self.sitting.step(*events)
        except StoreError as error:
            self._drafted = True
            self.say(str(error))
            self._ask("Nothing is lost. Press Enter to try again, or type quit: ")
            return
        replayed = before
        for happened in events:
            after = step(replayed, happened)
            for sentence in telling.event(replayed, happened, after, self.face_set):
                self.say(sentence)
            replayed = after

    # --- Questions ----------------------------------------------------------------------------------

    def _keep(self, seat: int) -> None:
        """Asks what to keep; the dice are only set aside until the throw, so it can be taken back."""
        self._tell_dice(seat)
        answer = self._ask(f"{self._name(seat)}, keep which dice? ", seat)
        named = None if self._hands() > 1 else self._use_called(answer, seat)
        if named is not None:
            self._stop(seat, named)
            return
        try:
            keep = self._kept(answer, seat)
            step(self.sitting.match.state, keep)
        except (BadText, IllegalMove) as error:
            self.say(f"{error} Type the numbers of the dice, none or stop, or ? for help.")
            return
        if len(keep.dice) == 5 and self._hands() == 1:
            self._stop(seat, None)
        else:
            self._set_aside(keep)

    def _kept(self, answer: str, seat: int) -> Keep:
        words = answer.replace(" ", "").lower()
        if words in (hinting.STOP, "all", "="):
            return questions.stops(self.sitting.match.state, seat)
        if words in (hinting.NONE, "0", "-"):
            return Keep(seat, ())
        if not words:
            raise BadText("Nothing was typed.")
        return Keep(seat, tuple(sorted(read.dice(words))))

    def _set_aside(self, keep: Keep) -> None:
        self._drafted = True
        shown = telling.dice(keep.dice, self.face_set)
        left = 5 - len(keep.dice)
        if self.sitting.manual_dice and self._hands() == 1:
            self._play(keep, self._thrown_by_hand(keep))
            return
        then = f"throws the other {left}" if self._hands() == 1 else "hands it in"
        self._ask(f"You set aside {shown}. Enter {then}, undo takes it back: ", keep.seat)
        self._play(keep)

    def _stop(self, seat: int, use: Use | None) -> None:
        """The dice are final once they are used for something; until then stopping can be taken back."""
        self._drafted = True
        stop = questions.stops(self.sitting.match.state, seat)
        spend = self._use(seat) if use is None else self._confirmed(seat, use)
        self._play(stop, spend)

    def _use(self, seat: int) -> Spend:
        final = hinting.final(self.sitting.match.state, seat)
        offered = questions.uses(final, seat)
        if len(offered) == 1 and self.sitting.mistyped() is None:
            return Spend(seat, offered[0].name)
        self.say(f"{self._name(seat)}, your dice are final: {self._dice(seat)}. They can be used for:")
        for number, use in enumerate((use for use in offered if not use.waives), start=1):
            self.say(f"  {number} {telling.use(use)}")
        if any(use.waives for use in offered):
            self.say("A zero where you would score is yours too: type zero and the box.")
        while True:
            answer = self._ask("Use them for which? (number or name) ", seat, final)
            chosen = self._by_number(answer, offered) or self._use_called(answer, seat)
            if chosen is not None:
                return self._confirmed(seat, chosen)
            self.say("That is none of these uses; type a number or a name of the list.")

    def _confirmed(self, seat: int, use: Use) -> Spend:
        """A warning before a zero that need not be."""
        self._drafted = True
        best = max(questions.uses(self.sitting.match.state, seat), key=lambda other: other.pays)
        if use.pays == 0 and best.pays > 0:
            question = (
                f"{title(use.name)} would be a zero, {telling.use(best)} is open. Take the zero? (yes or no) "
            )
            if not self._ask(question, seat).lower().startswith("y"):
                raise Undo
        return Spend(seat, use.name)

    def _choose(self, seat: int) -> None:
        options = [
            d.option for d in questions.decisions(self.sitting.match.state, seat) if isinstance(d, Choose)
        ]
        answer = self._ask(f"{self._name(seat)}, {' or '.join(options)}? ", seat).strip().lower()
        fitting = [option for option in options if answer and option.startswith(answer)]
        if len(fitting) == 1:
            self._play(Choose(seat, fitting[0]))
        else:
            self.say(f"Please type {' or '.join(options)}.")

    def _thrown_by_hand(self, keep: Keep | None = None) -> Throw:
        """The dice that people threw, typed by them; `keep` is set aside and not yet played."""
        state = self.sitting.match.state
        awaited = (state if keep is None else step(state, keep)).awaited
        seat, number = awaited.seats[0], awaited.dice
        what = "the die" if number == 1 else f"{number} dice"
        while True:
            answer = self._ask(f"{self._name(seat)}, throw {what} and type what they show: ", seat)
            try:
                dice = read.dice(answer.replace(" ", ""))
            except BadText as error:
                self.say(str(error))
                continue
            if len(dice) == number:
                return Throw(seat, dice)
            self.say(f"This throw is of {what}, not {len(dice)}.")

    # --- Asking and showing ---------------------------------------------------------------------------

    def _ask(self, prompt: str, seat: int | None = None, asked: State | None = None) -> str:
        """An answer that is no word which works at any question; a hint is on `asked` or how it stands."""
        while True:
            hidden = self._hands() > 1 and len(self.sitting.people()) > 1
            answer = self._ask_line(prompt + self._undoes(), hidden and seat is not None).strip()
            if not self._command(answer.lower(), seat, asked or self.sitting.match.state):
                return answer

    def _undoes(self) -> str:
        """How a throw typed wrong is taken back, where it can be."""
        thrown = self.sitting.mistyped()
        if self._drafted or thrown is None:
            return ""
        return f"(undo takes back {telling.dice(thrown.dice, self.face_set)}) "

    def _command(self, word: str, seat: int | None, asked: State) -> bool:
        shows: dict[str, Callable[[], None]] = {
            "?": lambda: self.say(HELP),
            "help": lambda: self.say(HELP),
            "rules": lambda: self.say(self.sitting.match.setup.game.rules),
            "legend": self._show_legend,
            "card": self._show_card,
            "scores": lambda: self.say(telling.standing(self.sitting.match.state)),
            "uses": lambda: self._show_uses(seat),
        }
        if word in shows:
            shows[word]()
            return True
        if word == "hint" and seat is not None:
            self._hint(seat, asked)
            return True
        if word in ("quit", "exit"):
            raise Quit
        if word in ("undo", "u"):
            raise Undo
        if word in ("leave", "back"):
            self._come_or_go(word, seat)
        return False

    def _hint(self, seat: int, asked: State) -> None:
        """The best choices with their worth; that it was asked for is an event."""
        try:
            check_hint(self.sitting.match.events)
            knowing = self.sitting.knowing
            found = waiting.waited_for(lambda: hinting.advice(asked, seat, knowing))
        except IllegalMove as error:
            self.say(str(error))
            return
        self._play(Hint(seat))
        told = [hinting.told(one, hinting.typed(one.decision, self.face_set)) for one in found.choices]
        for line in (*found.heading, *(line for choice in told for line in choice)):
            self.say(line)

    def _come_or_go(self, word: str, seat: int | None) -> None:
        if word == "back":
            self.sitting.come_back(*self.sitting.away)
            self.say("Everybody is here again.")
        elif seat is None or len(self.sitting.here) == 1:
            self.say("Nobody would be left at the keyboard; quit leaves the table.")
        else:
            self.sitting.leave(seat)
            self.say(f"The game plays for {self._name(seat)} until somebody types back.")
        raise Away

    def _tell_dice(self, seat: int) -> None:
        state = self.sitting.match.state
        number = state.turn.step if state.turn else 0
        paying = [use for use in questions.uses(state, seat) if use.pays]
        self.say(f"{self._name(seat)}, throw {number} of 3: {self._dice(seat)}.")
        if paying:
            self.say(f"They would pay: {', '.join(map(telling.use, paying))}.")

    def _dice(self, seat: int) -> str:
        state = self.sitting.match.state
        return telling.suited(hand(state, seat), state.setup.game, self.face_set)

    def _show_uses(self, seat: int | None) -> None:
        state = self.sitting.match.state
        if seat is None or state.awaited.kind not in ("keep", "use"):
            self.say("There are no dice to use now.")
            return
        for use in questions.uses(state, seat):
            self.say(f"  {telling.use(use)}")

    def _show_legend(self) -> None:
        for line in legend(self.face_set):
            self.say(f"  {line}")

    def _show_card(self) -> None:
        state = self.sitting.match.state
        if state.position is None:
            self.say("The game has not begun.")
            return
        for line in sheet_lines(state.setup.game.sheet(state.position, self.sitting.names)):
            self.say(line)
        self.say(f"So far: {telling.standing(state)}.")

    # --- What answers mean ----------------------------------------------------------------------------

    def _use_called(self, answer: str, seat: int) -> Use | None:
        """The one use whose name is the answer, or alone begins with it."""
        wanted = plain_letters(answer.strip()).replace(" ", "-")
        offered = questions.uses(self.sitting.match.state, seat)
        exact = [use for use in offered if plain_letters(use.name) == wanted]
        begun = [use for use in offered if len(wanted) > 1 and plain_letters(use.name).startswith(wanted)]
        found = exact or begun
        return found[0] if len(found) == 1 and not _is_dice(wanted) else None

    @staticmethod
    def _by_number(answer: str, offered: tuple[Use, ...]) -> Use | None:
        number = int(answer) if answer.isdecimal() and len(answer) < 4 else 0
        return offered[number - 1] if 1 <= number <= len(offered) else None

    def _name(self, seat: int) -> str:
        return self.sitting.names[seat]

    def _hands(self) -> int:
        turn = self.sitting.match.state.turn
        return len(turn.hands) if turn else 0


def _is_dice(answer: str) -> bool:
    return all(letter in "123456" for letter in answer)


def sheet_lines(sheet: Sheet) -> list[str]:
    """A sheet as lines that can be read aloud: each row's title, then what stands in it."""
    others = sheet.headings[1:]
    lines = []
    for row in sheet.rows:
        filled = [f"{heading} {cell}" for heading, cell in zip(others, row.cells, strict=True) if cell]
        lines.append(f"{row.heading}: {', '.join(filled) or 'open'}")
    return lines

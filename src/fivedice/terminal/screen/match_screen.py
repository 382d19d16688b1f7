"""Plays a match on the screen: shows events, pauses between them, asks for decisions, offers a rematch."""

import asyncio
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from fivedice.analysis import luck_and_cost
from fivedice.core.dice import FIVE
from fivedice.core.faces import as_written, dice_text, legend
from fivedice.core.rules import IllegalMove
from fivedice.language import comma, mark, tr
from fivedice.match import questions
from fivedice.match.events import Event, Final, Keep, Throw
from fivedice.match.state import State, step
from fivedice.narration import moves
from fivedice.report import text
from fivedice.runtime.store import StoreError
from fivedice.runtime.waiting import working
from fivedice.table import credit
from fivedice.terminal import line_text
from fivedice.terminal.answers import asks_for, score, throw
from fivedice.terminal.screen import dialogs
from fivedice.terminal.screen.loop import follow
from fivedice.terminal.screen.scene import Scene
from fivedice.terminal.screen.tray import Tray
from fivedice.terminal.screen.view import View
from fivedice.terminal.screen.widgets import EventLog, Key, KeyFooter, name_of
from fivedice.terminal.sitting import Sitting

KEYS = (
    Key("?", mark("Help", "what a key does"), "help"),
    Key("q", mark("Quit", "what a key does"), "quit"),
    Key("1-5", mark("Keep", "what a key does"), "set_all", "keep share"),
    Key("Space", mark("Throw", "what a key does"), "throw", "keep share press"),
    Key("Space", mark("Type", "what a key does"), "throw", "type"),
    Key("↵", mark("Pick", "what a key does"), "pick", "keep share use choose press type"),
    Key("r", mark("Rematch", "what a key does"), "after('rematch')", "over"),
    Key("v", mark("Review", "what a key does"), "after('review')", "over"),
    Key("u", mark("Take back", "what a key does"), "undo"),
    Key("h", mark("Hint", "what a key does"), "hint"),
    Key("z", mark("Zeros", "what a key does"), "zeros"),
    Key("g", mark("Rules", "what a key does"), "rules"),
    Key("l", mark("Faces", "what a key does"), "legend"),
    Key("c", mark("Card", "what a key does"), "card"),
    Key("a", mark("Away", "what a key does"), "away"),
    Key("d", mark("Detail", "what a key does"), "detail"),
    Key("t", mark("Colours", "what a key does"), "theme"),
    Key("+", mark("Slower", "what a key does"), "pace(True)"),
    Key("-", mark("Faster", "what a key does"), "pace(False)"),
)
"""The keys of the table, the most important first. A footer shows as many as fit; the help page shows all."""
TOO_SMALL = mark("The table needs a window of 80 × 24. c shows the card.")
WORKING = mark("Calculating what the choices are worth …")


class AutoplayScreen(Screen[None]):
    """The table on the screen and its automatic events; `TableScreen` adds keys and clicks."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding(name_of(key.key), key.action) for key in KEYS]

    def __init__(self, sitting: Sitting, face_set: str, pause: float) -> None:
        super().__init__()
        self.sitting = sitting
        self.pause = pause
        self._face_set = face_set
        self._scene = Scene(sitting, as_written(face_set))
        self._passing = False
        self._asking = 0
        self._left = False
        self._typing_put_off = False
        self._looking: int | None = None
        self._ended = False

    def compose(self) -> ComposeResult:
        """The table over the keys."""
        yield View(self._scene, self._face_set)
        yield KeyFooter()

    def on_mount(self) -> None:
        """Shows the events before the match was resumed."""
        for bar in dialogs.BARS:
            self.watch(self.query_one(View), bar, self._show_keys, init=False)
        played, over = self.sitting.match, self.sitting.table.is_over
        lines = moves.transcript(played, self._scene.face_set)[: None if over else -1]
        if played.events:
            self.query_one(EventLog).add(*filter(None, lines))
        self._go_on()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:  # noqa: ARG002 - Textual asks so
        """Disables keys while a dialog is open or after the table is left."""
        return not self._asking and not self._left

    def on_resize(self) -> None:
        """Lays out the board again."""
        self.call_after_refresh(self._show)

    @property
    def _state(self) -> State:
        return self.sitting.match.state

    def _show(self) -> None:
        if self.is_mounted:
            self.query_one(View).show()
            self._show_keys()

    def _show_keys(self) -> None:
        """Shows the keys, unless a dialog shows its own, and whether the table does not fit the window."""
        # none if the table is being left
        for keys, view in zip(self.query(KeyFooter), self.query(View), strict=False):
            keys.visible = not self._asking
            scrolls = any(getattr(view, bar) for bar in dialogs.BARS)
            keys.show(filter(self._does, KEYS), tr(TOO_SMALL) if scrolls else "")

    def _does(self, key: Key) -> bool:
        now = "share" if self._scene.only_keeps else self._scene.moment
        laid, is_local, over = self._scene.laid, self.sitting.is_local, now == "over"
        return (not key.when or now in key.when.split()) and {
            "throw": now != "keep" or len(laid.keep) < FIVE,
            "undo": self._scene.keeps_changed or self.sitting.last_entered() is not None,
            "hint": not self.sitting.hint_refusal(),
            "zeros": bool(self._scene.waived),
            "after('rematch')": is_local,
            "away": is_local and not over and bool(self.sitting.table.people),
            "detail": self.sitting.manual_dice and not over,
        }.get(key.action, True)

    # --- What comes next ------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Shows the state and starts the next automatic event or dialog."""
        if notices := self.sitting.notices():
            self.query_one(EventLog).add(*notices)
        self._show()
        if self._left or self._asking or self._passing:
            return
        now = self._scene.moment
        if now == "over":
            self._end()
        elif now == "wait":
            self._passing = True
            self.run_worker(self._play_next())
        elif now == "type" and not self._typing_put_off:
            self._type_dice()
        elif self._needs_cover():
            self._cover_table()

    async def _play_next(self) -> None:
        """Plays the next automatic event in the background, after a pause."""
        await asyncio.sleep(self.pause)
        event, trouble, before = None, "", self._state
        if not self._asking and self._scene.moment == "wait":
            try:
                event = await follow(self.sitting.automatic, self._show_work)
            except (IllegalMove, StoreError) as error:
                trouble = str(error)
        self._passing = False
        if event is not None and self._state is before:
            self._play(event)
        elif trouble:
            self._ask_to_retry(trouble)
        else:
            self._go_on()

    def _show_work(self, otherwise: str = "") -> None:
        """Shows the running computation, or `otherwise`, in place of the advice."""
        for view in self.query(View):  # none if the table is being left
            view.advise(working.line_in(view.words_width) or otherwise)

    def _ask(
        self, dialog: dialogs.Dialog[dialogs.Answer], answered: Callable[[dialogs.Answer | None], None]
    ) -> None:
        """Opens a dialog; handles its answer before the match goes on."""

        def closed(answer: dialogs.Answer | None) -> None:
            self._asking -= 1
            answered(answer)
            self._go_on()

        self._asking += 1
        self._show_keys()
        self.app.push_screen(dialog, closed)

    def _confirm(self, sentence: str, yes: str, then: Callable[[], None]) -> None:
        """Asks before something that cannot be taken back; Enter goes back."""
        question = dialogs.Question(sentence, yes, tr("Go back (n)"), safe=False)
        self._ask(question, lambda agrees: then() if agrees else None)

    def _ask_to_retry(self, sentence: str, *events: Event) -> None:
        """Asks whether to try the same events again or to leave, for example when the disk is full."""

        def answered(again: bool | None) -> None:
            if not again:
                self._leave()
            elif events:
                self._play(*events)

        question = f"{sentence}\n\n{tr('Nothing is lost. You can try again.')}"
        self._ask(dialogs.Question(question, tr("Try again"), tr("Leave the table")), answered)

    def _play(self, *events: Event) -> None:
        """Plays events and logs them; if they cannot be stored, offers to retry the same events."""
        before = self._state
        try:
            self.sitting.step(*events)
        except StoreError as error:
            self._ask_to_retry(str(error), *events)
            return
        except IllegalMove as error:
            self.notify(str(error), severity="warning")
            return
        self._scene.zeros = self._typing_put_off = False
        names = credit.names(self.sitting.table)
        for event in events:
            after = step(before, event)
            self._scene.tray.follow(before, event, after)
            lines = moves.describe(before, event, after, self._scene.face_set, names)
            self.query_one(EventLog).add(*lines)
            before = after
        self._go_on()

    def _needs_cover(self) -> bool:
        """Whether another player must look away before the asked one decides (R5)."""
        seat = self.sitting.decider()
        watched = self._scene.shares_dice and len(self.sitting.here) > 1
        return seat is not None and seat != self._looking and watched

    def _cover_table(self) -> None:
        seat = self.sitting.decider()

        def uncovered(decides: bool | None) -> None:
            self._looking = seat if decides else None
            if not decides:
                self.action_quit()

        self._ask(dialogs.Cover(self.sitting.names[seat or 0]), uncovered)

    def _leave(self) -> None:
        self._left = True
        self.app.exit()

    def _type_dice(self, keep: Keep | None = None) -> None:
        """Asks for real dice or a whole turn; `keep` is played together with them, not before."""

        def typed(meant: Sequence[Event] | None) -> None:
            self._typing_put_off = meant is None
            if meant and len(meant) > 1:
                asks = tr("Were the dice five of a kind?")
                question = dialogs.Question(asks, tr("Yes (y)"), tr("No (n)"), safe=False)
                self._ask(question, lambda five: self._play(meant[-1 if five else 0]))
            elif meant:
                self._play(*([keep] if keep else []), meant[0])

        entering = None if keep else self.sitting.entering()
        self._ask(self._typed_throw(keep) if entering is None else self._typed_turn(entering), typed)

    def _typed_turn(self, seat: int) -> dialogs.Typed:
        state, name = self._state, self.sitting.names[seat]
        possible = questions.possible_scores(state, seat) if self.sitting.table.detail == "score" else ()
        secret = self._scene.shares_dice and len(self.sitting.table.people) > 1
        lists = [tr("A box alone lists its scores.")] if possible and not secret else []
        more = [*lists, tr("Enter takes it · Esc goes back"), *self._undoes()]
        if possible:
            asks = tr("{name}, type a box and its score:", name=name)
            return dialogs.Typed(asks, lambda answer: score(answer, possible), more, secret=secret)
        asks, faces = tr("{name}, type your final dice:", name=name), self._face_set
        return dialogs.Typed(
            asks, lambda answer: [Final(seat, throw(answer, FIVE, faces))], more, secret=secret
        )

    def _typed_throw(self, keep: Keep | None) -> dialogs.Typed:
        state = self._state if keep is None else step(self._state, keep)
        seat, number = state.awaited.seats[0], state.awaited.dice
        has_names = self._face_set not in ("pips", "digits")
        more = [comma(legend(self._face_set, state.setup.game.wild))] if has_names else []
        takes = mark(
            "Enter takes {number, plural, one {it} other {them}} · Esc goes back, nothing is thrown yet"
        )
        more += [tr(takes, number=number), *([] if keep else self._undoes())]
        asks = asks_for(state, self.sitting.names[seat])
        return dialogs.Typed(asks, lambda answer: [Throw(seat, throw(answer, number, self._face_set))], more)

    def _undoes(self) -> list[str]:
        """How to take back the last typed entry, if nobody has decided since."""
        last = self.sitting.mistyped()
        if not isinstance(last, Throw):
            return [tr("Esc, then u takes back the last entry")] if last else []
        dice = dice_text(last.dice, self._scene.face_set)
        return [tr("Esc, then u takes back the throw {dice}", dice=dice)]

    def _take_back(self, last: Event) -> None:
        """Removes the last typed entry from the record and asks for it again."""
        try:
            self.sitting.take_back()
        except StoreError as error:
            self.notify(str(error), severity="warning")
            return
        self._scene.tray = Tray()
        self._ended = self._typing_put_off = self._scene.zeros = False
        self.query_one(EventLog).add(line_text.taken_back(self._state, last, self._scene.face_set))
        self._go_on()

    def _store_first(self, sentence: str) -> str:
        """The sentence, once the record is certainly stored; otherwise the error."""
        try:
            self.sitting.restore()
        except StoreError as error:
            return str(error)
        return sentence

    def action_quit(self) -> None:
        """Asks before leaving an unfinished match, and says how to continue it."""
        if questions.is_over(self._state):
            self._leave()
            return
        dialog = dialogs.LeaveDialog(self._store_first(self.sitting.goes_on))
        self._ask(dialog, lambda leaves: self._leave() if leaves else None)

    # --- After the match --------------------------------------------------------------------------------

    def action_after(self, wish: str) -> None:
        """Does the same as the dialog after the match, for players who look at the table."""
        if self._ended:
            self._go_on_after(wish)

    def _end(self) -> None:
        """Shows the result and asks what to do next; again after a review."""
        if self._ended:
            return
        self._ended = True
        names = credit.names(self.sitting.table)
        result = dialogs.ending(self.sitting.match, self._store_first("") or self.sitting.where(), names)
        self._ask(dialogs.EndDialog(result, rematch=self.sitting.is_local), self._go_on_after)

    def _go_on_after(self, wish: str | None) -> None:
        if wish == "leave":
            self._leave()
        elif wish == "rematch" and self.sitting.is_local:
            self._rematch()
        elif wish == "review":
            self.run_worker(self._look_back())

    def _rematch(self) -> None:
        try:
            self.sitting.rematch()
        except StoreError as error:
            self.notify(str(error), severity="error")
            self._ended = False
            return
        self._left = True
        self.app.switch_screen(type(self)(self.sitting, self._face_set, self.pause))

    async def _look_back(self) -> None:
        width = min(text.WIDTH, dialogs.PageDialog.room(self.app.size.width))
        try:
            lines = await follow(lambda: self._review(width), lambda: self._show_work(tr(WORKING)))
        except IllegalMove as error:
            lines = [str(error)]
        page = dialogs.PageDialog(tr("Review"), Static("\n".join(lines), classes="drawing", markup=False))
        self._ended = False
        self._ask(page, lambda _: None)

    def _review(self, width: int) -> list[str]:
        match = self.sitting.match
        known = self.sitting.knowing(match.setup.game, len(match.setup.players), "score")
        reviewed = luck_and_cost.review(match, known, self.sitting.table.decided_by_game)
        return text.lines(reviewed, known, self._scene.face_set, width=width)

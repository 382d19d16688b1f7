"""Keys and clicks at the table."""

from collections.abc import Callable
from time import monotonic
from typing import ClassVar, cast

from textual import on
from textual.binding import Binding, BindingType
from textual.widgets import Markdown, Static

from fivedice.core.dice import FIVE
from fivedice.core.rules import IllegalMove
from fivedice.core.turn import THROWS
from fivedice.language import decimal, mark, sentences, tr
from fivedice.language.lines import broken
from fivedice.match import questions
from fivedice.match.events import Choose, Decision, First, HintTaken, Keep, Spend
from fivedice.match.history import check_hint
from fivedice.narration import moves, results
from fivedice.report import hint_text
from fivedice.table.terms import Detail
from fivedice.terminal import line_text
from fivedice.terminal.screen.board import Board
from fivedice.terminal.screen.dialogs import Detailing, PageDialog, WhoIsAway, faces, key_page
from fivedice.terminal.screen.hints import UNBROKEN, HintDialog
from fivedice.terminal.screen.loop import follow
from fivedice.terminal.screen.match_screen import WORKING, AutoplayScreen
from fivedice.terminal.screen.prompts import Entry
from fivedice.terminal.screen.theme import DARK, LIGHT
from fivedice.terminal.screen.tray import EVERY, Laid
from fivedice.terminal.screen.view import View
from fivedice.terminal.screen.widgets import ChoiceTable, DiceRow, EventLog
from fivedice.terminal.sitting import Sitting

LATER = mark("Boxes are chosen after the last throw.")
"""The advice to a player who looks for a box during a shared turn."""
ONCE_MORE = mark("Press Enter again to hand in.")
"""The advice after Enter has lifted the cover, so that an extra press throws no dice."""
PAUSES = (0.0, 0.4, 0.9, 1.6, 3.0)
"""The choice of seconds between automatic events."""

REPEAT = 0.25
"""The longest time between repeats of a held key, in seconds. Nobody looks at dice and presses that fast."""
DELAY = 0.7
"""The longest time before the first repeat of a held key in most terminals, in seconds."""


class Press:
    """Tells one long press of a throwing key from several presses, because terminals report no release."""

    def __init__(self) -> None:
        self._heard = self._acted = -DELAY

    def goes_on(self) -> bool:
        """Whether this key event still belongs to the same press."""
        now, before = monotonic(), self._heard
        self._heard = now
        return now - before < REPEAT or now - self._acted < DELAY

    def acts(self) -> None:
        """Records that the press had an effect."""
        self._acted = self._heard


class TableScreen(AutoplayScreen):
    """The table with all its keys and clicks."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(place + 1), f"set_aside({place})") for place in range(FIVE)),
        Binding("up", "move(-1, 0)"),
        Binding("down", "move(1, 0)"),
        Binding("left", "move(0, -1)"),
        Binding("right", "move(0, 1)"),
        Binding("pageup", "scroll_log(-1)"),
        Binding("pagedown", "scroll_log(1)"),
        *(Binding(f"ctrl+{way}", f"scroll('{way}')") for way in ("up", "down", "left", "right")),
    ]

    def __init__(self, sitting: Sitting, face_set: str, pause: float) -> None:
        super().__init__(sitting, face_set, pause)
        self._press = Press()

    # --- Play -------------------------------------------------------------------------------

    @on(DiceRow.Pressed)
    def _die_pressed(self, event: DiceRow.Pressed) -> None:
        if not self._asking:
            self.action_set_aside(event.place)

    @on(ChoiceTable.Picked)
    def _entry_picked(self, event: ChoiceTable.Picked) -> None:
        """Ignores the second click of a double click if its entry is gone."""
        if not self._asking and event.entry in self.query_one(ChoiceTable).entries:
            self._pick(event.entry)

    def action_set_aside(self, place: int) -> None:
        """Keeps a die, or puts it back."""
        self._change(lambda laid: laid.toggle(place))

    def action_set_all(self) -> None:
        """Keeps all dice, or puts all back."""
        self._change(Laid.toggle_all)

    def action_undo(self) -> None:
        """Takes back the last change of kept dice, or else the last typed entry."""
        last = self.sitting.last_entered()
        if self._scene.keeps_changed:
            self._change(Laid.undo)
        elif last is not None:
            self._take_back(last)

    def action_detail(self) -> None:
        """Asks for the detail to type of a turn with real dice."""
        if self.sitting.manual_dice and not questions.is_over(self._state):
            self._ask(Detailing(), self._change_detail)

    def _change_detail(self, detail: Detail | None) -> None:
        if detail is None:
            return
        try:
            self.sitting.change_detail(detail)
        except IllegalMove as error:
            self.notify(str(error), severity="warning")
            return
        self.query_one(EventLog).add(line_text.detail(self.sitting.table))
        self._typing_put_off = False

    def _change(self, change: Callable[[Laid], object]) -> None:
        if self._scene.moment == "keep":
            change(self._scene.laid)
            self._show()

    def action_throw(self) -> None:
        """Throws the dice that are not kept, or the first dice of a turn."""
        now, laid = self._scene.moment, self._scene.laid
        goes_on = self._press.goes_on()
        if now == "press":
            self._press.acts()
            self._play(self.sitting.throw())
        elif now == "type":
            self._type_dice()
        elif goes_on and not laid.changed:  # the key is still down
            return
        elif now == "keep" and (len(laid.keep) < FIVE or self._scene.shares_dice):
            self._press.acts()
            self._keep(Keep(cast(int, self.sitting.decider()), laid.keep))

    def _keep(self, keep: Keep) -> None:
        """Throws the other dice; asks for confirmation first if all five would be thrown."""
        if self.sitting.manual_dice and not self._scene.shares_dice:
            self._type_dice(keep)
        elif keep.dice or self._scene.laid.changed or self._scene.shares_dice:
            self._play(keep)
        else:
            self._confirm(tr("Keep no dice?"), tr("Keep none (y)"), lambda: self._play(keep))

    def action_pick(self) -> None:
        """Picks the entry at the cursor."""
        entry = self.query_one(ChoiceTable).picked
        if entry is not None:
            self._pick(entry)
        elif self._scene.just_handed_over:
            self.query_one(ChoiceTable).move(1, 0)
            self.query_one(View).advise(tr(ONCE_MORE))
        elif self._scene.moment in ("keep", "use", "choose"):
            choose = mark("First choose with ↑ ↓, then press Enter.")
            self.query_one(View).advise(tr(LATER if self._scene.only_keeps else choose))

    def _pick(self, entry: Entry) -> None:
        if entry.kind == "throw":
            self.action_throw()
        elif entry.kind == "choose":
            self._play(Choose(self._state.awaited.seats[0], entry.name))
        elif entry.kind == "first":
            self._play(First(int(entry.name)))
        else:
            self._use(entry.name)

    def _use(self, name: str) -> None:
        """Uses the dice; asks for confirmation of a needless zero, and while throws are left."""
        offered, turn = self._scene.offered, self._state.turn
        left = 0 if turn is None or self._scene.laid.kept == EVERY else THROWS - turn.step
        chosen = next(use for use in offered if use.name == name)
        needless = moves.needless_zero(offered, chosen)
        if needless:
            asks = sentences(needless, tr("Take the zero?"))
            self._confirm(asks, tr("Take the zero (y)"), lambda: self._spend(name))
        elif left:
            self._confirm(moves.early(chosen, left), tr("Use them (y)"), lambda: self._spend(name))
        else:
            self._spend(name)

    def _spend(self, name: str) -> None:
        seat = cast(int, self.sitting.decider())
        stop = [questions.stops(self._state, seat)] if self._state.awaited.kind == "keep" else []
        self._play(*stop, Spend(seat, name))

    def action_zeros(self) -> None:
        """Switches the list between scores and zeros by choice."""
        self._scene.zeros = not self._scene.zeros and bool(self._scene.waived)
        self._show()

    def action_move(self, down: int, right: int) -> None:
        """Moves the cursor; hides it in a shared turn, where dice can only be kept."""
        if self._scene.only_keeps:
            self.query_one(ChoiceTable).leave()
            self.query_one(View).advise(tr(LATER))
            return
        self.query_one(ChoiceTable).move(down, right)
        self.query_one(View).advise()

    # --- Pages and settings ---------------------------------------------------------------------------

    def action_rules(self) -> None:
        """Shows the rules of this game."""
        rules = broken(self.sitting.match.setup.game.rules, PageDialog.room(self.size.width))
        self._open(tr("Rules"), Markdown(rules))

    def action_hint(self) -> None:
        """Shows a hint; works it out in the background."""
        refusal, seat = self.sitting.hint_refusal(), self.sitting.decider()
        if refusal or seat is None:
            self.query_one(View).answer(refusal)
        else:
            self.run_worker(self._hint(seat), exclusive=True, group="hint")

    async def _hint(self, seat: int) -> None:
        if self.sitting.decider() != seat:  # the key after h has already decided
            return
        now, state, knowing = self._state, self._state, self.sitting.knowing
        if self._scene.moment == "keep" and self._scene.laid.kept == EVERY and not self._scene.shares_dice:
            state = hint_text.final(now, seat)
        try:
            check_hint(self.sitting.match.events)
            advice = await follow(
                lambda: hint_text.advice(state, seat, knowing, UNBROKEN),
                lambda: self._show_work(tr(WORKING)),
            )
        except IllegalMove as error:
            self.notify(str(error), severity="warning")
            return
        if self._state is now:
            if self.sitting.match.events[-1:] != (HintTaken(seat),):
                self._play(HintTaken(seat))
            page = HintDialog(
                advice,
                self._scene.laid,
                state.setup.game,
                self._scene.face_set,
                self._scene.waived,
                lambda: hint_text.completed(state, seat, knowing, UNBROKEN),
            )
            self._ask(page, lambda answer: self._take(answer, page.best))

    def _take(self, answer: Decision | str | None, best: Decision) -> None:
        """Follows a hint; a keep can still be taken back until the throw."""
        match answer:
            case str() as key:
                self.app.simulate_key(key)
            case Keep(dice=dice):
                self._scene.laid.set_aside(dice)
            case Spend(use=use) if answer == best:
                self._spend(use)
            case Spend(use=use):
                self._use(use)
            case Choose():
                self._play(answer)

    def action_legend(self) -> None:
        """Shows the meaning of the faces."""
        meanings = faces(self.sitting.match.setup.game, self._face_set)
        self._open(tr("Faces"), Static(meanings, classes="text"))

    def action_help(self) -> None:
        """Shows all keys."""
        self._ask(key_page(), lambda _: None)

    def action_card(self) -> None:
        """Shows the whole board, in any window."""
        width, height = PageDialog.room(self.size.width), PageDialog.lines(self.size.height)
        drawing = self.query_one(Board).whole(self._state, self._scene.seats, width, height)
        self._open(results.agreement(self.sitting.match.setup), Static(drawing, classes="drawing"))

    def _open(self, heading: str, body: Static | Markdown) -> None:
        self._ask(PageDialog(heading, body), lambda _: None)

    def action_away(self) -> None:
        """Lets a player leave for a while, or return (R6)."""
        people = {seat: self.sitting.names[seat] for seat in self.sitting.table.people}
        if questions.is_over(self._state) or not self.sitting.is_local:
            return
        if len(people) > 1:
            self._ask(WhoIsAway(people, self.sitting.away), self._toggle_away)
        elif self.sitting.away:
            self._toggle_away(*people)
        elif people:
            self._ask_to_go(*people)

    def _ask_to_go(self, seat: int) -> None:
        """Asks before a single player leaves, because the computer's moves cannot be taken back."""
        asks = mark("Let the computer play for {name} until you press a again?")
        sentence = tr(asks, name=self.sitting.names[seat])
        self._confirm(sentence, tr("Play for me (y)"), lambda: self._toggle_away(seat))

    def _toggle_away(self, seat: int | None) -> None:
        if seat is None:
            return
        news = mark("{name} is back.")
        if seat in self.sitting.here:
            self.sitting.leave(seat)
            news = mark("{name} is away. The computer plays until you press a.")
        else:
            self.sitting.come_back(seat)
        self.query_one(EventLog).add(tr(news, name=self.sitting.names[seat]))
        self._go_on()

    def action_pace(self, slower: bool) -> None:
        """Changes the time between automatic events."""
        nearest = min(range(len(PAUSES)), key=lambda place: abs(PAUSES[place] - self.pause))
        self.pause = PAUSES[min(max(nearest + (1 if slower else -1), 0), len(PAUSES) - 1)]
        seconds = decimal(self.pause, 0 if self.pause.is_integer() else 1)
        self.notify(tr("{seconds} seconds between moves", seconds=seconds), timeout=2)

    def action_theme(self) -> None:
        """Switches between dark and light."""
        self.app.theme = LIGHT.name if self.app.theme == DARK.name else DARK.name
        self.call_after_refresh(self._show)

    def action_scroll_log(self, pages_down: int) -> None:
        """Scrolls the event log."""
        log = self.query_one(EventLog)
        log.scroll_relative(y=pages_down * max(log.size.height - 1, 1), animate=False)

    def action_scroll(self, way: str) -> None:
        """Scrolls a table that is larger than the window."""
        x, y = {"up": (0, -3), "down": (0, 3), "left": (-6, 0), "right": (6, 0)}[way]
        self.query_one(View).scroll_relative(x=x, y=y, animate=False)

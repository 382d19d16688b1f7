"""Dialogs over the table: pages to read, questions, typed dice, the cover between players, the result."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import ClassVar, TypeVar

from rich.cells import cell_len
from rich.markup import escape
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer, Vertical
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Button, Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from fivedice.core.faces import SUIT_SIGNS, legend
from fivedice.core.rules import Game
from fivedice.language import mark, sentences, tr
from fivedice.match import questions
from fivedice.match.events import Event
from fivedice.match.match import EventMatch
from fivedice.narration import results
from fivedice.notation.read import BadText
from fivedice.runtime.program import program
from fivedice.table.terms import Detail
from fivedice.terminal.answers import SECRET
from fivedice.terminal.line_text import DETAILS
from fivedice.terminal.screen.widgets import Key, KeyFooter, name_of

Answer = TypeVar("Answer")

SLIMMEST = 50
"""In narrower windows a page fills the whole window."""
BARS = ("show_vertical_scrollbar", "show_horizontal_scrollbar")

HELP = (("?", mark("Help", "what a key does")),)
SCROLL = mark("Scroll", "what a key does")
PICKS = (*HELP, ("↑ ↓", mark("Move", "what a key does")), ("↵", mark("Pick", "what a key does")))


def _keys(labels: Iterable[tuple[str, str]]) -> list[Key]:
    """The keys of a dialog for its footer; a click presses the key."""
    return [Key(key, does, f"app.simulate_key('{name_of(key)}')") for key, does in labels]


class Dialog(ModalScreen[Answer]):
    """Base class of all dialogs over the table, which are answered once and show their keys in the footer."""

    KEYS: tuple[tuple[str, str], ...] = HELP
    """The label of each key in the footer."""
    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "help", priority=True)]

    def on_mount(self) -> None:
        """Adds the footer, unless the table was left meanwhile."""
        if self.is_attached:
            self.mount(KeyFooter(_keys(self.KEYS)))

    def action_help(self) -> None:
        """Shows all keys over the dialog."""
        self.app.push_screen(key_page())

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Closes the dialog if it is on top and drawn.

        Textual closes the top screen, so an extra key press would close the table. A key pressed before the
        dialog is drawn was not meant for it.
        """
        return super().dismiss(result) if self.is_active and self.is_mounted else AwaitComplete()

    def action_answer(self, answer: Answer | None = None) -> None:
        """Answers by a key."""
        self.dismiss(answer)


class PageDialog(Dialog[None]):
    """A page to read: the arrows scroll it, Escape closes it."""

    AUTO_FOCUS = "ScrollableContainer"
    KEYS = (("Esc", mark("Close", "what a key does")),)
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter,space,g,f1,l,c,question_mark", "answer")]

    def __init__(self, heading: str, body: Widget) -> None:
        super().__init__()
        self._heading = heading
        self._body = body

    def compose(self) -> ComposeResult:
        """The text in a frame."""
        with Vertical(classes="page") as frame:
            frame.border_title = escape(self._heading)
            with ScrollableContainer():
                yield self._body

    def on_mount(self) -> None:
        """Adds the scroll keys to the footer once the layout is known, unless the table was left."""
        for text, bar in product(self.query(ScrollableContainer), BARS):
            self.watch(text, bar, self._name_keys)

    def _name_keys(self) -> None:
        text = self.query_one(ScrollableContainer)
        ways = ((text.show_vertical_scrollbar, "↑ ↓"), (text.show_horizontal_scrollbar, "← →"))
        for footer in self.query(KeyFooter):
            footer.show(_keys([*self.KEYS, *((keys, SCROLL) for scrolls, keys in ways if scrolls)]))

    @staticmethod
    def room(columns: int) -> int:
        """The text columns of a page in a window this wide, without frame and scroll bar."""
        return columns - 4 if columns < SLIMMEST else min(100, columns * 92 // 100) - 6

    @staticmethod
    def lines(rows: int) -> int:
        """The visible text lines of a page in a window this high."""
        return rows * 92 // 100 - 2


class Question(Dialog[bool]):
    """A question with two answers. Enter takes the first, or the second if the first is risky."""

    AUTO_FOCUS = ".safe"
    KEYS = (
        *HELP,
        ("y", mark("Yes", "what a key does")),
        ("n", mark("No", "what a key does")),
        ("← →", mark("Move", "what a key does")),
        ("↵", mark("Pick", "what a key does")),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)"),
        Binding("n,escape", "answer(False)"),
        Binding("left,right,up,down", "app.focus_next"),
    ]

    def __init__(self, sentence: str | Text, yes: str, no: str, *, safe: bool = True) -> None:
        super().__init__()
        self._sentence = sentence
        self._yes, self._no = yes, no
        self._safe = safe

    def compose(self) -> ComposeResult:
        """The sentence over its answers."""
        with Vertical(classes="question"):
            yield Static(self._sentence, markup=False)
            with Horizontal():
                yield Button(self._yes, id="yes", classes="safe" if self._safe else "", compact=True)
                yield Button(self._no, id="no", classes="" if self._safe else "safe", compact=True)

    @on(Button.Pressed)
    def _pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")


class LeaveDialog(Question):
    """Asks whether to leave the table; the keys that open the dialog also confirm it."""

    def __init__(self, kept: str) -> None:
        """`kept` says what happens to the match."""
        super().__init__(sentences(tr("Leave the table?"), kept), tr("Leave (y)"), tr("Stay (n)"))


class AnswerList(Dialog[Answer]):
    """Asks for one of several answers in a list, one per line."""

    KEYS: tuple[tuple[str, str], ...] = (*PICKS, ("Esc", mark("Back", "what a key does")))

    def __init__(self, asks: str | Text, answers: Mapping[Answer, str]) -> None:
        super().__init__()
        self._asks, self._answers = asks, answers

    def compose(self) -> ComposeResult:
        """The question over the answers."""
        with Vertical(classes="question"):
            yield Static(self._asks, markup=False)
            yield OptionList(*map(Option, self._answers.values()), markup=False)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss([*self._answers][event.option_index])


class EndDialog(AnswerList[str]):
    """Shows the result and asks what to do next. The first answer is harmless, as Enter may be a mistake."""

    ANSWERS: ClassVar[dict[str, tuple[str, str, str]]] = {
        "look": ("t", mark("Look", "what a key does"), mark("Look at the table (t)")),
        "rematch": ("r", mark("Rematch", "what a key does"), mark("Rematch (r)")),
        "review": ("v", mark("Review", "what a key does"), mark("Review (v): what choices cost")),
        "leave": ("q", mark("Leave", "what a key does"), mark("Leave (q)")),
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "answer('look')"),
        *(Binding(key, f"answer('{wish}')") for wish, (key, _, _) in ANSWERS.items()),
    ]

    def __init__(self, result: Text, *, rematch: bool = True) -> None:
        """`rematch` says whether to offer a rematch."""
        offered = {wish: says for wish, says in self.ANSWERS.items() if rematch or wish != "rematch"}
        super().__init__(result, {wish: tr(says) for wish, (_, _, says) in offered.items()})
        self.KEYS = (*PICKS, *((key, does) for key, does, _ in offered.values()))


class DiceInput(Input):
    """An input that leaves `?` to the dialog."""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether the key is typed into the input."""
        return key != "question_mark" and super().check_consume_key(key, character)


class Typed(Dialog[Sequence[Event] | None]):
    """Asks for real dice or the score of a turn; its result is None if the player goes back."""

    KEYS = (*HELP, ("↵", mark("Take", "what a key does")), ("Esc", mark("Back", "what a key does")))
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "answer")]

    def __init__(
        self, asks: str, read: Callable[[str], Sequence[Event]], more: Iterable[str], *, secret: bool = False
    ) -> None:
        """`read` raises `BadText`; `more` are lines below the input. A secret answer is not shown."""
        super().__init__()
        self._asks, self._read, self._more, self._secret = asks, read, more, secret

    def compose(self) -> ComposeResult:
        """The input over its explanation."""
        with Vertical(classes="question"):
            yield Label(self._asks, markup=False)
            yield DiceInput(compact=True, password=self._secret)
            yield Label("", id="wrong", markup=False)
            for line in self._more:
                yield Label(line, classes="quiet", markup=False)

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        try:
            self.dismiss(self._read(event.value))
        except BadText as error:
            self.query_one("#wrong", Label).update(tr(SECRET) if self._secret else str(error))


class Detailing(AnswerList[Detail]):
    """Asks for the detail that players type of a turn with real dice."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,d", "answer")]

    def __init__(self) -> None:
        details = {detail: tr(says) for detail, says in DETAILS.items()}
        super().__init__(tr("What do you type from the next turn on?"), details)


class Cover(Dialog[bool]):
    """Covers the table between secret decisions. Space does not answer: it throws dice at the table below."""

    KEYS = (*HELP, ("↵", mark("Decide", "what a key does")), ("q", mark("Quit", "what a key does")))
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "answer(True)"),
        Binding("q,ctrl+q,ctrl+c", "answer(False)"),
    ]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._who = name

    def compose(self) -> ComposeResult:
        """Names the player who decides, and asks the others to look away."""
        with Vertical(classes="question"):
            yield Static(tr("{name}: decide now.", name=self._who), classes="strong", markup=False)
            yield Static(tr("Everyone else, please look away until all have decided."))
            ready = tr("Press Enter when you are {name}.", name=self._who)
            yield Static(ready, classes="quiet", markup=False)

    def on_click(self) -> None:
        """A click works like Enter."""
        self.dismiss(True)


class WhoIsAway(AnswerList[int]):
    """Asks which player at the keyboard leaves or returns."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,a", "answer")]

    def __init__(self, people: dict[int, str], away: set[int]) -> None:
        gone, here = mark("{name} is away: return"), mark("{name} is here: leave")
        moves = {seat: tr(gone if seat in away else here, name=people[seat]) for seat in people}
        super().__init__(tr("Who is leaving or returning? The computer plays for absent players."), moves)


KEY_MEANINGS = (
    ("1 2 3 4 5", mark("keep a die or put it back (or click it)")),
    ("0", mark("keep all five, or put all back")),
    (mark("Space", "keys"), mark("throw the dice that you do not keep")),
    ("u", mark("take back the last die kept, until you throw; or with real dice, what was typed last")),
    ("d", mark("with real dice: type every throw, the final dice or the score")),
    ("↑ ↓ ← →", mark("go through what the dice can be used for")),
    (mark("Enter", "keys"), mark("choose the entry at the cursor; a use ends your turn")),
    ("h", mark("show a hint, which is recorded; Enter takes a choice")),
    ("z", mark("zeros by choice in place of scores, and back")),
    ("c", mark("the whole score card or board")),
    (mark("g or F1", "keys"), mark("the rules of this game")),
    ("l", mark("what the faces mean")),
    ("a", mark("leave for a while, or come back; the computer plays meanwhile")),
    ("+ -", mark("more or less time between the moves of others")),
    ("t", mark("dark or light colours")),
    (mark("Page Up, Down", "keys"), mark("scroll the list of events")),
    (mark("Ctrl and arrows", "keys"), mark("scroll a table larger than the window")),
    ("r, v", mark("once the match is over: a rematch, a review")),
    ("q", mark("leave; the match is saved: {program} resume")),
)


def key_page() -> PageDialog:
    """All keys with their meaning."""
    text = Text()
    for key, does in KEY_MEANINGS:
        name, meaning = tr(key, "keys"), tr(does, program=program())
        text.append(" " * (15 - cell_len(name)) + f"{name}  ", "bold").append(f"{meaning}\n")
    text.append("\n" + tr("A score with * includes a bonus, which is named above the dice."))
    return PageDialog(tr("Keys"), Static(text, classes="text"))


def faces(game: Game, face_set: str) -> Text:
    """The meaning of each face in this game, and the suits of its dice, if any."""
    lines = [*legend(face_set, game.wild)]
    if suits := game.suits:
        meaning, signs = mark("{sign} is the suit {suit}"), {suit: SUIT_SIGNS[suit] for suit in suits}
        lines += ["", *(tr(meaning, sign=sign, suit=suit) for suit, sign in signs.items())]
        lines += ["", tr("Suits never count.")]
    return Text("\n".join(lines))


def ending(played: EventMatch, kept: str, names: tuple[str, ...] = ()) -> Text:
    """The result, all scores from the highest, and where the record is; `names` replaces the players'."""
    text = Text()
    names, unit = names or played.setup.names, played.setup.game.unit
    text.append(results.result(played.state, names), "bold").append("\n\n")
    wide = max(map(cell_len, names))
    scores, won = questions.scores(played.state), questions.winners(played.state)
    for seat in sorted(range(len(names)), key=lambda seat: (seat not in won, -scores[seat])):
        air = " " * (wide - cell_len(names[seat]))
        air += " " * (5 - len(str(scores[seat])))
        text.append(f"  {names[seat]}{air}  {results.amount(scores[seat], unit)}\n")
    return text.append(f"\n{kept}")

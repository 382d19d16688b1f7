"""The page of a hint: the choices with the keys that make them, and a cursor to take one. Rates nothing."""

from collections.abc import Collection
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from fivedice.dice import FIVE, Dice
from fivedice.play.events import Choose, Decision, Keep, Spend
from fivedice.rules import title
from fivedice.term import hinting
from fivedice.term.hinting import Advice
from fivedice.term.screen.laid import EVERY, Laid
from fivedice.term.screen.moment import OPTIONS


class Hints(ModalScreen[Decision | None]):
    """The best choices; the one that is picked is the answer, None when the page is closed."""

    AUTO_FOCUS = "OptionList"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,h", "back", "Close")]

    def __init__(self, advice: Advice, laid: Laid, face_set: str, zeros: Collection[str] = ()) -> None:
        """`zeros` are the uses that the table lists only after z."""
        super().__init__()
        self._advice = advice
        self._zeros = zeros
        self._laid = laid
        self._face_set = face_set

    def compose(self) -> ComposeResult:
        """What is counted, over the choices."""
        with Vertical(classes="page hints") as frame:
            frame.border_title = "Hint"
            frame.border_subtitle = "↑ ↓ and Enter take one · Esc closes"
            yield Static("\n".join(self._advice.heading), classes="quiet", markup=False)
            yield OptionList(*map(self._option, self._advice.choices), markup=False)

    def on_mount(self) -> None:
        """The cursor is on the best."""
        self.query_one(OptionList).highlighted = 0

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._advice.choices[event.option_index].decision)

    def action_back(self) -> None:
        """Nothing is taken."""
        self.dismiss(None)

    def _option(self, choice: hinting.Advised) -> Option:
        called = keyed(choice.decision, self._laid, self._face_set, self._zeros)
        return Option(Text("\n".join(hinting.as_lines(choice, called, hinting.PAGE_WIDTH - 2))))


def keyed(decision: Decision, laid: Laid, face_set: str, zeros: Collection[str] = ()) -> str:
    """A choice with the keys that make it as the dice lie now: "press 2 4 to keep 6 6"."""
    match decision:
        case Keep(dice=dice):
            keys = _keys(laid, dice)
            return f"{f'press {keys} to ' if keys else ''}{hinting.named(decision, face_set)}"
        case Spend(use=use):
            return f"{'press z and ' if use in zeros else ''}choose {title(use)}"
        case Choose(option=option):
            return f"choose {OPTIONS.get(option, title(option))}"


def _keys(laid: Laid, dice: Dice) -> str:
    """The keys that set just these dice aside; none where they are."""
    if len(dice) == FIVE:
        return "" if laid.kept == EVERY else "0"
    return " ".join(str(place + 1) for place in sorted(laid.kept ^ laid.places(dice)))

"""The hint page: ranked choices, each with its keys."""

import asyncio
from collections.abc import Callable, Collection
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from fivedice.core.dice import FIVE, Dice
from fivedice.core.faces import dice_text
from fivedice.core.rules import Game
from fivedice.games.cardgame import box_title
from fivedice.language import mark, tr
from fivedice.match.events import Choose, Decision, Keep, Spend
from fivedice.narration.hints import Hint
from fivedice.report import hint_text
from fivedice.runtime.waiting import run_in_thread
from fivedice.terminal.screen.dialogs import PICKS, Dialog, PageDialog
from fivedice.terminal.screen.prompts import option_label
from fivedice.terminal.screen.tray import EVERY, Laid

UNBROKEN = 10_000
"""A width at which no line wraps; the page wraps them."""
AT_TABLE = "012345z"
"""Keys of the table that a choice may name."""


class HintDialog(Dialog[Decision | str | None]):
    """The best choices. Its result is the picked choice, a key for the table, or None if it is closed."""

    AUTO_FOCUS = "OptionList"
    KEYS = (*PICKS, ("Esc", mark("Close", "what a key does")))
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,h", "answer"),
        *(Binding(key, f"answer('{key}')") for key in AT_TABLE),
    ]

    def __init__(
        self,
        advice: hint_text.Advice,
        laid: Laid,
        game: Game,
        face_set: str,
        zeros: Collection[str] = (),
        completed: Callable[[], hint_text.Advice | None] = lambda: None,
    ) -> None:
        """`zeros` are the uses that the table lists after z; `completed` waits for slower chances."""
        super().__init__()
        self._advice = advice
        self._zeros = zeros
        self._laid = laid
        self._game, self._face_set = game, face_set
        self._completed = completed

    def compose(self) -> ComposeResult:
        """The heading over the choices."""
        with Vertical(classes="page hints") as frame:
            frame.border_title = tr("Hint")
            yield Static(self._heading(), classes="quiet", markup=False)
            yield OptionList(*self._options(), markup=False)

    def on_mount(self) -> None:
        """Puts the cursor on the best choice and adds slower chances once they are known."""
        for choices in self.query(OptionList):  # no list if the table is being left
            choices.highlighted = 0
        self.run_worker(self._complete())

    async def _complete(self) -> None:
        advice = await asyncio.wrap_future(run_in_thread(self._completed))
        if advice is not None:
            self._advice = advice
            self._draw()

    def on_resize(self) -> None:
        """Wraps the lines again."""
        self._draw()

    def _draw(self) -> None:
        choices = self.query_one(OptionList)
        here = choices.highlighted
        self.query_one(Static).update(self._heading())
        choices.set_options(self._options())
        choices.highlighted = here

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._advice.choices[event.option_index].decision)

    @property
    def best(self) -> Decision:
        """The best choice."""
        return self._advice.choices[0].decision

    def _heading(self) -> str:
        return "\n".join(self._advice.heading)

    def _options(self) -> list[Option]:
        return [self._option(choice) for choice in self._advice.choices]

    def _option(self, choice: Hint) -> Option:
        called = keyed(choice.decision, self._laid, self._game, self._face_set, self._zeros)
        room = PageDialog.room(self.app.size.width)
        return Option(Text("\n".join(hint_text.as_lines(choice, called, self._advice.aim, room))))


def keyed(decision: Decision, laid: Laid, game: Game, face_set: str, zeros: Collection[str] = ()) -> str:
    """A choice with its keys for the present dice: "press 2 4 to keep 6 6"."""
    match decision:
        case Keep(dice=dice):
            keys = _keys(laid, dice)
            presses = tr("press {keys} to keep {dice}", keys=keys, dice=dice_text(dice, face_set))
            if len(dice) == FIVE:
                presses = tr("press {keys} to keep all five", keys=keys)
            return presses if keys else hint_text.decision_text(game, decision, face_set)
        case Spend(use=use):
            chooses = mark("press z and choose {use}") if use in zeros else mark("choose {use}")
            return tr(chooses, use=box_title(game, use))
        case Choose(option=option):
            return tr("choose {option}", option=option_label(game, option))


def _keys(laid: Laid, dice: Dice) -> str:
    """The keys that keep exactly these dice; none if they are kept already."""
    if len(dice) == FIVE:
        return "" if laid.kept == EVERY else "0"
    return " ".join(str(place + 1) for place in sorted(laid.kept ^ laid.places(dice)))

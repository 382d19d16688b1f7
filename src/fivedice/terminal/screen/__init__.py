"""The full-screen table: a match at this keyboard, drawn with Textual."""

import errno
import os
import signal
from collections.abc import Sequence
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter

from fivedice.runtime.stopping import Stopped
from fivedice.terminal.screen import loop
from fivedice.terminal.screen.dialogs import Dialog, LeaveDialog
from fivedice.terminal.screen.table import TableScreen
from fivedice.terminal.screen.theme import DARK, LIGHT, NoColours, SingleEmoji, background_is_light
from fivedice.terminal.screen.view import NARROW, SLIM
from fivedice.terminal.sitting import Sitting

USUAL_PAUSE = 0.9
"""Seconds between automatic events, so that players can follow them."""


def play(sitting: Sitting, face_set: str) -> bool:
    """Plays at the table; False after an internal error. Raises `Stopped` once the terminal is restored."""
    app = FivediceApp(sitting, face_set)
    app.run()
    if app.stopped_by:
        raise Stopped(app.stopped_by)
    return not app.return_code


class FivediceApp(App[None]):
    """One match on a full screen."""

    CSS_PATH = "table.tcss"
    TITLE = "fivedice"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, SLIM), (50, NARROW), (80, "-wide")]  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "leave", "Quit", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self, sitting: Sitting, face_set: str, pause: float = USUAL_PAUSE) -> None:
        super().__init__()
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        light = background_is_light(os.environ.get("COLORFGBG", ""))
        self.theme = LIGHT.name if light else DARK.name
        self._emoji = SingleEmoji()
        self._first = TableScreen(sitting, face_set, pause)
        self.stopped_by = 0

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Adds filters: emoji stay as wide as they were laid out, and NO_COLOR removes colours."""
        colours = [NoColours()] if self.no_color else []
        return [*super().get_line_filters(), self._emoji, *colours]

    def on_load(self) -> None:
        """Lets signals end the table cleanly, even before the terminal is changed."""
        loop.hear_signals(self._stop)

    def _stop(self, number: int) -> None:
        self.stopped_by = number
        self.exit()

    def on_mount(self) -> None:
        """Shows the table."""
        loop.hear_pause()
        self.set_interval(1, self._end_if_hung_up)
        self.push_screen(self._first)

    def _end_if_hung_up(self) -> None:
        """A terminal that does not control this process is gone without a signal, and Textual reads on."""
        try:
            os.get_terminal_size(0)
        except OSError as error:
            if error.errno == errno.EIO:
                self._stop(signal.SIGHUP)

    def action_leave(self) -> None:
        """Closes a dialog, or asks whether to leave the table; pressed again, leaves."""
        match self.screen:
            case LeaveDialog() as asked:
                asked.dismiss(True)
            case Dialog() as over:
                over.dismiss()
            case TableScreen() as table:
                table.action_quit()
            case _:
                self.exit()

    def action_suspend_process(self) -> None:
        """Suspends the whole process group, such as make, until the shell's `fg`."""
        if not self.is_headless:
            loop.pause_group()

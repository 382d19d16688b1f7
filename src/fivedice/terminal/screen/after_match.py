"""The table after a match: play again, review it, look at the table or leave."""

from typing import ClassVar, Protocol, cast

from textual.binding import Binding, BindingType
from textual.widgets import Static

from fivedice.analysis import luck_and_cost
from fivedice.core.rules import IllegalMove
from fivedice.report import text
from fivedice.runtime import waiting
from fivedice.runtime.store import StoreError, shown
from fivedice.table import credit
from fivedice.terminal.screen import dialogs as pages
from fivedice.terminal.screen.dialogs import Ending, Page
from fivedice.terminal.screen.match_screen import Course

WORKING = "Calculating what the choices are worth …"


class TableApp(Protocol):
    """The application as the table uses it."""

    def sit_again(self) -> None:
        """Shows a new table for the next match."""

    def change_theme(self) -> None:
        """Switches between dark and light."""


class Ended(Course):
    """Extends the table with what follows the last event."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "after('rematch')"),
        Binding("v", "after('review')"),
    ]

    def action_after(self, wish: str) -> None:
        """Does the same as the dialog, for players who look at the table."""
        if self._ended:
            self._chosen(wish)

    def _end(self) -> None:
        """Shows the result and asks what to do next; again after a review."""
        if self._ended:
            return
        self._ended = True
        names = credit.names(self.sitting.table)
        self._ask(Ending(pages.ending(self.sitting.match, self._where(), names)), self._chosen)

    def _where(self) -> str:
        kept = self._kept("")
        return kept or f"The record is in {shown(self.sitting.log.path)}"

    def _chosen(self, wish: str | None) -> None:
        if wish == "leave":
            self._leave()
        elif wish == "rematch":
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
        cast(TableApp, self.app).sit_again()

    async def _look_back(self) -> None:
        width = min(text.WIDTH, Page.room(self.app.size.width))
        try:
            lines = await waiting.followed(lambda: self._review(width), lambda: self._show_work(WORKING))
        except IllegalMove as error:
            lines = [str(error)]
        page = Page("Review", Static("\n".join(lines), classes="drawing", markup=False))
        self._ask(page, lambda _: self._look_up())

    def _review(self, width: int) -> list[str]:
        match = self.sitting.match
        known = self.sitting.knowing(match.setup.game, len(match.setup.players), "score")
        reviewed = luck_and_cost.review(match, known, self.sitting.table.decided_by_game)
        return text.lines(reviewed, known, self._said_as, width=width)

    def _look_up(self) -> None:
        self._ended = False

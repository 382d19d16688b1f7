"""A person at the full-screen table: starts it in a window of a size, presses keys, reads what is shown."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

from msgspec.structs import replace
from textual._compositor import Compositor, LayoutUpdate
from textual.events import Key
from textual.message_pump import MessagePump
from textual.pilot import Pilot

from fivedice.match import match
from fivedice.match.match import Match
from fivedice.match.setup import Setup, game_called
from fivedice.match.state import State
from fivedice.notation import record
from fivedice.runtime import chance
from fivedice.runtime.library import Library
from fivedice.runtime.store import Log
from fivedice.terminal import asking
from fivedice.terminal.screen import FivediceApp
from fivedice.terminal.screen.dialogs import Cover, Ending, Question
from fivedice.terminal.screen.moment import moment
from fivedice.terminal.screen.table import Press
from fivedice.terminal.sitting import Sitting

SMALL = (80, 24)
PAINT = Compositor.render_update


def leave_unpainted(compositor: Compositor, **_: object) -> None:
    """What has changed is not painted: a third of the time of a test, for a picture that nobody looks at."""
    compositor._dirty_regions.clear()


class Seated:
    """What a person does and sees; `pilot` presses the keys."""

    def __init__(self, app: FivediceApp, pilot: Pilot[None]) -> None:
        """A table that is shown."""
        self.app = app
        self.pilot = pilot

    @property
    def sitting(self) -> Sitting:
        """The match at the table."""
        return self.app.table.sitting

    async def press(self, *keys: str) -> None:
        """Presses keys and waits until nothing goes on by itself; then all that came of it is painted.

        Before each the person looks at the table for a moment.
        """
        with self.app.batch_update():
            for key in keys:
                self.app.table._press = Press()
                self._send(key)
                await self.settle()
        await self.settle()

    async def press_fast(self, *keys: str) -> None:
        """Presses keys one upon the other, before anything can come of them; then waits as `press` does."""
        with self.app.batch_update():
            for key in keys:
                self._send(key)
            await self.settle()
        await self.settle()

    def _send(self, key: str) -> None:
        character = " " if key == "space" else key if len(key) == 1 else None
        self.app.post_message(Key(key, character))

    async def settle(self) -> None:
        """Waits until the key has done its work, dialogs are open or closed, and others have moved."""
        await self._at_work()
        await self.pilot.pause()
        await self._at_work()

    async def _at_work(self) -> None:
        await self._reached(self.app)
        await self._reached(self.app.screen)
        while self.app.workers:
            await self.app.workers.wait_for_complete()
            await self._reached(self.app.screen)

    async def _reached(self, pump: MessagePump) -> None:
        """Waits until everything sent to it before is done; a table that is left does nothing more."""
        done = asyncio.Event()
        pump.call_later(done.set)
        while self.app.is_running and not done.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(0.05):
                    await done.wait()

    async def lines(self) -> list[str]:
        """The screen as lines of text."""
        await self.pilot.pause()
        below = self.app._background_screens
        painted = PAINT(self.app.screen._compositor, full=True, screen_stack=below)
        assert isinstance(painted, LayoutUpdate)
        return ["".join(segment.text for segment in strip) for strip in painted.strips]

    async def shows(self, text: str) -> bool:
        """Whether a line of the screen has this text in it."""
        return any(text in line for line in await self.lines())

    async def play_on(self) -> None:
        """Plays any match to its end by keys alone; only the end is painted, which saves most of the time."""
        with self.app.batch_update():
            await self._play_on()
        await self.settle()

    async def _play_on(self) -> None:
        while not isinstance(self.app.screen, Ending):
            for key in self._next_keys():
                self._send(key)
                await self._at_work()

    def _next_keys(self) -> tuple[str, ...]:
        if isinstance(self.app.screen, Question):
            return ("y",)
        if isinstance(self.app.screen, Cover):
            return ("enter",)
        match moment(self.sitting):
            case "press":
                return ("space",)
            case "keep" if self.sitting.match.state.turn and self.sitting.match.state.turn.step == 1:
                return ("2", "space")
            case "keep" if self.sitting.match.setup.game.name == "challenge":
                return ("0", "space")
            case _:
                return ("up", "enter")


def agreed(game: str, seats: str, first: str = "0") -> Setup:
    """A setup as the command line makes it, the first seat to start."""
    return asking.agree(game_called(game), asking.players(seats), 1, first)


def sit(setup: Setup, folder: Path, *, manual: bool = False) -> Sitting:
    """A new match with the same dice every time, kept in a folder."""
    log = Log.create(folder, setup.game.name, record.header(setup))
    return Sitting(
        match.begin(setup), log, chance.seeded(5), Library(folder), "every" if manual else "opening"
    )


def set_at(sitting: Sitting, state: State) -> None:
    """The match stands there, however it may have come about."""
    sitting.table = replace(sitting.table, match=replace(sitting.match, state=state))


def at_table(
    sitting: Sitting,
    does: Callable[[Seated], Awaitable[None]],
    *,
    faces: str = "",
    size: tuple[int, int] = SMALL,
) -> None:
    """Shows the table and lets a person do something there.

    It is painted where the person reads it, and at the end.
    """

    async def run() -> None:
        app = FivediceApp(sitting, faces or sitting.match.setup.game.faces, pause=0)
        async with app.run_test(size=size) as pilot:
            seated = Seated(app, pilot)
            await seated.settle()
            await does(seated)
            if app.is_running:
                await seated.lines()

    with patch.object(Compositor, "render_update", leave_unpainted):
        asyncio.run(run())


def replayed(sitting: Sitting) -> tuple[Match, bool]:
    """The match that the record on disk tells, and whether it is complete."""
    replay = record.replay(sitting.log.path.read_bytes())
    return replay.match, replay.complete

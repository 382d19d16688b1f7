"""A scripted player at the full-screen table, who presses keys and reads the screen."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import pytest
from msgspec.structs import replace
from textual._compositor import Compositor, LayoutUpdate
from textual.events import Key
from textual.message_pump import MessagePump
from textual.pilot import Pilot

from fivedice.games.showdown_board import BoardCard, ShowdownPosition
from fivedice.match import match
from fivedice.match.events import Event
from fivedice.match.match import EventMatch
from fivedice.match.setup import Setup
from fivedice.match.state import State
from fivedice.notation import record
from fivedice.runtime import chance
from fivedice.runtime.library import Library
from fivedice.runtime.store import Log
from fivedice.table.state import Throws
from fivedice.terminal.dealing import LocalDice
from fivedice.terminal.local_sitting import LocalSitting
from fivedice.terminal.screen import FivediceApp
from fivedice.terminal.screen.dialogs import Cover, EndDialog, Question
from fivedice.terminal.screen.scene import Moment
from fivedice.terminal.screen.table import Press, TableScreen
from fivedice.terminal.sitting import Sitting
from tests.terminal.lines import agreed
from tests.typed import as_a

SMALL = (80, 24)
A_FRAME = 1 / 50
"""Seconds, after which a new size is noticed."""
MADE = ("seated", "sitting")
"""Parameters of a test that are no fixtures."""
PAINT = Compositor.render_update
AsyncTest = Callable[..., Awaitable[None]]


def leave_unpainted(compositor: Compositor, **_: object) -> None:
    """Skips painting, which would take a third of a test's time."""
    compositor._dirty_regions.clear()


async def go_on(_: float) -> None:
    """Waits for nothing more; to wait until the process computes nothing took 20 ms and up to a second."""
    await asyncio.sleep(0)


class Seated:
    """A player at the table."""

    def __init__(self, app: FivediceApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self._table = cast(TableScreen, None)

    @property
    def table(self) -> TableScreen:
        tables = (one for one in self.app.screen_stack if isinstance(one, TableScreen))
        self._table = next(tables, self._table)
        return self._table

    @property
    def sitting(self) -> LocalSitting:
        return as_a(LocalSitting, self.table.sitting)

    @property
    def moment(self) -> Moment:
        return self.table._scene.moment

    async def press(self, *keys: str) -> None:
        """Presses keys, each after a pause, and waits until nothing happens any more."""
        with self.app.batch_update():
            for key in keys:
                self.table._press = Press()
                self._send(key)
                await self.settle()
        await self.settle()

    async def press_fast(self, *keys: str) -> None:
        """Presses keys at once, then waits like `press`."""
        with self.app.batch_update():
            for key in keys:
                self._send(key)
            await self.settle()
        await self.settle()

    def _send(self, key: str) -> None:
        character = " " if key == "space" else key if len(key) == 1 else None
        self.app.post_message(Key(key, character))

    async def settle(self) -> None:
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
        """Waits until all earlier messages are handled, or the table is left."""
        done = asyncio.Event()
        pump.call_later(done.set)
        while self.app.is_running and not done.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(0.05):
                    await done.wait()

    async def lines(self) -> list[str]:
        """The screen as lines of text, once Textual has found another size of the window."""
        await self.pilot.pause(A_FRAME)
        await self.pilot.pause()
        below = self.app._background_screens
        painted = PAINT(self.app.screen._compositor, full=True, screen_stack=below)
        assert isinstance(painted, LayoutUpdate)
        return ["".join(segment.text for segment in strip) for strip in painted.strips]

    async def shows(self, text: str) -> bool:
        return any(text in line for line in await self.lines())

    async def play_on(self) -> None:
        """Plays any match to its end by keys; paints only the end, to save time."""
        with self.app.batch_update():
            await self._play_on()
        await self.settle()

    async def _play_on(self) -> None:
        while not isinstance(self.app.screen, EndDialog):
            for key in self._next_keys():
                self._send(key)
                await self._at_work()

    def _next_keys(self) -> tuple[str, ...]:
        if isinstance(self.app.screen, Question):
            return ("y",)
        if isinstance(self.app.screen, Cover):
            return ("enter",)
        here = self.table.sitting.match
        match self.moment:
            case "press":
                return ("space",)
            case "keep" if here.state.turn and here.state.turn.step == 1:
                return ("2", "space")
            case "keep" if here.setup.game.name == "challenge":
                return ("0", "space")
            case _:
                return ("up", "enter")


def sit(setup: Setup, folder: Path, *, manual: bool = False, library: Library | None = None) -> LocalSitting:
    """A new match with the same dice every time, kept in a folder."""
    log = Log.create(folder, setup.game.name, record.header(setup))
    throws: Throws = "every" if manual else "opening"
    known = library or Library(folder)
    return LocalSitting(match.begin(setup), log, LocalDice(chance.seeded(5)), known, throws)


def set_at(sitting: LocalSitting, state: State) -> None:
    sitting.table = replace(sitting.table, match=replace(sitting.match, state=state))


def with_cards(state: State, *cards: BoardCard) -> State:
    """A state of showdown in which these lie from the first space on."""
    position = as_a(ShowdownPosition, state.position)
    return replace(state, position=replace(position, cards=(*cards, *position.cards[len(cards) :])))


@asynccontextmanager
async def at_table(
    sitting: Sitting, *, faces: str = "", size: tuple[int, int] = SMALL
) -> AsyncIterator[Seated]:
    """A scripted player at a table that is painted only when the player reads the screen, and at the end."""
    app = FivediceApp(sitting, faces or sitting.match.setup.game.faces, pause=0)
    with (
        patch.object(Compositor, "render_update", leave_unpainted),
        patch("textual.pilot.wait_for_idle", go_on),
    ):
        async with app.run_test(size=size) as pilot:
            seated = Seated(app, pilot)
            await seated.settle()
            assert seated.table
            yield seated
            if app.is_running:
                await seated.lines()


def at_table_of(
    game: str | Iterable[str] = "traditional",
    seats: str = "Ann,greedy",
    *,
    first: str = "0",
    manual: bool = False,
    size: tuple[int, int] | list[tuple[int, int]] = SMALL,
    events: Sequence[Event] = (),
) -> Callable[[AsyncTest], AsyncTest]:
    """Runs an async test at the full-screen table of a new match; in traditional Ann first throws 3 5 4 6 1.

    Several games or sizes are several tests. The test gets `seated` and, if it has such parameters, the
    `game`, `size`, `sitting` and fixtures; one with `seats` is called with those to sit down.
    """
    varied: dict[str, Iterable[object]] = {"size": size} if isinstance(size, list) else {}
    varied |= {} if isinstance(game, str) else {"game": [*game]}

    def decorate(test: AsyncTest) -> AsyncTest:
        wanted = signature(test).parameters

        async def run(home: Path, library: Library, **given: Any) -> None:
            how: dict[str, Any] = {"game": game, "seats": seats, "size": size}
            how |= {name: given.pop(name) for name in how.keys() & given.keys()}
            setup = agreed(how["game"], how["seats"], first)
            sitting = sit(setup, home, manual=manual, library=library)
            if events:
                sitting.step(*events)
            more = {"sitting": sitting, "home": home, "library": library, **how}
            given |= {name: value for name, value in more.items() if name in wanted}
            async with at_table(sitting, size=how["size"]) as seated:
                await test(seated, **given)

        names = dict.fromkeys(["home", "library", *varied, *wanted])
        parameters = [Parameter(one, Parameter.POSITIONAL_OR_KEYWORD) for one in names if one not in MADE]
        vars(run)["__signature__"] = Signature(parameters)
        run.__name__, run.__doc__ = test.__name__, test.__doc__
        for name, values in varied.items():
            run = pytest.mark.parametrize(name, values)(run)
        return run

    return decorate


def replayed(sitting: LocalSitting) -> tuple[EventMatch, bool]:
    replay = record.replay(sitting.log.path.read_bytes())
    return replay.match, replay.complete

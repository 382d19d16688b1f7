"""Bots that fail: the game plays for their seats (R6), all are told, and no table hangs."""

import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Event

import pytest

from fivedice.bots import Bot
from fivedice.match.events import Decision, Keep
from fivedice.match.state import State
from fivedice.server.compute import bot_runner
from tests.patience import PATIENCE
from tests.server import clients
from tests.server.clients import Client, Message, opened, play_on, post
from tests.server.serving import in_thread, unlimited
from tests.server.test_absent import is_entry

TOLD = "Juno does not answer; the computer plays for that seat from now on."
THOUGHT = 0.2
"""Seconds that a bot may think here."""


def raises(state: State, seat: int, chance: Random) -> Decision:  # noqa: ARG001 - called like a bot
    raise RuntimeError("a mistake\nin two lines")


@pytest.fixture
def hangs() -> Iterator[Bot]:
    let_go = Event()

    def hang(state: State, seat: int, chance: Random) -> Decision:
        let_go.wait(PATIENCE * 3)
        return raises(state, seat, chance)

    yield hang
    let_go.set()


@pytest.fixture
def quick_to_judge(tmp_path: Path) -> Iterator[str]:
    """The address of a server that waits for no bot for long."""
    with in_thread(unlimited(tmp_path, runner=THOUGHT)) as url:
        yield url


@pytest.fixture
def greedy_is(monkeypatch: pytest.MonkeyPatch) -> Callable[[Bot], None]:
    return lambda bot: monkeypatch.setattr("fivedice.bots.greedy.greedy", bot)


async def plays_to_the_end(url: str, game: str) -> Message:
    """A match of Ann and the bot, which begins; what Ann was told of the bot's failing, once."""
    (seat,) = opened(url, game, "Ann", bots=1, first=1)
    (ann,) = await play_on(url, [seat], 1)
    (left,) = [message for message in ann.heard if is_entry("left")(message)]
    assert left["entry"]["chair"] == 1
    assert ann.picture["chairs"][1]["away"]
    assert clients.get(url, f"tables/{seat['code']}")["stage"] == "over"
    return left


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    found = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not any(record.exc_info for record in found)
    return [record.getMessage() for record in found]


@pytest.mark.parametrize(
    "bot",
    [raises, lambda _, seat, __: Keep(1 - seat, (1, 1, 1, 1, 1)), lambda *_: None],
    ids=["raises", "cheats", "says nothing"],
)
async def test_the_game_plays_for_a_bot_that_fails(
    bot: Bot, quick_to_judge: str, greedy_is: Callable[[Bot], None], caplog: pytest.LogCaptureFixture
) -> None:
    """R6: by a mistake, an illegal decision or none; all are told, and the server's log has one line."""
    greedy_is(bot)
    assert (await plays_to_the_end(quick_to_judge, "junior"))["told"] == [TOLD]
    (fault,) = faults(caplog)
    assert "the bot greedy failed" in fault
    assert "\n" not in fault


async def test_the_game_plays_for_a_bot_that_never_answers(
    quick_to_judge: str, greedy_is: Callable[[Bot], None], hangs: Bot, caplog: pytest.LogCaptureFixture
) -> None:
    """R6: it is waited for once, and not again for each decision."""
    greedy_is(hangs)
    assert (await plays_to_the_end(quick_to_judge, "challenge"))["told"] == [TOLD]
    (fault,) = faults(caplog)
    assert f"no result after {THOUGHT:g} seconds" in fault


async def test_bots_that_never_answer_take_no_thread_from_others(
    tmp_path: Path, greedy_is: Callable[[Bot], None], hangs: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a thread for one bot at a time and one that hangs in it, a bot of another table still decides."""
    monkeypatch.setattr(bot_runner, "THREADS", 1)
    greedy_is(hangs)
    with in_thread(unlimited(tmp_path, runner=10 * THOUGHT)) as url:
        await plays_to_the_end(url, "junior")
        seat = post(url, "tables", {"game": "junior", "chairs": ["", "random"], "name": "Ann", "first": 1})
        ann = Client(url, seat["code"], seat["token"])
        async with ann:
            await ann.asked()
    assert not any(is_entry("left")(message) for message in ann.heard)


def test_work_that_never_ends_does_not_keep_a_program_from_ending() -> None:
    program = (
        "import asyncio, threading\n"
        "from fivedice.server.compute.solving import Threads\n"
        "async def main():\n"
        "    await Threads(1).do_within(0.1, threading.Event().wait)\n"
        "try:\n"
        "    asyncio.run(main())\n"
        "except TimeoutError as error:\n"
        "    print(error)\n"
    )
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, check=True, timeout=PATIENCE, capture_output=True, text=True)
    assert ended.stdout == "no result after 0.1 seconds\n"

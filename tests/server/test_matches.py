"""Whole matches over real sockets, and that all who look on see the same table."""

import asyncio
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from fivedice.__main__ import run as fivedice
from tests.server import clients
from tests.server.clients import Client, play_on
from tests.server.serving import Process
from tests.server.stored import check_mirror, check_shown
from tests.spread import one_in

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.mark.parametrize("game", one_in(2, ["challenge", "showdown"]))
async def test_two_play_a_match_to_its_end_and_all_see_the_same(
    game: str, server: Process, tmp_path: Path
) -> None:
    """Two clients, a third who watches and one who comes late see what the database says, at every entry and
    in the end; it verifies.
    """
    seats = clients.opened(server.url, game, "Ann", "Ben", bots=1)
    code = seats[0]["code"]
    async with Client(server.url, code) as spectator:
        both, _ = await asyncio.gather(
            play_on(server.url, seats, 5), spectator.until(lambda _: clients.is_over(spectator.picture))
        )
        async with Client(server.url, code) as late:
            check_mirror(server.database, code, [*both, spectator, late])
    check_shown(server.database, code, [*both, spectator])
    kept = httpx.get(f"{server.url}/api/tables/{code}/record")
    file = tmp_path / "match.jsonl"
    file.write_bytes(kept.content)
    assert fivedice(["verify", str(file)]) == 0


def test_the_example_bot_plays_a_match(server: Process) -> None:
    """`python examples/bot.py URL GAME`, as docs/reference/protocol.md has it, ends with the result."""
    command = [sys.executable, str(BOT), server.url, "challenge"]
    played = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert played.returncode == 0, played.stderr
    assert "The match is over" in played.stdout


def test_the_example_bot_has_40_lines() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 40


@pytest.mark.parametrize("given", [[], ["traditional"], ["http://localhost:8000", "traditional", "now"]])
def test_the_example_bot_says_what_it_takes(given: list[str]) -> None:
    started = subprocess.run([sys.executable, str(BOT), *given], capture_output=True, text=True, check=False)
    assert started.returncode == 1
    assert started.stderr.splitlines() == [BOT.read_text(encoding="utf-8").splitlines()[0].strip('"')]

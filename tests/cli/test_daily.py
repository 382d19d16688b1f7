"""`fivedice daily`: a deal that follows from the date, and the deals of a server."""

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from fivedice.__main__ import run
from fivedice.cli import daily
from fivedice.cli.shared import console
from fivedice.daily import play
from fivedice.deals import verify
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from fivedice.notation import record
from fivedice.runtime import store
from fivedice.server.settings import Settings
from tests.server.serving import QUICK, in_thread

Plays = Callable[..., record.Replay]


@pytest.fixture
def plays(home: Path, monkeypatch: pytest.MonkeyPatch) -> Plays:
    """Plays a deal to its end: stops at once, and fills the boxes from the top."""
    form = card_of(GAMES["yacht"])
    assert form is not None

    def ask(prompt: str, *_: bool) -> str:
        if "keep" in prompt:
            return "stop"
        return "yes" if "yes" in prompt else boxes.pop(0)

    monkeypatch.setattr(console, "ask", ask)
    boxes = list[str]()

    def played(*arguments: str) -> record.Replay:
        boxes[:] = [box.name for box in form.boxes]
        before = set(store.records(store.folder()))
        assert run(["daily", "yacht", "--plain", *arguments]) == 0
        (new,) = set(store.records(store.folder())) - before
        assert not new.with_suffix(".secret").exists()
        return record.replay(store.read(new))

    assert home
    return played


def test_everybody_meets_the_same_dice_on_a_date(plays: Plays, capsys: pytest.CaptureFixture[str]) -> None:
    """They are said to be predictable; the record can be verified, and the line be shared."""
    one, other, next_day = (plays("--date", date) for date in ("2026-11-25", "2026-11-25", "2026-11-26"))
    assert one.match.events == other.match.events
    assert one.match.events[0] != next_day.match.events[0]
    assert verify.check(one).verdict == "verified"
    assert bytes.fromhex(one.secret) == play.predictable("2026-11-25", GAMES["yacht"])
    told = capsys.readouterr().out
    assert play.PREDICTABLE in told
    assert f"fivedice, yacht, 25 November: {one.match.scores[0]} points, " in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess"], "no game"),
        (["yacht", "--date", "tomorrow"], "no date"),
        (["yacht", "--server", "ftp://x"], "not the address"),
    ],
)
def test_wrong_words_are_refused(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["daily", *words]) == console.BAD_INPUT
    assert told in capsys.readouterr().err


def test_the_board_of_a_server_is_told(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what its dice are bound to, to those who may see it."""
    with in_thread(Settings(f"sqlite:///{tmp_path / 't.sqlite3'}", QUICK, 10_000)) as url:
        commitment = httpx.get(f"{url}/api/daily/traditional").json()["commitment"]
        assert run(["daily", "traditional", "--server", url]) == 0
        assert run(["daily", "--server", url, "--date", "2999-01-01"]) == console.BAD_INPUT
    told = capsys.readouterr()
    for line in (
        "Yacht: not played yet",
        f"Commitment: {commitment}",
        "Nobody has finished.",
        "The board opens",
    ):
        assert line in told.out
    assert "has not begun yet" in told.err
    assert home


def test_a_board_is_told_as_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    row = {"name": "Ann", "points": 243, "shown": "4.1", "by_points": 1}
    about = {"title": "Traditional", "drawn": "Drawn.", "commitment": "abc", "secret": "def", "told": ""}
    daily.tell_board({**about, "finished": "1 player has finished.", "board": [row], "unit": "points"})
    told = capsys.readouterr().out
    assert "Secret: def" in told
    assert "  1. Ann: 243 points, 4.1 lost" in told

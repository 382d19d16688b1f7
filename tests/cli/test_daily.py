"""`fivedice daily`: a deal that follows from the date, and the deals of a server."""

from collections.abc import Callable, Iterator
from pathlib import Path

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
from fivedice.terminal.sitting import NO_HINTS
from tests.commands import printed, refused
from tests.server.serving import QUICK, in_thread

Plays = Callable[..., record.Replay]
LEFT = 3
"""The box after which a player leaves who is to leave."""


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The boxes of yacht from the top: a player stops at once and fills these. Ends the input after them."""
    form = card_of(GAMES["yacht"])
    assert form is not None
    boxes = [box.name for box in form.boxes]

    def ask(prompt: str, *_: bool) -> str:
        if "keep" in prompt and boxes:
            return "stop"
        if "yes" in prompt:
            return "yes"
        if not boxes:
            raise EOFError
        return boxes.pop(0)

    monkeypatch.setattr(console, "ask", ask)
    return boxes


@pytest.fixture
def plays(home: Path, answers: list[str]) -> Plays:
    whole = [*answers]

    def played(*arguments: str) -> record.Replay:
        answers[:] = whole
        before = set(store.records(store.folder()))
        assert run(["daily", "yacht", "--plain", *arguments]) == 0
        (new,) = set(store.records(store.folder())) - before
        assert not new.with_suffix(".secret").exists()
        return record.replay(store.read(new))

    assert home
    return played


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    with in_thread(Settings(f"sqlite:///{tmp_path / 't.sqlite3'}", requests=QUICK, at_once=10_000)) as url:
        yield url


def test_everybody_meets_the_same_dice_on_a_date(plays: Plays, capsys: pytest.CaptureFixture[str]) -> None:
    one, other, next_day = (plays("--date", date) for date in ("2026-11-25", "2026-11-25", "2026-11-26"))
    assert one.match.events == other.match.events
    assert one.match.events[0] != next_day.match.events[0]
    assert verify.check(one).verdict == "verified"
    assert bytes.fromhex(one.secret) == play.predictable("2026-11-25", GAMES["yacht"])
    told = capsys.readouterr().out
    assert play.PREDICTABLE in told
    assert f"fivedice, Yacht, 25 November: {one.match.scores[0]} points, " in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess"], "no game"),
        (["yacht", "--date", "tomorrow"], "no date"),
        (["yacht", "--server", "ftp://x"], "not the address"),
        (["yacht", "--server", "127.0.0.1:9"], "cannot be reached"),
        (["yacht", "--practice"], "no effect"),
    ],
)
def test_wrong_words_are_refused(words: list[str], told: str) -> None:
    assert told in refused("daily", *words, code=console.BAD_INPUT)


def test_deals_of_a_server_are_listed(server: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["daily", "--server", server]) == 0
    assert run(["daily", "--server", server, "--date", "2999-01-01"]) == console.BAD_INPUT
    told = capsys.readouterr()
    assert "Yacht: not played yet" in told.out
    assert f"Play one with: fivedice daily GAME --server {server}" in told.out
    assert "has not begun yet" in told.err
    assert home


@pytest.mark.proof
def test_a_deal_of_a_server_is_played_left_and_continued(
    server: str,
    plays: Plays,
    answers: list[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It counts once; its line and the board are told, and its record is kept here, without the secret."""
    monkeypatch.setattr(daily, "AGAIN", 0.05)
    whole = [*answers]
    answers[:] = whole[:LEFT]
    command = ["daily", "yacht", "--plain", "--server", server]
    printed(*command)
    answers[:] = whole[LEFT:]
    told = printed(*command)
    (kept,) = store.records(store.folder())
    played = record.replay(store.read(kept))
    assert verify.check(played).verdict == "hidden"
    assert f": {played.match.scores[0]} points, " in told
    assert "1 player has finished." in told
    assert f"  1. Player: {played.match.scores[0]} points" in told
    answers[:] = whole
    assert "Commitment: " in printed(*command)
    assert answers == whole, "the board is shown, and nothing is played again"
    practised = plays("--server", server, "--practice")
    assert practised.match.events == played.match.events
    assert "1 player has finished." in capsys.readouterr().out


def test_attempts_on_a_server_have_no_hints(server: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They would make the board worthless."""
    said = iter(["hint", "quit"])
    monkeypatch.setattr(console, "ask", lambda *_: next(said))
    command = ["daily", "traditional", "--plain", "--server", server]
    assert "first attempt at this deal counts" in refused(*command, "--practice", code=console.BAD_INPUT)
    told = printed(*command)
    assert NO_HINTS in told
    assert f"Continue with: fivedice daily traditional --server {server}" in told
    assert home


def test_a_board_is_told_as_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    row = {"name": "Ann", "points": 243, "shown": "4.1", "by_points": 1}
    about = {"title": "Traditional", "drawn": "Drawn.", "commitment": "abc", "secret": "def", "told": ""}
    daily.tell_board({"mine": None, **about, "finished": "1 player.", "board": [row], "unit": "points"})
    told = capsys.readouterr().out
    assert "Secret: def" in told
    assert "  1. Ann: 243 points, 4.1 lost" in told

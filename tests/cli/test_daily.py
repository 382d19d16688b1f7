"""`fivedice daily`, and matches at this keyboard on a deal: its secret ends the record."""

import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fivedice.__main__ import run
from fivedice.cli import daily
from fivedice.cli.play import on_same_dice
from fivedice.cli.shared import console
from fivedice.daily import play
from fivedice.deals import verify
from fivedice.deals.deal import commitment
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from fivedice.match.events import Throw
from fivedice.notation import record
from fivedice.runtime import server_client, store
from fivedice.server.settings import Settings
from fivedice.terminal.sitting import NO_HINTS
from tests.commands import fivedice, printed, refused
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
    daily.tell_board({"mine": None, **about, "finished": "1 player.", "board": [row], "game": "traditional"})
    told = capsys.readouterr().out
    assert "Secret: def" in told
    assert "  1. Ann: 243 points, 4.1 lost" in told


STOPS = "stop\n1\n" * 40
"""Answers that end a solo match of junior."""
BOXES = "stop\n1\nyes\n" * 12 + STOPS[:7]
"""Answers that fill a card of thirteen boxes, with yes to a zero where a box would score."""


def played(*arguments: str, typed: str = STOPS) -> Path:
    """The record of a match that is played with these lines."""
    done = fivedice("play", *arguments, "--plain", typed=typed)
    assert done.returncode == 0, done.stderr
    return store.records(store.folder())[-1]


def beside(path: Path) -> Path:
    """Where the secret of a match under way is."""
    return path.with_suffix(".secret")


def test_a_finished_match_ends_with_its_secret(home: Path) -> None:
    path = played("junior", "--seats", "Ann")
    replayed = record.replay(path.read_bytes())
    assert replayed.complete
    assert verify.check(replayed).verdict == "verified"
    assert replayed.match.setup.dice is not None
    assert len(replayed.match.setup.dice.contributions[0]) == 32
    assert [one.name for one in home.iterdir()] == [path.name]


def test_the_secret_of_a_match_under_way_is_the_users_alone(home: Path) -> None:
    path = played("junior", "--seats", "Ann", typed="stop\n1\n")
    assert stat.S_IMODE(beside(path).stat().st_mode) == 0o600
    secret = beside(path).read_text().strip()
    replayed = record.replay(path.read_bytes())
    assert replayed.match.setup.dice is not None
    assert replayed.match.setup.dice.commitment == commitment(bytes.fromhex(secret))
    assert secret not in path.read_text()
    assert verify.check(replayed).verdict == "hidden"
    assert home.exists()


def test_a_match_goes_on_with_the_same_deal(home: Path) -> None:
    path = played("junior", "--seats", "Ann", typed="stop\n1\n")
    for _ in range(2):
        assert fivedice("resume", "--plain", typed="stop\n1\n").returncode == 0
    assert fivedice("resume", "--plain", typed=STOPS).returncode == 0
    replayed = record.replay(path.read_bytes())
    assert replayed.complete
    assert verify.check(replayed).verdict == "verified"
    assert not beside(path).exists()
    assert home.exists()


def test_without_its_secret_a_match_goes_on_and_says_so() -> None:
    path = played("junior", "--seats", "Ann", typed="stop\n1\n")
    beside(path).unlink()
    told = fivedice("resume", "--plain", typed=STOPS)
    assert "cannot be verified" in told.stdout + told.stderr
    replayed = record.replay(path.read_bytes())
    assert (replayed.complete, replayed.secret) == (True, "")


def test_real_dice_promise_nothing() -> None:
    path = played("junior", "--seats", "Ann", "--manual-dice", typed="11111\nstop\n1\n")
    assert record.replay(path.read_bytes()).match.setup.dice is None
    assert not beside(path).exists()


def test_a_seed_gives_the_same_deal_again() -> None:
    first, second = (played("junior", "--seats", "Ann,greedy", "--seed", "7") for _ in range(2))
    assert first != second
    assert first.read_bytes() == second.read_bytes()


def test_the_dice_of_a_record_can_be_played_again() -> None:
    first = played("junior", "--seats", "Ann,greedy")
    again = played("--same", str(first), "--seats", "Ben")
    one, other = (record.replay(path.read_bytes()) for path in (first, again))
    assert [player.name for player in other.match.setup.players] == ["Ben", "Juno"]
    assert one.match.setup.dice == other.match.setup.dice
    throws = [[event for event in each.match.events if isinstance(event, Throw)] for each in (one, other)]
    assert throws[0] == throws[1]
    assert verify.check(other).verdict == "verified"


def test_a_link_names_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    text = played("piecepack", "--seats", "greedy,Ann", typed=BOXES).read_bytes()
    monkeypatch.setattr(server_client, "record_at", lambda _: text)
    link = "https://example.org/same/ABC234"
    seats = {"?seat=0": 0, "?seat=1": 1, "": 1, "?seat=7": 1}
    for query, seat in seats.items():
        beside_bot, _ = on_same_dice(link + query, "Ben", alone=False)
        assert [player.name == "Ben" for player in beside_bot.players] == [seat == 0, seat == 1]
        solo, _ = on_same_dice(link + query, "Ben", alone=True)
        assert solo.dice is not None
        assert solo.dice.opens == f"{seat}/1/1"


def test_what_cannot_be_played_alone_is_refused() -> None:
    assert "--alone has an effect only with --same." in refused("play", "--alone")
    assert "A seat of Junior cannot be played alone." in refused(
        "play", "--same", str(played("junior", "--seats", "Ann,greedy")), "--alone"
    )


@pytest.mark.parametrize("more", [["junior"], ["--seed", "1"], ["--games", "2"], ["--manual-dice"]])
def test_with_the_dice_of_a_record_nothing_else_is_chosen(more: list[str]) -> None:
    first = played("junior", "--seats", "Ann")
    assert "everything except your name" in refused("play", "--same", str(first), *more)


def test_records_without_a_secret_cannot_be_played_again(tmp_path: Path) -> None:
    path = played("junior", "--seats", "Ann", typed="stop\n1\n")
    assert "cannot be played again" in refused("play", "--same", str(path), "--seats", "Ben")
    (tmp_path / "no.jsonl").write_text("{}\n")
    assert run(["play", "--same", str(tmp_path / "no.jsonl")]) == 2

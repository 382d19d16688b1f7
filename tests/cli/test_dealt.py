"""Matches at this keyboard on a deal: its secret stays beside the record, and then ends it."""

import stat
from pathlib import Path

import pytest

from fivedice.__main__ import run
from fivedice.cli.play import on_same_dice
from fivedice.deals import verify
from fivedice.deals.deal import commitment
from fivedice.match.events import Throw
from fivedice.notation import record
from fivedice.runtime import server_client, store
from tests.commands import fivedice, refused

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

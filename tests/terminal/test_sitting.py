"""A match at the keyboard: its record, also when another program changes it, and absent players."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from textual.widgets import Static

from fivedice.core.rules import Game
from fivedice.games.junior import JuniorPosition
from fivedice.match import questions
from fivedice.notation import record
from fivedice.runtime import store
from fivedice.runtime.library import Library
from fivedice.runtime.store import StoreError
from fivedice.terminal.local_sitting import LocalSitting
from fivedice.terminal.screen.widgets import EventLog
from tests.commands import fivedice
from tests.terminal.lines import agreed
from tests.terminal.seated import Seated, at_table, replayed, sit
from tests.typed import as_a


def play_on(sitting: LocalSitting) -> None:
    while not sitting.table.is_over:
        event = sitting.throw() if sitting.thrower() is not None else sitting.automatic()
        if event is None:
            return
        sitting.step(event)


def test_who_comes_and_goes_is_no_line_of_the_record(home: Path) -> None:
    sitting = sit(agreed("junior", "Ann,Ben"), home)
    sitting.leave(0)
    sitting.leave(1)
    sitting.come_back(0)
    assert (sitting.away, sitting.here) == ({1}, (0,))
    assert sitting.log.path.read_text() == record.text(sitting.match)
    sitting.leave(0)
    play_on(sitting)
    assert sitting.log.path.read_text() == record.text(sitting.match)
    assert replayed(sitting) == (sitting.match, True)


def test_new_positions_are_foreseen_while_somebody_is_here(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, heard = list[Any](), Event()

    def foresee(_: Library, game: Game, position: Any) -> None:
        seen.append((game.name, position))
        heard.set()

    monkeypatch.setattr(Library, "foresee", foresee)
    sitting = sit(agreed("junior", "Ann,greedy,greedy"), home)
    while as_a(JuniorPosition, sitting.match.state.position).seat == 0:
        seat = sitting.decider()
        sitting.step(sitting.throw() if seat is None else questions.decisions(sitting.match.state, seat)[0])
    assert heard.wait(60)
    assert seen == [("junior", sitting.match.state.position)]


def test_a_rematch_finds_everybody_here_again(home: Path) -> None:
    sitting = sit(agreed("junior", "Ann,Ben"), home, manual=True)
    first = sitting.log.path
    sitting.leave(1)
    sitting.rematch()
    assert sitting.here == (0, 1)
    assert sitting.manual_dice
    assert sitting.match.events == ()
    assert sitting.log.path != first


PLAY = ("play", "junior", "--seats", "Ann", "--plain", "--seed", "1")
TURN = ("stop", "1")
Lose = Callable[[Path], None]


def deleted(path: Path) -> None:
    path.unlink()


def replaced(path: Path) -> None:
    """An editor writes a copy and gives it the name."""
    copy = path.with_suffix(".copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


def changed(path: Path) -> None:
    """Another program adds a line."""
    with path.open("a") as file:
        file.write("{}\n")


def gone(path: Path) -> None:
    shutil.rmtree(path.parent)


def blocked(path: Path) -> None:
    """Nothing can be written where it was."""
    shutil.rmtree(path.parent)
    path.parent.write_text("no folder")


LOSSES = pytest.mark.parametrize("lose", [deleted, replaced, changed, gone])


@pytest.fixture
def sitting(home: Path) -> LocalSitting:
    sitting = sit(agreed("junior", "Ann"), home)
    sitting.step(sitting.throw())
    return sitting


@LOSSES
def test_the_whole_match_is_written_again_with_the_next_event(lose: Lose, sitting: LocalSitting) -> None:
    """Under its own name if that is free; otherwise beside the other file, which stays unchanged."""
    path = sitting.log.path
    lose(path)
    there = path.read_bytes() if path.exists() else None
    sitting.step(questions.stops(sitting.match.state, 0))
    assert replayed(sitting) == (sitting.match, False)
    name = path.name if there is None else f"{path.stem}-2.jsonl"
    assert sitting.log.path == path.with_name(name)
    assert there is None or path.read_bytes() == there
    (notice,) = sitting.notices()
    assert notice.endswith(f"the whole match has been written again to {name}.")


def test_what_cannot_be_written_again_has_not_happened(sitting: LocalSitting) -> None:
    folder, before = sitting.log.path.parent, sitting.match
    blocked(sitting.log.path)
    stop = questions.stops(before.state, 0)
    with pytest.raises(
        StoreError, match=f"{sitting.log.path.name} was deleted or changed by another program"
    ):
        sitting.step(stop)
    assert sitting.match == before
    folder.unlink()
    sitting.step(stop)
    assert replayed(sitting) == (sitting.match, False)


def test_a_throw_is_taken_back_from_a_record_that_was_deleted(home: Path) -> None:
    sitting = sit(agreed("junior", "Ann"), home, manual=True)
    sitting.step(sitting.throw())
    deleted(sitting.log.path)
    sitting.take_back()
    assert sitting.match.events == ()
    assert replayed(sitting) == (sitting.match, False)


def played(
    answers: tuple[str, ...], lose: Lose, home: Path, monkeypatch: pytest.MonkeyPatch
) -> "subprocess.CompletedProcess[str]":
    """Plays a match in lines whose record is lost before the last answer, apart from "quit"."""
    left = [*answers]
    last = len(answers) - ("quit" in answers)

    def typed(_: str) -> str:
        if len(answers) - len(left) == last - 1:
            lose(store.records(home)[0])
        return left.pop(0)

    with monkeypatch.context() as patch:
        patch.setattr("builtins.input", typed)
        return fivedice(*PLAY)


@LOSSES
@pytest.mark.parametrize("answers", [(*TURN, "x", "quit"), (*TURN * 4, "stop")], ids=["left", "over"])
def test_what_is_said_at_the_end_of_lines_is_true(
    answers: tuple[str, ...], lose: Lose, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = played(answers, lose, home, monkeypatch)
    assert ran.returncode == 0
    assert "The record was deleted or changed by another program" in ran.stdout
    name = ran.stdout.split()[-1].rpartition("/")[2].removesuffix(".")
    kept = record.replay((home / name).read_bytes())
    assert kept.complete is ("quit" not in answers)
    assert len(kept.match.events) >= 3


def test_nothing_is_said_to_be_kept_that_is_not(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = played((*TURN, "x", "quit"), blocked, home, monkeypatch)
    assert ran.returncode == 2
    assert "is saved" not in ran.stdout
    assert ran.stderr.count("\n") == 1
    assert "cannot be written again" in ran.stderr


def said(seated: Seated) -> str:
    return str(seated.app.screen.query_one(".question Static", Static).content)


async def test_the_question_whether_to_leave_is_true_as_well(sitting: LocalSitting) -> None:
    async with at_table(sitting) as seated:
        deleted(sitting.log.path)
        await seated.press("q")
        assert "The match is saved" in said(seated)
        assert replayed(sitting) == (sitting.match, False)
        await seated.press("n")
        assert "was deleted or changed" in seated.table.query_one(EventLog).sentences[-1]
        blocked(sitting.log.path)
        await seated.press("q")
        assert "The match is saved" not in said(seated)
        assert "cannot be written again" in said(seated)


async def test_the_end_on_the_screen_says_where_the_record_lies(sitting: LocalSitting) -> None:
    async with at_table(sitting) as seated:
        await seated.play_on()
        assert f"The record is in {sitting.log.path}" in said(seated)
        deleted(sitting.log.path)
        await seated.press("v", "escape")
        assert f"The record is in {sitting.log.path}" in said(seated)
        assert replayed(sitting) == (sitting.match, True)
        blocked(sitting.log.path)
        await seated.press("v", "escape")
        assert "The record is in" not in said(seated)
        assert "was deleted or changed" in said(seated)

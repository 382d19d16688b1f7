"""A match at the keyboard: its record, and absent players."""

from pathlib import Path
from threading import Event
from typing import Any

import pytest

from fivedice.core.rules import Game
from fivedice.games.junior import JuniorPosition
from fivedice.match import questions
from fivedice.notation import record
from fivedice.runtime.library import Library
from fivedice.terminal.local_sitting import LocalSitting
from tests.terminal.lines import agreed
from tests.terminal.seated import replayed, sit
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

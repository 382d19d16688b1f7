"""Two players of one card who play to win: solved, stored, played and seated."""

from argparse import Namespace
from pathlib import Path

import numpy as np
import pytest
from research.yacht.check import off
from research.yacht.check import play as play_matches
from research.yacht.solve import game_of, shares_of, solve, table_of

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.worth import turn_worth
from fivedice.games.cardgame import CardPosition
from fivedice.solve.cards import duel
from fivedice.study.arena import solved
from tests.commands import printed, refused

TEXT = """
title = "Small"

[[sections]]
title = "All"
boxes = [
    { name = "Sixes", needs = "face 6", pays = "these dice" },
    { name = "Full", needs = "full house or 5 alike" },
    { name = "Four", needs = "4 alike" },
]
"""
ROUNDED = 2**-25
"""The most that float32 is off for numbers up to 1."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home of fivedice with the card and its table."""
    home = tmp_path_factory.mktemp("home")
    (home / "small.toml").write_text(TEXT)
    form = game_of(str(home / "small.toml")).card
    solve(form, solved.duel_folder(form, home / "tables"))
    return home


@pytest.fixture(scope="module")
def table(home: Path) -> solved.SolvedDuel:
    found = solved.load(game_of(str(home / "small.toml")).card, home / "tables")
    assert found
    return found


def folder_of(table: solved.SolvedDuel, home: Path) -> Path:
    return solved.duel_folder(table.form, home / "tables")


def test_every_share_is_that_of_a_naive_program(table: solved.SolvedDuel, home: Path) -> None:
    empty = filling.empty(table.form)
    exact = duel.solve(table.form, (empty, empty), True, 0)
    assert off(table.form, lambda turn: exact.stages[turn].shares) < 1e-12
    assert off(table.form, lambda turn: shares_of(folder_of(table, home), turn)) <= ROUNDED + 1e-12


def test_solving_continues_where_it_was_stopped(table: solved.SolvedDuel, home: Path, tmp_path: Path) -> None:
    lines = list[str]()

    def stop(line: str) -> None:
        lines.append(line)
        if len(lines) == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(table.form, tmp_path, stop)
    solve(table.form, tmp_path, lines.append)
    assert len(lines) == 4 + 4  # the latest turn is read again
    assert {path.name: path.read_bytes() for path in tmp_path.glob("*.f*")} == {
        path.name: path.read_bytes() for path in folder_of(table, home).glob("*.f*")
    }


@pytest.mark.proof
def test_matches_are_won_as_often_as_the_table_says(table: solved.SolvedDuel, home: Path) -> None:
    share = table.worth(CardPosition((filling.empty(table.form),) * 2, 0), 0)
    won = (np.sign(play_matches(table.form, folder_of(table, home), 20_000)) + 1) / 2
    assert abs(won.mean() - share) < 4 * won.std() / len(won) ** 0.5


@pytest.mark.parametrize(("seat", "other"), [(0, (None, 0, None)), (1, (None, None, None))])
def test_positions_rolls_and_uses_agree(
    table: solved.SolvedDuel, seat: int, other: tuple[int | None, ...]
) -> None:
    position = CardPosition((Card((12, None, None)), Card(other)), seat)
    rolls = table.rolls(position, seat)
    assert turn_worth(rolls).turn == pytest.approx(table.worth(position, seat), abs=1e-6)
    assert max(table.uses(position, seat, (1, 6, 6, 6, 6)).values()) in rolls
    assert table.worth(position, 0) + table.worth(position, 1) == pytest.approx(1)


def test_a_card_without_a_table_is_refused(home: Path) -> None:
    with pytest.raises(SystemExit, match="has no table"):
        table_of(Namespace(game=str(home / "small.toml"), out=home))


def test_the_arena_seats_the_solved_player_where_its_table_is(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card, more = str(home / "small.toml"), ("--matches", "4", "--jobs", "1", "--json")
    assert "which has not been made: see" in refused("arena", card, "solved", "greedy", *more)
    monkeypatch.setenv("FIVEDICE_HOME", str(home))
    assert '"solved"' in printed("arena", card, "solved", "greedy", *more)
    assert "single games of two seats" in refused("arena", card, "solved", "greedy", "random", *more)
    assert "single games of two seats" in refused("arena", "junior", "solved", "greedy", *more)

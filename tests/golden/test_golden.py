"""Golden records: one for each of the five games and number of seats, one for each bundled card."""

from pathlib import Path

import pytest

from fivedice.games import FIVE_GAMES, GAMES
from fivedice.match.questions import is_over
from fivedice.notation import record
from tests.golden import make

FILES = sorted(make.FOLDER.glob("*.jsonl"))


def test_every_game_and_number_of_seats_has_its_golden_record() -> None:
    assert [path.stem for path in FILES] == sorted(make.names())
    assert len(FILES) == 27 + len(GAMES) - len(FIVE_GAMES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_record_replays_to_its_end_and_is_made_again(path: Path) -> None:
    kept = path.read_bytes()
    replayed = record.replay(kept)
    assert replayed.complete
    assert is_over(replayed.match.state)
    assert record.text(replayed.match).encode() == kept
    assert record.text(make.play(path.stem)).encode() == kept


def test_golden_records_show_every_way_to_open() -> None:
    setups = [record.replay(path.read_bytes()).match.setup for path in FILES]
    assert {setup.first for setup in setups} >= {"roll", "random", 0}
    assert {player.bot for setup in setups for player in setup.players} == {"greedy", "random"}

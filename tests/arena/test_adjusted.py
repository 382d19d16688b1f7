"""`fivedice arena --adjusted` as it is typed."""

import json
from pathlib import Path

import pytest

from fivedice.__main__ import run
from fivedice.arena.figures import MOST_FEWER, BotFigures, Fewer
from fivedice.cli.arena import LONGER, _fewer
from fivedice.runtime.intervals import Estimate

TWO = ["arena", "junior", "expert", "greedy", "--adjusted", "--seed", "2"]


def test_adjusted_figures_say_how_many_fewer_matches_they_take(capsys: pytest.CaptureFixture[str]) -> None:
    """The table says so for each bot, and that luck is taken off; JSON has the same."""
    assert run([*TWO, "--matches", "40", "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    assert "40 matches of Junior, seed 2, less the luck of the dice; with 95% intervals" in told
    assert "greedy: without --adjusted these intervals would take" in told
    assert run([*TWO, "--matches", "40", "--jobs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["adjusted"]
    assert all(5 < bot["fewer"]["wins"] < bot["fewer"]["most"] == MOST_FEWER for bot in found["bots"])


@pytest.mark.parametrize(
    ("times", "told"),
    [(2512.34, "2,512.3 times"), (MOST_FEWER, "over a million times"), (0.0321, "0.032 times")],
)
def test_a_bound_is_told_as_a_bound(times: float, told: str) -> None:
    """Where a figure is so exact that only rounding is left, no number is made up; none is told as 0.0."""
    known = Estimate(1.0, 1.0, 1.0)
    bot = BotFigures("expert", known, known, known, 0, Fewer(1.5, times))
    assert _fewer(bot, "points").endswith(f"take 1.5 times as many matches (wins) and {told} (points).")


def test_where_luck_taken_off_does_not_help_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Who always loses does so whatever the dice: what best play tells of them only adds noise."""
    losing = ["arena", "junior", "expert", "random", "--adjusted", "--seed", "1"]
    assert run([*losing, "--matches", "8", "--jobs", "1"]) == 0
    assert LONGER in capsys.readouterr().out
    assert run([*TWO, "--matches", "8", "--jobs", "1"]) == 0
    assert LONGER not in capsys.readouterr().out


def test_an_adjusted_arena_is_gone_on_with_by_several_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Luck stands in the file beside each result; one without it is not mixed with it."""
    path = tmp_path / "its.arena"
    kept = ["--record", str(path), "--json"]
    assert run([*TWO, "--matches", "4", "--jobs", "1", *kept]) == 0
    capsys.readouterr()
    assert run([*TWO, "--matches", "8", "--jobs", "2", *kept]) == 0
    found = json.loads(capsys.readouterr().out)
    assert run([*TWO, "--matches", "8", "--jobs", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found
    plain = [word for word in TWO if word != "--adjusted"]
    assert run([*plain, "--matches", "8", "--jobs", "1", *kept]) == 2
    assert "not made with these arguments" in capsys.readouterr().err
    whole = path.read_text().splitlines()
    first = json.loads(whole[1])
    path.write_text("\n".join([whole[0], json.dumps({**first, "luck": []})]) + "\n")
    assert run([*TWO, "--matches", "8", "--jobs", "1", *kept]) == 2
    assert "This is not the result of deal 1" in capsys.readouterr().err


def test_a_game_that_nothing_is_known_of_is_not_adjusted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence, before anything is played."""
    boxes = "".join(f'{{ name = "Box {number}" }},' for number in range(25))
    card = tmp_path / "large.toml"
    card.write_text(f'title = "Large"\n[[sections]]\ntitle = "All"\nboxes = [{boxes}]\n')
    assert run(["arena", str(card), "greedy", "random", "--adjusted"]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1

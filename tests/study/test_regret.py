"""What choices cost a policy: figures that add up, known play, the table and the picture."""

import re
from pathlib import Path

import numpy as np
import pytest

from fivedice import study
from fivedice.core.actions import KEEP_ACTIONS
from fivedice.study.regret import Observations

DOCS = Path(__file__).parents[2] / "docs"


def first_open_box(observed: Observations) -> np.ndarray:
    return KEEP_ACTIONS + observed["action_mask"][:, KEEP_ACTIONS:].argmax(axis=1)


def test_regret_is_counted_once_by_box_turn_throw_and_kind() -> None:
    found = study.regret(first_open_box, "yatzy", matches=1_100)
    for part in (found.by_box.values(), found.by_turn, found.by_throw.values(), found.by_kind.values()):
        assert sum(part) == pytest.approx(found.regret.value)
    assert found.by_throw["2"] == pytest.approx(found.regret.value)
    assert found.by_kind["threw on"] == found.by_kind["illegal"] == 0
    assert found.total.value == pytest.approx(found.optimum - found.regret.value, abs=4)


def test_bots_lose_what_they_are_known_to_lose() -> None:
    expert, greedy = (study.regret(bot, matches=60) for bot in ("expert", "greedy"))
    assert expert.regret.value == pytest.approx(0, abs=1e-9)
    assert expert.regret.high == pytest.approx(0, abs=1e-9)  # a policy without variance is known exactly
    assert 10 < greedy.regret.value < 30
    assert greedy.total.value < expert.total.value


def test_an_illegal_action_loses_the_rest() -> None:
    found = study.regret(lambda observed: np.full(len(observed["action_mask"]), -1), "yatzy", matches=5)
    assert found.by_kind["illegal"] == pytest.approx(found.regret.value)
    assert found.total.value == 0


def test_the_table_and_the_picture_show_each_figure(tmp_path: Path) -> None:
    found = study.regret(first_open_box, "yatzy", matches=5)
    assert str(found).startswith("first_open_box: regret ")
    assert [line.split()[-1] for line in str(found).splitlines() if line.startswith("  Chance")] == [
        f"{found.by_box['chance']:.2f}"
    ]
    found.draw(tmp_path / "regret.png")
    assert (tmp_path / "regret.png").stat().st_size > 10_000


@pytest.mark.parametrize("page", ["reference/environments.md", "explanation/benchmark.md"])
def test_the_code_of_the_pages_runs(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    for code in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        smaller = code.replace("10_000", "50").replace("1000)", "20)")
        exec(smaller.replace("regret(linear)", "regret(linear, matches=20)"), {})
    assert "regret" in capsys.readouterr().out

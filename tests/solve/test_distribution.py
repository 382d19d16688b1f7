"""The distribution of the final total: against the solved means, a slow oracle, and games that are played."""

import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLLS
from fivedice.core.worth import Worth, best_keep, keep_worth, turn_worth
from fivedice.solve.cards.columns import layout
from fivedice.solve.cards.distribution import Distribution, distribution, load_or_work_out
from fivedice.solve.cards.table import CardTable
from tests import shared
from tests.solve.conftest import box_worth, solved
from tests.thirteen import FORCED, FREE, NONE, READINGS

DOCUMENT = Path(__file__).parents[2] / "docs" / "explanation" / "values.md"
MOST = 550
"""More than three turns pay, a bonus and two Yahtzee bonuses among it."""
CARDS = [
    Card((3, 6, 9, 12, 15, None, 20, 0, 25, 30, 40, 50, None), 1),
    Card((3, 6, 9, 12, 15, 18, 20, 0, None, 30, None, None, 22)),
    Card((None, 6, 9, 12, 15, 24, 20, None, 25, 30, 40, 50, 22)),
    Card((3, 6, 9, 8, 15, 24, None, 0, 25, 30, 40, 0, None)),
    Card((0, 0, 9, 0, 0, 0, None, 0, None, 0, 0, 0, 0)),  # where equal keeps differ in deviation
]
_FOUND: dict[ScoreCard, Distribution] = {}


def found_for(form: ScoreCard) -> Distribution:
    """The distribution from an empty card; worked out once in a run."""
    table = solved(form)
    if form not in _FOUND:
        with shared.tables("totals") as folder:
            _FOUND[form] = load_or_work_out(table, folder)
    return _FOUND[form]


@pytest.fixture
def found(table: CardTable) -> Distribution:
    """The distribution from an empty card, for each reading in turn."""
    return found_for(table.form)


def choice(keeps: Worth) -> NDArray[np.intp]:
    """The best keep of each roll; what differs by rounding alone is the same."""
    return best_keep(np.round(keeps, 9))


def oracle(table: CardTable, card: Card) -> Worth:
    """The chances of the points to come: every final roll in numpy, carried back along the best keeps."""

    order = layout(table.form).order

    @cache
    def to_come(card: Card) -> Worth:
        if filling.is_full(card):
            return np.asarray(np.eye(1, MOST)[0])
        boxes = box_worth(table, card)
        best = np.round(boxes, 9).argmax(axis=1)
        total = filling.total(table.form, card)
        rows = np.array([after(card, total, roll, order[best[n]]) for n, roll in enumerate(ROLLS)])
        turn = turn_worth(boxes.max(axis=1))
        two_left = keep_worth(keep_worth(rows)[choice(turn.one_left)])
        return np.asarray(keep_worth(two_left[choice(turn.two_left)])[0])

    def after(card: Card, total: int, roll: tuple[int, ...], box: int) -> Worth:
        filled = filling.fill(table.form, card, box, roll)
        gain = filling.total(table.form, filled) - total
        return np.concatenate([np.zeros(gain), to_come(filled)])[:MOST]

    return to_come(card)


def test_the_mean_is_the_solved_worth(found: Distribution, table: CardTable) -> None:
    assert found.mean == pytest.approx(table.start, abs=1e-9)
    assert found.chances.sum() == pytest.approx(1, abs=1e-12)
    assert found.chances.min() >= 0
    assert found.yahtzees is not None
    assert sum(found.yahtzees) == pytest.approx(1, abs=1e-12)


def test_boxes_and_bonuses_make_up_the_mean(found: Distribution, table: CardTable) -> None:
    """The means of the thirteen boxes, 35 for the bonus and 100 for each Yahtzee bonus add up."""
    parts = sum(found.boxes.values()) + 35 * found.bonuses["Upper"] + 100 * found.further
    assert parts == pytest.approx(table.start, abs=1e-9)
    assert tuple(found.boxes) == table.form.names
    assert found.yahtzees is not None
    assert found.boxes["yahtzee"] == pytest.approx(50 * (1 - found.yahtzees[0]), abs=1e-9)


def test_what_is_known_of_best_play_with_the_free_joker() -> None:
    """The bonus in 68.1% of all games, a Yahtzee in 33.7%, a second one in 8.2%."""
    found = found_for(FREE)
    assert found.bonuses["Upper"] == pytest.approx(0.68118, abs=5e-6)
    assert found.yahtzees == pytest.approx((0.66263, 0.25491, 0.08245), abs=5e-6)
    assert len(found.chances) == 1576
    assert found.chances[1575] > 0


def test_no_total_beyond_the_highest_without_yahtzee_bonuses() -> None:
    """Piecepack's best card is 375, and best play can reach it."""
    found = found_for(NONE)
    assert len(found.chances) == 376
    assert found.chances[375] > 0
    assert found.yahtzees is not None
    assert found.yahtzees[2] == found.further == 0


@pytest.mark.parametrize("card", CARDS, ids=lambda card: "-".join(map(str, card.boxes)))
def test_the_last_boxes_come_out_as_a_slow_oracle_says(table: CardTable, card: Card) -> None:
    """With two or three boxes open, the chance of every total, and the mean of the solved worth."""
    found = distribution(table, card)
    total = filling.total(table.form, card)
    chances = np.zeros(total + MOST)
    chances[: len(found.chances)] = found.chances
    assert chances[total:] == pytest.approx(oracle(table, card), abs=1e-12)
    assert found.mean == pytest.approx(total + table.worth(card), abs=1e-9)


def test_the_document_gives_the_deviations_that_the_command_prints() -> None:
    """docs/explanation/values.md, to all of its digits."""
    told = re.search(r"^\| standard deviation \|(.*)\|$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert told is not None
    found = [f"{found_for(form).deviation:.4f}" for form in READINGS.values()]
    assert [figure.strip() for figure in told[1].split("|")] == found


def test_percentiles_and_chances_of_a_total_agree(found: Distribution) -> None:
    for percent in (1, 25, 50, 99):
        total = found.percentile(percent)
        assert 1 - found.at_least(total + 1) >= percent / 100 - 1e-12
        assert 1 - found.at_least(total) < percent / 100
    assert found.at_least(0) == found.at_least(-5) == 1
    assert found.at_least(5000) == 0
    assert found.at_least(250.5) == found.at_least(251)
    with pytest.raises(ValueError, match="percentile"):
        found.percentile(0)


def test_all_games_end_at_the_highest_total_or_below(found: Distribution) -> None:
    """However unlikely that is: its chance is far below what the sum of all chances is rounded to."""
    highest = int(np.flatnonzero(found.chances)[-1])
    assert found.chances[highest] < 1e-12
    assert found.percentile(100) == highest
    assert 0 < found.at_least(highest) == found.chances[highest]


def test_a_full_card_ends_where_it_stands() -> None:
    card = Card((3, 6, 9, 12, 15, 18, 20, 21, 25, 30, 40, 50, 22), 1)
    found = distribution(solved(FORCED), card)
    assert found.percentile(100) == found.percentile(1) == filling.total(FORCED, card)
    assert tuple(found.boxes.values()) == card.boxes
    assert (found.bonuses, found.yahtzees, found.further) == ({"Upper": 1}, (0, 0, 1), 1)


def test_what_the_card_already_holds_counts() -> None:
    """A bonus already earned is certain, and a YAHTZEE box with a zero ends with none."""
    card = Card((5, 10, 15, 20, 15, None, 20, 0, 25, 30, None, 0, None))
    found = distribution(solved(FORCED), card)
    assert found.bonuses == {"Upper": 1}
    assert found.yahtzees == (1, 0, 0)


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    distribution(solved(FORCED), CARDS[1], progress=lambda *step: told.append(step))
    assert told == [(step, 3) for step in range(1, 4)]

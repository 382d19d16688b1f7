"""The figures in the documents are those that the commands beside them print, wherever these are cheap."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import fivedice
from research import card_values
from tests.commands import printed
from tests.spread import one_in, spread

DOCS = Path(__file__).parents[1] / "docs" / "explanation"
VALUES = (DOCS / "values.md").read_text(encoding="utf-8")
PLAY = (DOCS / "best-play.md").read_text(encoding="utf-8")


@cache
def solved(command: str) -> dict[str, Any]:
    """What `fivedice solve` prints as JSON."""
    return dict(json.loads(printed("solve", *command.split(), "--json")))


@pytest.mark.parametrize("card", one_in(2, card_values.CARDS))
def test_the_tables_of_cards_say_what_solving_prints(card: str) -> None:
    saved = json.loads(card_values.FILE.read_text(encoding="utf-8"))["cards"]
    assert card_values.figures(solved(f"{card} --distribution")) == saved[card]


@pytest.mark.parametrize(
    ("page", "words", "command", "digits"),
    [
        (PLAY, "free Joker, traditional is worth {}; Verhoeff", "traditional --option joker=free", 7),
        (PLAY, "the default here, it is worth {}.", "traditional", 7),
        (PLAY, "fifteen boxes are worth {}, as", "yatzy", 7),
        (PLAY, "*Junior with one seat* is worth {} columns", "junior", 8),
        (PLAY, "the first player wins with probability {}.", "junior --seats 2 --aim wins", 10),
        (VALUES, "expected sum of columns | {} |", "junior", 8),
        (VALUES, "broken by the roll-off | {} |", "junior --seats 2 --aim wins", 10),
    ],
)
def test_worths_in_the_text_are_those_of_solving(page: str, words: str, command: str, digits: int) -> None:
    worth = f"{solved(command)['worth']:.{digits}f}"
    assert words.format(worth) in " ".join(page.split())


@pytest.mark.parametrize(
    ("title_of_open", "place", "other"),
    spread([("Chance", 12, 6), ("3 of a Kind", 6, 7), ("4 of a Kind", 7, 6)], ("4 of a Kind", 7, 6)),
)
def test_chances_in_the_last_round_are_as_documented(title_of_open: str, place: int, other: int) -> None:
    told = []
    for points in (20, 21, 22, 24, 28):
        boxes = ["3", "6", "9", "12", "15", "18", "20", "20", "25", "30", "40", "0", "20"]
        boxes[place], boxes[other] = "-", str(points)
        told.append(",".join(boxes) + "+0")
    behind, *ahead = told
    chances = [fivedice.worths("challenge", f"{behind}/{one} 0", aim="wins").start for one in ahead]
    assert f"| {title_of_open} | {' | '.join(f'{chance:.10f}' for chance in chances)} |" in VALUES


def test_positions_of_junior_are_counted_as_documented() -> None:
    assert f"two seats: positions | {solved('junior --seats 2 --aim wins')['positions']:,} |" in VALUES

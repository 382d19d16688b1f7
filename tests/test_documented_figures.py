"""The figures in the documents are those that the commands beside them print, wherever these are cheap."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import fivedice
from fivedice.core.rules import title
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from tests.commands import printed
from tests.spread import one_in, spread

DOCS = Path(__file__).parents[1] / "docs" / "explanation"
VALUES = (DOCS / "values.md").read_text(encoding="utf-8")
PLAY = (DOCS / "best-play.md").read_text(encoding="utf-8")
NONE = "–"
CARDS = [
    ("traditional", "traditional, forced joker"),
    ("traditional --option joker=free", "traditional, free joker"),
    ("piecepack", "piecepack"),
    *((name, name) for name in ("yatzy", "kniffel", "yams", "yacht")),
]
"""What is solved, and the heading of its column in docs/explanation/values.md."""


@cache
def solved(command: str) -> dict[str, Any]:
    """What `fivedice solve` prints as JSON."""
    return dict(json.loads(printed("solve", *command.split(), "--json")))


def column(heading: str) -> dict[str, str]:
    """The cells of a column in docs/explanation/values.md, by the first cell of their rows."""
    (table,) = (part for part in VALUES.split("\n\n") if re.search(rf"^\|.*\| {heading} \|", part))
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    place = rows[0].index(heading)
    return {row[0]: row[place] for row in rows[2:]}


def percent(chance: float) -> str:
    """A chance as the tables have it: "68.12%", and "0%" for what cannot be."""
    return f"{100 * chance:.2f}%" if chance else "0%"


def rows(command: str) -> dict[str, str]:
    """What the rows of a column say of a card, by what is in their first cells."""
    found = solved(f"{command} --distribution")
    spread = found["distribution"]
    card = card_of(GAMES[found["game"]])
    assert card is not None
    chances = ", ".join(percent(chance) for chance in spread["yahtzees"])
    bonuses = [percent(chance) for chance in spread["bonuses"].values()]
    boxes = {f"mean of {title(box)}": f"{mean:.2f}" for box, mean in spread["boxes"].items()}
    sixes = next((boxes[name] for name in ("mean of Sixes", "mean of Nulls") if name in boxes), "")
    return {
        "expected final total": f"{found['worth']:.7f}",
        "standard deviation": f"{spread['deviation']:.4f}",
        "percentiles 5, 25, 50, 75, 95": ", ".join(
            str(spread["percentiles"][each]) for each in ("5", "25", "50", "75", "95")
        ),
        "chance of the Upper bonus": (bonuses or [NONE])[0],
        "chance of the bonus": (bonuses or [NONE])[0],
        "no Yahtzee, one, two or more": chances,
        "no five alike in its box, one, two or more": chances,
        **boxes,
        "mean of Sixes (Nulls)": sixes,
        "mean of Yahtzee bonuses": f"{spread['further']:.2f}" if card.further else NONE,
    }


COUNTED = "score cards"
"""A row that another test holds: how many cards can come about."""


@pytest.mark.parametrize(("command", "heading"), one_in(2, CARDS))
def test_the_tables_of_cards_say_what_solving_prints(command: str, heading: str) -> None:
    found = rows(command)
    documented = {row: cell for row, cell in column(heading).items() if row != COUNTED}
    assert documented == {row: found[row] for row in documented}


@pytest.mark.parametrize(
    ("page", "words", "command", "digits"),
    [
        (PLAY, "free Joker, traditional is worth {}; Verhoeff", "traditional --option joker=free", 7),
        (PLAY, "the default here, it is worth {}. Piecepack", "traditional", 7),
        (PLAY, "Piecepack is worth {} (`fivedice solve GAME`)", "piecepack", 7),
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

"""The bundled cards: what rolls pay, by worked examples of public rules."""

import pytest

from fivedice.cards import filling
from fivedice.cards.boxes import Box
from fivedice.cards.scorecard import Further, Joker, ScoreCard, Section, Written
from fivedice.core.dice import ROLLS, Dice
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.games.cardgame import card_of
from fivedice.games.owncard import OwnCard
from tests.typed import as_a


def form(game: str) -> ScoreCard:
    """The card of a game."""
    return as_a(ScoreCard, card_of(GAMES[game]))


def pays(game: str, dice: str) -> dict[str, int]:
    """What the dice pay on an empty card, by box, zeros left out."""
    card = form(game)
    roll: Dice = tuple(sorted(map(int, dice)))
    return {use.name: use.pays for use in filling.uses(card, filling.empty(card), roll) if use.pays}


def most(game: str) -> int:
    """The most that each box can pay, and every bonus."""
    card = form(game)
    best = [max(filling.scoring(card).points[roll][box] for roll in ROLLS) for box in range(len(card.names))]
    return sum(best) + sum(section.bonus for section in card.sections)


def test_more_cards_stand_apart_from_the_five_games() -> None:
    assert tuple(GAMES) == (*FIVE_GAMES, "kniffel", "yacht", "yacht-dice", "yams", "yatzy")


PAID: dict[str, dict[str, dict[str, int]]] = {
    "yatzy": {
        "33344": {"one-pair": 8, "two-pairs": 14},  # the highest pair
        "15566": {"two-pairs": 22},
        "15555": {"two-pairs": 0},  # two pairs need two numbers
        "33345": {"3-of-a-kind": 9},
        "22225": {"4-of-a-kind": 8},
        "12345": {"small-straight": 15},
        "23456": {"large-straight": 20, "small-straight": 0},
        "12346": {"small-straight": 0},  # each straight asks for five dice of its own
        "11222": {"full-house": 8},
        "44444": {"full-house": 0},  # three and two of another number
        "11336": {"chance": 14},
        "11111": {"yatzy": 50},
        "11244": {"fours": 8},
    },
    "kniffel": {
        "55533": {"full-house": 25, "dreierpasch": 21, "fünfer": 15, "chance": 21},
        "44446": {"viererpasch": 22},
        "12346": {"kleine-straße": 30},
        "23456": {"große-straße": 40},
        "66666": {"kniffel": 50, "full-house": 0},
    },
    "yams": {
        "33446": {"quatre": 8},
        "55551": {"carré": 21},
        "11144": {"full": 25},
        "22245": {"brelan": 15},
        "12344": {"petite-suite": 30},
        "12345": {"grande-suite": 40},
        "44444": {"yams": 50},
        "14456": {"chance": 20},
    },
    "yacht": {
        "33355": {"full-house": 19},
        "55551": {"four-of-a-kind": 20},
        "12345": {"little-straight": 30},
        "23456": {"big-straight": 30},
        "12346": {"little-straight": 0},
        "11335": {"choice": 13},
        "44444": {"yacht": 50, "full-house": 0},
        "11123": {"ones": 3},
    },
    "yacht-dice": {
        "33355": {"full-house": 19, "four-dice": 0},
        "55551": {"four-dice": 21, "full-house": 0},
        "23455": {"little-straight": 15, "big-straight": 0},
        "23456": {"little-straight": 15, "big-straight": 30},
        "44444": {"yacht": 50, "full-house": 20, "four-dice": 20},
        "11335": {"choice": 13, "ace": 2},
    },
}
"""What boxes pay by the public rules of Yatzy, the pad of Kniffel, French sheets, in 1938 and on consoles."""


@pytest.mark.parametrize(("game", "dice"), [(game, dice) for game in PAID for dice in PAID[game]])
def test_boxes_pay_as_public_rules_say(game: str, dice: str) -> None:
    paid = pays(game, dice)
    expected = PAID[game][dice]
    assert {box: paid.get(box, 0) for box in expected} == expected


def test_a_further_yams_earns_100_and_is_no_joker() -> None:
    """While the Yams box holds 50 the dice fill a box as any roll does, with 100 on top; else without."""
    card = form("yams")
    fives, box = (5,) * 5, card.names.index("yams")
    for held, further in ((50, 100), (0, 0)):
        filled = filling.Card(tuple(held if place == box else None for place in range(13)))
        found = {use.name: use.pays for use in filling.uses(card, filled, fives)}
        assert found["cinq"] == 25 + further
        assert found["full"] == further
        assert found["carré"] == 25 + further


@pytest.mark.parametrize(
    ("game", "points"), [("yatzy", 374), ("kniffel", 375), ("yams", 375), ("yacht", 297), ("yacht-dice", 325)]
)
def test_the_most_that_a_card_can_hold(game: str, points: int) -> None:
    assert most(game) == points


@pytest.mark.parametrize("joker", ["forced", "free"])
def test_the_page_of_rules_has_short_lines_whatever_five_alike_are_called(joker: Joker) -> None:
    boxes = (Box("all-five-of-one-and-only", "5 alike", 50), Box("luck"))
    ours = Written("Ours", (Section("All", boxes),), Further(boxes[0].name, 100, joker))
    rules = OwnCard(ours).rules
    assert "All Five of One And Only is filled" in " ".join(rules.split())
    assert max(map(len, rules.splitlines())) <= 79

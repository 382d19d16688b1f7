"""Entries on any card: legal uses, zeros by choice, further Yahtzees, bonuses, totals; reachable cards."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivedice.cards import filling, reached
from fivedice.cards.boxes import Box, paid, paid_as_joker
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import Further, Joker, ScoreCard, Section
from fivedice.core.dice import FACES, ROLLS, YAHTZEES, Dice
from fivedice.core.rules import IllegalMove
from tests.cards.drawn import filled, rolls, score_cards
from tests.laws.test_texts import law
from tests.rules.tables import card
from tests.thirteen import FORCED, FREE

ONES, SIXES = Box("ones", "face 1", "these dice"), Box("sixes", "face 6", "these dice")
HOUSE, FIVE, CHANCE = Box("house", "full house", 25), Box("five", "5 alike", 50), Box("chance")
UPPER, LOWER = Section("Upper", (ONES, SIXES), 20, 35), Section("Lower", (HOUSE, FIVE, CHANCE))
any_card = settings(law, max_examples=40)


def form(further: Further | None = None, *, lower_first: bool = False) -> ScoreCard:
    """Five boxes in two sections, the one with a bonus on top or below."""
    return ScoreCard((LOWER, UPPER) if lower_first else (UPPER, LOWER), further)


def holding(of: ScoreCard, **held: int) -> Card:
    """A card with points in these boxes."""
    return Card(tuple(held.get(name) for name in of.names))


def pays(of: ScoreCard, card: Card, dice: str) -> dict[str, int]:
    """What the dice pay, by use."""
    return {use.name: use.pays for use in filling.uses(of, card, tuple(sorted(map(int, dice))))}


@settings(any_card)
@given(data=st.data())
def test_a_use_pays_what_it_adds_to_the_total(data: st.DataObject) -> None:
    drawn = data.draw(score_cards())
    card, roll = data.draw(filled(drawn, vacant=1)), data.draw(rolls)
    for use in filling.uses(drawn, card, roll):
        after = filling.book(drawn, card, roll, use.name)
        reached.check(drawn, after)
        assert filling.total(drawn, after) == filling.total(drawn, card) + use.pays
        place = drawn.names.index(use.waives or use.name)
        assert after.boxes[:place] + after.boxes[place + 1 :] == card.boxes[:place] + card.boxes[place + 1 :]
        assert (card.boxes[place], after.boxes[place] is None) == (None, False)
        assert not use.waives or after.boxes[place] == 0


@settings(any_card)
@given(data=st.data())
def test_every_box_offered_that_would_score_may_take_a_zero(data: st.DataObject) -> None:
    drawn = data.draw(score_cards())
    card, roll = data.draw(filled(drawn, vacant=1)), data.draw(rolls)
    uses = filling.uses(drawn, card, roll)
    scores, zeros = [u for u in uses if not u.waives], [u for u in uses if u.waives]
    assert list(uses) == [*scores, *zeros]
    assert [u.name for u in scores] == sorted((u.name for u in scores), key=drawn.names.index)
    in_boxes = filling.box_points(drawn, card, roll)
    named = filling._standing(drawn, card, roll).required
    scoring = [u.name for u in scores if in_boxes[drawn.names.index(u.name)]]
    assert [u.waives for u in zeros] == ([] if named is not None else scoring)
    assert all(u.name == f"zero-{u.waives}" for u in zeros)


@settings(any_card)
@given(data=st.data())
def test_a_roll_that_is_no_further_yahtzee_may_fill_any_open_box_at_its_points(data: st.DataObject) -> None:
    drawn = data.draw(score_cards())
    card, roll = data.draw(filled(drawn, vacant=1)), data.draw(rolls)
    if roll in YAHTZEES and drawn.further and card.boxes[drawn.names.index(drawn.further.box)] is not None:
        return
    vacant = tuple(place for place, held in enumerate(card.boxes) if held is None)
    assert filling.open_boxes(drawn, card, roll) == vacant
    assert filling.box_points(drawn, card, roll) == tuple(paid(box, roll) for box in drawn.boxes)
    assert filling.further_bonus(drawn, card, roll) == 0


@pytest.mark.parametrize("five", [None, 0, 50])
def test_without_rules_for_it_a_further_yahtzee_is_a_roll_like_any_other(five: int | None) -> None:
    card = holding(form()) if five is None else holding(form(), five=five)
    found = pays(form(), card, "66666")
    assert (found["sixes"], found["house"], found["ones"]) == (30 + 35, 0, 0)


def test_a_bonus_alone_is_no_joker() -> None:
    """100 after a 50, nothing after a zero; any box may be filled, at its ordinary points."""
    bonus = form(Further("five", 100))
    assert pays(bonus, holding(bonus, five=50, sixes=6), "66666") == {
        **{"ones": 100, "house": 100, "chance": 130},
        "zero-chance": 100,
    }
    assert pays(bonus, holding(bonus, five=0), "66666")["house"] == 0


def test_the_forced_joker_fills_its_number_then_a_box_of_none_then_any() -> None:
    forced = form(Further("five", 100, "forced"))
    assert pays(forced, holding(forced, five=50), "66666") == {"sixes": 100 + 30 + 35}
    card = holding(forced, five=50, sixes=6)
    assert pays(forced, card, "66666") == {"house": 125, "chance": 130, "zero-house": 100, "zero-chance": 100}
    assert pays(forced, holding(forced, five=0, sixes=6, house=0, chance=9), "66666") == {"ones": 0}


def test_a_number_without_a_box_is_a_joker_at_once() -> None:
    forced = form(Further("five", 0, "forced"))
    assert pays(forced, holding(forced, five=50), "55555") == {
        **{"house": 25, "chance": 25},
        **{"zero-house": 0, "zero-chance": 0},
    }


def test_the_free_joker_fills_any_open_box() -> None:
    free = form(Further("five", 0, "free"))
    assert pays(free, holding(free, five=0), "66666")["house"] == 0
    found = pays(free, holding(free, five=0, sixes=0), "66666")
    assert (found["house"], found["ones"], found["zero-house"]) == (25, 0, 0)


@pytest.mark.parametrize("lower_first", [False, True])
def test_a_use_says_what_bonuses_are_in_it(lower_first: bool) -> None:
    of = form(Further("five", 100, "forced"), lower_first=lower_first)
    (use,) = filling.uses(of, holding(of, five=50), (6,) * 5)
    assert (use.pays, use.note) == (165, "with 100 Five bonus, with 35 Upper bonus")
    plain = next(use for use in filling.uses(of, holding(of), (1, 1, 2, 6, 6)) if use.name == "sixes")
    assert (plain.pays, plain.note) == (12, "")


@pytest.mark.parametrize(
    ("card", "sentence"),
    [
        (Card((None,) * 4), "5 boxes, not 4"),
        (Card((7, None, None, None, None)), "Ones can never hold 7"),
        (Card((None, None, 26, None, None)), "House can never hold 26"),
        (Card((5, None, None, 0, None), 1), "cannot have 1 "),
        (Card((5, None, None, 50, None), 2), "cannot have 2 "),
        (Card((5, None, None, 50, None), -1), "cannot have −1 "),
    ],
)
def test_entries_that_cannot_be_are_refused(card: Card, sentence: str) -> None:
    of = form(Further("five", 100, "free"))
    reached.check(of, Card((5, None, None, 50, None), 1))
    with pytest.raises(IllegalMove, match=sentence):
        reached.check(of, card)


@settings(any_card)
@given(drawn=score_cards())
def test_all_that_a_box_may_ever_hold_is_known(drawn: ScoreCard) -> None:
    jokers: list[Dice] = sorted(YAHTZEES) if drawn.further and drawn.further.joker != "none" else []
    for box, known in zip(drawn.boxes, filling.possible(drawn), strict=True):
        told = [*product([paid], ROLLS), *product([paid_as_joker], jokers)]
        assert known == {0, *(how(box, roll) for how, roll in told)}


MORE = Box("more", "5 alike")
SOME_ROLLS = [*sorted(YAHTZEES), (1, 1, 2, 3, 4), (2, 2, 3, 6, 6), (2, 2, 3, 3, 3)]
"""Yahtzees, and a roll for each thing besides that the boxes may hold here."""


def played(form: ScoreCard) -> set[Card]:
    """All that play can make of an empty card with these rolls."""
    found, layer = set[Card](), {filling.empty(form)}
    while layer:
        found |= layer
        layer = {
            filling.book(form, before, roll, use.name)
            for before in layer
            for roll in SOME_ROLLS
            for use in (filling.uses(form, before, roll) if not filling.is_full(before) else ())
        }
    return found


def is_taken(form: ScoreCard, of: Card) -> bool:
    """Whether the entries are taken as ones that can be."""
    try:
        reached.check(form, of)
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("joker", ["none", "forced", "free"])
@pytest.mark.parametrize(
    "boxes",
    [
        (ONES, SIXES, HOUSE, FIVE),
        (ONES, HOUSE, FIVE, MORE),
        (ONES, SIXES, FIVE, MORE),
        (*(Box(f"face-{face}", f"face {face}", 10) for face in FACES[:4]), FIVE),
    ],
    ids=["two-numbers", "one-number", "none-but-fives", "no-others"],
)
def test_what_is_taken_is_all_that_play_can_lead_to(boxes: tuple[Box, ...], joker: Joker) -> None:
    form = ScoreCard((Section("All", boxes),), Further("five", 100, joker))
    found = played(form)
    values = [sorted({of.boxes[box] for of in found}, key=str) for box in range(len(boxes))]
    for held, bonuses in product(product(*values), range(len(boxes) + 1)):
        of = Card(held, bonuses)
        assert is_taken(form, of) == (of in found), of


@pytest.mark.parametrize(
    ("held", "forced", "free"),
    [
        ({"full-house": 25}, 0, 0),
        ({"aces": 3}, 0, 0),
        ({"aces": 5}, 1, 1),
        ({"aces": 3, "full-house": 25, "large-straight": 40}, 2, 2),
        ({"aces": 0, "full-house": 25}, 1, 2),
        ({"sixes": 0, "3-of-a-kind": 30, "4-of-a-kind": 30}, 2, 3),
        ({"fives": 15, "3-of-a-kind": 18, "small-straight": 30}, 1, 1),
        ({"fives": 15, "3-of-a-kind": 25, "small-straight": 30}, 2, 2),
        ({"fives": 25, "chance": 22}, 1, 1),
        ({}, 0, 0),
    ],
)
def test_a_further_yahtzee_has_filled_what_its_joker_may(
    held: dict[str, int], forced: int, free: int
) -> None:
    entries = card({"yahtzee": 50, **held})
    assert [reached.most_bonuses(form, entries) for form in (FORCED, FREE)] == [forced, free]


def test_the_sentence_says_how_many_there_can_be() -> None:
    with pytest.raises(
        IllegalMove,
        match=r"cannot have 1 Yahtzee bonus, 0 at the most: each .* can have filled by the forced Joker",
    ):
        reached.check(FORCED, card({"yahtzee": 50, "full-house": 25}, bonuses=1))
    with pytest.raises(IllegalMove, match="cannot have 2 Yahtzee bonuses, 1 at the most"):
        reached.check(FREE, card({"yahtzee": 50, "aces": 5}, bonuses=2))

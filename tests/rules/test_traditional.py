"""The traditional game: boxes, bonuses, the Joker, matches; its rulings and the cases worked on its sheet."""

from typing import Any

import pytest

from fivedice.api.match import start
from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.core.faces import FACE_SETS
from fivedice.core.rules import IllegalMove, Over
from fivedice.games.cardgame import CardPosition
from fivedice.games.cardgame import CardPosition as Cards
from fivedice.games.piecepack import Piecepack
from fivedice.games.traditional import Traditional
from fivedice.match.questions import is_over
from tests.rules.tables import (
    card,
    explained,
    fill_card,
    full_card_but,
    one,
    pays,
    rolled,
    scored,
    take_turn,
    used,
)
from tests.thirteen import BOXES, UPPER
from tests.thirteen import EMPTY as EMPTY_CARD
from tests.typed import as_a

FORCED = Traditional()
FREE = Traditional(joker="free")
EMPTY = one(EMPTY_CARD)
UPPER_OPEN = ("aces", "twos", "threes", "fours", "fives", "sixes")


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ("23334", {"threes": 9, "twos": 2, "fours": 4, "aces": 0, "fives": 0, "sixes": 0}),
        ("55521", {"3-of-a-kind": 18, "chance": 18, "fives": 15, "twos": 2, "aces": 1, "4-of-a-kind": 0}),
        ("22226", {"4-of-a-kind": 14, "3-of-a-kind": 14, "chance": 14, "twos": 8, "sixes": 6}),
        ("33355", {"full-house": 25, "3-of-a-kind": 19, "chance": 19, "threes": 9, "fives": 10}),
        *[(dice, {"chance": 22}) for dice in ("66433", "55552", "66613", "65434")],
        *[(dice, {"small-straight": 30}) for dice in ("12341", "34561", "23452")],
        *[(dice, {"small-straight": 30, "large-straight": 40}) for dice in ("12345", "23456", "65432")],
        *[(dice, {"small-straight": 30, "large-straight": 0}) for dice in ("12346", "13456")],
        *[(dice, {"small-straight": 0, "large-straight": 0}) for dice in ("12356", "11223", "24661")],
    ],
)
def test_dice_pay_as_in_the_cases_of_the_sheet(dice: str, points: dict[str, int]) -> None:
    assert scored(FORCED, EMPTY, dice).items() >= points.items()


def test_the_turn_example_of_the_sheet() -> None:
    match = start("traditional", "Ann")
    for dice, box in [("11146", "aces"), ("55521", "fives"), ("66663", "sixes")]:
        match = take_turn(match, dice, box)
    match = take_turn(match, "44442", "4-of-a-kind")
    match = take_turn(match, "12346", "small-straight")
    assert as_a(CardPosition, match.state.position).cards[0] == card(
        {"aces": 3, "fives": 15, "sixes": 24, "4-of-a-kind": 18, "small-straight": 30}
    )
    match = match.throw("23451").keep("2345").throw("2").keep("22").throw("233")
    offered = {use.name: use.pays for use in match.uses()}
    assert (offered["twos"], offered["3-of-a-kind"], offered["full-house"]) == (6, 12, 25)
    assert match.use("full-house").scores == (3 + 15 + 24 + 18 + 30 + 25,)


def test_every_turn_fills_exactly_one_open_box() -> None:
    before = one(card({"chance": 20, "twos": 6}))
    assert set(scored(FORCED, before, "13456")) == set(BOXES) - {"chance", "twos"}
    after = used(FORCED, before, "13456", "small-straight")
    assert after.cards[0] == card({"chance": 20, "twos": 6, "small-straight": 30})


def test_a_box_is_filled_only_once() -> None:
    match = take_turn(start("traditional", "Ann"), "13456", "chance").throw("22222").keep("22222")
    for name in ("chance", "zero-chance"):
        with pytest.raises(IllegalMove, match="cannot be used for"):
            match.use(name)


def test_r19_a_zero_by_choice_goes_into_any_open_box() -> None:
    offered = pays(FORCED, EMPTY, "33355")
    zeros = {name for name, value in offered.items() if value == 0}
    assert {name.removeprefix("zero-") for name in zeros} == set(BOXES)
    after = used(FORCED, EMPTY, "33355", "zero-full-house")
    assert after.cards[0] == card({"full-house": 0})


def test_r19_in_the_upper_section_the_full_count_is_booked() -> None:
    offered = [use for use in FORCED.uses(EMPTY, 0, (1, 2, 5, 5, 5)) if use.name.endswith("fives")]
    assert [(use.name, use.pays) for use in offered] == [("fives", 15), ("zero-fives", 0)]


def test_r19_no_zero_where_the_forced_joker_names_the_box() -> None:
    before = one(card({"yahtzee": 50}))
    assert set(pays(FORCED, before, "44444")) == {"fours"}
    assert "zero-fours" in pays(FREE, before, "44444")


@pytest.mark.parametrize("in_yahtzee", [0, 50])
def test_r19_at_step_2_of_the_forced_joker_a_zero_by_choice_is_possible(in_yahtzee: int) -> None:
    before = one(card({"yahtzee": in_yahtzee, "fours": 12}))
    lower = {"3-of-a-kind", "4-of-a-kind", "full-house", "small-straight", "large-straight", "chance"}
    assert set(pays(FORCED, before, "44444")) == lower | {f"zero-{name}" for name in lower}
    after = used(FORCED, before, "44444", "zero-full-house").cards[0]
    assert after.boxes[BOXES.index("full-house")] == 0
    assert after.bonuses == (in_yahtzee == 50)


@pytest.mark.parametrize(("sixes", "bonus"), [(17, 0), (18, 35), (24, 35)])
def test_the_upper_bonus_is_35_at_63(sixes: int, bonus: int) -> None:
    upper = card({"aces": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15, "sixes": sixes})
    assert filling.section_bonus(FORCED.card, upper, UPPER) == bonus
    assert filling.total(FORCED.card, upper) == 45 + sixes + bonus


def test_the_upper_bonus_comes_with_the_box_that_reaches_63() -> None:
    before = one(card({"threes": 9, "fours": 16, "fives": 20}))
    assert scored(FORCED, before, "66612")["sixes"] == 18 + 35
    after = used(FORCED, before, "66612", "sixes")
    assert FORCED.scores(after) == (9 + 16 + 20 + 18 + 35,)
    assert scored(FORCED, after, "11122")["aces"] == 3


def test_a_yahtzee_with_its_box_open_is_an_ordinary_roll() -> None:
    offered = scored(FORCED, EMPTY, "44444")
    assert set(offered) == set(BOXES)
    assert (offered["yahtzee"], offered["fours"], offered["chance"]) == (50, 20, 20)
    assert (offered["3-of-a-kind"], offered["4-of-a-kind"]) == (20, 20)


@pytest.mark.parametrize("game", [FORCED, FREE, Piecepack()], ids=["forced", "free", "piecepack"])
def test_r3_five_alike_are_no_full_house_and_no_straight(game: object) -> None:
    offered = scored(game, EMPTY, "44444")
    assert [offered[name] for name in ("full-house", "small-straight", "large-straight")] == [0, 0, 0]


def test_a_further_yahtzee_after_a_50_earns_100() -> None:
    before = one(card({"yahtzee": 50}))
    assert pays(FORCED, before, "44444") == {"fours": 20 + 100}
    once = used(FORCED, before, "44444", "fours")
    assert (once.cards[0].bonuses, FORCED.scores(once)) == (1, (50 + 20 + 100,))
    twice = used(FORCED, once, "44444", "large-straight")
    assert (twice.cards[0].bonuses, FORCED.scores(twice)) == (2, (50 + 20 + 40 + 200,))


def test_a_zero_by_choice_keeps_the_yahtzee_bonus() -> None:
    """The 100 is earned by the dice, not by the box."""
    before = one(card({"yahtzee": 50, "fours": 8}))
    after = used(FORCED, before, "44444", "zero-chance")
    assert (after.cards[0].boxes[-1], FORCED.scores(after)) == (0, (58 + 100,))


def test_after_a_zero_in_the_yahtzee_box_there_is_no_bonus_but_the_joker_binds() -> None:
    before = one(card({"yahtzee": 0}))
    assert pays(FORCED, before, "44444") == {"fours": 20}
    assert used(FORCED, before, "44444", "fours").cards[0].bonuses == 0


def test_the_forced_joker_first_names_the_upper_box_of_its_number() -> None:
    before = one(card({"yahtzee": 50, "chance": 9}))
    for face, box in enumerate(UPPER_OPEN, start=1):
        assert pays(FORCED, before, str(face) * 5) == {box: 5 * face + 100}


def test_the_forced_joker_then_opens_the_lower_boxes() -> None:
    """Five Fours as on the sheet: 40 in Large Straight, for example."""
    before = one(card({"yahtzee": 0, "fours": 12}))
    assert scored(FORCED, before, "44444") == {
        **dict.fromkeys(("3-of-a-kind", "4-of-a-kind", "chance"), 20),
        **{"full-house": 25, "small-straight": 30, "large-straight": 40},
    }


def test_the_forced_joker_last_takes_a_zero_in_the_upper_section() -> None:
    """Step 3: with its own box and all Lower boxes filled, a zero in any open Upper box; the 100 stays."""
    assert pays(FORCED, one(full_card_but("aces", "sixes")), "33333") == {"aces": 0, "sixes": 0}
    after_a_fifty = one(full_card_but("aces", "sixes", yahtzee=50))
    assert pays(FORCED, after_a_fifty, "33333") == {"aces": 100, "sixes": 100}


NO_BOX = "No box of its number is open: this Joker "
TOLD = [
    (FORCED, one(card({"yahtzee": 50})), "A Joker must fill the box of its own number first: Threes."),
    (
        FORCED,
        one(card({"yahtzee": 0, "threes": 9})),
        f"{NO_BOX}fills a box that counts no number, and counts as any full house or straight.",
    ),
    (
        FORCED,
        one(full_card_but("aces", "sixes")),
        "Only boxes of other numbers are open: this Joker scores zero.",
    ),
    (FREE, one(card({"yahtzee": 50})), "Until Threes is filled, these dice pay what they show."),
    (FREE, one(card({"yahtzee": 50, "threes": 9})), f"{NO_BOX}counts as any full house or straight."),
    (FORCED, EMPTY, ""),
    (Piecepack(), one(card({"yahtzee": 50})), ""),
]


@pytest.mark.parametrize(("game", "before", "sentence"), TOLD)
def test_the_joker_is_told_where_it_binds(game: Any, before: Cards, sentence: str) -> None:
    assert explained(game, before, "33333") == sentence
    assert explained(game, before, "33334") == ""


def test_a_box_that_the_joker_forbids_is_refused_with_the_reason() -> None:
    match = take_turn(start("traditional", "Ann"), "11111", "yahtzee").throw("33333").keep("33333")
    with pytest.raises(
        IllegalMove, match=r"they can be used for: threes\. A Joker must fill the box of its own number first"
    ):
        match.use("full-house")


def test_the_free_joker_lets_any_open_box_be_filled() -> None:
    before = one(card({"yahtzee": 50}))
    offered = scored(FREE, before, "44444")
    assert set(offered) == set(BOXES) - {"yahtzee"}
    assert (offered["fours"], offered["sixes"], offered["chance"]) == (120, 100, 120)
    assert [offered[n] for n in ("full-house", "small-straight", "large-straight")] == [100, 100, 100]


def test_the_free_joker_pays_its_values_once_the_upper_box_is_filled() -> None:
    offered = scored(FREE, one(card({"yahtzee": 50, "fours": 4})), "44444")
    assert [offered[n] - 100 for n in ("full-house", "small-straight", "large-straight")] == [25, 30, 40]
    assert offered["sixes"] == 100


def test_the_free_joker_leaves_the_bonus_unchanged() -> None:
    assert scored(FREE, one(card({"yahtzee": 0, "fours": 4})), "44444")["full-house"] == 25
    assert scored(FREE, one(card({"yahtzee": 50, "fours": 4})), "44444")["full-house"] == 125


def test_the_joker_is_forced_unless_the_house_says_otherwise() -> None:
    assert start("traditional", "Ann").setup.game == FORCED
    assert start("traditional", "Ann", joker="free").setup.game == FREE
    with pytest.raises(IllegalMove, match="joker cannot be 'wild'"):
        start("traditional", "Ann", joker="wild")


def test_r20_only_the_final_dice_earn_the_yahtzee_bonus() -> None:
    match = take_turn(start("traditional", "Ann"), "66666", "yahtzee")
    match = match.throw("44444").keep("444")
    given_up = match.throw("12").keep("12444").use("fours")
    assert given_up.scores == (50 + 12,)
    assert match.throw("44").keep("44444").use("fours").scores == (50 + 20 + 100,)


def test_a_game_ends_when_every_box_of_every_player_is_filled() -> None:
    match = fill_card(start("traditional", "Ann", "Ben"), BOXES[:-1])
    assert not is_over(match.state)
    match = take_turn(take_turn(match, "11236", "chance"), "11236", "chance")
    assert is_over(match.state)
    with pytest.raises(IllegalMove, match=r"^The match is over\.$"):
        match.throw("11236")


def test_the_highest_grand_total_wins() -> None:
    ann = full_card_but(aces=5, twos=10, threes=15, fours=20, fives=25, yahtzee=50)
    ben = Card(ann.boxes, bonuses=1)
    position = Cards((ann, ben), 0)
    assert FORCED.scores(position) == (75 + 35 + 50, 75 + 35 + 50 + 100)
    assert FORCED.winners(position) == (1,)
    assert isinstance(FORCED.awaits(position), Over)


def test_r4_equal_totals_share_the_win() -> None:
    position = Cards((full_card_but(chance=9), full_card_but(chance=8), full_card_but(aces=5, twos=4)), 0)
    assert FORCED.winners(position) == (0, 2)


@pytest.mark.parametrize("name", ["traditional", "challenge"])
@pytest.mark.parametrize("games", [0, 7])
def test_r18_a_match_has_one_to_six_games(name: str, games: int) -> None:
    assert start(name, "Ann", games=6).setup.games == 6
    with pytest.raises(IllegalMove, match=f"1 to 6 games, not {games}"):
        start(name, "Ann", games=games)


def test_r18_the_match_goes_to_the_highest_sum() -> None:
    match = fill_card(start("traditional", "Ann", "Ben", games=2), BOXES[:-1])
    match = take_turn(take_turn(match, "66666", "chance"), "11236", "chance")
    match = fill_card(match, BOXES[:-1])
    match = take_turn(take_turn(match, "11236", "chance"), "66665", "zero-chance")
    assert match.state.finished == ((43, 26), (13, 26))
    assert (match.scores, match.winners) == ((56, 52), (0,))


def test_r4_equal_sums_share_the_match() -> None:
    match = fill_card(fill_card(start("traditional", "Ann", "Ben", games=2)))
    assert is_over(match.state)
    assert (match.scores, match.winners) == ((52, 52), (0, 1))


def test_r18_each_game_opens_with_its_own_roll_off() -> None:
    match = start("traditional", "Ann", "Ben", games=2, first="roll")
    match = rolled(match, "66666", "11111")
    assert match.state.first == 0
    match = fill_card(match)
    assert match.state.rolloff is not None
    assert rolled(match, "11111", "66666").state.first == 1


def test_r18_or_the_seats_open_in_turn() -> None:
    match = start("traditional", "Ann", "Ben", "Cy", games=3, first=2)
    firsts = [match.state.first]
    for _ in range(2):
        match = fill_card(match)
        firsts.append(match.state.first)
    assert firsts == [2, 0, 1]
    assert match.awaited.seats == (1,)


def test_the_dice_show_chinese_numerals_by_display_only() -> None:
    assert "".join(face.sign for face in FACE_SETS[FORCED.faces]) == "一二三四五六"

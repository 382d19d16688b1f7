"""The challenge game: common throws, hidden decisions, changing rollers; its rulings."""

import pytest

from fivedice.api.match import Match, start
from fivedice.core.rules import IllegalMove
from fivedice.games.challenge import Challenge, ChallengePosition
from fivedice.match.events import Throw
from fivedice.match.questions import event_seen, is_over, view
from fivedice.match.state import HIDDEN
from tests.rules.tables import card, fill_card, one, pays, take_turn
from tests.thirteen import BOXES
from tests.typed import as_a

TWO = ("Ann", "Ben")
FOUR = ("Ann", "Ben", "Cy", "Di")


def keeps(match: Match, *dice: str) -> Match:
    """Every seat keeps its dice, seat 0 first."""
    for seat, kept in enumerate(dice):
        match = match.keep(kept, seat)
    return match


def hands(match: Match) -> list[str]:
    """The dice of every seat, as a sorted text; a point is an empty slot."""
    assert match.state.turn is not None
    return ["".join(sorted(str(die or ".") for die in hand)) for hand in match.state.turn.hands]


@pytest.mark.parametrize("joker", ["forced", "free"])
@pytest.mark.parametrize("dice", ["44444", "33355", "12345", "11111"])
@pytest.mark.parametrize("boxes", [{}, {"yahtzee": 50}, {"yahtzee": 0, "fours": 8}], ids=str)
def test_scoring_is_the_traditional_games(joker: str, dice: str, boxes: dict[str, int]) -> None:
    challenge = start("challenge", "Ann", joker=joker).setup.game
    traditional = start("traditional", "Ann", joker=joker).setup.game
    position = ChallengePosition((card(boxes),), 0)
    assert pays(challenge, position, dice) == pays(traditional, one(card(boxes)), dice)


def test_all_play_every_round_from_common_throws() -> None:
    match = start("challenge", *FOUR).throw("13356")
    assert hands(match) == ["13356"] * 4
    assert match.awaited.seats == (0, 1, 2, 3)


def test_a_step_throws_as_many_dice_as_the_fewest_empty_slots() -> None:
    match = keeps(start("challenge", *FOUR).throw("13356"), "1356", "335", "6", "13356")
    assert match.awaited.dice == 1
    match = match.throw("2")
    assert hands(match) == ["12356", ".2335", "...26", "13356"]
    assert match.awaited.dice == 1
    match = match.throw("4")
    assert hands(match) == ["12356", "23345", "..246", "13356"]
    assert match.awaited.dice == 2
    match = match.throw("66")
    assert hands(match) == ["12356", "23345", "24666", "13356"]
    assert match.awaited.kind == "keep"


def test_step_three_is_step_two_again_and_then_the_markers_are_final() -> None:
    match = keeps(start("challenge", *TWO).throw("13356"), "33", "1").throw("333").throw("1")
    assert hands(match) == ["33333", "11333"]
    match = keeps(match, "33333", "333").throw("35")
    assert match.awaited.kind == "use"
    match = match.use("yahtzee", 0).use("3-of-a-kind", 1)
    assert match.scores == (50, 3 * 4 + 5)
    cards = as_a(ChallengePosition, match.state.position).cards
    assert cards == (card({"yahtzee": 50}), card({"3-of-a-kind": 17}))


def test_thirteen_rounds_with_a_roller_who_changes_each_round() -> None:
    match, rollers = start("challenge", "Ann", "Ben", "Cy", first=1), []
    for box in ("aces", "twos", "threes", "fours"):
        rollers.append(match.awaited.seats)
        match = take_turn(match, "12345", box)
    assert rollers == [(1,), (2,), (0,), (1,)]
    match = fill_card(match, ("fives", "sixes", "3-of-a-kind", "4-of-a-kind", "full-house"))
    match = fill_card(match, ("small-straight", "large-straight", "yahtzee"))
    assert not is_over(match.state)
    assert is_over(take_turn(match, "12345", "chance").state)


def test_only_the_roller_throws() -> None:
    match = start("challenge", *TWO, first=1)
    with pytest.raises(IllegalMove, match="waits for a throw of seat 1"):
        match.step(Throw(0, (1, 2, 3, 4, 5)))
    match = keeps(match.throw("12345"), "123", "1")
    assert match.awaited.seats == (1,)


def test_r5_no_seat_sees_anothers_keep_before_all_have_chosen() -> None:
    match = start("challenge", *TWO).throw("13356")
    one_way, other = match.keep("33", 0), match.keep("13356", 0)
    for seat in (1, None):
        assert view(one_way.state, seat) == view(other.state, seat)
        assert event_seen(one_way.events[-1], one_way.state, seat) == HIDDEN
    assert view(one_way.state, 0) == one_way.state
    shown = one_way.keep("6", 1)
    assert view(shown.state, 1) == shown.state
    assert event_seen(shown.events[-1], shown.state, 1) == shown.events[-1]


def test_r5_no_seat_sees_anothers_box_before_all_have_chosen() -> None:
    match = start("challenge", *TWO).throw("33355")
    match = keeps(keeps(match, "33355", "33355"), "33355", "33355")
    one_way, other = match.use("full-house", 1), match.use("chance", 1)
    assert view(one_way.state, 0) == view(other.state, 0)
    assert one_way.scores == (0, 0)
    assert one_way.use("chance", 0).scores == (19, 25)


def test_r5_decisions_come_in_any_order() -> None:
    match = start("challenge", *TWO).throw("13356")
    assert match.keep("33", 0).keep("6", 1).state == match.keep("6", 1).keep("33", 0).state


def test_r21_a_decision_handed_in_stands() -> None:
    match = start("challenge", *TWO).throw("13356").keep("33", 0)
    with pytest.raises(IllegalMove, match="waits for a keep from seat 1"):
        match.keep("6", 0)
    match = keeps(start("challenge", *TWO).throw("13356"), "13356", "13356")
    match = keeps(match, "13356", "13356").use("chance", 0)
    with pytest.raises(IllegalMove, match="waits for a use of the dice from seat 1"):
        match.use("sixes", 0)


def test_r21_slots_may_be_opened_again_at_step_three() -> None:
    match = keeps(start("challenge", *TWO).throw("13356"), "13356", "33").throw("222")
    match = keeps(match, "33", "22233")
    assert match.awaited.dice == 3
    assert hands(match.throw("111")) == ["11133", "22233"]


def test_r21_if_all_keep_all_nothing_is_thrown_and_step_three_is_decided_all_the_same() -> None:
    match = keeps(start("challenge", *TWO).throw("13356"), "13356", "13356")
    assert (match.awaited.kind, match.awaited.seats) == ("keep", (0, 1))
    assert match.keep("13356", 0).keep("1", 1).awaited.dice == 4
    assert keeps(match, "13356", "13356").awaited.kind == "use"


def test_r21_the_first_roller_is_seat_0_or_chosen() -> None:
    assert Challenge.openings[0] == "0"
    assert start("challenge", *TWO).awaited.seats == (0,)
    assert start("challenge", *TWO, first=1).awaited.seats == (1,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r21_the_office_goes_on_passing_through_the_games(seats: int) -> None:
    match = fill_card(start("challenge", *FOUR[:seats], games=2), BOXES[:-1])
    (last_roller,) = match.awaited.seats
    match = take_turn(match, "11236", "chance")
    assert match.awaited.seats == ((last_roller + 1) % seats,)
    assert match.scores == (26,) * seats


def test_r21_alone_who_keeps_all_five_has_stopped() -> None:
    match = start("challenge", "Ann").throw("33355").keep("33355")
    assert match.awaited.kind == "use"
    position = as_a(ChallengePosition, match.use("full-house").state.position)
    assert position.cards == (card({"full-house": 25}),)

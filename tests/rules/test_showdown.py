"""The showdown game: cards and chips, the ring, what each kind of space allows, its end; its rulings."""

from typing import Any

import pytest
from msgspec.structs import replace

from fivedice.api.match import start
from fivedice.core.rules import Choice, Hands, IllegalMove, Over, RedDie, Use
from fivedice.games.showdown import Showdown
from fivedice.games.showdown_board import CARDS, FULL_VALUE, ShowdownPosition
from fivedice.match.events import Spend
from fivedice.match.match import begin
from fivedice.match.setup import Player, Setup
from fivedice.narration import moves
from tests.rules.tables import board, pays, take_turn, used
from tests.typed import as_a

GAME: Any = Showdown()
DIAMONDS = tuple(space for space in range(16) if space % 4)
Cards = dict[str, tuple[int, int, int]]


def everything(owner: int = 1, chips: int = 1, **other: tuple[int, int, int]) -> Cards:
    """All twelve cards on the board as one owner's, a card on each diamond in their order, but for `other`.

    The number cards have so many `chips`. A card of `other` stays on its space.
    """
    stacks = (chips,) * 6 + FULL_VALUE[6:]
    placed = {name: (space, owner, n) for name, space, n in zip(CARDS, DIAMONDS, stacks, strict=True)}
    assert all(placed[name][0] == changed[0] for name, changed in other.items())
    return {**placed, **other}


def held(position: ShowdownPosition, name: str) -> tuple[int, int, int] | None:
    """Space, owner and chips of a card."""
    card = position.cards[CARDS.index(name)]
    return None if card is None else (card.space, card.owner, card.chips)


def moved(position: ShowdownPosition, face: str) -> list[str]:
    """What the log says of a red die thrown here."""
    match = begin(Setup(GAME, (Player("Ann"), Player("Ben")), position=position)).throw(face)
    return moves.transcript(match, "digits")[2:-2]


def placings(dice: str, *on_board: str) -> dict[str, int]:
    """What these dice can place on the empty diamond 1, with these cards already on the board."""
    far = {name: (space, 1, 1) for name, space in zip(on_board, DIAMONDS[1:], strict=False)}
    offered = pays(GAME, board((1, 0), far), dice)
    return {name.removeprefix("place-"): chips for name, chips in offered.items()}


def test_r7_seat_i_starts_on_corner_4i() -> None:
    assert GAME.start(4, 0).pawns == (0, 4, 8, 12)
    assert GAME.start(2, 1).pawns == (0, 4)


def test_r7_the_players_may_choose_their_pawns() -> None:
    begun = start("showdown", "Ann", "Ben", pawns="12,4")
    assert as_a(ShowdownPosition, begun.state.position).pawns == (12, 4)
    for pawns in ("12,12", "3,4", "0,4,8", "0"):
        with pytest.raises(IllegalMove):
            start("showdown", "Ann", "Ben", pawns=pawns)


@pytest.mark.parametrize(("space", "face", "reached"), [(0, 3, 3), (14, 1, 15), (14, 2, 0), (15, 6, 5)])
def test_the_pawn_moves_clockwise_around_sixteen_spaces(space: int, face: int, reached: int) -> None:
    after = GAME.move(board((space, 8), {}, "move"), face)
    assert after.pawns == (reached, 8)
    assert after.seat == 0


def test_a_space_may_be_shared_by_pawns() -> None:
    after = GAME.move(board((0, 3), {}, "move"), 3)
    assert (after.pawns, after.phase) == ((3, 3), "roll")


def test_a_turn_is_the_red_die_and_then_the_black_ones() -> None:
    match = start("showdown", "Ann", "Ben")
    assert (match.awaited.kind, match.awaited.dice) == ("throw", 1)
    match = match.throw("3")
    assert match.awaited.dice == 5
    match = match.throw("11246").keep("11").throw("236").keep("").throw("11246").use("place-aces")
    assert held(as_a(ShowdownPosition, match.state.position), "aces") == (3, 0, 2)
    assert (match.awaited.seats, match.awaited.dice) == ((1,), 1)


SINGLES = dict.fromkeys(("aces", "twos", "threes", "fours", "fives"), 1)


@pytest.mark.parametrize(
    ("dice", "chips"),
    [
        ("11346", {"aces": 2, "threes": 1, "fours": 1, "sixes": 1}),
        ("66614", {"sixes": 3, "aces": 1, "fours": 1, "3-of-a-kind": 3}),
        ("22226", {"twos": 4, "sixes": 1, "3-of-a-kind": 3, "4-of-a-kind": 4}),
        ("12345", {**SINGLES, "small-straight": 5, "large-straight": 7}),
        ("66643", {"threes": 1, "fours": 1, "sixes": 3, "3-of-a-kind": 3, "chance": 6}),
        ("33355", {"threes": 3, "fives": 2, "3-of-a-kind": 3, "full-house": 5}),
    ],
)
def test_dice_place_the_cards_that_they_make(dice: str, chips: dict[str, int]) -> None:
    assert placings(dice) == chips


@pytest.mark.parametrize(("dice", "chips"), [("66643", 6), ("66634", 6), ("66633", None), ("66665", 6)])
def test_chance_asks_a_total_of_25_or_more(dice: str, chips: int | None) -> None:
    assert placings(dice).get("chance") == chips


def test_the_placing_example_of_the_sheet() -> None:
    missing = {"sixes", "3-of-a-kind", "chance"}
    on_board = [name for name in CARDS if name not in missing]
    assert placings("66556", *on_board) == {"sixes": 3, "3-of-a-kind": 3, "chance": 6}


def test_on_an_empty_diamond_a_card_off_the_board_is_placed_there() -> None:
    before = board((5, 0), {"sixes": (7, 1, 2)})
    assert pays(GAME, before, "66612") == {"place-aces": 1, "place-twos": 1, "place-3-of-a-kind": 3}
    after = used(GAME, before, "66612", "place-3-of-a-kind")
    assert held(after, "3-of-a-kind") == (5, 0, 3)
    assert (after.pawns, after.seat, after.phase, GAME.scores(after)) == ((5, 0), 1, "move", (3, 2))


def test_on_an_empty_diamond_nothing_is_stolen_or_raised() -> None:
    before = board((5, 0), {"sixes": (7, 1, 2), "aces": (9, 0, 1)})
    assert set(pays(GAME, before, "66111")) == {"place-full-house", "place-3-of-a-kind"}


def test_r10_what_can_be_gained_must_be_gained() -> None:
    assert pays(GAME, board((5, 0), {}), "11246").keys() == {
        "place-aces",
        "place-twos",
        "place-fours",
        "place-sixes",
    }
    stealing = board((1, 5), {"sixes": (1, 1, 2)})
    assert pays(GAME, stealing, "66123") == {"steal-sixes": 2}
    raising = board((1, 5), {"sixes": (1, 0, 1)})
    assert pays(GAME, raising, "66123") == {"raise-sixes": 1}


def test_r10_dice_that_give_nothing_end_the_turn() -> None:
    before = board((1, 5), {"sixes": (1, 1, 2)})
    assert pays(GAME, before, "61234") == {"nothing": 0}
    after = used(GAME, before, "61234", "nothing")
    assert (after.pawns, after.seat, after.cards) == (before.pawns, 1, before.cards)


def test_on_anothers_card_only_that_card_can_be_stolen() -> None:
    before = board((1, 5), {"twos": (1, 1, 1), "sixes": (2, 1, 1)})
    assert GAME.move(board((15, 5), {"twos": (1, 1, 1)}, "move"), 2).phase == "roll"
    assert pays(GAME, before, "22666") == {"steal-twos": 2}
    assert pays(GAME, before, "66612") == {"steal-twos": 1}
    assert pays(GAME, before, "66611") == {"nothing": 0}


@pytest.mark.parametrize(("dice", "chips"), [("44123", None), ("44412", 3), ("44441", 4)])
def test_a_number_card_is_stolen_by_meeting_or_beating_its_chips(dice: str, chips: int | None) -> None:
    before = board((1, 5), {"fours": (1, 1, 3)})
    assert pays(GAME, before, dice).get("steal-fours") == chips


@pytest.mark.parametrize(
    ("name", "chips", "dice", "other"),
    [
        ("3-of-a-kind", 3, "22231", "22331"),
        ("4-of-a-kind", 4, "22221", "22213"),
        ("full-house", 5, "22233", "22223"),
        ("small-straight", 5, "12346", "12356"),
        ("large-straight", 7, "23456", "12346"),
        ("chance", 6, "66643", "66633"),
    ],
)
def test_other_cards_are_stolen_by_their_combination(name: str, chips: int, dice: str, other: str) -> None:
    before = board((1, 5), {name: (1, 1, chips)})
    assert pays(GAME, before, dice) == {f"steal-{name}": chips}
    assert pays(GAME, before, other) == {"nothing": 0}
    assert held(used(GAME, before, dice, f"steal-{name}"), name) == (1, 0, chips)


def test_the_stealing_example_of_the_sheet() -> None:
    match = start("showdown", "Ann", "Ben").throw("6")
    match = take_turn(match, "11345", "place-aces").throw("2")
    assert as_a(ShowdownPosition, match.state.position).pawns == (6, 6)
    match = match.throw("12356").keep("1").throw("1114").keep("1111").throw("3")
    assert [use.name for use in match.uses()] == ["steal-aces"]
    match = match.use("steal-aces")
    assert held(as_a(ShowdownPosition, match.state.position), "aces") == (6, 1, 4)
    assert (match.scores, match.awaited.seats) == ((0, 4), (0,))


def test_the_old_owner_takes_the_chips_back() -> None:
    before = board((1, 5), {"fours": (1, 1, 2), "chance": (3, 1, 6)})
    after = used(GAME, before, "44412", "steal-fours")
    assert (GAME.scores(before), GAME.scores(after)) == ((0, 8), (3, 6))
    assert (after.seat, after.phase) == (1, "move")


def test_on_an_own_number_card_under_four_chips_there_is_a_choice() -> None:
    landed = GAME.move(board((15, 5), {"fours": (1, 0, 2)}, "move"), 2)
    assert GAME.awaits(landed) == Choice(0, ("move", "stay"))
    assert GAME.awaits(GAME.choose(landed, "move")) == RedDie(0)
    assert GAME.awaits(GAME.choose(landed, "stay")) == Hands((0,), 0)
    again = GAME.move(GAME.choose(landed, "move"), 2)
    assert (again.pawns, again.phase) == ((3, 5), "roll")


@pytest.mark.parametrize(("dice", "gain"), [("44123", None), ("44412", 1), ("44441", 2)])
def test_an_own_card_is_raised_only_by_beating_it(dice: str, gain: int | None) -> None:
    before = board((1, 5), {"fours": (1, 0, 2)})
    assert pays(GAME, before, dice) == ({"nothing": 0} if gain is None else {"raise-fours": gain})


def test_a_raise_stacks_the_new_count_and_ends_the_turn() -> None:
    before = board((1, 5), {"fours": (1, 0, 1)})
    after = used(GAME, before, "44412", "raise-fours")
    assert (held(after, "fours"), after.seat) == ((1, 0, 3), 1)


@pytest.mark.parametrize(("name", "chips"), [("fours", 4), ("chance", 6), ("3-of-a-kind", 3)])
def test_r8_on_an_own_card_that_cannot_be_raised_the_pawn_moves_again(name: str, chips: int) -> None:
    before = board((15, 5), {name: (1, 0, chips)}, "move")
    landed = GAME.move(before, 2)
    assert moved(before, "2")[1:] == ["It cannot be raised: the red die is thrown again."]
    assert (landed.pawns, landed.seat, GAME.awaits(landed)) == ((1, 5), 0, RedDie(0))


def test_on_a_wild_space_a_card_is_placed_on_the_next_empty_diamond() -> None:
    before = board((0, 5), {"aces": (1, 1, 1), "twos": (2, 0, 4), "threes": (3, 1, 4)})
    after = used(GAME, before, "55566", "place-full-house")
    assert (held(after, "full-house"), after.pawns) == ((5, 0, 5), (5, 5))


def test_a_wild_space_is_never_covered() -> None:
    before = board((12, 5), {"aces": (13, 1, 4), "twos": (14, 1, 4), "threes": (15, 1, 4)})
    assert held(used(GAME, before, "55566", "place-fives"), "fives") == (1, 0, 3)


def test_on_a_wild_space_any_card_can_be_stolen_by_its_combination() -> None:
    before = board((4, 8), {"sixes": (1, 1, 3), "fives": (9, 1, 3), "chance": (15, 1, 6)})
    offered = pays(GAME, before, "66651")
    assert "steal-sixes" not in pays(GAME, before, "66511")
    assert {name for name in offered if name.startswith("steal")} == {"steal-sixes"}
    after = used(GAME, before, "66651", "steal-sixes")
    assert (held(after, "sixes"), after.pawns) == ((1, 0, 3), (1, 8))


def test_on_a_wild_space_an_own_number_card_can_be_raised() -> None:
    before = board((4, 8), {**everything(1, sixes=(7, 0, 2)), "chance": (15, 0, 6)})
    assert pays(GAME, before, "66622") == {"steal-twos": 2, "steal-3-of-a-kind": 3, "steal-full-house": 5} | {
        "raise-sixes": 1
    }
    after = used(GAME, before, "66622", "raise-sixes")
    assert (held(after, "sixes"), after.pawns) == ((7, 0, 3), (7, 8))


def test_on_a_wild_space_only_more_dice_than_chips_raise() -> None:
    cards = everything(1, sixes=(7, 0, 2), fives=(6, 0, 3))
    assert "raise-sixes" not in pays(GAME, board((4, 8), cards), "66123")
    assert pays(GAME, board((4, 8), cards), "66655")["raise-sixes"] == 1
    full = board((4, 8), everything(1, sixes=(7, 0, 4)))
    assert "raise-sixes" not in pays(GAME, full, "66666")


def test_a_wild_space_without_gain_leaves_the_pawn_there() -> None:
    before = board((4, 8), everything(1, chips=4))
    after = used(GAME, before, "11235", "nothing")
    assert (after.pawns, after.seat) == ((4, 8), 1)


def test_r12_a_wild_space_with_nothing_to_steal_or_raise_ends_the_turn_at_once() -> None:
    before = board((15, 8), everything(0, chips=4), "move", left=2)
    after = GAME.move(before, 1)
    assert moved(before, "1")[1:] == ["There is nothing to steal or raise: the turn ends."]
    assert (after.pawns, after.seat, after.left, after.phase) == ((0, 8), 1, 1, "move")


@pytest.mark.parametrize("change", [{"aces": (1, 0, 3)}, {"chance": (15, 1, 6)}], ids=["raise", "steal"])
def test_r12_a_single_card_to_steal_or_raise_is_enough_to_roll(change: Cards) -> None:
    cards = everything(0, chips=4, **change)
    after = GAME.move(board((15, 8), cards, "move", left=2), 1)
    assert (after.seat, after.phase) == (0, "roll")


def test_a_yahtzee_on_an_empty_diamond_places_any_card_there() -> None:
    before = board((5, 0), {"aces": (7, 1, 1)})
    offered = pays(GAME, before, "33333")
    assert offered == {
        **{f"place-{name}": 4 for name in ("twos", "threes", "fours", "fives", "sixes", "4-of-a-kind")},
        **{"place-3-of-a-kind": 3, "place-full-house": 5, "place-small-straight": 5},
        **{"place-large-straight": 7, "place-chance": 6},
        "steal-aces": 4,
    }
    after = used(GAME, before, "33333", "place-large-straight")
    assert (held(after, "large-straight"), after.pawns) == ((5, 0, 7), (5, 0))


def test_a_yahtzee_elsewhere_places_on_the_next_empty_diamond() -> None:
    before = board((3, 0), {"aces": (3, 1, 1), "twos": (5, 1, 1)})
    after = used(GAME, before, "33333", "place-sixes")
    assert (held(after, "sixes"), after.pawns) == ((6, 0, 4), (6, 0))
    from_wild = used(GAME, board((4, 0), {"twos": (5, 1, 1)}), "33333", "place-sixes")
    assert (held(from_wild, "sixes"), from_wild.pawns) == ((6, 0, 4), (6, 0))


def test_a_yahtzee_steals_any_card_of_another_player() -> None:
    before = board((3, 0, 8), {"aces": (3, 1, 4), "chance": (9, 2, 6), "fives": (15, 2, 1)})
    offered = pays(GAME, before, "33333")
    steals = {name: chips for name, chips in offered.items() if name.startswith("steal")}
    assert steals == {"steal-aces": 4, "steal-chance": 6, "steal-fives": 4}
    after = used(GAME, before, "33333", "steal-fives")
    assert (held(after, "fives"), after.pawns) == ((15, 0, 4), (15, 0, 8))


def test_a_yahtzee_steals_no_own_card() -> None:
    before = board((5, 0), {"aces": (7, 0, 1), "sixes": (9, 0, 2)})
    assert not {"steal-aces", "steal-sixes"} & pays(GAME, before, "33333").keys()


def test_r9_a_yahtzee_may_still_raise_the_own_card_on_the_space() -> None:
    before = board((1, 5), {"threes": (1, 0, 2), "aces": (7, 1, 1)})
    offered = pays(GAME, before, "33333")
    assert offered["raise-threes"] == 2
    assert offered["steal-aces"] == 4
    assert offered["place-chance"] == 6
    assert held(used(GAME, before, "33333", "raise-threes"), "threes") == (1, 0, 4)
    others = board((1, 5), {"threes": (1, 0, 2), "fives": (7, 0, 1)})
    assert not [name for name in pays(GAME, others, "55555") if name.startswith("raise")]
    on_wild = board((4, 8), {"threes": (1, 0, 2)})
    assert pays(GAME, on_wild, "33333")["raise-threes"] == 2


def last_card_placed(seats: int, placer: int) -> ShowdownPosition:
    """A board on which this seat has just placed the twelfth card, and "11235" gains nothing any more."""
    cards = {name: card for name, card in everything(1, chips=4).items() if name != "chance"}
    pawns = tuple(15 if seat == placer else 0 for seat in range(seats))
    placing = ShowdownPosition(pawns, board((), cards).cards, placer, "roll")
    return as_a(ShowdownPosition, used(GAME, placing, "66643", "place-chance"))


@pytest.mark.parametrize(("seats", "placer"), [(2, 0), (2, 1), (3, 1), (4, 0), (4, 3)])
def test_the_twelfth_card_starts_the_showdown_round(seats: int, placer: int) -> None:
    position, order = last_card_placed(seats, placer), list[int]()
    while not isinstance(GAME.awaits(position), Over):
        if position.left == seats - len(order):
            order.append(position.seat)
        if position.phase == "move":
            position = GAME.move(position, 1)
        else:
            position = used(GAME, position, "11235", "nothing")
    assert order == [(placer + 1 + turn) % seats for turn in range(seats)]


def test_the_showdown_round_is_told_with_its_turns_in_their_order() -> None:
    cards = {name: card for name, card in everything(1, chips=4).items() if name != "chance"}
    setup = replace(start("showdown", "Ann", "Ben", "Cora").setup, position=board((15, 0, 0), cards))
    before = begin(setup).throw("66643").keep("66643")
    placed = before.use("place-chance")
    begins = "Showdown Round: Ben, Cora and then Ann have one last turn each."
    told = moves.describe(before.state, Spend(0, "place-chance"), placed.state, "pips")
    assert told == ("Ann places Chance for 6 chips.", begins)
    assert (moves.last_turns(before.state), moves.last_turns(placed.state)) == ("", begins)
    moved = placed.throw("1")
    told = moves.describe(placed.state, moved.events[-1], moved.state, "pips")
    assert told[1:] == ("It cannot be raised: the red die is thrown again.",)
    position, names = as_a(ShowdownPosition, placed.state.position), ("Ann", "Ben", "Cora")
    last = GAME.last_turns(replace(position, seat=0, left=1), names)
    assert last == "Showdown Round: Ann has the last turn."
    assert GAME.last_turns(replace(position, seat=1, left=0), names) == ""


def test_before_the_twelfth_card_there_is_no_showdown_round() -> None:
    cards = {name: held for name, held in everything(1).items() if name not in {"chance", "sixes"}}
    assert used(GAME, board((15, 0), cards), "66643", "place-chance").left is None


def test_in_the_showdown_round_no_card_can_be_placed() -> None:
    before = board((4, 8), everything(1), left=2)
    assert not [name for name in pays(GAME, before, "33333") if name.startswith("place")]


def test_after_a_steal_in_the_showdown_round_the_red_die_is_rolled_again() -> None:
    position = board((1, 8), everything(1), left=2)
    for space, steal in ((2, "steal-aces"), (3, "steal-twos")):
        position = used(GAME, position, "11223", steal)
        assert (position.seat, position.left, GAME.awaits(position)) == (0, 2, RedDie(0))
        position = GAME.move(position, 1)
        assert position.pawns[0] == space
    position = used(GAME, position, "11224", "nothing")
    assert (position.seat, position.left, GAME.scores(position)) == (1, 1, (4, 34))


def test_a_yahtzee_that_steals_in_the_showdown_round_goes_on_from_there() -> None:
    after = used(GAME, board((1, 8), everything(1), left=2), "33333", "steal-chance")
    assert (after.pawns, after.seat, GAME.awaits(after)) == ((15, 8), 0, RedDie(0))


def test_r11_a_raise_ends_the_turn_in_the_showdown_round_too() -> None:
    before = board((1, 8), everything(1, aces=(1, 0, 1)), left=2)
    after = used(GAME, before, "11123", "raise-aces")
    assert (after.seat, after.left, GAME.scores(after)) == (1, 1, (3, 35))


def test_in_the_showdown_round_an_own_card_gives_the_choice_too() -> None:
    before = board((15, 8), everything(1, aces=(1, 0, 1)), "move", left=2)
    landed = GAME.move(before, 2)
    assert GAME.awaits(landed) == Choice(0, ("move", "stay"))
    moved = GAME.move(GAME.choose(landed, "move"), 1)
    assert (moved.seat, moved.left, moved.phase) == (0, 2, "roll")


def test_the_game_ends_with_the_last_turn_of_the_showdown_round() -> None:
    before = board((1, 8), everything(1, aces=(1, 1, 4)), left=1)
    after = used(GAME, before, "12345", "nothing")
    assert (after.left, GAME.awaits(after)) == (0, Over())


def test_the_most_chips_win() -> None:
    position = board((0, 4), {"aces": (1, 0, 4), "chance": (2, 1, 6), "twos": (3, 0, 3)}, left=0)
    assert (GAME.scores(position), GAME.winners(position)) == ((7, 6), (0,))


def test_r13_equal_chips_share_the_win() -> None:
    position = board((0, 4, 8), {"aces": (1, 0, 4), "twos": (2, 2, 4), "sixes": (3, 1, 3)}, left=0)
    assert GAME.winners(position) == (0, 2)


def test_a_raise_is_told_by_its_chips_and_nothing_as_no_gain() -> None:
    told = [GAME.gain_phrase(Use(name, 2), "Ann") for name in ("steal-fives", "raise-fives", "nothing")]
    assert told == ["Ann steals Fives for 2 chips.", "Ann raises Fives by 2 chips.", "Ann gains nothing."]

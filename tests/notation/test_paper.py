"""Positions as people write them: parsed, completed or refused; boxes by the labels of the rule sheets."""

import pytest

import fivedice
from fivedice.cards.boxes import Box
from fivedice.cards.scorecard import Section, Written
from fivedice.core import texts
from fivedice.core.rules import IllegalMove, Use
from fivedice.core.turn import Turn
from fivedice.games import GAMES
from fivedice.games.owncard import OwnCard
from fivedice.match.setup import game_called
from fivedice.notation import paper, write
from fivedice.notation.read import BadText
from fivedice.terminal.answers import uses_called
from tests.laws.matches import some_of
from tests.terminal.lines import agreed
from tests.typed import as_a

CARD = "-,-,-,-,15,-,25,-,-,30,-,50,-+2 0"


def said(game: str, position: str, dice: str = "22345") -> str:
    """The exact text of what is said."""
    return write.position(paper.state(game_called(game), position, dice).position)


@pytest.mark.parametrize(
    "text",
    [
        "fives=15, 3-of-a-kind=25, small-straight=30, yahtzee=50, 2 bonuses",
        "Fives 15, 3 of a Kind 25, Small Straight 30, YAHTZEE 50, Yahtzee bonus 200",
        "FIVES: 15; three of a kind: 25; small_straight: 30; yahtzee: 50; bonuses=2",
        "fives 15 3 of a kind 25 small straight 30 yahtzee 50 2 yahtzee bonuses",
        "aces=-, twos=, threes, fives = 15 , 3 of a kind=25, small straight =30, yahtzee= 50, 2 bonuses",
        "-, -, -, -, 15, -, 25, -, -, 30, -, 50, - + 2",
        ",,,,15,,25,,,30,,50,+2",
        "  -,-,-,-,15,-,25,-,-,30,-,50,-+2   0 ",
    ],
)
def test_a_score_card_is_read_as_people_say_it(text: str) -> None:
    assert said("traditional", text) == CARD


@pytest.mark.parametrize(
    ("game", "text", "exact"),
    [
        ("piecepack", "nulls 18 / aces=3, chance 22", "18,-,-,-,-,-,-,-+0/3,"),
        ("traditional", "aces 3 / -", "3,-,-,-,-,-,-,-,-,-,-,-,-+0/-,-,-,-,-,-,-,-,-,-,-,-,-+0 1"),
        ("junior", "goofy=4, pluto=0 / daisy=3", "-+-+-+4+0/-+-+3+-+- 1 -"),
        ("junior", "Daisy Duck 3 / GOOFY 4, pluto picture; seat 0 to play", "-+-+3+-+-/-+-+-+4+0 0 -"),
        ("junior", "-+-+3+-+-/-+-+-+4+0", "-+-+3+-+-/-+-+-+4+0 0 -"),
        (
            "showdown",
            "pawn 13, aces 2 on 13, Fives 3 chips on space 11 / pawn on 5, full house @ 5",
            "13/5 13+0+2/-/-/-/11+0+3/-/-/-/5+1+5/-/-/- 0 roll -",
        ),
    ],
)
def test_seats_and_phases_are_filled_in_where_only_one_is_possible(game: str, text: str, exact: str) -> None:
    assert exact in said(game, text)


@pytest.mark.parametrize(
    ("game", "plain", "printed"),
    [
        ("kniffel", "grosse strasse=40, funfer 5", "große straße=40, fünfer 5"),
        ("yams", "Carre 20", "CARRÉ 20"),
    ],
)
def test_letters_may_be_plain_ones(game: str, plain: str, printed: str) -> None:
    assert said(game, plain) == said(game, printed)


def test_a_choice_is_asked_about_without_dice() -> None:
    told = paper.state(GAMES["showdown"], "pawn 13, aces 2 on 13 / pawn 5, full house on 5")
    assert (told.awaited.kind, told.awaited.seats) == ("choose", (0,))


def test_the_first_throw_of_a_common_turn_is_said_once() -> None:
    state = paper.state(GAMES["challenge"], "aces 3 / twos 4", "22345")
    assert state.turn is not None
    assert state.turn.hands == ((2, 2, 3, 4, 5),) * 2
    with pytest.raises(BadText, match="give the dice of each, such as 22345/22344@2"):
        paper.state(GAMES["challenge"], "aces 3 / twos 4", "22345@2")
    assert paper.state(GAMES["challenge"], "aces 3 / twos 4", "22345/22344@2").awaited.kind == "keep"


@pytest.mark.parametrize(
    ("game", "dice", "exact"),
    [
        ("piecepack", "AA23N", "11236@1"),
        ("piecepack", "null 5, n, ace 2@2", "65612@2"),
        ("piecepack", " a 1 n N 6 @ 3", "11666@3"),
        ("junior", "mickey Goofy goofy 6 ★@2", "15561@2"),
        ("traditional", "one two 3 4 five", "12345@1"),
        ("challenge", "66612/11234@2", "66612/11234@2"),
    ],
)
def test_dice_are_said_by_number_or_by_what_they_show(game: str, dice: str, exact: str) -> None:
    position = {"junior": "-", "challenge": "- / -"}.get(game, "aces=1")
    assert write.turn(as_a(Turn, paper.state(game_called(game), position, dice).turn)) == exact


def test_a_throw_that_is_announced_must_be_said() -> None:
    with pytest.raises(BadText, match="the number of its throw"):
        said("traditional", "aces=1", "22345@")


def test_where_several_could_be_next_it_is_asked_which() -> None:
    with pytest.raises(paper.Missing) as missing:
        said("junior", "goofy=4 / daisy=3")
    assert said("junior", f"goofy=4 / daisy=3; {missing.value.ending}").endswith(" 0 -")


def test_the_turns_left_of_a_showdown_round_must_be_said() -> None:
    names = ["aces 1", "twos 1", "threes 1", "fours 1", "fives 1", "sixes 1", "3 of a kind", "4 of a kind"]
    names += ["full house", "small straight", "large straight", "chance"]
    spaces = [space for space in range(16) if space % 4]
    cards = ", ".join(f"{name} on {space}" for name, space in zip(names, spaces, strict=True))
    board = f"pawn 0, {cards} / pawn 0; seat 1 to play"
    with pytest.raises(paper.Missing, match="Showdown Round"):
        said("showdown", board)
    assert said("showdown", f"{board}; 2 turns left").endswith(" 1 roll 2")
    for wrong in (board.replace(", chance on 15", ""), "pawn 13 / pawn 2; seat 1 to play"):
        with pytest.raises(BadText, match=r"Turns are counted once all cards are placed; (1 is|12 are)"):
            said("showdown", f"{wrong}, 2 turns left")


@pytest.mark.parametrize(
    ("game", "text", "sentence"),
    [
        ("traditional", "fives=17", "Fives can never hold 17"),
        ("traditional", "fives=15, yahtzee=0, 2 bonuses", "needs 50 in the YAHTZEE box"),
        ("traditional", "fivse=15", "'fivse=15' is not a box; choose from: aces, twos"),
        ("traditional", "aces 3, Aces 2", "'Aces' is named twice"),
        ("traditional", "1 bonus, 2 bonuses", "given twice"),
        ("traditional", "1,2,3", "A card has 13 boxes from Aces to Chance, not 3"),
        ("traditional", "aces=" + "9" * 5000, "is not a box"),
        ("traditional", "-," * 12 + "-+" + "9" * 5000, "Yahtzee bonuses"),
        ("traditional", "aces 3, twos 2 / -", "cannot have had these numbers of turns"),
        ("traditional", "aces 3; seat 4 to play", "There is no seat 4"),
        ("piecepack", "sevens=21", "is not a box"),
        ("junior", "goofy 4 / goofy 4", "holds only one token"),
        ("junior", "mickey 4", "is not a character; choose from: minnie, donald, daisy, goofy, pluto"),
        ("junior", "-+-+9+-+-", "a column of 0 to 5"),
        ("showdown", "pawn 3", "2 to 4 players"),
        ("showdown", "aces 2 on 1 / pawn 3", "Every seat has a pawn"),
        ("showdown", "pawn 1, aces on 1 / pawn 3", "say how many, such as 'aces 2 on 13'"),
        ("showdown", "pawn 1, pawn 2 / pawn 3", "one pawn"),
        ("showdown", "pawn 1, aces 2 on 1 / pawn 3, aces 2 on 2", "A card has one owner"),
        ("showdown", "pawn 1, aces 2 on 4 / pawn 3", "A card must be on a diamond"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(game: str, text: str, sentence: str) -> None:
    with pytest.raises((BadText, IllegalMove), match=sentence):
        said(game, text)


@pytest.mark.parametrize("count", [1, 2])
def test_the_example_of_a_card_of_few_boxes_leaves_one_open(count: int) -> None:
    boxes = (Box("ones", "face 1", "these dice"), Box("luck"))[-count:]
    few = OwnCard(Written("Few", (Section("All", boxes),)))
    for seats in (1, 2):
        assert paper.state(few, *paper.example(few, seats)).awaited.kind == "keep"


@pytest.mark.parametrize(
    "bonus", ["1 bonus", "1 Yams bonus", "Yams bonus: 100", "yahtzee bonus 100", "1 yamsbonus"]
)
def test_a_further_bonus_is_said_by_the_name_that_the_card_has_for_it(bonus: str) -> None:
    assert said("yams", f"as=3, yams=50, brelan 30, {bonus}") == "3,-,-,-,-,-,30,-,-,-,-,50,-+1 0"


@pytest.mark.parametrize("game", GAMES)
def test_the_exact_text_stays_accepted(game: str) -> None:
    setup = agreed(game, "Ann,Ben")
    for match, _ in some_of(setup, 3):
        state = match.state
        if (
            state.position is not None
            and state.turn is not None
            and state.turn.step
            and any(state.turn.hands[0])
        ):
            again = paper.state(setup.game, write.position(state.position), write.turn(state.turn))
            assert (again.position, again.turn) == (state.position, state.turn)


SHEETS = [
    *((said, "aces") for said in ("ones", "Ones", "ACES")),
    *((said, "small-straight") for said in ("Sm. Straight", "sm straight")),
    *((said, "3-of-a-kind") for said in ("Three of a Kind", "3 of a kind")),
    *(("Lg. Straight", "large-straight"), ("Full House", "full-house")),
]
"""What the sheets of traditional and piecepack have, and what stands on cards sold elsewhere."""
OFFERED = [Use(name, 9) for name in ("aces", "threes", "3-of-a-kind", "full-house")]
OFFERED += [Use(name, 9) for name in ("small-straight", "large-straight")]


@pytest.mark.parametrize(("said", "name"), SHEETS)
def test_a_box_goes_by_the_label_of_its_sheet(said: str, name: str) -> None:
    assert texts.meant(said, [use.name for use in OFFERED]) == name
    assert [use.name for use in uses_called(said, OFFERED)] == [name]


def test_a_label_is_no_box_that_is_called_so_itself() -> None:
    assert texts.meant("sixes", ["nulls", "sixes"]) == "sixes"
    assert [use.name for use in uses_called("sixes", [Use("nulls", 6), Use("sixes", 6)])] == ["sixes"]
    assert texts.meant("sixes", ["nulls"]) == "nulls"


def test_the_first_letters_of_a_name_go_before_those_of_a_label() -> None:
    assert [use.name for use in uses_called("thr", OFFERED)] == ["threes"]


def test_a_zero_goes_by_the_label_too() -> None:
    assert uses_called("zero ones", [Use("aces", 0)]) == (Use("aces", 0),)
    chosen = Use("zero-small-straight", 0, waives="small-straight")
    assert uses_called("zero sm. straight", [Use("small-straight", 30), chosen]) == (chosen,)
    assert uses_called("sm. straight", [Use("small-straight", 30), chosen]) == (Use("small-straight", 30),)


@pytest.mark.parametrize("game", ["traditional", "challenge", "piecepack"])
def test_a_position_is_told_by_the_labels_of_the_sheet(game: str) -> None:
    told = paper.state(GAMES[game], "Ones=3, Sm. Straight=30, Lg. Straight 40", "22345")
    plain = paper.state(GAMES[game], "aces=3, small straight=30, large straight=40", "22345")
    assert told == plain


def test_programs_use_labels_as_well() -> None:
    match = fivedice.Match.at("traditional", "", "12345", 3)
    assert match.use("Lg. Straight") == match.use("large-straight")
    assert match.use("Ones") == match.use("aces")
    with pytest.raises(fivedice.IllegalMove, match="cannot be used for 'Elevens' here"):
        match.use("Elevens")

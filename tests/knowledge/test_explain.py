"""Why a choice is worth what it is: how a turn ends, what a use pays and leaves."""

from pathlib import Path

import pytest

from fivedice.analysis import evaluate, explain
from fivedice.analysis.evaluate import RatedDecision
from fivedice.core.rules import IllegalMove
from fivedice.games import GAMES
from fivedice.games.junior import Junior
from fivedice.games.showdown import Showdown
from fivedice.match.events import Choose, Keep, Spend
from fivedice.match.questions import stops
from fivedice.match.setup import Player, Setup, game_called
from fivedice.match.state import State, at
from fivedice.notation import paper, read
from fivedice.runtime.library import Library
from fivedice.solve.junior.exact import OwnScore

ALONE = OwnScore(1)


def junior(dice: str, tokens: str = "-+-+-+-+-") -> State:
    position = read.position(Junior(), f"{tokens} 0 -")
    return at(Setup(Junior(), (Player("Ann"),)), position, read.turn(dice))


@pytest.mark.parametrize("dice", ["22345@1", "22345@2"])
def test_the_chances_of_how_a_turn_ends_add_up_to_one(dice: str) -> None:
    state = junior(dice)
    for rated in evaluate.rate(state, 0, ALONE):
        assert isinstance(rated.decision, Keep)
        ends = explain.ends(state, 0, rated.decision, ALONE)
        assert sum(end.chance for end in ends) == pytest.approx(1)
        assert all(0 <= end.pays <= 5 for end in ends)


def test_ends_and_worth_agree_on_the_last_turn() -> None:
    state = junior("22345@2", tokens="-+3+2+4+3")
    for rated in evaluate.rate(state, 0, ALONE):
        assert isinstance(rated.decision, Keep)
        paid = sum(end.chance * end.pays for end in explain.ends(state, 0, rated.decision, ALONE))
        assert rated.worth == pytest.approx(12 + paid)


LEFT = "yahtzee 50, 4 of a kind 20, aces 3, twos 6, threes 9, fours 12, fives 15, sixes 18, chance 20"


def test_an_end_that_pays_is_told_apart_from_a_zero_in_the_same_box(tmp_path: Path) -> None:
    state = paper.state(game_called("traditional"), f"{LEFT}, full house 25, small straight 30", "33336@2")
    knowledge = Library(tmp_path)(state.setup.game, 1, "score")
    kept = Keep(0, (3, 3, 3, 3))
    ends = {end.way.title: end for end in explain.ends(state, 0, kept, knowledge)}
    assert ends["Large Straight"].pays == 140
    assert ends["Large Straight"].chance == pytest.approx(1 / 6)
    assert explain.why(state, 0, RatedDecision(kept, 0.0, 0.0), knowledge) == (
        "83% chance of 3 of a Kind (mean 15.6), 17% of a Large Straight (mean 140.0)"
    )
    (likeliest, *_) = explain.ends(state, 0, Keep(0, ()), knowledge)
    assert (likeliest.way.title, likeliest.pays) == ("a zero in Large Straight", 0)


def test_a_use_is_explained_by_what_it_pays_and_leaves() -> None:
    state = junior("22245@3", tokens="-+3+2+4+-")
    (best, *_) = evaluate.rate(state, 0, ALONE)
    assert best.decision == Spend(0, "minnie-mouse")
    left = best.worth - 9 - 3
    assert explain.why(state, 0, best, ALONE) == f"3 now, about {left:.3g} more to come"


def test_what_a_use_pays_is_told_apart_from_what_more_there_is_to_it() -> None:
    state = junior("44455@3", tokens="-+3+2+4+3")
    (only,) = evaluate.rate(state, 0, ALONE)
    assert explain.why(state, 0, only, ALONE) == "0 now (a zero in the picture column), nothing more to come"


def test_a_lone_hand_that_keeps_all_stops() -> None:
    early, late = (evaluate.rate(junior(f"22222@{step}"), 0, ALONE) for step in (1, 3))
    assert explain.why(junior("22222@1"), 0, early[0], ALONE) == "stop here for Minnie Mouse 5"
    assert early[0].worth == pytest.approx(late[0].worth)


def test_of_keeps_that_are_worth_the_same_that_of_most_dice_comes_first() -> None:
    rated = evaluate.rate(junior("11111@1"), 0, ALONE)
    assert [len(one.decision.dice) for one in rated[:2] if isinstance(one.decision, Keep)] == [5, 4]
    assert evaluate.best(junior("11111@1"), 0, ALONE) == rated[0].decision


def test_a_stop_on_a_board_says_what_is_gained(tmp_path: Path) -> None:
    setup = Setup(Showdown(), (Player("Ann"), Player("Ben")))
    knowledge = Library(tmp_path)(setup.game, 2, "score")
    placed = at(setup, Showdown().move(Showdown().start(2, 0), 3), read.turn("12345@1"))
    held = read.position(Showdown(), "1/4 -/-/-/-/-/-/-/-/-/-/1+1+7/- 0 roll -")
    whys = [
        explain.why(state, 0, RatedDecision(stop, 0.0, 0.0), knowledge)
        for state in (placed, at(setup, held, read.turn("11346@1")))
        for stop in [stops(state, 0)]
    ]
    assert whys == ["stop here and place Large Straight for 7 chips", "stop here and gain nothing"]


def test_a_use_after_which_more_is_lost_than_won_says_so(tmp_path: Path) -> None:
    setup = Setup(Showdown(), (Player("Ann"), Player("Ben")))
    knowledge = Library(tmp_path)(setup.game, 2, "score")
    held = read.position(Showdown(), "1/4 -/-/-/-/-/-/-/-/-/-/1+1+7/- 0 roll -")
    state = at(setup, held, read.turn("11346@3"))
    whys = [
        explain.why(state, 0, RatedDecision(Spend(0, "nothing"), worth, 0.0), knowledge)
        for worth in (-4.07, -0.0001, 2.5)
    ]
    assert whys == [
        "0 now, about 4.07 lost later",
        "0 now, nothing more to come",
        "0 now, about 2.5 more to come",
    ]


def test_moving_on_or_staying_is_explained_by_what_follows(tmp_path: Path) -> None:
    setup = Setup(Showdown(), (Player("Ann"), Player("Ben")))
    knowledge = Library(tmp_path)(setup.game, 2, "score")
    position = read.position(Showdown(), "1/4 -/-/1+0+2/-/-/-/-/-/-/-/-/- 0 choose -")
    state = at(setup, position, None)
    whys = {
        rated.decision: explain.why(state, 0, rated, knowledge)
        for rated in evaluate.rate(state, 0, knowledge)
    }
    assert whys[Choose(0, "move")] == "throw the red die again"
    assert whys[Choose(0, "stay")].startswith("65% chance to gain nothing, 32% to raise Threes (mean 1.3), ")
    ends = explain.turn_ends(state, Showdown().choose(position, "stay"), 0, knowledge)
    assert sum(end.chance for end in ends) == pytest.approx(1)


IMPOSSIBLE = [
    ("challenge", "1,-,-,-,-,-,-,-,-,-,-,-,-+0/-,-,-,-,-,-,-,-,-,-,-,-,-+0 0", "everybody plays every round"),
    ("piecepack", "-,-,-,-,-,-,-,-,-,-,-,50,-+1 0", "cannot have 1 Yahtzee bonus"),
    ("junior", "1+1+1+1+-/1+1+1+1+-/1+1+1+1+- 0 -", "holds only one token"),
    ("showdown", "0/4 -/-/-/-/-/-/5+0+2/-/-/-/-/- 0 move -", "a possible number of chips"),
    ("showdown", "0/4 5+0+1/5+1+1/-/-/-/-/-/-/-/-/-/- 0 move -", "Two cards cannot cover one space"),
    ("showdown", "0/16 -/-/-/-/-/-/-/-/-/-/-/- 0 move -", "pawns are on spaces 0 to 15"),
    ("showdown", "0/4 -/-/-/-/-/-/-/-/-/-/-/- 0 move 2", "Showdown Round starts when all cards are placed"),
    ("showdown", "0/4 -/-/-/-/-/-/-/-/-/-/-/- 0 choose -", "does not fit the current step"),
]


@pytest.mark.parametrize(("name", "text", "sentence"), IMPOSSIBLE)
def test_a_position_that_cannot_be_is_refused_in_a_sentence(name: str, text: str, sentence: str) -> None:
    game = game_called(name)
    with pytest.raises(IllegalMove, match=sentence):
        game.check(read.position(game, text))


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_that_is_not_under_way_is_refused(name: str) -> None:
    game = game_called(name)
    seats = game.seats[0]
    players = tuple(Player(str(seat)) for seat in range(seats))
    with pytest.raises(IllegalMove, match="no such turn"):
        at(Setup(game, players), game.start(seats, 0), read.turn("11111/11111/11111/11111/11111@1"))

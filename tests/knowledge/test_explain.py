"""Why a choice is worth what it is: how a turn ends, what a use pays and leaves."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec import defstruct

from fivedice.analysis import ends, evaluate
from fivedice.analysis.evaluate import RatedDecision
from fivedice.cards import written
from fivedice.cards.boxes import Box
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import KEPT_CARDS, Section, Written
from fivedice.core.dice import ROLLS
from fivedice.core.rules import Game, IllegalMove
from fivedice.folders import NOWHERE
from fivedice.games import GAMES
from fivedice.games.challenge import Challenge
from fivedice.games.junior import Junior
from fivedice.games.owncard import OwnCard
from fivedice.games.piecepack import Piecepack
from fivedice.games.showdown import Showdown
from fivedice.match.events import Choose, Keep, Spend
from fivedice.match.questions import stops
from fivedice.match.setup import Player, Setup, game_called
from fivedice.match.state import State, at
from fivedice.narration import hints
from fivedice.notation import paper, read
from fivedice.report import hint_text
from fivedice.runtime.library import Library, check_bots, check_known
from fivedice.solve.cards.bonus import CardBonus
from fivedice.solve.cards.table import CardPoints, file_of
from fivedice.solve.junior.exact import own_score
from tests.server.own_cards import LARGE

ALONE = own_score(1)


def junior(dice: str, tokens: str = "-+-+-+-+-") -> State:
    position = read.position(Junior(), f"{tokens} 0 -")
    return at(Setup(Junior(), (Player("Ann"),)), position, read.turn(dice))


@pytest.mark.parametrize("dice", ["22345@1", "22345@2"])
def test_the_chances_of_how_a_turn_ends_add_up_to_one(dice: str) -> None:
    state = junior(dice)
    for rated in evaluate.rate(state, 0, ALONE):
        assert isinstance(rated.decision, Keep)
        likely = ends.after_keep(state, 0, rated.decision, ALONE)
        assert sum(end.chance for end in likely) == pytest.approx(1)
        assert all(0 <= end.pays <= 5 for end in likely)


def test_ends_and_worth_agree_on_the_last_turn() -> None:
    state = junior("22345@2", tokens="-+3+2+4+3")
    for rated in evaluate.rate(state, 0, ALONE):
        assert isinstance(rated.decision, Keep)
        paid = sum(end.chance * end.pays for end in ends.after_keep(state, 0, rated.decision, ALONE))
        assert rated.worth == pytest.approx(12 + paid)


LEFT = "yahtzee 50, 4 of a kind 20, aces 3, twos 6, threes 9, fours 12, fives 15, sixes 18, chance 20"


def test_an_end_that_pays_is_told_apart_from_a_zero_in_the_same_box(tmp_path: Path) -> None:
    state = paper.state(game_called("traditional"), f"{LEFT}, full house 25, small straight 30", "33336@2")
    knowledge = Library(tmp_path)(state.setup.game, 1, "score")
    kept = Keep(0, (3, 3, 3, 3))
    likely = {hints.phrase(end.way): end for end in ends.after_keep(state, 0, kept, knowledge)}
    assert likely["a Large Straight"].pays == 140
    assert likely["a Large Straight"].chance == pytest.approx(1 / 6)
    assert hints.describe(state, 0, RatedDecision(kept, 0.0, 0.0), knowledge) == (
        "83% chance of 3 of a Kind (mean 15.6), 17% of a Large Straight (mean 140.0)"
    )
    (likeliest, *_) = ends.after_keep(state, 0, Keep(0, ()), knowledge)
    assert (hints.phrase(likeliest.way), likeliest.pays) == ("a zero in Large Straight", 0)


def test_a_use_is_explained_by_what_it_pays_and_leaves() -> None:
    state = junior("22245@3", tokens="-+3+2+4+-")
    (best, *_) = evaluate.rate(state, 0, ALONE)
    assert best.decision == Spend(0, "minnie-mouse")
    left = best.worth - 9 - 3
    assert hints.describe(state, 0, best, ALONE) == f"3 now, about {left:.3g} more to come"


def test_what_a_use_pays_is_told_apart_from_what_more_there_is_to_it() -> None:
    state = junior("44455@3", tokens="-+3+2+4+3")
    (only,) = evaluate.rate(state, 0, ALONE)
    assert (
        hints.describe(state, 0, only, ALONE) == "0 now (a zero in the picture column), nothing more to come"
    )


def test_a_lone_hand_that_keeps_all_stops() -> None:
    early, late = (evaluate.rate(junior(f"22222@{step}"), 0, ALONE) for step in (1, 3))
    assert hints.describe(junior("22222@1"), 0, early[0], ALONE) == "stop here for Minnie Mouse 5"
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
        hints.describe(state, 0, RatedDecision(stop, 0.0, 0.0), knowledge)
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
        hints.describe(state, 0, RatedDecision(Spend(0, "nothing"), worth, 0.0), knowledge)
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
        one.decision: hints.describe(state, 0, one, knowledge) for one in evaluate.rate(state, 0, knowledge)
    }
    assert whys[Choose(0, "move")] == "throw the red die again"
    assert whys[Choose(0, "stay")].startswith("65% chance to gain nothing, 32% to raise Threes (mean 1.3), ")
    likely = ends.of_turn(state, Showdown().choose(position, "stay"), 0, knowledge)
    assert sum(end.chance for end in likely) == pytest.approx(1)


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


# --- Other figures beside a worth ---------------------------------------------------------------------------


CARD = "3,-,-,-,15,24,-,18,-,30,-,-,-+0"


def traditional(dice: str, name: str = "traditional") -> State:
    game = game_called(name)
    return at(Setup(game, (Player("Ann"),)), read.position(game, f"{CARD} 0"), read.turn(dice))


@pytest.mark.parametrize("name", ["traditional", "challenge", "piecepack"])
@pytest.mark.parametrize("dice", ["22345@1", "22345@2", "22345@3", "66666@2"])
def test_what_is_rated_and_told_beside_itself_is_the_same(library: Library, name: str, dice: str) -> None:
    state = traditional(dice, name)
    known = library(state.setup.game, 1, "score")
    assert isinstance(known, CardPoints)
    for rated in evaluate.rate(state, 0, known):
        beside = ends.beside(state, 0, rated.decision, known, (known,))
        assert beside["points"] == pytest.approx(rated.worth, abs=1e-9)
        assert ends.beside(state, 0, rated.decision, known, ()) == {}


@pytest.mark.parametrize("dice", ["22345@1", "22345@2"])
def test_the_bonus_of_a_turn_is_the_mean_of_its_keeps(library: Library, dice: str) -> None:
    state = traditional(dice)
    known = library(state.setup.game, 1, "score")
    (bonus,) = library.beside(state.setup.game, 1, "score", make=True)
    found = {
        rated.decision: ends.beside(state, 0, rated.decision, known, (bonus,))["bonus"]
        for rated in evaluate.rate(state, 0, known)
    }
    assert all(0 <= chance <= 1 for chance in found.values())
    assert found[Keep(0, (2, 2))] > found[Keep(0, (2, 3, 4))]
    nothing = found[Keep(0, ())]
    assert nothing == pytest.approx(bonus.worth(state.position, 0), abs=0.05)


def test_the_bonus_after_a_use_is_that_of_the_card(library: Library) -> None:
    state = traditional("22345@3")
    known = library(state.setup.game, 1, "score")
    (bonus,) = library.beside(state.setup.game, 1, "score", make=True)
    assert isinstance(bonus, CardBonus)
    for use, fours in (("fours", 4), ("zero-fours", 0)):
        card = Card((3, None, None, fours, 15, 24, None, 18, None, 30, None, None, None))
        beside = ends.beside(state, 0, Spend(0, use), known, (bonus,))
        assert beside == {"bonus": pytest.approx(bonus.of(card), abs=1e-12)}


def test_the_best_use_named_for_each_roll_is_the_best_of_all(library: Library) -> None:
    game = Piecepack()
    known = library(game, 1, "score")
    assert isinstance(known, CardPoints)
    position = read.position(game, f"{CARD} 0")
    named = known.best_uses(position, 0)
    assert set(named) <= set(game.card.names)
    for roll, name, worth in zip(ROLLS, named, known.rolls(position, 0), strict=True):
        assert known.uses(position, 0, roll)[name] == pytest.approx(worth, abs=1e-12)


def test_what_is_told_beside_depends_on_what_is_at_hand(tmp_path: Path) -> None:
    """No chance is worked out unless it is asked for; from then on it is told. That to win at a bundled card
    comes with the package.
    """
    library = Library(tmp_path)

    def told(name: str, seats: int, *, make: bool = False) -> list[str]:
        return [other.aim for other in library.beside(game_called(name), seats, "score", make=make)]

    assert [told("kniffel", 1), told("junior", 1), told("junior", 2)] == [[]] * 3
    assert told("kniffel", 2) == ["wins"]
    assert told("kniffel", 1, make=True) == told("kniffel", 1) == ["bonus"]
    assert told("kniffel", 2) == ["bonus", "wins"]
    assert told("junior", 2, make=True) == told("junior", 2) == ["wins"]
    assert library.tells_all(game_called("junior"), 2, "score")
    assert library.tells_all(game_called("kniffel"), 1, "score")
    assert library.tells_all(game_called("kniffel"), 2, "score")
    assert not library.tells_all(game_called("piecepack"), 2, "score")


def test_what_is_prepared_is_told_from_then_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library, game = Library(tmp_path), game_called("kniffel")
    monkeypatch.setattr(library, "_is_shipped", lambda *_: False)
    library.prepare(game)
    library.prepare(game_called("showdown"))
    assert [other.aim for other in library.beside(game, 2, "score")] == ["bonus"]


def test_the_chance_to_win_is_told_beside_columns(library: Library) -> None:
    game = game_called("junior")
    position = read.position(game, "-+3+2+4+-/5+-+3+1+- 0 -")
    state = at(Setup(game, (Player("Ann"), Player("Ben"))), position, read.turn("22245@3"))
    known, wins = library(game, 2, "score"), library(game, 2, "wins")
    for rated in evaluate.rate(state, 0, wins):
        beside = ends.beside(state, 0, rated.decision, known, (wins,))
        assert beside["wins"] == pytest.approx(rated.worth, abs=1e-9)


@pytest.mark.parametrize("dice", ["22345@1", "22345@3"])
def test_a_hint_fits_a_screen_of_eighty_columns(library: Library, dice: str) -> None:
    state = traditional(dice)
    hint_text.prepare(state, library)
    advice = hint_text.advice(state, 0, library)
    called = enumerate(advice.choices, start=1)
    typed = partial(hint_text.typed, state.setup.game, face_set="digits")
    choices = [hint_text.as_lines(one, f"{n} {typed(one.decision)}", advice.aim) for n, one in called]
    assert max(len(line) for lines in (advice.heading, *choices) for line in lines) <= hint_text.PAGE_WIDTH
    assert [", bonus " in " ".join(lines) for lines in choices] == [True] * hint_text.HINTS


@pytest.mark.parametrize("bot", ["casual", "casual:3", "expert", "champion"])
def test_a_bot_that_would_have_to_know_the_game_is_refused_at_once(bot: str) -> None:
    unsolved = type("Unsolved", (Junior,), {"solver": ""})()
    check_bots(Setup(unsolved, (Player("Ann"), Player("greedy", "greedy"), Player("random", "random"))))
    with pytest.raises(IllegalMove, match=f"There is no solver for Junior. So {bot} cannot play it;"):
        check_bots(Setup(unsolved, (Player("Ann"), Player(bot, bot))))


@pytest.mark.parametrize("game", [Challenge, Junior, Showdown])
def test_no_solver_rates_a_house_option_that_it_does_not_know_by_other_rules(game: type[Game]) -> None:
    changed: Any = defstruct("Changed", [("backwards", bool, False)], bases=(game,), frozen=True)()
    for ask in (check_known, lambda changed: Library(NOWHERE)(changed, 2, "score")):
        with pytest.raises(IllegalMove, match=r"There is no solver for .* with these house options"):
            ask(changed)


def test_every_joker_and_every_corner_of_a_pawn_is_solved() -> None:
    for game in (Challenge("free"), Showdown((4, 12)), Junior()):
        check_known(game)


def test_on_a_card_too_large_to_be_solved_a_refused_bot_is_named_beside_those_that_can_play() -> None:
    large = OwnCard(written.read(LARGE))
    setup = Setup(large, (Player("Ann"), Player("expert", "expert")))
    with pytest.raises(IllegalMove, match="So expert cannot play it; greedy and random can"):
        check_bots(setup)
    with pytest.raises(IllegalMove, match="So EXPERT cannot play it; GREEDY and RANDOM can"):
        check_bots(setup, str.upper)
    check_bots(Setup(large, (Player("greedy", "greedy"), Player("random", "random"))))


def test_tables_are_kept_where_they_are_asked_for(tmp_path: Path) -> None:
    library = Library(tmp_path)
    library.prepare(game_called("piecepack"))
    card = Piecepack().card
    wanted = {file_of(card, what, tmp_path) for what in ("worths", "bonus-0")}
    assert set(tmp_path.iterdir()) == wanted


# --- What the library keeps ---------------------------------------------------------------------------------


def paying(points: int) -> OwnCard:
    """A card of one box that any dice fill, at so many points."""
    return OwnCard(Written(f"Pays {points}", (Section("All", (Box("luck", "any dice", points),)),)))


def test_a_chance_to_win_is_promised_only_where_it_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    for seats in (2, 4):
        assert all(Library.has_wins(game, seats) for game in GAMES.values())
    assert not any(Library.has_wins(game, 1) for game in GAMES.values())
    monkeypatch.setattr("fivedice.runtime.library.has", lambda _: False)
    promised = {name for name, game in GAMES.items() if Library.has_wins(game, 2)}
    assert promised == {"challenge", "junior", "showdown"}


def test_of_very_many_cards_the_last_are_remembered_and_every_answer_is_right(tmp_path: Path) -> None:
    library = Library(tmp_path)
    for points in (*range(KEPT_CARDS + 8), 0, 1):
        game = paying(points)
        assert library(game, 1, "score").worth(game.start(1, 0), 0) == pytest.approx(points, abs=1e-9)
    assert len(library._known) == len(library._points) == KEPT_CARDS


def test_the_total_that_a_game_is_played_for_is_worked_out_once(tmp_path: Path) -> None:
    library, two = Library(tmp_path), paying(2)

    def chance(game: OwnCard, total: int) -> float:
        return library.reach(game, total).worth(game.start(1, 0), 0)

    assert library.reach(two, 2) is library.reach(two, 2)
    assert (chance(two, 2), chance(two, 3), chance(paying(3), 3), chance(two, 2)) == (1, 0, 1, 1)

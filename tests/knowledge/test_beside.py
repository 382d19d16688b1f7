"""Other figures beside a worth in hints."""

from pathlib import Path

import pytest

from fivedice.analysis import evaluate, explain
from fivedice.cards import written
from fivedice.cards.filling import Card
from fivedice.core.dice import ROLLS
from fivedice.core.rules import IllegalMove
from fivedice.games.junior import Junior
from fivedice.games.owncard import OwnCard
from fivedice.games.piecepack import Piecepack
from fivedice.match.events import Keep, Spend
from fivedice.match.setup import Player, Setup, game_called
from fivedice.match.state import State, at
from fivedice.notation import read
from fivedice.report import hint_text
from fivedice.runtime.library import Library, check_bots
from fivedice.solve.cards.bonus import CardBonus
from fivedice.solve.cards.table import CardPoints, file_of
from tests.server.own_cards import LARGE

CARD = "3,-,-,-,15,24,-,18,-,30,-,-,-+0"


def traditional(dice: str, name: str = "traditional") -> State:
    """A game alone that is half over, with these dice."""
    game = game_called(name)
    return at(Setup(game, (Player("Ann"),)), read.position(game, f"{CARD} 0"), read.turn(dice))


@pytest.mark.parametrize("name", ["traditional", "challenge", "piecepack"])
@pytest.mark.parametrize("dice", ["22345@1", "22345@2", "22345@3", "66666@2"])
def test_what_is_rated_and_told_beside_itself_is_the_same(library: Library, name: str, dice: str) -> None:
    state = traditional(dice, name)
    known = library(state.setup.game, 1, "score")
    assert isinstance(known, CardPoints)
    for rated in evaluate.rate(state, 0, known):
        beside = explain.beside(state, 0, rated.decision, known, (known,))
        assert beside["points"] == pytest.approx(rated.worth, abs=1e-9)
        assert explain.beside(state, 0, rated.decision, known, ()) == {}


@pytest.mark.parametrize("dice", ["22345@1", "22345@2"])
def test_the_bonus_of_a_turn_is_the_mean_of_its_keeps(library: Library, dice: str) -> None:
    state = traditional(dice)
    known = library(state.setup.game, 1, "score")
    (bonus,) = library.beside(state.setup.game, 1, "score", make=True)
    found = {
        rated.decision: explain.beside(state, 0, rated.decision, known, (bonus,))["bonus"]
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
        beside = explain.beside(state, 0, Spend(0, use), known, (bonus,))
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
        beside = explain.beside(state, 0, rated.decision, known, (wins,))
        assert beside["wins"] == pytest.approx(rated.worth, abs=1e-9)


@pytest.mark.parametrize("dice", ["22345@1", "22345@3"])
def test_a_hint_fits_a_screen_of_eighty_columns(library: Library, dice: str) -> None:
    state = traditional(dice)
    hint_text.prepare(state, library)
    advice = hint_text.advice(state, 0, library)
    called = enumerate(advice.choices, start=1)
    choices = [
        hint_text.as_lines(choice, f"{n} {hint_text.typed(choice.decision, 'digits')}", advice.aim)
        for n, choice in called
    ]
    assert max(len(line) for lines in (advice.heading, *choices) for line in lines) <= hint_text.PAGE_WIDTH
    assert ["; bonus " in " ".join(lines) for lines in choices] == [True] * hint_text.HINTS


@pytest.mark.parametrize("bot", ["casual", "casual:3", "expert", "champion"])
def test_a_bot_that_would_have_to_know_the_game_is_refused_at_once(bot: str) -> None:
    unsolved = type("Unsolved", (Junior,), {"solver": ""})()
    check_bots(Setup(unsolved, (Player("Ann"), Player("greedy", "greedy"), Player("random", "random"))))
    with pytest.raises(IllegalMove, match=f"There is no solver for Junior, so {bot} cannot play it."):
        check_bots(Setup(unsolved, (Player("Ann"), Player(bot, bot))))


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

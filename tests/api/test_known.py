"""Hints, reviews, worths and distributions at the front door."""

import re
import sys
import time
from math import isclose
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import fivedice
from fivedice import Keep
from fivedice.analysis.solver_api import Aim
from fivedice.api import solvers
from fivedice.core.dice import KEEPS_OF, WAYS
from fivedice.core.ties import SAME
from fivedice.games import GAMES
from fivedice.games.junior import Junior
from fivedice.games.owncard import OwnCard
from tests.api.house import HOUSE

SIXES = 5 * 6 * (1 - (5 / 6) ** 3)
"""What the box of sixes brings by itself: six for each die that shows one within three throws."""
CHANCE = 5 * 14 / 3
"""What five dice bring of any kind: 14/3 each, if it is thrown again where 4.25 or 3.5 to come is more."""


@pytest.fixture
def house() -> OwnCard:
    return fivedice.card(HOUSE)


@pytest.mark.parametrize("throw", [1, 2, 3])
def test_hints_rank_every_choice(throw: int) -> None:
    match = fivedice.Match.at("junior", "", "12334", throw)
    hints = match.hints()
    assert {hint.decision for hint in hints} == set(match.decisions())
    assert len(hints) == len(match.decisions())
    worths = [hint.worth for hint in hints]
    ranked = sorted(worths, reverse=True)
    assert worths == pytest.approx(ranked, abs=SAME)  # equal ones have an order of their own
    assert [hint.cost for hint in hints] == [worths[0] - worth for worth in worths]
    assert all(hint.why for hint in hints)
    assert (hints.aim, hints.exact, hints.seat) == ("columns", True, 0)


def test_what_is_looked_at_at_the_prompt_is_one_line(house: OwnCard) -> None:
    match = fivedice.start(house, "Ann").throw("66134").keep("6").throw("1355").keep("").throw("12345")
    throw, keep, *_ = match.review().moments
    shown = (
        (match.hints(), r"<Hints in points: \d choices, the best Spend\(seat=0, use='chance'\)>"),
        (throw, r"<Moment 1, Throw\(seat=0, dice=\(6, 6, 1, 3, 4\)\): luck -?\d+\.\d{4}>"),
        (keep, r"<Moment 2, Keep\(seat=0, dice=\(6,\)\): cost \d\.\d{4} \?>"),
        (house, "<OwnCard 'House <1>'>"),
        (fivedice.distribution(house), r"<Distribution: mean \d+\.\d\d, deviation \d+\.\d\d>"),
    )
    for thing, said in shown:
        assert re.fullmatch(said, repr(thing)), repr(thing)


def test_hints_are_printed_in_lines() -> None:
    lines = str(fivedice.Match.at("junior", "", "12334", 2, names=("Ann",)).hints()).splitlines()
    assert lines[0] == "Ann: exact worth in columns at the end of the game, and the cost of choices."
    assert lines[1] == "In brackets: the mean columns for that use."
    assert lines[2].startswith("  1 keep ")


def test_an_own_card_has_exact_hints(house: OwnCard) -> None:
    """Five sixes pay 30 in either box; what is left to come is what the other brings by itself."""
    best, other, *zeros = fivedice.Match.at(house, "", "66666", 3).hints()
    assert best.decision == fivedice.Spend(0, "sixes")
    assert isclose(best.worth, 30 + CHANCE)
    assert isclose(other.worth, 30 + SIXES)
    assert [zero.decision for zero in zeros] == [
        fivedice.Spend(0, "zero-sixes"),
        fivedice.Spend(0, "zero-chance"),
    ]


@pytest.mark.parametrize(
    ("match", "asked", "sentence"),
    [
        (fivedice.start("junior", "Ann"), {}, "That seat has nothing to choose now"),
        (fivedice.start("junior", "Ann", "Ben").throw("12334"), {"seat": 1}, "has nothing to choose now"),
        (fivedice.play("junior", "random", seed=1), {}, "The match is over"),
        (fivedice.start("junior", "Ann").throw("12334"), {"aim": "fame"}, "The aim is score or wins"),
        (fivedice.start("junior", "Ann").throw("12334"), {"reach": 9}, "score cards have this"),
    ],
)
def test_hints_that_cannot_be_given_are_told_in_a_sentence(
    match: fivedice.Match, asked: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(fivedice.IllegalMove, match=sentence):
        match.hints(**asked)


def test_a_review_adds_up_to_the_record(house: OwnCard) -> None:
    match = fivedice.play(house, "random", "greedy", seed=6)
    for account, made in zip(match.review().accounts, match.scores, strict=True):
        assert isclose(account.start, SIXES + CHANCE, abs_tol=5)
        assert isclose(account.start + account.luck - account.cost, made)


def test_a_review_looks_back_from_where_the_match_began(house: OwnCard) -> None:
    match = fivedice.Match.at(house, "30,-+0 0", "66661", 2)
    account = match.keep("6666").throw("6").use("chance").review().accounts[0]
    assert isclose(account.start, 30 + 24 + 3.5)
    assert isclose(account.luck, 2.5)
    assert account.cost == 0
    assert isclose(match.keep("1").review().accounts[0].cost, 24 + 3.5 - 1 - 14)


def test_a_review_is_printed_as_the_command_prints_it(house: OwnCard) -> None:
    review = fivedice.play(house, "random", "greedy", seed=6).review()
    assert "House <1>: random, greedy." in str(review)
    assert "Every row adds up" in str(review)
    assert repr(review).startswith("<Review in points: random cost ")


@pytest.mark.parametrize("game", ["junior", fivedice.card(HOUSE)], ids=["junior", "own card"])
def test_worths_of_a_turn_follow_from_those_of_its_rolls(game: fivedice.api.coerce.Playable) -> None:
    found = fivedice.worths(game)
    last = {keep: found.keeps[1][number] for number, keep in enumerate(fivedice.KEEPS)}
    first = {keep: found.keeps[2][number] for number, keep in enumerate(fivedice.KEEPS)}
    finals = dict(zip(fivedice.ROLLS, found.rolls, strict=True))
    assert all(isclose(last[roll], worth) for roll, worth in finals.items())
    for keep in ((), (6,), (1, 1, 2, 3)):
        if len(keep) == 4:
            mean = sum(finals[tuple(sorted((*keep, face)))] for face in range(1, 7)) / 6
            assert isclose(last[keep], mean)
        assert first[keep] >= last[keep]
    opened = sum(ways * max(first[keep] for keep in KEEPS_OF[roll]) for roll, ways in WAYS.items()) / 6**5
    assert isclose(found.start, opened)


def test_worths_are_asked_for_by_the_dice(house: OwnCard) -> None:
    found = fivedice.worths(house, "30,-+0 0")
    assert isclose(found.of("61666"), 30 + 25)
    assert isclose(found.of("6666", left=1), 30 + 24 + 3.5)
    assert isclose(found.of("", left=2), 30 + 5 * 4.25)
    for dice, left in (("1234", 0), ("123456", 1), ("66", 3), ("67", 1)):
        with pytest.raises(fivedice.BadText):
            found.of(dice, left)


def test_hints_and_worths_say_the_same(house: OwnCard) -> None:
    hints = fivedice.Match.at(house, "", "11236", 1).hints()
    found = fivedice.worths(house)
    for hint in hints:
        assert isinstance(hint.decision, fivedice.Keep)
        assert hint.worth == found.of("".join(map(str, hint.decision.dice)), left=2)


@pytest.mark.parametrize(
    ("game", "seats", "rounds"), [("traditional", 2, 3), ("traditional", 3, 1), ("challenge", 2, 1)]
)
def test_worths_of_the_last_rounds_are_said_to_be_exact(game: str, seats: int, rounds: int) -> None:
    start: Any = GAMES[game].start(seats, 0)
    for vacant in (rounds, rounds + 1):
        card = replace(start.cards[0], boxes=(0,) * (13 - vacant) + (None,) * vacant)
        found = fivedice.worths(game, replace(start, cards=(card,) * seats), aim="wins")
        assert found.exact == (vacant == rounds)
        assert 0 < found.start < 1


@pytest.mark.parametrize("aim", ["score", "wins"])
def test_worths_of_junior_for_four_are_said_to_be_exact_but_in_the_middle(aim: Aim) -> None:
    game, position = Junior(), Junior().start(4, 0)
    for turn in range(12):
        found = fivedice.worths(game, position, aim=aim)
        assert found.exact == (turn not in (5, 6))
        roll = (2, 3, 4, 5, 6)
        use = game.uses(position, position.seat, roll)[0]
        position = game.use(position, position.seat, roll, use.name)


def test_worths_may_be_chances_of_a_total(house: OwnCard) -> None:
    """As hints have them: with 30 in the sixes and four sixes kept, 59 takes a five or a six."""
    found = fivedice.worths(house, "30,-+0 0", reach=59)
    assert (found.aim, found.exact) == ("reach 59", True)
    assert isclose(found.of("6666", left=1), 2 / 6)
    best = fivedice.Match.at(house, "30,-+0 0", "66661", 2).hints(reach=59)[0]
    assert isclose(best.worth, found.of("6666", left=1))
    with pytest.raises(fivedice.IllegalMove, match="Only games with score cards have this"):
        fivedice.worths("junior", reach=9)


def test_what_is_estimated_says_so_where_it_is_shown() -> None:
    said = "pawn 13, aces 2 on 13 / pawn 2, full house on 5; seat 1 to play"
    assert (
        repr(fivedice.worths("showdown", said))
        == "<Worths in chips: 26.4, estimated, before the first throw>"
    )
    assert re.fullmatch(r"<Worths in columns: \d+\.\d{4} before .*>", repr(fivedice.worths("junior")))


def test_chances_are_called_so_where_they_are_shown(house: OwnCard) -> None:
    thrown = fivedice.start(house, "Ann").throw("66134")
    assert repr(fivedice.worths(house, reach=59)).startswith("<Worths in chance of reaching 59: 0.")
    assert repr(thrown.hints(reach=59)).startswith("<Hints in chance of reaching 59: ")
    two = fivedice.start("junior", "Ann", "Ben").throw("12334")
    assert repr(two.hints(aim="wins")).startswith("<Hints in chance of winning: ")
    assert repr(two.review("wins")).startswith("<Review in chance of winning: Ann cost 0.00, ")


@pytest.mark.parametrize(("position", "seat"), [("30,24+0 0", None), ("30,-+0 0", 1)])
def test_worths_need_a_turn(house: OwnCard, position: str, seat: int | None) -> None:
    with pytest.raises(fivedice.IllegalMove, match=r"so there is no turn|It is the turn of seat 0, not 1"):
        fivedice.worths(house, position, seat=seat)


def test_worths_of_showdown_begin_after_the_red_die() -> None:
    with pytest.raises(fivedice.IllegalMove, match="waits for the red die, not for a turn") as refused:
        fivedice.worths("showdown")
    said = str(refused.value).partition("'")[2].rpartition("'")[0]
    assert fivedice.worths("showdown", said).start > 0


def test_positions_may_be_in_words(house: OwnCard) -> None:
    at = fivedice.Match.at
    assert fivedice.worths(house, "sixes=30").of("6666", left=1) == 30 + 24 + 3.5
    assert at(house, "sixes 30 / chance 5; seat 1 to play") == at(house, "30,-+0/-,5+0 1")
    assert at("junior", "minnie=4", "12334", 2) == at("junior", "4+-+-+-+- 0 -", "12334@2")
    showdown = fivedice.Match.at("showdown", "pawn 13 / pawn 2; seat 1 to play", "22345", 3)
    assert showdown.awaited == fivedice.Match.at("showdown", showdown.state.position, "22345", 3).awaited
    assert at("challenge", "-/-", "23566") == at("challenge", "-/-", "23566/23566@1")


def test_a_distribution_is_told_in_full(house: OwnCard) -> None:
    found = fivedice.distribution(house)
    assert isclose(found.chances.sum(), 1)
    assert isclose(found.mean, fivedice.worths(house).start)
    assert isclose(sum(found.boxes.values()), found.mean)
    assert found.boxes.keys() == {"sixes", "chance"}
    assert found.at_least(0) == pytest.approx(1)
    assert found.percentile(5) < found.percentile(50) < found.percentile(95) <= 60
    assert fivedice.distribution(house.card).chances.tolist() == found.chances.tolist()
    with pytest.raises(fivedice.IllegalMove, match="Only games with score cards have this"):
        fivedice.distribution("showdown")


def test_hints_say_how_to_draw_where_keeps_can_be_foreseen() -> None:
    full = "3,6,9,12,15,18,20,0,25,30,40,0,-+0"
    match = fivedice.Match.at("challenge", f"{full}/{full.replace('20', '21')} 0", "23566/23566", 2)
    hints = match.hints(0)
    assert [share.decision for share in hints.mixed] == [Keep(0, (3, 5, 6, 6)), Keep(0, (5, 6, 6))]
    assert "Best to win: 62% keep" in str(hints)
    assert fivedice.Match.at("junior", "", "12334", 1).hints().mixed == ()


def test_the_three_chances_of_one_start_are_those_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "guide" / "python.md").read_text(encoding="utf-8")
    match = fivedice.start("challenge", "Ann", "Ben")
    start = match.state.position
    knows = solvers.knowledge(match.setup.game, 2, "wins")
    assert [knows.worth(start, seat) for seat in range(2)] == pytest.approx([0.5, 0.5])
    assert f"{fivedice.worths('challenge', start, aim='wins').start:.5f} in challenge" in page
    accounts = match.review("wins").accounts
    assert [f"{account.start:.5f}" for account in accounts] == ["0.53434"] * 2
    assert "0.53434 for each of the two" in page


def test_a_choice_that_costs_nothing_costs_a_plain_zero() -> None:
    review = fivedice.play("junior", "greedy", "random", seed=3).review()
    figures = [figure for moment in review.moments for figure in (moment.cost, moment.luck)]
    assert 0.0 in figures
    assert "-0.0" not in map(str, figures)


@pytest.mark.parametrize("terminal", [True, False])
def test_people_at_a_terminal_hear_of_compiling_once_and_pipes_do_not(
    terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    monkeypatch.setattr(solvers, "SILENT", 0.01)
    solvers._tell_compiling.cache_clear()
    notice = solvers._CompileNotice()
    for waits in (0.0, 0.3, 0.3):
        notice(True)  # one function
        notice(True)  # and another that it calls
        time.sleep(waits)
        notice(False)
        notice(False)
    assert capsys.readouterr().err.count("fivedice is compiling") == int(terminal)

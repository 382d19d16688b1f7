"""The figures of a match, against a naive recount of its events; the share of matches with less luck."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from fivedice.analysis import evaluate, luck_and_cost
from fivedice.analysis.solver_api import Knowledge
from fivedice.cards import written
from fivedice.core.rules import title
from fivedice.games import GAMES
from fivedice.games.cardgame import card_of
from fivedice.games.owncard import OwnCard
from fivedice.games.traditional import Traditional
from fivedice.match.events import Choose, Decision, Keep, Spend
from fivedice.match.match import EventMatch, begin
from fivedice.match.setup import Player, Setup, game_called
from fivedice.match.state import State, step
from fivedice.match.state import begin as begin_state
from fivedice.notation import record
from fivedice.runtime.library import Library
from fivedice.statistics import kinds, luck
from fivedice.statistics.figures import MatchFigures, figures, is_whole, places
from fivedice.statistics.luck import DIGITS, with_less
from tests.spread import one_in
from tests.typed import as_a

GOLDEN = Path(__file__).parents[1] / "golden"
NEAR = pytest.approx
RECORDS = (
    "traditional-1seats",
    "traditional-4seats",
    "challenge-3seats",
    "kniffel-2seats",
    "junior-3seats",
    "showdown-3seats",
)


def golden(name: str) -> EventMatch:
    return record.replay((GOLDEN / f"{name}.jsonl").read_bytes()).match


def known(library: Library, match: EventMatch) -> Knowledge:
    return library(match.setup.game, len(match.setup.players), "score")


def made(library: Library, match: EventMatch, seat: int) -> MatchFigures:
    return figures(match, seat, luck_and_cost.review(match, known(library, match)))


def naive_costs(match: EventMatch, seat: int, knowledge: Knowledge) -> list[tuple[State, Decision, float]]:
    found, state = [], begin_state(match.setup)
    for event in match.events:
        if isinstance(event, Keep | Spend | Choose) and event.seat == seat:
            rated = evaluate.rate(state, seat, knowledge)
            own = next(one for one in rated if one.decision == event)
            found.append((state, event, max(one.worth for one in rated) - own.worth))
        state = step(state, event)
    return found


@pytest.mark.parametrize("name", one_in(2, RECORDS))
def test_costs_agree_with_every_choice_rated_on_its_own(name: str, library: Library) -> None:
    match = golden(name)
    knowledge = known(library, match)
    for seat in range(len(match.setup.players)):
        found, costs = made(library, match, seat), naive_costs(match, seat, knowledge)
        assert found.decisions == len(costs)
        assert found.cost == NEAR(sum(cost for *_, cost in costs), abs=1e-6)
        assert sum(found.by_kind.values()) == NEAR(found.cost, abs=1e-4)
        assert sum(found.by_box.values()) == NEAR(found.cost, abs=1e-4)
        uses = sum(cost for _, event, cost in costs if isinstance(event, Spend))
        assert found.by_kind.get("use", 0.0) == NEAR(uses, abs=1e-4)
        assert found.start is not None
        assert found.luck is not None
        total = found.start + found.luck - (found.cost or 0.0) + found.others
        assert total == NEAR(sum(found.totals), abs=1e-6)


@pytest.mark.parametrize("name", one_in(2, RECORDS))
def test_keeps_are_too_few_too_many_or_others(name: str, library: Library) -> None:
    match = golden(name)
    knowledge = known(library, match)
    for seat in range(len(match.setup.players)):
        wanted = defaultdict[str, float](float)
        for state, event, cost in naive_costs(match, seat, knowledge):
            best = evaluate.best(state, seat, knowledge)
            if cost > 1e-9 and isinstance(event, Keep) and isinstance(best, Keep):
                few, many = len(event.dice), len(best.dice)
                wanted["fewer" if few < many else "more" if few > many else "other"] += cost
        found = defaultdict[str, float](float)
        for habit, cost in made(library, match, seat).habits.items():
            about, _, how = habit.partition(":")
            found[how] += cost if " keep" in about else 0.0
        assert {how: cost for how, cost in found.items() if cost} == NEAR(wanted, abs=1e-4)


def play(*turns: tuple[str, ...]) -> EventMatch:
    match = begin(Setup(game_called("traditional"), (Player("Ann"),)))
    for dice, use in turns:
        match = match.throw(dice)
        while match.awaited.kind == "keep":
            match = match.keep(dice)
        match = match.use(use)
    return match


@pytest.mark.parametrize(
    ("dice", "use", "habits"),
    [
        ("33222", "chance", {"chance:early", "full-house:late"}),
        ("33222", "zero-full-house", {"full-house:zero"}),
        ("33222", "yahtzee", {"yahtzee:zero", "full-house:late"}),
    ],
)
def test_a_wrong_box_is_used_too_soon_and_the_right_one_too_late(
    dice: str, use: str, habits: set[str], library: Library
) -> None:
    found = made(library, play((dice, use)), 0).habits
    assert {habit for habit in found if "keep" not in habit} == habits


def test_bonuses_and_five_of_a_kind_are_those_on_the_sheet(library: Library) -> None:
    for path in sorted(GOLDEN.glob("traditional-*.jsonl"))[::3]:
        match = golden(path.stem)
        if match.setup.games > 1:
            continue
        for seat in range(len(match.setup.players)):
            found = made(library, match, seat)
            sheet = match.setup.game.sheet(match.state.position, ("",) * len(match.setup.players))
            rows = {row.title: row.cells[seat] for row in sheet.rows}
            assert found.bonuses == (rows["Bonus"] != "0"), path
            five = rows[title("yahtzee")] not in ("0", "") or rows["Yahtzee Bonus"] != "0"
            assert found.yahtzees == five, path


def test_turns_entered_without_throws_leave_cost_and_luck_unknown(library: Library) -> None:
    match = begin(Setup(game_called("traditional"), (Player("Ann"),)))
    found = made(library, match.score("chance", 20), 0)
    assert (found.cost, found.luck, found.counts) == (None, None, False)
    assert found.start == NEAR(254.59, abs=0.01)


def test_a_game_without_solver_has_scores_only() -> None:
    found = figures(golden("traditional-2seats"), 1)
    assert (found.cost, found.start, found.bonuses) == (None, None, None)
    assert found.totals


def test_hints_and_absence_keep_a_match_out_of_what_choices_cost(library: Library) -> None:
    match = golden("traditional-2seats")
    review = luck_and_cost.review(match, known(library, match))
    own = figures(match, 0, review)
    assert own.counts
    first = next(one.number for one in review.moments if one.kind and one.seat == 0)
    away = luck_and_cost.review(match, known(library, match), frozenset({first}))
    assert not figures(match, 0, away).counts
    assert figures(match, 0, away).by_game == 1
    assert not figures(match, 0, review, credited=(False, True)).credited


def test_places_are_shared_and_winners_first() -> None:
    for path in sorted(GOLDEN.glob("*.jsonl")):
        match = golden(path.stem)
        found = places(match)
        assert [seat for seat, place in enumerate(found) if place == 1] == list(match.winners)
        assert is_whole(match)


def test_opponents_are_the_others() -> None:
    match = golden("traditional-3seats")
    found = figures(match, 1, None, None, credited=(True, True, False))
    assert [one.name for one in found.opponents] == [match.setup.players[seat].name for seat in (0, 2)]
    assert [one.credited for one in found.opponents] == [True, False]


MEASURED = luck.measured()


def test_every_game_without_totals_is_measured_with_each_number_of_seats() -> None:
    without = [game for game in GAMES.values() if card_of(game) is None]
    wanted = [kinds.kind(Setup(game, (Player("Ann"),) * seats)) for game in without for seats in game.seats]
    assert list(MEASURED) == wanted
    assert all(len(known.quantiles) == 100 and known.count >= 2000 for known in MEASURED.values())


@pytest.mark.parametrize("kind", MEASURED)
def test_more_luck_is_never_less_lucky(kind: str) -> None:
    shares = [as_a(float, with_less(number, kind, 1, None)) for number in np.linspace(-60, 60, 1000)]
    assert all(one <= other for one, other in pairwise(shares))
    assert (shares[0], shares[-1]) == (0.0, 1.0)


def test_equal_luck_is_not_less() -> None:
    """Alone in junior luck differs by whole columns, so that matches often have the same."""
    known, close = MEASURED["junior for 1"].quantiles, 0.1 * 10**-DIGITS
    shares = [with_less(known[50] + by, "junior for 1", 1, None) for by in (-close, 0.0, close, 0.01)]
    less, no_more = (sum(one < known[50] + by for one in known) / 100 for by in (0.0, 0.01))
    assert shares == [less, less, less, no_more]
    assert less < no_more


@pytest.mark.parametrize("kind", ["junior for 5", "showdown pawns=8,0 for 2", "traditional joker=forced"])
def test_nothing_is_said_of_a_kind_that_was_not_measured(kind: str) -> None:
    """Other numbers of seats or options would be other luck; cards have their exact totals."""
    assert with_less(0.0, kind, 1, None) is None


def test_totals_are_exact_where_they_are_known() -> None:
    alike = np.full(4, 1 / 4)
    assert [with_less(number, "", 1, alike) for number in (-2, -1.5, -0.5, 0.5, 2)] == [0, 0, 0.25, 0.5, 1]
    assert with_less(0.0, "", 2, alike) == pytest.approx(6 / 16)


# --- Kinds of matches ---------------------------------------------------------------------------------------


ANN, BEN = Player("Ann"), Player("Ben")
CARD = 'title = "{}"\n[[sections]]\ntitle = "All"\nboxes = [{{ name = "Chance" }}, {{ name = "Sixes" }}]'


def own_card(title: str) -> Setup:
    return Setup(OwnCard(written.read(CARD.format(title))), (ANN,))


@pytest.mark.parametrize(
    ("game", "options", "kind", "title"),
    [
        ("traditional", {}, "traditional joker=forced", "Traditional"),
        ("traditional", {"joker": "free"}, "traditional joker=free", "Traditional, joker free"),
        ("junior", {}, "junior for 2", "Junior for 2"),
        ("showdown", {"pawns": "8,0"}, "showdown pawns=8,0 for 2", "Showdown, pawns 8,0 for 2"),
        ("kniffel", {}, "kniffel", "Kniffel"),
    ],
)
def test_the_options_belong_to_the_kind(game: str, options: dict[str, str], kind: str, title: str) -> None:
    setup = Setup(game_called(game, options), (ANN, BEN))
    assert (kinds.kind(setup), kinds.title(setup)) == (kind, title)


class Louder(Traditional, frozen=True):
    """A game that has gained an option since its first matches were stored."""

    volume: int = 3
    options: ClassVar[Mapping[str, str]] = {**Traditional.options, "volume": "How loud the dice are."}


def test_an_option_that_a_game_gains_splits_no_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "traditional", Louder())
    assert kinds.kind(Setup(Louder(), (ANN,))) == "traditional joker=forced"
    assert kinds.kind(Setup(Louder(volume=11), (ANN,))) == "traditional joker=forced volume=11"


def test_own_cards_differ_unless_they_are_equal() -> None:
    one, other = own_card("One"), own_card("Other")
    assert kinds.kind(one) == kinds.kind(own_card("One")) != kinds.kind(other)
    assert kinds.title(one) == "One"
    assert len(kinds.kind(one)) <= 64


def test_the_longest_kind_fits_into_the_database() -> None:
    showdown = Setup(game_called("showdown", {"pawns": "12,8,4,0"}), (ANN, BEN, Player("Cy"), Player("Di")))
    assert len(kinds.kind(showdown)) <= 64

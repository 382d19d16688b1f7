"""Sentences and figures that only the pages show: lists of tables, the end of a match, hints, charts."""

from typing import Any

import numpy as np
import pytest

from fivedice.match import questions
from fivedice.match.events import Keep
from fivedice.match.setup import Player, Setup, game_called
from fivedice.match.state import State, begin
from fivedice.narration import results
from fivedice.narration.hints import Hint
from fivedice.report import chart_axes, hint_text, summary
from fivedice.server.compute.catalog import offers

KEEP = Keep(0, ())


def started(players: int, games: int = 1, game: str = "traditional") -> State:
    names = tuple(Player(name) for name in ("Ann", "Ben", "Cid")[:players])
    return begin(Setup(game_called(game), names, games=games))


@pytest.mark.parametrize(
    ("scores", "winners", "seat", "told"),
    [
        ((212,), (0,), 0, "You have 212 points"),
        ((212, 200), (0,), 0, "You win by 12 points"),
        ((212, 211), (0,), 1, "You lose by 1 point"),
        ((212, 212), (0,), 0, "You win the roll-off"),
        ((212, 212), (0,), 1, "You lose the roll-off"),
        ((212, 212, 9), (0, 1), 1, "You share the win"),
        ((212, 252, 230), (1,), 0, "You are 3rd, 40 points behind"),
        ((212, 252, 212), (1,), 2, "You are 2nd, 40 points behind"),
    ],
)
def test_a_player_is_told_by_how_much_they_won_or_lost(
    scores: tuple[int, ...], winners: tuple[int, ...], seat: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "scores", lambda _: scores)
    monkeypatch.setattr(questions, "winners", lambda _: winners)
    assert results.place(started(len(scores)), seat) == told


def test_places_are_ordinal_numbers() -> None:
    assert [results.nth(place) for place in (1, 2, 3, 4, 11, 12, 13, 21, 102, 111)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th")
    ]


def chair(name: str, *, bot: str = "", away: bool = False) -> dict[str, Any]:
    return {"name": name, "bot": bot, "away": away}


def listed(**more: Any) -> dict[str, Any]:
    chairs = [chair("Ann"), chair("Ben")]
    return {"stage": "playing", "closed": False, "seat": 0, "chairs": chairs, "unit": "points", **more}


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (listed(stage="gathering"), ""),
        (listed(stage="gathering", closed=True), "Never started"),
        (listed(closed=True), "Unfinished"),
        (listed(closed=True, closed_told="The host closed this: Why"), "The host closed this: Why"),
        (listed(asked=[1]), "Ben to play"),
        (listed(asked=[0, 1]), "Ann and Ben to play"),
        (listed(asked=[]), "In progress"),
        (
            listed(asked=[1], chairs=[chair("Ann", away=True), chair("Ben")]),
            "The computer plays for you · Ben to play",
        ),
        (listed(chairs=[chair("Ann", away=True), chair("Pip", bot="greedy")]), "Match paused"),
        (listed(stage="over", winners=[0], scores=[9, 5]), "You won"),
        (listed(stage="over", winners=[1], scores=[5, 9]), "You lost"),
        (listed(stage="over", winners=[0, 1], scores=[9, 9]), "You share the win"),
        (listed(stage="over", winners=[0], credit=[{"counts": False}]), "The computer played for you"),
        (listed(stage="over", winners=[0], chairs=[chair("Ann")], scores=[1]), "1 point"),
        (listed(stage="over", winners=[0], seat=None), ""),
    ],
)
def test_a_listed_table_says_what_goes_on_there(table: dict[str, Any], told: str) -> None:
    assert results.table_status(table) == told


def test_a_rematch_names_who_asks() -> None:
    assert results.rematch([]) == ""
    assert results.rematch(["Ben"]) == "Ben asks for a rematch"
    assert results.rematch(["Ben", "Cid"]) == "Ben and Cid ask for a rematch"


def test_the_figures_of_a_choice_in_points() -> None:
    best = Hint(KEEP, 212.346, 0.0, "", {"wins": 0.487, "bonus": 0.3, "points": 31.25})
    assert hint_text.figures(best, "points") == {
        "worth": "212.35",
        "loss": "",
        "also": ("win 49%", "bonus 30%", "31.2 points"),
    }
    assert hint_text.figures(Hint(KEEP, 210.0, 2.346, "", {}), "points")["loss"] == "−2.35"


def test_the_figures_of_a_choice_by_the_chance_to_win() -> None:
    figures = hint_text.figures(Hint(KEEP, 0.5123, 0.0004, "", {}), "wins")
    assert figures == {"worth": "51.2%", "loss": "", "also": ()}


def test_what_the_figures_of_a_hint_count() -> None:
    assert hint_text.counts(started(2), "wins", exact=True) == "Chance to win after each choice"
    several = started(2, games=3)
    assert hint_text.counts(several, "wins", exact=True) == "Chance to win the match after each choice"
    estimated = hint_text.counts(started(2), "points", exact=False)
    assert estimated == "Expected final points after each choice, estimated"


def test_what_the_chances_beside_choices_mean() -> None:
    assert hint_text.legend(started(2), ()) == ""
    assert hint_text.legend(started(1), ("bonus",)) == "Bonus: chance if you then play for points."
    assert hint_text.legend(started(2), ("bonus", "wins")) == (
        "Bonus and win: chances if everybody then plays for points. To win, another choice may be better."
    )


def test_own_totals_are_compared_with_best_play() -> None:
    chances = np.full(400, 1 / 400)
    told = summary.own_totals(chances, [200, 100])
    assert told == (
        "My mean is 150.0 over 2 games; best play makes 199.5 on average. "
        "My best is 200: 50 of 100 games of best play end with less."
    )
    assert "over 1 game; " in summary.own_totals(chances, [2])
    assert ": fewer than 1 of 100" in summary.own_totals(chances, [2])
    assert ": more than 99 of 100" in summary.own_totals(chances, [399])


def test_the_axis_of_chances_is_in_quarters() -> None:
    axis = chart_axes.axis([0.4, 0.5], "wins")
    assert (axis["low"], axis["high"]) == (0, 1)
    assert [label for _, label in axis["ticks"]] == ["0%", "25%", "50%", "75%", "100%"]


def test_the_axis_of_points_has_round_ticks() -> None:
    ticks = chart_axes.axis([-12, 212], "points")["ticks"]
    assert [label for _, label in ticks] == ["0", "50", "100", "150", "200"]
    assert chart_axes.axis([7, 7], "points")["low"] == 6


@pytest.mark.parametrize("values", [[12.0, 3.5], [-130.0, 214.5], [0.0], [-0.3], [33.0]])
def test_the_axis_of_a_course_has_a_label_at_each_end(values: list[float]) -> None:
    axis = chart_axes.axis_of_course(values)
    assert [axis["low"], axis["high"]] == [axis["ticks"][0][0], axis["ticks"][-1][0]]
    assert axis["low"] <= min(0, *values) <= max(0, *values) <= axis["high"] > axis["low"]
    assert "0" in [label for _, label in axis["ticks"]]


def test_the_axis_of_totals_holds_mine() -> None:
    axis = chart_axes.axis_of_totals(np.full(400, 1 / 400), [420])
    assert axis["low"] < 5
    assert axis["high"] > 420
    assert [100, "100"] in axis["ticks"]


@pytest.mark.parametrize(("low", "high", "number"), [(0, 1, 5), (-30, 70, 4), (101, 254.6, 5), (0, 0.003, 3)])
def test_ticks_are_round_numbers_inside(low: float, high: float, number: int) -> None:
    found = chart_axes.ticks(low, high, number)
    assert all(low - 1e-9 <= value <= high + 1e-9 for value in found)
    assert number / 2 <= len(found) <= number + 1


@pytest.mark.parametrize(
    ("grace", "default", "words"),
    [
        (60.0, 60, "Live (bot plays after 1 minute)"),
        (300.0, 300, "Live (bot plays after 5 minutes)"),
        (30.0, 30, "Live (bot plays after 30 seconds)"),
        (120.0, 120, "Live (bot plays after 2 minutes)"),
        (2.5, 0, "Live (bot plays after 2.5 seconds)"),
        (7200.0, 0, "Live (bot plays after 120 minutes)"),
    ],
)
def test_the_form_offers_the_default_of_the_server(grace: float, default: int, words: str) -> None:
    offered = offers(grace)
    assert offered["absence"] == default
    assert [default, words] in [list(one) for one in offered["absences"]]

"""Solvers agree with the results in records, for every game, option and card."""

import json
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from fivedice.analysis import evaluate, luck_and_cost
from fivedice.analysis.solver_api import Knowledge
from fivedice.cards.boxes import Box
from fivedice.cards.scorecard import ScoreCard, Written
from fivedice.core.rules import Game, IllegalMove
from fivedice.games import GAMES
from fivedice.games.owncard import OwnCard
from fivedice.games.traditional import Traditional
from fivedice.match.match import EventMatch
from fivedice.match.setup import Player, Setup, game_called
from fivedice.notation import record
from fivedice.runtime.library import Library, check_bots
from fivedice.solve.cards import table
from tests.cards.drawn import score_cards
from tests.laws.matches import NAMES, options, played, seeds
from tests.laws.test_texts import law
from tests.thirteen import FORCED, READINGS

READ = [
    pytest.param(name, agreed, id=f"{name}-{'-'.join(agreed.values()) or 'usual'}")
    for name, game in GAMES.items()
    for agreed in options(name, game.seats[0])
]
"""Every reading of every option of every game."""
one_match = settings(law, max_examples=1)


def made(match: EventMatch) -> list[int]:
    """What each seat made, as the last line of the record says it."""
    return cast(list[int], json.loads(record.text(match).splitlines()[-1])["result"]["totals"])


def worths(match: EventMatch, known: Knowledge) -> list[float]:
    """What each seat made, as the knowledge says it."""
    return [evaluate.worth(match.state, seat, known) for seat in range(len(match.setup.players))]


def table_for(game: Game) -> Setup:
    """A match of two seats, or of as many as it takes."""
    return Setup(game, tuple(Player(name) for name in NAMES[: max(2, game.seats[0])]))


@pytest.mark.parametrize(("name", "agreed"), READ)
@one_match
@given(seed=seeds)
def test_at_the_end_the_worth_is_what_the_record_says(
    library: Library, name: str, agreed: dict[str, Any], seed: int
) -> None:
    """So does the review, but not of random showdown: such a match has a thousand events and more."""
    match = played(table_for(game_called(name, agreed)), seed)
    known = library(match.setup.game, len(match.setup.players), "score")
    assert worths(match, known) == pytest.approx(made(match), abs=1e-9)
    if name != "showdown":
        assert sums(match, known) == pytest.approx(made(match), abs=1e-6)


def sums(match: EventMatch, known: Knowledge) -> list[float]:
    """What the accounts of a review come to."""
    told = luck_and_cost.review(match, known).accounts
    return [account.start + account.luck - account.cost + account.others for account in told]


@settings(law, max_examples=8)
@given(form=score_cards(), seed=seeds)
def test_so_it_is_for_any_card_that_somebody_writes(library: Library, form: ScoreCard, seed: int) -> None:
    own = OwnCard(Written("Ours", form.sections, form.further))
    match = played(table_for(own), seed)
    known = library(own, 2, "score")
    assert worths(match, known) == pytest.approx(made(match), abs=1e-9)
    assert sums(match, known) == pytest.approx(made(match), abs=1e-6)


class Twisted(Traditional, frozen=True):
    """A game on a known card that is played by a rule of its own, which no solver knows."""

    name: ClassVar[str] = "twisted"
    title: ClassVar[str] = "Twisted"
    solver: ClassVar[str] = ""


@pytest.mark.parametrize("aim", ["score", "wins"])
@pytest.mark.parametrize("seats", [1, 2])
def test_of_a_game_that_no_solver_knows_nothing_is_known(library: Library, seats: int, aim: str) -> None:
    with pytest.raises(IllegalMove, match="There is no solver for Twisted"):
        library(Twisted(), seats, aim)
    assert library.beside(Twisted(), seats, aim) == ()


def test_nor_are_its_points_its_distribution_and_what_it_can_reach(library: Library) -> None:
    for asked in (library.points, library.distribution, lambda game: library.reach(game, 200)):
        with pytest.raises(IllegalMove, match="There is no solver for Twisted"):
            asked(Twisted())


@pytest.mark.parametrize("bot", ["champion", "expert", "casual:3"])
def test_no_bot_that_would_have_to_know_plays_it(bot: str) -> None:
    with pytest.raises(IllegalMove, match="There is no solver for Twisted"):
        check_bots(Setup(Twisted(), (Player("Ann"), Player(bot, bot))))


def changed() -> list[ScoreCard]:
    """The traditional card with one thing changed, each in its turn."""
    upper, lower = FORCED.sections
    further = FORCED.further
    assert further is not None
    boxes = [*lower.boxes[:-1], Box("chance", pays=20)]
    return [
        ScoreCard((replace(upper, bonus=50), lower), further),
        ScoreCard((replace(upper, goal=62), lower), further),
        ScoreCard((replace(upper, title="Top"), lower), further),
        ScoreCard((lower, upper), further),
        ScoreCard((upper, replace(lower, boxes=tuple(boxes))), further),
        ScoreCard((upper, lower), replace(further, bonus=50)),
        *READINGS.values(),
    ]


def test_a_card_with_anything_changed_has_a_table_of_its_own() -> None:
    cards = changed()
    assert len({table.file_of(card, "worths", Path()) for card in cards}) == len(cards)
    assert len({table.made_by(card) for card in cards}) == len(cards)

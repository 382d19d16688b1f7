"""Solvers agree with the results in records for every game, option and card, and rate any position."""

import json
from pathlib import Path
from random import Random
from typing import Any, ClassVar, cast

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from fivedice.analysis import evaluate, luck_and_cost
from fivedice.analysis.solver_api import Knowledge
from fivedice.cards.boxes import Box
from fivedice.cards.filling import Card, possible
from fivedice.cards.scorecard import ScoreCard, Written
from fivedice.core.rules import Game, IllegalMove
from fivedice.games import GAMES
from fivedice.games.cardgame import CardGame, CardPosition, card_of
from fivedice.games.challenge import ChallengePosition as CommonPosition
from fivedice.games.junior import TURNS, JuniorPosition
from fivedice.games.owncard import OwnCard
from fivedice.games.showdown_board import (
    CARDS,
    FULL_VALUE,
    MOST,
    NUMBER_CARDS,
    SPACES,
    WILD_SPACES,
    BoardCard,
)
from fivedice.games.showdown_board import ShowdownPosition as RingPosition
from fivedice.games.traditional import Traditional
from fivedice.match.match import EventMatch, begin
from fivedice.match.setup import Player, Setup, game_called
from fivedice.narration import hints
from fivedice.notation import record
from fivedice.runtime.chance import happen
from fivedice.runtime.library import Library, check_bots
from fivedice.solve.cards import table
from tests.cards.drawn import score_cards
from tests.laws.matches import NAMES, options, played, seeds, tried
from tests.laws.test_laws import is_sentence
from tests.laws.test_texts import law
from tests.spread import spread
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
def test_the_last_worth_is_the_result(library: Library, name: str, agreed: dict[str, Any], seed: int) -> None:
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


DIAMONDS = sorted(set(range(SPACES)) - set(WILD_SPACES))


def played_by(seats: int, turns: int, chance: Random) -> tuple[tuple[int, ...], int]:
    """How many turns each seat has had in the middle of a game of so many, and who plays next."""
    first, since = chance.randrange(seats), chance.randrange(turns * seats)
    had = tuple((since + seats - 1 - (seat - first) % seats) // seats for seat in range(seats))
    return had, (first + since) % seats


def some_card(game: Game, filled: int, chance: Random) -> Card:
    """A card with so many boxes filled, each with something that can stand in it, and any bonuses."""
    form = card_of(game)
    assert form is not None
    boxes = set(chance.sample(range(len(form.names)), filled))
    held = tuple(
        chance.choice(sorted(paid)) if box in boxes else None for box, paid in enumerate(possible(form))
    )
    return Card(held, chance.choice((0, 0, 0, 1, 2)))


def some_board(seats: int, chance: Random) -> RingPosition:
    """Pawns and cards anywhere on the ring; all cards placed every other time, or else fewer."""
    placed = chance.choice((len(CARDS), chance.randrange(len(CARDS))))
    spaces = chance.sample(DIAMONDS, placed)
    cards = chance.sample(range(len(CARDS)), placed)
    chips = {one: chance.randint(1, MOST) if one < len(NUMBER_CARDS) else FULL_VALUE[one] for one in cards}
    held = {
        card: BoardCard(space, chance.randrange(seats), chips[card])
        for card, space in zip(cards, spaces, strict=True)
    }
    left = chance.randint(1, seats) if placed == len(CARDS) else None
    pawns = tuple(chance.randrange(SPACES) for _ in range(seats))
    phase: Any = chance.choice(("move", "choose", "roll"))
    return RingPosition(pawns, tuple(map(held.get, range(len(CARDS)))), chance.randrange(seats), phase, left)


def some_position(game: Game, seats: int, chance: Random) -> Any:
    """A position that fits the game in form, whether or not a match can come to it."""
    if game.name == "showdown":
        return some_board(seats, chance)
    if game.name == "junior":
        had, seat = played_by(seats, TURNS[seats], chance)
        return JuniorPosition(tuple(some_tokens(placed, chance) for placed in had), seat)
    boxes = len(cast(CardGame, game).card.names)
    if game.name == "challenge":
        filled = chance.randrange(boxes)
        return CommonPosition(
            tuple(some_card(game, filled, chance) for _ in range(seats)), chance.randrange(seats)
        )
    had, seat = played_by(seats, boxes, chance)
    return CardPosition(tuple(some_card(game, filled, chance) for filled in had), seat)


def some_tokens(placed: int, chance: Random) -> tuple[int | None, ...]:
    """So many tokens of a seat, every other one on its picture."""
    rows = set(chance.sample(range(5), placed))
    return tuple(chance.choice((0, chance.randint(1, 5))) if row in rows else None for row in range(5))


FEW = [("traditional", 1), ("challenge", 2), ("showdown", 2), ("piecepack", 2), ("junior", 2), ("yatzy", 1)]


@pytest.mark.parametrize(
    ("name", "seats"),
    spread([(name, seats) for name in GAMES for seats in (1, 2) if seats in GAMES[name].seats], *FEW),
)
@settings(law, max_examples=15)
@given(seed=seeds)
def test_any_position_is_refused_or_is_weighed(library: Library, name: str, seats: int, seed: int) -> None:
    chance, game = Random(seed), GAMES[name]
    position = some_position(game, seats, chance)
    setup = Setup(game, tuple(map(Player, NAMES[:seats])), position=position)
    why_not = tried(begin, setup)
    if why_not is not None:
        assert isinstance(why_not, IllegalMove)
        assert is_sentence(str(why_not))
        return
    match = begin(setup)
    while match.awaited.kind == "throw":
        match = match.step(happen(match.awaited, chance))
    for seat in match.awaited.seats:
        known = library(game, seats, "score")
        rated = evaluate.rate(match.state, seat, known)
        assert hints.choices(match.state, seat, rated, known, ())

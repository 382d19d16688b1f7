"""Random positions, most of them unreachable, are refused in a sentence or can be rated."""

from random import Random
from typing import Any, cast

import pytest
from hypothesis import given, settings

from fivedice.analysis import evaluate, hints
from fivedice.cards.filling import Card, possible
from fivedice.core.rules import Game, IllegalMove
from fivedice.games import GAMES
from fivedice.games.cardgame import CardGame, CardPosition, card_of
from fivedice.games.challenge import ChallengePosition as CommonPosition
from fivedice.games.junior import TURNS, JuniorPosition
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
from fivedice.match.match import begin
from fivedice.match.setup import Player, Setup
from fivedice.runtime.chance import happen
from fivedice.runtime.library import Library
from tests.laws.matches import NAMES, seeds, tried
from tests.laws.test_laws import is_sentence
from tests.laws.test_texts import law

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
    chips = {
        card: chance.randint(1, MOST) if card < len(NUMBER_CARDS) else FULL_VALUE[card] for card in cards
    }
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


@pytest.mark.parametrize(
    ("name", "seats"),
    [(name, seats) for name, game in GAMES.items() for seats in (1, 2) if seats in game.seats],
)
@settings(law, max_examples=40)
@given(seed=seeds)
def test_any_position_is_refused_in_a_sentence_or_can_be_weighed(
    library: Library, name: str, seats: int, seed: int
) -> None:
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

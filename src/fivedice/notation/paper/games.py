"""What each game needs to know of every seat, and which positions follow."""

from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from fivedice.cards.scorecard import ScoreCard
from fivedice.core.rules import Game
from fivedice.games import cardgame, junior, showdown
from fivedice.games.cardgame import card_of
from fivedice.games.challenge import Position as RoundPosition
from fivedice.notation.paper import cards as score_card
from fivedice.notation.paper import junior as scoreboard
from fivedice.notation.paper import showdown as ring
from fivedice.notation.read import BadText


class Said(Struct, frozen=True):
    """What is said beside the seats' own: who is next, the turns left, whether dice lie there."""

    seat: int | None = None
    left: int | None = None
    dice: bool = False

    def seats(self, number: int) -> tuple[int, ...]:
        """The seats that may be the next to play."""
        return tuple(range(number)) if self.seat is None else (self.seat,)


class Paper(NamedTuple):
    """How people say the positions of a game."""

    holds: str
    """What a seat has, as the end of a question."""
    example: tuple[str, str]
    """A position and dice that can be said."""
    part_example: str
    """What a seat can have."""
    part: Callable[[str], Any]
    """Reads what one seat has, or raises `BadText`."""
    positions: Callable[[tuple[Any, ...], Said], Iterator[Any]]
    """The positions that this may be, by what all the seats have."""


def _cards_in_turn(cards: tuple[Any, ...], said: Said) -> Iterator[Any]:
    return (cardgame.Position(cards, seat) for seat in said.seats(len(cards)))


def _cards_at_once(cards: tuple[Any, ...], said: Said) -> Iterator[Any]:
    """Who rolls gains nothing by it, so where nobody is named seat 0 rolled first."""
    return iter((RoundPosition(cards, said.seat or 0),))


def _tokens(tokens: tuple[Any, ...], said: Said) -> Iterator[Any]:
    return (junior.Position(tokens, seat) for seat in said.seats(len(tokens)))


def _board(sides: tuple[ring.Side, ...], said: Said) -> Iterator[Any]:
    """Where dice lie the pawn has moved; where none do it may have come to a choice."""
    held: dict[int, Any] = {}
    for seat, side in enumerate(sides):
        if held.keys() & side.cards.keys():
            raise BadText("A card has one owner, and lies in one place.")
        held |= side.held(seat)
    cards = tuple(map(held.get, range(len(showdown.CARDS))))
    if None in cards and said.left is not None:
        number = cards.count(None)
        raise BadText(
            f"Turns are counted once all cards are placed; {number} {'is' if number == 1 else 'are'}"
            " still off the board here."
        )
    turns_left = [None] if None in cards else range(1, len(sides) + 1) if said.left is None else [said.left]
    phases: tuple[Literal["roll", "choose", "move"], ...] = ("roll",) if said.dice else ("choose", "move")
    for seat in said.seats(len(sides)):
        for phase in phases:
            for left in turns_left:
                yield showdown.Position(tuple(side.pawn for side in sides), cards, seat, phase, left)


def paper_of(game: Game) -> Paper | None:
    """How people say the positions of a game; None for one of which only the exact text is read."""
    card = card_of(game)
    if card is not None:
        return _score_cards(card, _cards_at_once if game.position is RoundPosition else _cards_in_turn)
    return _BOARDS.get(game.position)


def _score_cards(form: ScoreCard, positions: Callable[..., Iterator[Any]]) -> Paper:
    example = score_card.example(form)
    return Paper(
        "on the card: boxes by name",
        (example, "22345@1"),
        example,
        lambda text: score_card.card(text, form),
        positions,
    )


_BOARDS: dict[type, Paper] = {
    junior.Position: Paper(
        "on the board: characters by name with the column, 0 for the picture",
        ("goofy=4, pluto=0 / daisy=3", "12334@1"),
        "goofy=4, pluto=0",
        scoreboard.tokens,
        _tokens,
    ),
    showdown.Position: Paper(
        "on the board: the pawn's space, and cards by name with chips and space",
        ("pawn 13, aces 2 on 13 / pawn 2, full house on 5; seat 1 to play", "22345@1"),
        "pawn 13, aces 2 on 13, full house on 5",
        ring.side,
        _board,
    ),
}
"""By the type of the positions of the game."""

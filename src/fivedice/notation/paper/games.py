"""Parses what players of each game have on paper, and finds the positions that fit."""

import re
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from fivedice.core import texts
from fivedice.core.rules import Game, quoted, title
from fivedice.games import cardgame, junior, showdown_board
from fivedice.games.cardgame import card_of
from fivedice.games.challenge import ChallengePosition as RoundPosition
from fivedice.games.junior import CHARACTERS, Tokens
from fivedice.games.showdown_board import CARDS, FULL_VALUE, NUMBER_CARDS, BoardCard
from fivedice.language import mark, tr
from fivedice.notation.paper import cards as score_card
from fivedice.notation.paper.cards import NUMBER, each, figures, pattern_of, plain
from fivedice.notation.read import BadText
from fivedice.notation.write import NOTHING

# --- Junior ------------------------------------------------------------------------------------------------


CHARACTER_NAMES = {
    name: row
    for row, character in enumerate(CHARACTERS)
    for name in dict.fromkeys((character.partition("-")[0], character.replace("-", " ")))
}
"""Characters by first and full name."""
NO_CHARACTER = mark("{typed} is not a character; choose from: {names}.")
_BY_PLACE = re.compile(r"[-\d\s]*\+[-\d\s+]*")


def tokens(text: str) -> Tokens:
    """Parses columns of tokens, 0 for the picture: `goofy=4, pluto=0`, or all in order. Raises `BadText`."""
    if _BY_PLACE.fullmatch(text):
        return _by_place(text)
    tidy = "" if text.strip() == NOTHING else re.sub(r"\bpicture\b", "0", text, flags=re.IGNORECASE)
    columns = figures(tidy, CHARACTER_NAMES, NO_CHARACTER)
    return tuple(map(columns.get, range(len(CHARACTERS))))


def _by_place(text: str) -> Tokens:
    columns = [column.strip() for column in text.split("+")]
    if len(columns) != len(CHARACTERS) or any(column not in (NOTHING, *"012345") for column in columns):
        wrong = mark("The {count} tokens from Minnie Mouse to Pluto have a column of 0 to 5 or '-' each.")
        raise BadText(tr(wrong, count=len(CHARACTERS)))
    return tuple(None if column == NOTHING else int(column) for column in columns)


# --- Showdown ----------------------------------------------------------------------------------------------


CARD_NAMES = {
    name: card
    for card, called_so in enumerate(CARDS)
    for name in (called_so.replace("-", " "), *texts.labels_of(called_so))
}
_PLACES = {plain(name): card for name, card in CARD_NAMES.items()}
_ENTRY = re.compile(
    rf"pawn\s*(?:on|at|=|:)?\s*(?:space\s*)?(?P<pawn>{NUMBER})"
    rf"|(?P<card>{pattern_of(CARD_NAMES)})(?![a-z])\s*[=:]?\s*(?:(?P<chips>{NUMBER})\s*(?:chips?)?\s*)?"
    rf"(?:on|at|@)\s*(?:space\s*)?(?P<space>{NUMBER})(?:\s*with\s*(?P<with>{NUMBER})(?:\s*chips?)?)?",
    re.IGNORECASE,
)


NO_PIECE = mark("{typed} is not a pawn, or a card with chips and space, such as 'aces 2 on 13'.")
UNPLACED = mark(
    "Turns are counted once all cards are placed; {count, plural, one {# is} other {# are}} still off the "
    "board here."
)
Side = tuple[int, dict[int, tuple[int, int]]]
"""A seat of showdown: the space of its pawn, and the space and chips of each of its cards."""


def side(text: str) -> Side:
    """Parses a seat of showdown: `pawn 13, aces 2 on 13, full house on 5`. Raises `BadText`."""
    pawn: int | None = None
    cards: dict[int, tuple[int, int]] = {}
    for match in each(_ENTRY, text, NO_PIECE):
        if match["pawn"]:
            if pawn is not None:
                raise BadText(tr("Every seat has one pawn."))
            pawn = int(match["pawn"])
            continue
        card = _PLACES[plain(match["card"])]
        if card in cards:
            raise BadText(tr("{card} is named twice.", card=title(CARDS[card])))
        cards[card] = int(match["space"]), _chips(card, match["chips"] or match["with"])
    if pawn is None:
        raise BadText(tr("Every seat has a pawn on a space from 0 to 15, such as 'pawn 13'."))
    return pawn, cards


def _chips(card: int, figure: str | None) -> int:
    """The chips of a card; fixed cards need none."""
    if figure is not None:
        return int(figure)
    if card < len(NUMBER_CARDS):
        chips = mark("{card} has 1 to 4 chips: say how many, such as {example}.")
        raise BadText(tr(chips, card=title(CARDS[card]), example=quoted(f"{CARDS[card]} 2 on 13")))
    return FULL_VALUE[card]


# --- Positions -------------------------------------------------------------------------------------------


class WrittenRest(Struct, frozen=True):
    """The rest of a written position: the next seat, the turns left, whether dice are given."""

    seat: int | None = None
    left: int | None = None
    dice: bool = False

    def seats(self, number: int) -> tuple[int, ...]:
        """The seats that may be next."""
        return tuple(range(number)) if self.seat is None else (self.seat,)


class Paper(NamedTuple):
    """The notation for the positions of a game on paper."""

    holds: str
    """A message that says what a seat has, with an `example`."""
    example: tuple[str, str]
    """An example of a position and dice."""
    part_example: str
    """An example of one seat."""
    part: Callable[[str], Any]
    """Parses one seat, or raises `BadText`."""
    positions: Callable[[tuple[Any, ...], WrittenRest], Iterator[Any]]
    """The positions that fit the standings of all seats."""


def _in_turn(make: Callable[[tuple[Any, ...], int], Any]) -> Callable[..., Iterator[Any]]:
    """The positions of these cards or tokens, by the seat that is next."""
    return lambda parts, rest: (make(parts, seat) for seat in rest.seats(len(parts)))


def _at_once(cards: tuple[Any, ...], rest: WrittenRest) -> Iterator[Any]:
    """The positions of these cards; seat 0 rolls first unless given, because that is no advantage."""
    return iter((RoundPosition(cards, rest.seat or 0),))


def _board(sides: tuple[Side, ...], rest: WrittenRest) -> Iterator[Any]:
    """The fitting positions. With dice the pawn has moved; without, a red die or a choice may come first."""
    placed: dict[int, Any] = {}
    for seat, (_, own) in enumerate(sides):
        if placed.keys() & own.keys():
            raise BadText(tr("A card has one owner and one place."))
        placed |= {card: BoardCard(space, seat, chips) for card, (space, chips) in own.items()}
    cards = tuple(map(placed.get, range(len(CARDS))))
    if None in cards and rest.left is not None:
        raise BadText(tr(UNPLACED, count=cards.count(None)))
    turns_left = [None] if None in cards else range(1, len(sides) + 1) if rest.left is None else [rest.left]
    phases: tuple[Literal["roll", "choose", "move"], ...] = ("roll",) if rest.dice else ("choose", "move")
    pawns = tuple(pawn for pawn, _ in sides)
    for seat, phase, left in product(rest.seats(len(sides)), phases, turns_left):
        yield showdown_board.ShowdownPosition(pawns, cards, seat, phase, left)


def paper_of(game: Game) -> Paper | None:
    """The paper notation of a game; None if only the exact text can be parsed."""
    card = card_of(game)
    if card is None:
        return _BOARDS.get(game.position)
    example = score_card.example(card)
    positions = _at_once if game.position is RoundPosition else _in_turn(cardgame.CardPosition)
    return Paper(
        mark("Each seat has on the card: boxes by name; for example: {example}."),
        (example, "22345@1"),
        example,
        lambda text: score_card.card(text, card),
        positions,
    )


_BOARDS: dict[type, Paper] = {
    junior.JuniorPosition: Paper(
        mark(
            "Each seat has on the board: characters by name with the column, 0 for the picture; for example:"
            " {example}."
        ),
        ("goofy=4, pluto=0 / daisy=3", "12334@1"),
        "goofy=4, pluto=0",
        tokens,
        _in_turn(junior.JuniorPosition),
    ),
    showdown_board.ShowdownPosition: Paper(
        mark(
            "Each seat has on the board: the pawn's space, and cards by name with chips and space; for"
            " example: {example}."
        ),
        ("pawn 13, aces 2 on 13 / pawn 2, full house on 5; seat 1 to play", "22345@1"),
        "pawn 13, aces 2 on 13, full house on 5",
        side,
        _board,
    ),
}
"""The notation of each game, by its type of positions."""

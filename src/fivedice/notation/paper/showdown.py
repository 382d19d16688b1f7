"""Parses what one seat of showdown has on the board: its pawn and its cards."""

import re

from msgspec import Struct

from fivedice.core import texts
from fivedice.core.rules import title
from fivedice.games.showdown_board import CARDS, FULL_VALUE, NUMBER_CARDS, Held
from fivedice.notation.paper.figures import NUMBER, called, each, plain
from fivedice.notation.read import BadText

NAMES = {
    name: card
    for card, called_so in enumerate(CARDS)
    for name in (called_so.replace("-", " "), *texts.labels_of(called_so))
}
_PLACES = {plain(name): card for name, card in NAMES.items()}
_ENTRY = re.compile(
    rf"pawn\s*(?:on|at|=|:)?\s*(?:space\s*)?(?P<pawn>{NUMBER})"
    rf"|(?P<card>{called(NAMES)})(?![a-z])\s*[=:]?\s*(?:(?P<chips>{NUMBER})\s*(?:chips?)?\s*)?"
    rf"(?:on|at|@)\s*(?:space\s*)?(?P<space>{NUMBER})(?:\s*with\s*(?P<with>{NUMBER})(?:\s*chips?)?)?",
    re.IGNORECASE,
)


class Side(Struct, frozen=True):
    """The space of a seat's pawn, and its cards: the space and the chips of each."""

    pawn: int
    cards: dict[int, tuple[int, int]]

    def held(self, seat: int) -> dict[int, Held]:
        """The cards as they lie on the board, this seat being their owner."""
        return {card: Held(space, seat, chips) for card, (space, chips) in self.cards.items()}


def side(text: str) -> Side:
    """What a seat has: `pawn 13, aces 2 on 13, full house on 5`. Raises `BadText`."""
    pawn: int | None = None
    held: dict[int, tuple[int, int]] = {}
    for match in each(_ENTRY, text, "no pawn or card with its chips and its space, such as 'aces 2 on 13'"):
        if match["pawn"]:
            if pawn is not None:
                raise BadText("Every seat has one pawn.")
            pawn = int(match["pawn"])
            continue
        card = _PLACES[plain(match["card"])]
        if card in held:
            raise BadText(f"{title(CARDS[card])} is named twice.")
        held[card] = int(match["space"]), _chips(card, match["chips"] or match["with"])
    if pawn is None:
        raise BadText("Every seat has a pawn on a space from 0 to 15, such as 'pawn 13'.")
    return Side(pawn, held)


def _chips(card: int, said: str | None) -> int:
    """The chips of a card; those that are always worth the same need none said."""
    if said is not None:
        return int(said)
    if card < len(NUMBER_CARDS):
        raise BadText(
            f"{title(CARDS[card])} has 1 to 4 chips: say how many, such as '{CARDS[card]} 2 on 13'."
        )
    return FULL_VALUE[card]

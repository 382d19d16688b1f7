"""Showdown: pawns on a ring of sixteen spaces, twelve cards to place, steal and raise with chips.

This module has the uses of dice on each space and their effects; the board is in `showdown_board`.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, ClassVar, Literal, NamedTuple

from msgspec.structs import replace

from fivedice.cards.boxes import dice_of
from fivedice.core.dice import YAHTZEES, Dice
from fivedice.core.rules import (
    Awaits,
    Choice,
    Feat,
    Game,
    Hands,
    IllegalMove,
    Observed,
    Over,
    RedDie,
    Use,
    check_seats,
    title,
)
from fivedice.core.words import Act, OptionWords, Unit
from fivedice.games import showdown_board
from fivedice.games.pages import RulesPage
from fivedice.games.showdown_board import (
    CARDS,
    FULL_VALUE,
    MOST,
    NEEDS,
    NUMBER_CARDS,
    SPACES,
    WILD_SPACES,
    BoardCard,
    ShowdownPosition,
    can_rise,
    can_steal,
    covering,
    end_turn,
    land,
    next_empty,
    off_board,
    with_pawn,
)
from fivedice.language import Localized, mark, tr

MOVE, STAY = mark("move"), mark("stay")
NOTHING = "nothing"

CHIPS = Unit(
    mark("chips"),
    decimals=2,
    mistakes=(0.3, 1.0, 2.0),
    total=mark("{count, plural, one {{score} chip} other {{score} chips}}"),
    amount=mark("{worth, plural, one {{number} chips} other {{number} chips}}"),
    per_game=mark("{number} chips per game"),
    at_end=mark("chips at the end"),
)
CHOICES = {
    MOVE: OptionWords(
        mark("Move on"),
        mark("{name} chooses to move."),
        mark("chose to move"),
        mark("the game chose to move"),
        mark("You chose to stay; to move would have been worth {gain} more."),
        mark("throw the red die again"),
    ),
    STAY: OptionWords(
        mark("Stay and raise"),
        mark("{name} chooses to stay."),
        mark("chose to stay"),
        mark("the game chose to stay"),
        mark("You chose to move; to stay would have been worth {gain} more."),
    ),
}
ACTS = {
    "place": Act(
        mark("place {card}"),
        mark("{name} places {card} for {chips, plural, one {# chip} other {# chips}}."),
        mark("place {card} for {chips, plural, one {# chip} other {# chips}}"),
        mark("Place {box}"),
    ),
    "steal": Act(
        mark("steal {card}"),
        mark("{name} steals {card} for {chips, plural, one {# chip} other {# chips}}."),
        mark("steal {card} for {chips, plural, one {# chip} other {# chips}}"),
        mark("Steal {box}"),
    ),
    "raise": Act(
        mark("raise {card}"),
        mark("{name} raises {card} by {chips, plural, one {# chip} other {# chips}}."),
        mark("raise {card} by {chips, plural, one {# chip} other {# chips}}"),
        mark("Raise {box}"),
    ),
    NOTHING: Act(mark("gain nothing"), mark("{name} gains nothing.")),
}
PAGE_WORDS = {
    "opens": mark("Throw the red die: it moves your pawn. Then throw five dice."),
    "wanted": mark("Choose a card"),
    "take": mark("{title}: {pays}"),
    "taken": mark("{title}: {pays}"),
    "choice": mark("Move or stay"),
    NOTHING: mark("End the turn"),
    **{option: words.label for option, words in CHOICES.items()},
}

KEPT_WITHIN = 256
"""Size of the cache of cards within reach."""

DIAMONDS = tuple(space for space in range(SPACES) if space not in WILD_SPACES)

Corner = Literal[0, 4, 8, 12]


def _chips(position: ShowdownPosition, seat: int) -> tuple[int | None, ...]:
    return tuple(card.chips if card and card.owner == seat else None for card in position.cards)


def _spaces(position: ShowdownPosition, seat: int) -> tuple[float, ...]:
    """The space of each pawn, the seat's own first, and of each card; then the turns left."""
    pawns = position.pawns[seat:] + position.pawns[:seat]
    places = (*pawns, *(card and card.space for card in position.cards))
    here = (place == space for place in places for space in range(SPACES))
    return (*here, (position.left or 0) / len(pawns))


ACTIONS = (
    *(f"{act}-{card}" for act in ("place", "steal") for card in CARDS),
    *(*(f"raise-{card}" for card in NUMBER_CARDS), NOTHING, MOVE, STAY),
)
OBSERVED = Observed(ACTIONS, FULL_VALUE, _chips, _spaces)


class Showdown(Game, frozen=True):
    """The board game for 2 to 4 players. `pawns` are the corners that the seats chose, if any (R7)."""

    pawns: tuple[Corner, ...] = ()

    name: ClassVar[str] = "showdown"
    title: ClassVar = Localized("Showdown")
    line: ClassVar = Localized("A ring of sixteen spaces, twelve cards to place, steal and raise with chips")
    solver: ClassVar[str] = "showdown"
    seats: ClassVar[range] = range(2, 5)
    most_turns: ClassVar[int] = 1000
    board: ClassVar[str] = "ring"
    pieces: ClassVar[tuple[str, ...]] = ("ring", "cards", "chips", "pawns", "red die")
    own_sheets: ClassVar[bool] = False
    steals: ClassVar[bool] = True
    score_unit: ClassVar[Unit] = CHIPS
    acts: ClassVar[Mapping[str, Act]] = ACTS
    choices: ClassVar[Mapping[str, OptionWords]] = CHOICES
    choice_headline: ClassVar[str] = mark("{name} · move on or stay?")
    page_words: ClassVar[Mapping[str, str]] = PAGE_WORDS
    red_die_prompt: ClassVar[str] = mark("Throw the red die: it moves your pawn")
    options: ClassVar[Mapping[str, str]] = {"pawns": mark("the corner each seat starts on: 0, 4, 8 or 12")}
    sections: ClassVar[RulesPage] = RulesPage("showdown")
    position: ClassVar[type] = ShowdownPosition
    observed: ClassVar = OBSERVED

    def __post_init__(self) -> None:
        """Raises `IllegalMove` for two pawns on one corner."""
        if len(set(self.pawns)) < len(self.pawns):
            raise IllegalMove(tr("Two pawns cannot start on the same corner."))

    def start(self, seats: int, first: int) -> ShowdownPosition:
        """All cards off the board, the pawns on their corners."""
        pawns = self.pawns or WILD_SPACES[:seats]
        if len(pawns) != seats:
            wrong = mark("There are {seats} seats, so {seats} corners for their pawns, not {pawns}.")
            raise IllegalMove(tr(wrong, seats=seats, pawns=len(pawns)))
        return ShowdownPosition(pawns, (None,) * len(CARDS), first)

    def check(self, position: ShowdownPosition) -> None:
        """Raises `IllegalMove` for impossible pawns, cards, chips or turns."""
        seats = len(position.pawns)
        check_seats(self, seats)
        if len(position.cards) != len(CARDS) or not all(0 <= pawn < SPACES for pawn in position.pawns):
            wrong = mark("There are {cards} cards, and pawns are on spaces 0 to {last}.")
            raise IllegalMove(tr(wrong, cards=len(CARDS), last=SPACES - 1))
        on_board = [(number, card) for number, card in enumerate(position.cards) if card]
        if not all(_can_lie(number, card, seats) for number, card in on_board):
            wrong = mark("A card must be on a diamond and have an owner and a possible number of chips.")
            raise IllegalMove(tr(wrong))
        if len({card.space for _, card in on_board}) < len(on_board):
            raise IllegalMove(tr("Two cards cannot cover one space."))
        self._check_turn(position, seats)

    def _check_turn(self, position: ShowdownPosition, seats: int) -> None:
        if not 0 <= position.seat < seats:
            wrong = mark("There is no seat {seat}: the seats are 0 to {last}.")
            raise IllegalMove(tr(wrong, seat=position.seat, last=seats - 1))
        if (None in position.cards) != (position.left is None) or not 0 <= (position.left or 0) <= seats:
            wrong = mark("The Showdown Round starts when all cards are placed, and has one turn per seat.")
            raise IllegalMove(tr(wrong))
        landed = position if position.phase == "move" or position.left == 0 else land(position)
        possible = ("choose", "roll") if landed.phase == "choose" else (landed.phase,)
        if position.phase not in possible or landed.seat != position.seat:
            raise IllegalMove(tr("The space of the pawn does not fit the current step of the turn."))

    def awaits(self, position: ShowdownPosition) -> Awaits:
        """The red die, then perhaps a choice, then the black dice."""
        if position.left == 0:
            return Over()
        if position.phase == "move":
            return RedDie(position.seat)
        if position.phase == "choose":
            return Choice(position.seat, (MOVE, STAY))
        return Hands((position.seat,), position.seat)

    def move(self, position: ShowdownPosition, face: int) -> ShowdownPosition:
        """Moves the pawn clockwise; its new space decides what comes next."""
        space = (position.pawns[position.seat] + face) % SPACES
        return land(with_pawn(position, space))

    def explain(self, position: ShowdownPosition, seat: int, roll: Dice, use: str = "") -> str:
        """Explains why a space needs no decision: nothing to steal or raise (R12), or an own card that cannot
        be raised (R8).
        """
        if position.phase != "move":
            return ""
        after = self.move(position, *roll)
        if after.seat != position.seat:
            return tr("There is nothing to steal or raise: the turn ends.")
        return tr("It cannot be raised: the red die is thrown again.") if after.phase == "move" else ""

    where = staticmethod(showdown_board.where)
    aloud = staticmethod(showdown_board.aloud)
    last_turns = staticmethod(showdown_board.last_turns)
    sheet = staticmethod(showdown_board.sheet)

    def choose(self, position: ShowdownPosition, option: str) -> ShowdownPosition:
        """On your own card: move again, or stay and roll."""
        return replace(position, phase="move" if option == MOVE else "roll")

    def uses(self, position: ShowdownPosition, seat: int, roll: Dice) -> tuple[Use, ...]:
        """The cards that can be placed, stolen or raised; "nothing" only if there is no such use (R10)."""
        return _gains(position, roll) or (Use(NOTHING, 0),)

    def alike(self, position: ShowdownPosition) -> ShowdownPosition:
        """A position with the same uses, whose pawn stands on the first such space, so that few differ."""
        here = position.pawns[position.seat]
        spaces = WILD_SPACES if here in WILD_SPACES else () if covering(position, here) else DIAMONDS
        space = next((space for space in spaces if not covering(position, space)), here)
        pawns = tuple([space if seat == position.seat else 0 for seat in range(len(position.pawns))])
        return ShowdownPosition(pawns, position.cards, position.seat, "roll")

    def use(self, position: ShowdownPosition, seat: int, roll: Dice, name: str) -> ShowdownPosition:
        """The seat gains or raises a card, and its pawn moves to it."""
        if name == NOTHING:
            return end_turn(position)
        act, _, card_name = name.partition("-")
        number = CARDS.index(card_name)
        card = position.cards[number]
        space = card.space if card else next_empty(position)
        chips = chips_for(number, roll)
        cards = (*position.cards[:number], BoardCard(space, seat, chips), *position.cards[number + 1 :])
        after = replace(with_pawn(position, space), cards=cards)
        if act == "place" and None not in cards:
            return end_turn(replace(after, left=len(after.pawns) + 1))
        if act == "steal" and after.left is not None:
            return replace(after, phase="move")
        return end_turn(after)

    def feats(
        self, position: ShowdownPosition, seat: int, roll: Dice, use: Use, names: tuple[str, ...]
    ) -> tuple[Feat, ...]:
        """A stolen card."""
        act, _, name = use.name.partition("-")
        card = position.cards[CARDS.index(name)] if act == "steal" else None
        if card is None:
            return ()
        what = tr("{card} from {name}", card=title(name), name=names[card.owner])
        return (Feat("steal", seat, what, use.pays),)

    def scores(self, position: ShowdownPosition) -> tuple[int, ...]:
        """The chips each seat has on the board."""
        chips = [0] * len(position.pawns)
        for card in filter(None, position.cards):
            chips[card.owner] += card.chips
        return tuple(chips)


@cache
def combination(card: int, roll: Dice) -> int:
    """The chips for a card by its own combination, or 0."""
    dice = dice_of(NEEDS[card])(roll)
    if card < len(NUMBER_CARDS):
        return min(len(dice), MOST)
    return FULL_VALUE[card] if dice else 0


@cache
def chips_for(card: int, roll: Dice) -> int:
    """The chips that a roll puts on a card; a Yahtzee takes any card at its full value."""
    return FULL_VALUE[card] if roll in YAHTZEES else combination(card, roll)


def least_chips(chips: Any, raises: Any) -> Any:
    """The fewest chips that take a card: as many as are on it to steal it, one more to raise your own.

    Takes numbers, or arrays of them for many boards at once.
    """
    return chips + raises


def _can_lie(number: int, card: BoardCard, seats: int) -> bool:
    chips = range(1, MOST + 1) if number < len(NUMBER_CARDS) else (FULL_VALUE[number],)
    return card.space in DIAMONDS and 0 <= card.owner < seats and card.chips in chips


class _Within(NamedTuple):
    """The cards within reach of a pawn; those on the board with the fewest chips that take them."""

    placed: tuple[int, ...]
    stolen: tuple[tuple[int, int], ...]
    raised: tuple[tuple[int, int], ...]


def _gains(position: ShowdownPosition, roll: Dice) -> tuple[Use, ...]:
    within = _within(position, roll in YAHTZEES)
    chips, own_chips = _chips_of(roll)
    return (
        *[_use("place", card, chips[card]) for card in within.placed if chips[card]],
        *[_use("steal", card, chips[card]) for card, least in within.stolen if chips[card] >= least],
        *[
            _use("raise", card, own_chips[card] - least + 1)
            for card, least in within.raised
            if own_chips[card] >= least
        ],
    )


@lru_cache(maxsize=KEPT_WITHIN)
def _within(position: ShowdownPosition, has_yahtzee: bool) -> _Within:
    """On a Wild space the whole board is within reach; a Yahtzee can place or steal any card, but not raise
    one (R9).
    """
    space = position.pawns[position.seat]
    is_wild = space in WILD_SPACES
    on_board = [(number, card) for number, card in enumerate(position.cards) if card]
    reach = on_board if is_wild else [(number, card) for number, card in on_board if card.space == space]
    placed = off_board(position) if is_wild or has_yahtzee or not reach else ()
    stolen = [
        (number, least_chips(card.chips, raises=False))
        for number, card in (on_board if has_yahtzee else reach)
        if can_steal(position, number)
    ]
    raised = [
        (number, least_chips(card.chips, raises=True)) for number, card in reach if can_rise(position, number)
    ]
    return _Within(placed, tuple(stolen), tuple(raised))


@cache
def _chips_of(roll: Dice) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each card the chips that a roll puts on it, and the chips for its own combination."""
    cards = range(len(CARDS))
    return tuple(chips_for(card, roll) for card in cards), tuple(combination(card, roll) for card in cards)


@cache
def _use(act: str, card: int, chips: int) -> Use:
    return Use(f"{act}-{CARDS[card]}", chips)

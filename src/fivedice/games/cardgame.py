"""Games on score cards, where one seat after another fills a box.

The card decides which entries are possible and how many points they pay (`fivedice.cards`). A game names its
card and overrides the differences.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from fivedice.cards import filling, reached
from fivedice.cards.boxes import Box
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import Dice
from fivedice.core.rules import (
    CARD,
    Awaits,
    Feat,
    Game,
    Hands,
    Observed,
    Over,
    Sheet,
    SheetRow,
    Use,
    check_seats,
    check_turns,
    title,
)
from fivedice.language import tr


class CardPosition(Struct, frozen=True, gc=False):
    """Every seat's card, and whose turn it is."""

    cards: tuple[Card, ...]
    seat: int


def card_of(game: object) -> ScoreCard | None:
    """The score card of a game, or None."""
    return game.card if isinstance(game, CardGame) else None


def box_title(game: object, name: str) -> str:
    """The name of a box for display, as its card has it."""
    form = card_of(game)
    return form.title(name) if form else title(name)


def _boxes(position: Any, seat: int) -> Sequence[int | None]:
    boxes: tuple[int | None, ...] = position.cards[seat].boxes
    return boxes


class CardGame(Game, frozen=True):
    """A game in which every seat fills one box of its own card in its turn."""

    position: ClassVar[type] = CardPosition
    solver: ClassVar[str] = "cards"
    max_games: ClassVar[int] = 6

    @property
    @abstractmethod
    def card(self) -> ScoreCard:
        """The score card with the house options."""

    @property
    def most_turns(self) -> int:
        """A turn for each box."""
        return len(self.card.names)

    @property
    def observed(self) -> Observed:
        """Every box is an action, and holds at most what its best roll pays."""
        most = tuple(max(1, *points) for points in filling.possible(self.card))
        return Observed(self.card.names, most, _boxes)

    def start(self, seats: int, first: int) -> Any:
        """The position with empty cards, in which the seat `first` plays."""
        return self.position((filling.empty(self.card),) * seats, first)

    def check(self, position: Any) -> None:
        """Raises `IllegalMove` unless every card can be reached and the seats have played in turn."""
        self.check_cards(position.cards)
        check_turns(tuple(map(filling.filled, position.cards)), position.seat)

    def check_cards(self, cards: tuple[Card, ...]) -> None:
        """Raises `IllegalMove` for a wrong number of cards, or a card that cannot be reached."""
        check_seats(self, len(cards))
        for card in cards:
            reached.check(self.card, card)

    def awaits(self, position: Any) -> Awaits:
        """A turn of the seat to play until its card is full."""
        seat = position.seat
        return Over() if filling.is_full(position.cards[seat]) else Hands((seat,), seat)

    def uses(self, position: Any, seat: int, roll: Dice) -> tuple[Use, ...]:
        """The boxes of the seat's card that may be filled."""
        return filling.uses(self.card, position.cards[seat], roll)

    def explain(self, position: Any, seat: int, roll: Dice, use: str = "") -> str:
        """Explains a Joker, whatever it is used for."""
        return filling.explained(self.card, position.cards[seat], roll)

    def use(self, position: Any, seat: int, roll: Dice, name: str) -> Any:
        """The box is filled; play passes to the left."""
        cards = self.booked(position.cards, seat, roll, name)
        return CardPosition(cards, (seat + 1) % len(cards))

    def feats(
        self, position: Any, seat: int, roll: Dice, use: Use, names: tuple[str, ...]
    ) -> tuple[Feat, ...]:
        """A straight, and each bonus that the use earns."""
        feats = filling.achieved(self.card, position.cards[seat], roll, use.name)
        return tuple(Feat(kind, seat, what, pays) for kind, what, pays in feats)

    def booked(self, cards: tuple[Card, ...], seat: int, roll: Dice, name: str) -> tuple[Card, ...]:
        """All cards after one seat fills a box."""
        card = filling.book(self.card, cards[seat], roll, name)
        return (*cards[:seat], card, *cards[seat + 1 :])

    def scores(self, position: Any) -> tuple[int, ...]:
        """The grand totals."""
        card = self.card
        return tuple([filling.total(card, each) for each in position.cards])

    def sheet(self, position: Any, names: tuple[str, ...]) -> Sheet:
        """The score cards side by side, one column per seat."""
        return Sheet((tr("Box", "of a score card"), *names), rows(self.card, position.cards))


# --- Sheets ------------------------------------------------------------------------------------------------


def rows(form: ScoreCard, cards: tuple[Card, ...]) -> tuple[SheetRow, ...]:
    """The boxes of each section with sum and bonus, the bonus of further Yahtzees, and the total."""

    def each(count: Callable[[ScoreCard, Card], int]) -> tuple[str, ...]:
        return tuple(str(count(form, card)) for card in cards)

    sections = [row for number in range(len(form.sections)) for row in _section(form, cards, number)]
    further = []
    if form.further and form.further.bonus:
        name = tr("{title} Bonus", title=tr(filling.further_title(form), CARD))
        further = [SheetRow("bonus", name, each(filling.further_points))]
    return (*sections, *further, SheetRow("total", tr("Total"), each(filling.total)))


def _section(form: ScoreCard, cards: tuple[Card, ...], number: int) -> list[SheetRow]:
    """The boxes of a section, with their sum if the section has a bonus."""
    section, places = form.sections[number], filling.scoring(form).sections[number]

    def row(place: int, box: Box) -> SheetRow:
        points = (card.boxes[place] for card in cards)
        cells = tuple("" if one is None else str(one) for one in points)
        return SheetRow("box", form.title(box.name), cells, box.face, box.name, needs=box.needs)

    boxes = list(map(row, places, section.boxes))
    if not section.bonus:
        return boxes
    sums = tuple(str(filling.section_total(form, card, number)) for card in cards)
    bonuses = tuple(str(filling.section_bonus(form, card, number)) for card in cards)
    total = tr("{title} Total", title=tr(section.title, CARD))
    note = tr("{bonus} at {goal}", bonus=section.bonus, goal=section.goal)
    return [
        *boxes,
        SheetRow("sum", total, sums, goal=section.goal),
        SheetRow("bonus", tr("Bonus"), bonuses, note=note),
    ]

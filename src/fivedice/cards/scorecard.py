"""A score card as a value: sections of boxes, their bonuses, and the rules for a further Yahtzee.

Cards that score alike are equal. The order of turns and the faces of the dice belong to the game.
"""

from typing import Literal

import msgspec
from msgspec import Struct

from fivedice.cards import boxes
from fivedice.cards.boxes import Box, quoted_with_suggestion
from fivedice.cards.faults import Fault, Place, check_kinds
from fivedice.core.dice import FIVE
from fivedice.core.faces import FACE_SETS
from fivedice.core.rules import quoted, title
from fivedice.language import comma, mark, tr

Joker = Literal["none", "forced", "free"]
"""The Joker rules for a further Yahtzee; see `Further`."""

MOST_BOXES = 16
KEPT_CARDS = 32
"""Size of the caches per card; users may bring any number of cards to a server."""
MOST_BONUS = 1000
"""The most that a bonus can pay."""
LONGEST_TITLE = 24


class Section(Struct, frozen=True, forbid_unknown_fields=True):
    """A group of boxes with their bonus."""

    title: str
    """The heading on the sheet."""
    boxes: tuple[Box, ...]
    """The boxes from top to bottom."""
    goal: int = 0
    """The points in these boxes that earn the bonus."""
    bonus: int = 0
    """The points of the bonus; 0 for none."""

    def __post_init__(self) -> None:
        """Raises `Fault` for an invalid title, bonus or goal."""
        check_kinds(self)
        check_words("title", self.title, 1, LONGEST_TITLE)
        if not 1 <= len(self.boxes) <= MOST_BOXES:
            many = mark("A section has 1 to {most} boxes, not {count}")
            raise Fault(tr(many, most=MOST_BOXES, count=str(len(self.boxes))), "boxes")
        _check_bonus(self.bonus, "bonus")
        most = sum(max(boxes.all_paid(box)) for box in self.boxes)
        numbers = {"most": str(most), "goal": str(self.goal), "bonus": str(self.bonus)}
        if self.bonus and not self.goal:
            goalless = mark(
                "{section} has a bonus of {bonus} points, but no goal for it (1 to {most}; 0 means none)"
            )
            raise Fault(tr(goalless, section=self.title, **numbers), "bonus")
        if self.bonus and not 1 <= self.goal <= most:
            beyond = mark("The goal of {section} is 1 to {most} points, not {goal}")
            raise Fault(tr(beyond, section=self.title, **numbers), "goal")
        if self.goal and not self.bonus:
            useless = mark("{section} has a goal of {goal} points, but no bonus for it")
            raise Fault(tr(useless, section=self.title, **numbers), "goal")


class Further(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules for a Yahtzee once its box is filled.

    Each further Yahtzee earns `bonus` points if the box holds points. With the forced Joker it must fill the
    open box of its number, else any open box of no number, else any open box. With the free Joker it may fill
    any open box. Once no box of its number is open, a Joker counts as any full house, two pairs or sequence.
    Without Joker rules it is an ordinary roll.
    """

    box: str
    """The name of the box for a Yahtzee."""
    bonus: int = 0
    """The points for each further Yahtzee."""
    joker: Joker = "none"
    """The Joker rules: "forced", "free" or "none"."""

    def __post_init__(self) -> None:
        """Raises `Fault` for a field of the wrong type."""
        check_kinds(self)


class ScoreCard(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True):
    """The boxes and how they score."""

    sections: tuple[Section, ...]
    """The groups of boxes from top to bottom."""
    further: Further | None = None
    """The rules for further Yahtzees, if there are any."""

    def __post_init__(self) -> None:
        """Raises `Fault` for a card that cannot be played."""
        check_kinds(self)
        count = sum(len(section.boxes) for section in self.sections)
        if not 1 <= count <= MOST_BOXES:
            many = mark("A card has 1 to {most} boxes, not {count}")
            raise Fault(tr(many, most=MOST_BOXES, count=str(count)), "sections")
        _check_names(self)
        if self.further is not None:
            _check_further(self, self.further)

    @property
    def boxes(self) -> tuple[Box, ...]:
        """All boxes from top to bottom."""
        return tuple(box for section in self.sections for box in section.boxes)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the boxes."""
        return tuple(box.name for box in self.boxes)

    def title(self, box: str) -> str:
        """The name of a box for display."""
        return title(box, self.names)

    @property
    def text(self) -> str:
        """The card as one line of JSON; equal cards have equal texts."""
        return msgspec.json.encode(self).decode()


SAME_TITLE = mark("Two sections are called {name}")
SAME_NAME = mark("Two boxes are called {name}")
SAME_FACE = mark("With a Joker, only one box may count each number, but two need {name}")


def _check_names(card: ScoreCard) -> None:
    """Raises `Fault` for equal names, or with a Joker for two boxes of one number: which would it fill?"""
    places: dict[tuple[str, str], Place] = {}

    def check_new(message: str, name: str, *place: str | int) -> None:
        if (other := places.setdefault((message, name.lower()), place)) is not place:
            raise Fault(tr(message, name=quoted(name)), *place, other=other)

    has_joker = card.further is not None and card.further.joker != "none"
    for number, section in enumerate(card.sections):
        check_new(SAME_TITLE, section.title, "sections", number, "title")
        for which, box in enumerate(section.boxes):
            place = "sections", number, "boxes", which
            check_new(SAME_NAME, box.name, *place, "name")
            if has_joker and box.face:
                check_new(SAME_FACE, box.needs, *place, "needs")


TEXTS = {
    "title": mark("A title has {least} to {most} printable characters and no space at its ends, not {text}"),
    "line": mark("A line has {least} to {most} printable characters and no space at its ends, not {text}"),
}


def check_words(key: str, text: str, least: int, most: int) -> None:
    """Raises `Fault` for a text that is too short, too long or not printable on one line."""
    if not least <= len(text) <= most or not text.isprintable() or text != text.strip():
        raise Fault(tr(TEXTS[key], least=least, most=most, text=quoted(text)), key)


def _check_bonus(bonus: int, *place: str) -> None:
    if not 0 <= bonus <= MOST_BONUS:
        beyond = mark("A bonus is 0 to {most} points, not {bonus}")
        raise Fault(tr(beyond, most=str(MOST_BONUS), bonus=str(bonus)), *place)


def _check_further(card: ScoreCard, further: Further) -> None:
    """Raises `Fault` for rules of a further Yahtzee that do not fit the card."""
    needs = {box.name: box.needs for box in card.boxes}
    if needs.get(further.box) != f"{FIVE} alike":
        follows = mark("A further Yahtzee follows a box that needs '5 alike', and {box} does not")
        raise Fault(tr(follows, box=quoted(further.box)), "further", "box")
    _check_bonus(further.bonus, "further", "bonus")
    if not further.bonus and further.joker == "none":
        useless = mark("A further Yahtzee has a bonus, a Joker or both; if it has neither, leave it out")
        raise Fault(tr(useless), "further")


# --- A card with everything needed to play it --------------------------------------------------------------


MOST_SEATS = 10
LONGEST_CARD_TITLE, LONGEST_LINE = 40, 120


class Written(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A score card with everything needed to play by it."""

    title: str
    sections: tuple[Section, ...]
    further: Further | None = None
    line: str = ""
    """A description in one line."""
    faces: str = "pips"
    """The face set of the dice: a key of `fivedice.core.faces.FACE_SETS`."""
    seats: tuple[int, int] = (1, 6)
    """The fewest and the most players."""

    def __post_init__(self) -> None:
        """Raises `Fault` for a card that cannot be played."""
        check_kinds(self)
        check_words("title", self.title, 1, LONGEST_CARD_TITLE)
        check_words("line", self.line, 0, LONGEST_LINE)
        if self.faces not in FACE_SETS:
            unknown = quoted_with_suggestion(self.faces, {name: name for name in FACE_SETS})
            known = comma(FACE_SETS)
            raise Fault(tr("Dice show {names}, not {faces}", names=known, faces=unknown), "faces")
        least, most = self.seats
        if least > most:
            swapped = mark("The fewest players come first: [{least}, {most}]")
            raise Fault(tr(swapped, least=str(most), most=str(least)), "seats")
        if least < 1 or most > MOST_SEATS:
            outside = mark("The seats are the fewest and the most players, within 1 to {most}")
            raise Fault(tr(outside, most=MOST_SEATS), "seats")
        _ = self.card

    @property
    def card(self) -> ScoreCard:
        """The score card."""
        return ScoreCard(self.sections, self.further)

    def __str__(self) -> str:
        """The title, for sentences."""
        return self.title

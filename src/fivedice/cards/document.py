"""Score cards as people write them (docs/reference/card-file.md), and how they are played."""

from msgspec import Struct

from fivedice.cards.boxes import meant
from fivedice.cards.faults import Fault, check_kinds
from fivedice.cards.scorecard import Further, ScoreCard, Section, check_words
from fivedice.core.faces import FACE_SETS
from fivedice.core.rules import quoted

MOST_SEATS = 10
LONGEST_TITLE, LONGEST_LINE = 40, 120


class Written(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A score card with all that is needed to play by it."""

    title: str
    sections: tuple[Section, ...]
    further: Further | None = None
    line: str = ""
    """What it is, in one line."""
    faces: str = "pips"
    """What the dice show: a key of `fivedice.core.faces.FACE_SETS`."""
    seats: tuple[int, int] = (1, 6)
    """The fewest and the most that may play."""

    def __post_init__(self) -> None:
        """Raises `Fault` with a sentence for what cannot be played."""
        check_kinds(self)
        check(self)

    @property
    def card(self) -> ScoreCard:
        """What is scored."""
        return ScoreCard(self.sections, self.further)

    def __str__(self) -> str:
        """What the card is called, for a sentence."""
        return self.title


def check(written: Written) -> None:
    """Raises `Fault` with a sentence for a document that cannot be played."""
    check_words("title", written.title, 1, LONGEST_TITLE)
    check_words("line", written.line, 0, LONGEST_LINE)
    if written.faces not in FACE_SETS:
        close = meant(written.faces, {name: name for name in FACE_SETS})
        raise Fault(f"Dice show {', '.join(FACE_SETS)}, not {quoted(written.faces)}{close}", "faces")
    least, most = written.seats
    if least > most:
        raise Fault(f"The fewest players come first: [{most}, {least}]", "seats")
    if least < 1 or most > MOST_SEATS:
        raise Fault(f"The seats are the fewest and the most players, within 1 to {MOST_SEATS}", "seats")
    _ = written.card

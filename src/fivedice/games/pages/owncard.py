"""The rules page of a card, generated from the card."""

from textwrap import fill

from fivedice.cards.boxes import Box, stands_in
from fivedice.cards.scorecard import Section, Written
from fivedice.core.dice import FIVE
from fivedice.core.faces import FACE_SETS
from fivedice.core.faces import NUMBERS as PLAIN
from fivedice.core.rules import players, title
from fivedice.games.pages import (
    AWAY_WITH_A_CARD,
    FILLING,
    FILLING_ANY,
    LONGEST_LINE,
    SHARED_WIN,
    THE_TURN,
    chosen_start,
    typed_boxes,
    typing,
)

COUNTS = ("none", "one", "two", "three", "four", "five")
NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")


def page(written: Written, about: str = "") -> str:
    """The rules in Markdown; `about` replaces the line of the card."""
    fewest, most = written.seats
    for_whom = players(range(fewest, most + 1))
    count = len(written.card.names)
    turns = f"{count} turns, {count} boxes" if count > 1 else "One turn, one box"
    parts = [
        f"# {written.title}",
        _filled(f"{turns}: fill each box of your card once, and make the highest total. For {for_whom}."),
        about.strip() or _filled(written.line),
        chosen_start().strip() if most > 1 else "",
        THE_TURN.strip(),
        _filling(written.card.boxes),
        "## The boxes",
        *(_section(section, written.faces) for section in written.sections),
        *_further(written),
        _end(fewest, most),
        AWAY_WITH_A_CARD.strip() if most > 1 else "",
        typing(*typed_boxes(_example(written))).strip(),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _filling(boxes: tuple[Box, ...]) -> str:
    return (FILLING if any(box.face and box.pays == "these dice" for box in boxes) else FILLING_ANY).strip()


def _end(fewest: int, most: int) -> str:
    over = "## The end\n\nThe game is over when every card is full."
    if most == 1:
        return f"{over} You play against your earlier\nscores."
    alone = "- Alone, you play against your earlier scores." if fewest == 1 else ""
    return f"{over}\n\n- The highest total wins.\n{SHARED_WIN}{alone}".strip()


def _filled(sentences: str) -> str:
    return fill(sentences, LONGEST_LINE)


def _section(section: Section, faces: str) -> str:
    lines = [
        fill(f"- {title(box.name)}: {in_words(box, faces)}", LONGEST_LINE, subsequent_indent="  ")
        for box in section.boxes
    ]
    if section.bonus:
        goal, added = _points(section.goal), f"{section.bonus} {'is' if section.bonus == 1 else 'are'} added"
        lines.append("\n" + _filled(f"With {goal} or more here, {added}."))
    return f"{section.title} section:\n\n" + "\n".join(lines)


def _points(number: int) -> str:
    return f"{number} point{'s'[: number != 1]}"


def _example(written: Written) -> str:
    """A box of the card for an example, of several words if possible."""
    names = written.card.names
    return next((name for name in names if "-" in name), names[-1])


def in_words(box: Box, faces: str = "pips") -> str:
    """The dice that a box needs and the points it pays, as a phrase; faces with names are named."""
    name = FACE_SETS[faces][box.face - 1].name if box.face else ""
    if name and box.pays == "these dice":
        return f"the sum of the {NUMBERS[box.face - 1]}" if name in PLAIN else f"{box.face} for each {name}"
    return f"{_needed(box, name, faces)} {_paid(box)}"


def _needed(box: Box, name: str, faces: str) -> str:
    what, _, number = box.needs.partition(" ")
    if what.isdecimal():
        return "five alike" if what == "5" else f"at least {COUNTS[int(what)]} alike"
    return {
        "any": "any dice",
        "face": f"any {NUMBERS[box.face - 1]}" if name in PLAIN else f"one {name} or more",
        "two": "two of one number and two of another",
        "full": "three of one number and two of another",
        "run": f"{COUNTS[int(number[-1])] if what == 'run' else ''} numbers in a row",
        "dice": _exactly(number, faces),
        "total": f"dice with a total of at least {number}",
    }[what]


def _exactly(number: str, faces: str) -> str:
    names = [FACE_SETS[faces][int(one) - 1].name for one in number if one.isdecimal()]
    if set(names) <= set(PLAIN):
        return " ".join(number)
    return ", ".join(str(1 + PLAIN.index(name)) if name in PLAIN else name for name in names)


def _paid(box: Box) -> str:
    if isinstance(box.pays, int):
        return f"pay {box.pays}"
    size = int(box.needs[0]) if box.needs.endswith("alike") else FIVE
    if box.pays == "these dice" and size < FIVE:
        return f"pay the sum of {COUNTS[size]} of them"
    whole = box.pays == "all dice" or box.needs == "any dice" or box.needs.startswith("total")
    return "pay the total of all five dice" if whole else "pay their sum"


def _further(written: Written) -> list[str]:
    if written.further is None:
        fives = [title(box.name) for box in written.card.boxes if box.needs == f"{FIVE} alike"]
        return [f"Once {box} is filled, a further five alike is a roll like any other." for box in fives[:1]]
    box, bonus = title(written.further.box), written.further.bonus
    parts = [f"## Another {box}"]
    if bonus:
        earned = f"every further five alike earns {_points(bonus)} on top."
        parts.append(_filled(f"While {box} holds points, not a zero, {earned}"))
    if written.further.joker != "none":
        parts += [
            part if part[0].isdecimal() else _filled(part)
            for part in JOKER[written.further.joker].format(box=box).split("\n\n")
        ]
        if any(box.pays == "these dice" and stands_in(box) for box in written.card.boxes):
            parts.append(
                _filled("If a full house, two pairs or a row pay their sum, all five dice of a Joker count.")
            )
    else:
        parts.append("The dice fill a box like any other roll.")
    return parts


JOKER = {
    "forced": """\
Once {box} is filled, with points or with a zero, five alike are a Joker:

1. If the box of that number is open, you must fill it.
2. If not, fill any open box that counts no number. There the Joker counts as
   any full house, two pairs or row. You may also choose a zero.
3. If none is open either, put a zero in any open box.

Step 1 names the box, so you cannot choose a zero instead.""",
    "free": """\
Once {box} is filled, with points or with a zero, five alike are a Joker: they
may fill any open box. Once there is no open box of their number, they count as
any full house, two pairs or row.""",
}

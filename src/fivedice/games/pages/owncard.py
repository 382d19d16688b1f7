"""The rules page of a card, generated from the card."""

from textwrap import fill

from fivedice.cards.boxes import ZERO, Box, stands_in
from fivedice.cards.scorecard import ScoreCard, Section, Written
from fivedice.core.dice import FIVE
from fivedice.core.faces import FACE, FACE_SETS, NUMBER_NAMES
from fivedice.core.rules import CARD, players
from fivedice.games.pages import LONGEST_LINE, part
from fivedice.language import comma, mark, paragraphs, tr, with_label

COUNTS = ("none", "one", "two", "three", "four", "five")
SUMS = (
    mark("the sum of the ones"),
    mark("the sum of the twos"),
    mark("the sum of the threes"),
    mark("the sum of the fours"),
    mark("the sum of the fives"),
    mark("the sum of the sixes"),
)
ANY = (
    mark("any ones"),
    mark("any twos"),
    mark("any threes"),
    mark("any fours"),
    mark("any fives"),
    mark("any sixes"),
)
PATTERNS = {
    "any dice": mark("any dice"),
    "2 alike": mark("at least two alike"),
    "3 alike": mark("at least three alike"),
    "4 alike": mark("at least four alike"),
    "5 alike": mark("five alike"),
    "two pairs": mark("two of one number and two of another"),
    "full house": mark("three of one number and two of another"),
    "full house or 5 alike": mark("three of one number and two of another, or five alike"),
    "run of 2": mark("two numbers in a row"),
    "run of 3": mark("three numbers in a row"),
    "run of 4": mark("four numbers in a row"),
    "run of 5": mark("five numbers in a row"),
}
SOME = {
    2: mark("{dice} pay the sum of two of them"),
    3: mark("{dice} pay the sum of three of them"),
    4: mark("{dice} pay the sum of four of them"),
}


def page(written: Written, heading: str, about: str) -> str:
    """The rules in Markdown; `about`, if any, replaces the line of the card."""
    fewest, most = written.seats
    names = written.card.names
    sums = any(box.face and box.pays == "these dice" for box in written.card.boxes)
    turns = tr(
        "{count, plural, one {One turn, one box} other {# turns, # boxes}}: fill each box of your card once,"
        " and make the highest total. For {players}.",
        count=len(names),
        players=players(range(fewest, most + 1)),
    )
    parts = [
        f"# {heading}",
        _filled(turns),
        paragraphs(about.strip()) or _filled(written.line),
        part("parts/chosen_start") if most > 1 else "",
        part("parts/the_turn"),
        part("parts/filling" if sums else "parts/filling_any"),
        tr("## The boxes") + " {boxes}",
        *(_section(section, written.card, written.faces) for section in written.sections),
        *_further(written),
        part(f"parts/end_{'alone' if most == 1 else 'with_others' if fewest > 1 else 'or_alone'}"),
        part("parts/away_with_a_card") if most > 1 else "",
        _typing(next((name for name in names if "-" in name), names[-1]), written.card),
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _typing(box: str, card: ScoreCard) -> str:
    """The section on what to type, with this box as an example, of several words if possible."""
    hyphens = mark("Type a box in small letters with hyphens, such as `{box}`.")
    letters = mark("Type a box in small letters, such as `{box}`.")
    zero = tr("Type `{zero}` to choose a zero in {box}.", zero=f"{ZERO}{box}", box=card.title(box))
    items = tr(hyphens if "-" in box else letters, box=box), zero
    return "\n".join([tr("## At the terminal") + " {typing}", "", *map(_item, items)])


def _filled(sentences: str) -> str:
    return fill(sentences, LONGEST_LINE)


def _item(sentence: str) -> str:
    return fill(f"- {sentence}", LONGEST_LINE, subsequent_indent="  ", break_on_hyphens=False)


def _section(section: Section, card: ScoreCard, faces: str) -> str:
    lines = [_item(with_label(card.title(box.name), in_words(box, faces))) for box in section.boxes]
    if section.bonus:
        added = tr(
            "With {goal, plural, one {# point} other {# points}} or more here,"
            " {bonus, plural, one {# is added} other {# are added}}.",
            goal=section.goal,
            bonus=section.bonus,
        )
        lines.append("\n" + _filled(added))
    return tr("{title} section:", title=tr(section.title, CARD)) + "\n\n" + "\n".join(lines)


def in_words(box: Box, faces: str = "pips") -> str:
    """The dice that a box needs and the points it pays, as a phrase; faces with names are named."""
    name = FACE_SETS[faces][box.face - 1].name if box.face else ""
    if name and box.pays == "these dice":
        if name in NUMBER_NAMES:
            return tr(SUMS[box.face - 1])
        return tr("{points} for each {face}", points=box.face, face=tr(name, FACE))
    dice = _needed(box, name, faces)
    if isinstance(box.pays, int):
        return tr("{dice} pay {points}", dice=dice, points=box.pays)
    size = int(box.needs[0]) if box.needs[1:] == " alike" else FIVE
    if box.pays == "these dice" and size < FIVE:
        return tr(SOME[size], dice=dice)
    whole = box.pays == "all dice" or box.needs == "any dice" or box.needs.startswith("total")
    if whole:
        return tr("{dice} pay the total of all five dice", dice=dice)
    return tr("{dice} pay their sum", dice=dice)


def _needed(box: Box, name: str, faces: str) -> str:
    if box.needs in PATTERNS:
        return tr(PATTERNS[box.needs])
    what, _, number = box.needs.partition(" ")
    if what == "dice":
        return _exactly(number, faces)
    if what == "total":
        return tr("dice with a total of at least {points}", points=int(number))
    return tr(ANY[box.face - 1]) if name in NUMBER_NAMES else tr("one {face} or more", face=tr(name, FACE))


def _exactly(number: str, faces: str) -> str:
    names = [FACE_SETS[faces][int(one) - 1].name for one in number]
    if set(names) <= set(NUMBER_NAMES):
        return " ".join(number)
    return comma(
        str(1 + NUMBER_NAMES.index(name)) if name in NUMBER_NAMES else tr(name, FACE) for name in names
    )


def _further(written: Written) -> list[str]:
    card = written.card
    if written.further is None:
        fives = [card.title(box.name) for box in card.boxes if box.needs == f"{FIVE} alike"]
        like = mark("Once {box} is filled, a further five alike is a roll like any other.")
        return [tr(like, box=box) for box in fives[:1]]
    box, bonus = card.title(written.further.box), written.further.bonus
    parts = [tr("## Another {box}", box=box) + " {quick}"]
    if bonus:
        earned = tr(
            "While {box} holds points, not a zero, every further five alike earns"
            " {bonus, plural, one {# point} other {# points}} on top.",
            box=box,
            bonus=bonus,
        )
        parts.append(_filled(earned))
    if written.further.joker == "none":
        return [*parts, tr("The dice fill a box like any other roll.")]
    joker = part(f"parts/own_joker_{written.further.joker}", box=box).split("\n\n")
    parts += [one if one[0].isdecimal() else _filled(one) for one in joker]
    if any(box.pays == "these dice" and stands_in(box) for box in written.card.boxes):
        count = tr("If a full house, two pairs or a row pay their sum, all five dice of a Joker count.")
        parts.append(_filled(count))
    return parts

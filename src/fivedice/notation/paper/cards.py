"""Parses names with one number each (`fives=15, 3 of a kind 18`), and score cards like that or box by box."""

import re
from collections.abc import Iterable, Mapping

from fivedice.cards.boxes import Box, all_paid
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core import texts
from fivedice.core.rules import plain_letters, quoted, title
from fivedice.core.texts import LONGEST_NUMBER, BadText
from fivedice.language import comma, mark, tr
from fivedice.notation.write import NOTHING

_BY_PLACE = re.compile(r"[-\d\s,]*,[-\d\s,]*(?:\+\s*(?P<bonuses>\d+)\s*)?")


NO_BOX = mark("{typed} is not a box; choose from: {names}.")


def card(text: str, form: ScoreCard) -> Card:
    """Parses a card: `fives=25, yahtzee=50, 1 bonus`, or all boxes in order. Raises `BadText`."""
    by_place = _BY_PLACE.fullmatch(text)
    if by_place:
        return _by_place(text.partition("+")[0], by_place["bonuses"] or "0", form)
    bonus = _bonuses(form)
    bonuses = [int(match["before"] or match["after"]) for match in bonus.finditer(text)]
    if len(bonuses) > 1:
        raise BadText(tr("The Yahtzee bonuses are given twice."))
    points = figures("" if text.strip() == NOTHING else bonus.sub(",", text), names(form.boxes), NO_BOX)
    return Card(tuple(map(points.get, range(len(form.boxes)))), _count(sum(bonuses), form))


def names(boxes: tuple[Box, ...]) -> dict[str, int]:
    """All names of the boxes with their places; own names win over labels."""
    own = {box.name.replace("-", " "): place for place, box in enumerate(boxes)}
    others = {name: place for place, box in enumerate(boxes) for name in texts.labels_of(box.name, box.face)}
    return {**own, **{name: place for name, place in others.items() if name not in own}}


def _bonuses(form: ScoreCard) -> re.Pattern[str]:
    """A pattern for the number of bonuses. The name of their box is required if a box is called "bonus"."""
    own = form.further.box.replace("-", " ") if form.further else "yahtzee"
    name = rf"(?:{pattern_of({'yahtzee', own, plain_letters(own)})}\s*)"
    name += "" if any("bonus" in box for box in form.names) else "?"
    word = rf"{name}bonus(?:es)?\b"
    before, after = rf"(?<!\d)(?P<before>{NUMBER})\s*{word}(?!\s*[=:]?\s*\d)", rf"(?P<after>{NUMBER})"
    return re.compile(rf"(?:{before}|{word}\s*[=:]?\s*{after})", re.IGNORECASE)


def _count(bonuses: int, form: ScoreCard) -> int:
    """The number of bonuses, given as a number or in points."""
    each = form.further.bonus if form.further else 0
    return bonuses // each if bonuses and each and bonuses % each == 0 else bonuses


def _by_place(text: str, bonuses: str, form: ScoreCard) -> Card:
    figures_in_order = [figure.strip() for figure in text.split(",")]
    boxes = form.names
    if len(figures_in_order) != len(boxes):
        count = mark("A card has {boxes} boxes from {first} to {last}, not {given}.")
        ends = {"first": title(boxes[0]), "last": title(boxes[-1])}
        raise BadText(tr(count, boxes=len(boxes), given=len(figures_in_order), **ends))
    if any(not re.fullmatch(rf"-|{NUMBER}|", figure) for figure in figures_in_order):
        raise BadText(tr("A box of a card is a number, or '-' while it is open."))
    points = tuple(None if figure in ("", NOTHING) else int(figure) for figure in figures_in_order)
    return Card(points, int(bonuses[:9]))


def example(form: ScoreCard) -> str:
    """An example of a card: its first and last box filled, at least one open."""
    ends = list(dict.fromkeys((form.boxes[0], form.boxes[-1])))[: len(form.boxes) - 1]
    return ", ".join(f"{box.name.replace('-', ' ')}={max(all_paid(box))}" for box in ends) or NOTHING


BETWEEN = re.compile(r"[\s,;.]*")
"""Separators of entries."""
NUMBER = rf"\d{{1,{LONGEST_NUMBER}}}(?!\d)"
_JOINT = r"[\s_-]*"


def pattern_of(names: Iterable[str]) -> str:
    """A pattern for any of these names, with spaces, hyphens or nothing between words."""
    words = (map(re.escape, re.split("[ -]", name)) for name in sorted(names, key=len, reverse=True))
    return "(?:" + "|".join(map(_JOINT.join, words)) + ")"


def plain(name: str) -> str:
    """A name for lookups: plain lower-case letters without separators."""
    return re.sub(r"[\s_-]+", "", plain_letters(name))


def figures(text: str, names: Mapping[str, int], otherwise: str) -> dict[int, int | None]:
    """Parses names with numbers; None for a name that is marked as open. `names` maps all names to places,
    `otherwise` is the message for anything else. Raises `BadText`.
    """
    places = {plain(name): place for name, place in names.items()}
    name = pattern_of({*names, *map(plain_letters, names)})
    figure = rf"(?P<figure>{NUMBER}(?!{_JOINT}of\b)|-)"
    entry = re.compile(rf"(?P<name>{name})(?![a-z])\s*[=:]?\s*{figure}?", re.IGNORECASE)
    by_place: dict[int, int | None] = {}
    for match in each(entry, text, otherwise, names=comma(_first_names(names))):
        place = places[plain(match["name"])]
        if place in by_place:
            raise BadText(tr("{name} is named twice.", name=quoted(match["name"].strip())))
        by_place[place] = int(match["figure"]) if match["figure"] not in (None, "-") else None
    return by_place


def each(entry: re.Pattern[str], text: str, otherwise: str, **values: str) -> Iterable[re.Match[str]]:
    """The entries of a text in order. Raises `BadText` for anything else, with a message and its values."""
    while rest := BETWEEN.sub("", text, count=1):
        match = entry.match(rest)
        if match is None:
            wrong = re.split("[,;]", rest, maxsplit=1)[0].strip()
            raise BadText(tr(otherwise, typed=quoted(wrong[:30]), **values))
        yield match
        text = rest[match.end() :]


def _first_names(names: Mapping[str, int]) -> Iterable[str]:
    first: dict[int, str] = {}
    for name, place in names.items():
        first.setdefault(place, name)
    return first.values()

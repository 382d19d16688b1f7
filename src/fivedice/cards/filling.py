"""A player's entries on a score card: legal entries, their points, totals."""

from functools import lru_cache
from itertools import compress
from typing import Literal, NamedTuple

from msgspec import Struct

from fivedice.cards import boxes
from fivedice.cards.boxes import ZERO
from fivedice.cards.scorecard import KEPT_CARDS, Further, ScoreCard
from fivedice.core.dice import ROLLS, YAHTZEES, Dice
from fivedice.core.rules import CARD, WITH_BONUS, Use
from fivedice.language import tr

KEPT_USES = 4096
"""Size of the caches of uses."""
KEPT_SCORES = 64
"""Size of the cache of possible scores."""


class Card(Struct, frozen=True, gc=False):
    """One player's boxes from the top of the card (None is open) and the number of Yahtzee bonuses."""

    boxes: tuple[int | None, ...]
    bonuses: int = 0


class _Scoring(NamedTuple):
    """Lookup tables of a card, computed once."""

    names: tuple[str, ...]
    booked: dict[str, tuple[int, bool]]
    """For each use, the number of its box counted from the top, and whether the use is a zero."""
    points: dict[Dice, tuple[int, ...]]
    """For each roll, its points in each box."""
    as_joker: dict[Dice, tuple[int, ...]]
    """For each Yahtzee, its points in each box as a Joker."""
    of_face: dict[int, int]
    """The box that counts each number, if the card has one."""
    numberless: tuple[int, ...]
    """The boxes that count no number."""
    sections: tuple[range, ...]
    """The boxes of each section."""
    with_bonus: tuple[tuple[int, range], ...]
    """The numbers and boxes of the sections with a bonus."""
    section_of: tuple[int, ...]
    further: int
    """The box that makes later Yahtzees further ones, or -1."""


class _Standing(Struct, frozen=True, gc=False):
    """The effect of a roll on a card."""

    pays: tuple[int, ...]
    """The roll's points in each box, without bonuses."""
    further: int = 0
    """The roll's bonus as a further Yahtzee."""
    only: tuple[int, ...] = ()
    """The boxes that the forced Joker allows; if empty, every open box may be filled."""
    required: int | None = None
    """The box that the forced Joker requires."""


@lru_cache(maxsize=KEPT_CARDS)
def scoring(form: ScoreCard) -> _Scoring:
    """The lookup tables of a card."""
    listed = form.boxes
    begins = [sum(len(s.boxes) for s in form.sections[:place]) for place in range(len(form.sections) + 1)]
    sections = tuple(map(range, begins, begins[1:]))
    return _Scoring(
        form.names,
        {zero + name: (box, bool(zero)) for box, name in enumerate(form.names) for zero in ("", ZERO)},
        {roll: tuple(boxes.paid(box, roll) for box in listed) for roll in ROLLS},
        {roll: tuple(boxes.paid_as_joker(box, roll) for box in listed) for roll in YAHTZEES},
        {box.face: place for place, box in enumerate(listed) if box.face},
        tuple(place for place, box in enumerate(listed) if not box.face),
        sections,
        tuple((place, sections[place]) for place, section in enumerate(form.sections) if section.bonus),
        tuple(section for section, places in enumerate(sections) for _ in places),
        form.names.index(form.further.box) if form.further else -1,
    )


def empty(form: ScoreCard) -> Card:
    """A card with every box open."""
    return Card((None,) * len(scoring(form).section_of))


# --- Legal entries ---------------------------------------------------------------------------------------


def is_further(form: ScoreCard, card: Card, roll: Dice) -> bool:
    """Whether this is a Yahtzee after the Yahtzee box was filled, with points or a zero."""
    return form.further is not None and roll in YAHTZEES and card.boxes[scoring(form).further] is not None


def _standing(form: ScoreCard, card: Card, roll: Dice) -> _Standing:
    tables = scoring(form)
    if not is_further(form, card, roll):
        return _Standing(tables.points[roll])
    further = _further(form)
    earned = further.bonus if card.boxes[tables.further] else 0
    if further.joker == "none":
        return _Standing(tables.points[roll], earned)
    box, forced = tables.of_face.get(roll[0]), further.joker == "forced"
    if box is not None and card.boxes[box] is None:
        return _Standing(tables.points[roll], earned, (box,) if forced else (), box if forced else None)
    numberless = tuple([box for box in tables.numberless if card.boxes[box] is None])
    return _Standing(tables.as_joker[roll], earned, numberless if forced else ())


def explained(form: ScoreCard, card: Card, roll: Dice) -> str:
    """Explains why a Joker's uses are limited or pay something else, or returns "" for any other roll."""
    if form.further is None or form.further.joker == "none" or not is_further(form, card, roll):
        return ""
    standing, forced = _standing(form, card, roll), form.further.joker == "forced"
    box = scoring(form).of_face.get(roll[0])
    if box is not None and card.boxes[box] is None:
        name = form.title(form.names[box])
        if forced:
            return tr("A Joker must fill the box of its own number first: {box}.", box=name)
        return tr("Until {box} is filled, these dice pay what they show.", box=name)
    if forced and not standing.only:
        return tr("Only boxes of other numbers are open: this Joker scores zero.")
    if forced:
        return tr(
            "No box of its number is open: this Joker fills a box that counts no number, and counts as any"
            " full house or straight."
        )
    return tr("No box of its number is open: this Joker counts as any full house or straight.")


def further_bonus(form: ScoreCard, card: Card, roll: Dice) -> int:
    """The bonus for a further Yahtzee if the Yahtzee box holds points (R20), else 0."""
    return _standing(form, card, roll).further


def open_boxes(form: ScoreCard, card: Card, roll: Dice) -> tuple[int, ...]:
    """The boxes that this roll may fill."""
    return tuple(compress(range(len(card.boxes)), _may_fill(card, _standing(form, card, roll))))


def _may_fill(card: Card, standing: _Standing) -> list[bool]:
    if standing.only:
        return [box in standing.only for box in range(len(card.boxes))]
    return [points is None for points in card.boxes]


def box_points(form: ScoreCard, card: Card, roll: Dice) -> tuple[int, ...]:
    """The points of the roll in each box, without bonuses. A Joker pays in full once its number is filled."""
    return _standing(form, card, roll).pays


@lru_cache(maxsize=1024)
def uses(form: ScoreCard, card: Card, roll: Dice) -> tuple[Use, ...]:
    """The possible uses, each with the points that it adds to the total: every box that may be filled, then a
    zero by choice wherever the dice would score, except in a box that the Joker requires (R19).
    """
    standing = _standing(form, card, roll)
    may_fill = _may_fill(card, standing)
    earning = _earning(form, card, standing.pays)
    scores, zeros = _by_box(form, standing.pays, standing.further, earning)
    by_choice = compress(zeros, may_fill) if standing.required is None else ()
    return (*compress(scores, may_fill), *filter(None, by_choice))


def _earning(form: ScoreCard, card: Card, pays: tuple[int, ...]) -> tuple[int, ...]:
    """The boxes, open or not, whose points would earn the bonus of their section."""
    earning: tuple[int, ...] = ()
    for section, places in scoring(form).with_bonus:
        missing = form.sections[section].goal - section_total(form, card, section)
        if 0 < missing <= max(pays):
            earning += tuple([box for box in places if pays[box] >= missing])
    return earning


@lru_cache(maxsize=KEPT_USES)
def _by_box(
    form: ScoreCard, pays: tuple[int, ...], further: int, earning: tuple[int, ...]
) -> tuple[tuple[Use, ...], tuple[Use | None, ...]]:
    """The use of each box, and a zero by choice for each box that would pay something."""
    scores = [_score(form, box, points, further, box in earning) for box, points in enumerate(pays)]
    zeros = [_zero(form, box, further) if points else None for box, points in enumerate(pays)]
    return tuple(scores), tuple(zeros)


@lru_cache(maxsize=KEPT_USES)
def _score(form: ScoreCard, box: int, pays: int, further: int, earns: bool) -> Use:
    section = form.sections[scoring(form).section_of[box]]
    bonus = section.bonus if earns else 0
    notes = ((WITH_BONUS, bonus, section.title),) if bonus else ()
    names = scoring(form).names
    return Use(names[box], pays + further + bonus, (*_with_further(form, further), *notes), "", names)


@lru_cache(maxsize=KEPT_USES)
def _zero(form: ScoreCard, box: int, further: int) -> Use:
    names = scoring(form).names
    return Use(ZERO + names[box], further, _with_further(form, further), names[box], names)


def _with_further(form: ScoreCard, further: int) -> tuple[tuple[str, int, str], ...]:
    return ((WITH_BONUS, further, further_title(form)),) if further else ()


@lru_cache(maxsize=KEPT_CARDS)
def _rolls_apart(form: ScoreCard) -> tuple[Dice, ...]:
    """Rolls that together pay every amount in every box, including all rolls of five of a kind."""
    points = scoring(form).points
    others = (roll for roll in ROLLS if roll not in YAHTZEES)
    paying = {(box, paid): roll for roll in others for box, paid in enumerate(points[roll])}
    return (*dict.fromkeys(paying.values()), *sorted(YAHTZEES))


@lru_cache(maxsize=KEPT_SCORES)
def scorable(form: ScoreCard, card: Card) -> dict[tuple[str, int, bool], Dice]:
    """For every possible score - use, points, and whether it takes five of a kind - a roll that pays it.

    Any such roll has the same effect on the card: a box's points grow with the roll's points, and every five
    of a kind earns the same bonus.
    """
    rolls = _rolls_apart(form)
    return {(use.name, use.pays, roll in YAHTZEES): roll for roll in rolls for use in uses(form, card, roll)}


@lru_cache(maxsize=KEPT_SCORES)
def scoring_roll(form: ScoreCard, card: Card, use: str, pays: int, five: bool) -> Dice | None:
    """The first roll that pays a score, found without computing `scorable`; None if no roll does."""
    rolls = (roll for roll in _rolls_apart(form) if (roll in YAHTZEES) == five)
    paying = (roll for roll in rolls for one in uses(form, card, roll) if (one.name, one.pays) == (use, pays))
    return next(paying, None)


def possible_scores(form: ScoreCard, card: Card) -> list[tuple[str, int, tuple[str, int, bool]]]:
    """The different results of a turn, box by box: the box, the points it then shows, and the score. Dice
    that are not five of a kind come first. A zero by choice is left out where other dice score zero.
    """
    tables, by_effect = scoring(form), dict[tuple[int, Card], tuple[str, int, bool]]()
    scores = scorable(form, card)
    for score in sorted(scores, key=lambda score: (score[2], tables.booked[score[0]][1])):
        box, zero = tables.booked[score[0]]
        by_effect.setdefault((box, fill(form, card, box, scores[score], zero=zero)), score)
    rows = [(box, after.boxes[box] or 0, score) for (box, after), score in by_effect.items()]
    return [(tables.names[box], points, score) for box, points, score in sorted(rows)]


def fill(form: ScoreCard, card: Card, box: int, roll: Dice, *, zero: bool = False) -> Card:
    """The card after this roll, or a zero by choice, fills a box."""
    standing = _standing(form, card, roll)
    pays = 0 if zero else standing.pays[box]
    filled_in = (*card.boxes[:box], pays, *card.boxes[box + 1 :])
    return Card(filled_in, card.bonuses + bool(standing.further))


def book(form: ScoreCard, card: Card, roll: Dice, use: str) -> Card:
    """The card after a use that `uses` offers."""
    box, zero = scoring(form).booked[use]
    return fill(form, card, box, roll, zero=zero)


def achieved(
    form: ScoreCard, card: Card, roll: Dice, use: str
) -> list[tuple[Literal["straight", "bonus"], str, int]]:
    """The straight and bonuses that a use achieves, with their points."""
    box, _ = scoring(form).booked[use]
    section = scoring(form).section_of[box]
    after = book(form, card, roll, use)
    pays, further = after.boxes[box] or 0, further_bonus(form, card, roll)
    bonus = section_bonus(form, after, section) - section_bonus(form, card, section)
    feats: list[tuple[Literal["straight", "bonus"], str, int]] = [
        ("straight", form.title(form.names[box]), pays if boxes.is_straight(form.boxes[box]) else 0),
        ("bonus", tr("{title} bonus", title=tr(form.sections[section].title, CARD)), bonus),
        ("bonus", tr("{title} bonus", title=tr(further_title(form), CARD)) if further else "", further),
    ]
    return [feat for feat in feats if feat[-1]]


# --- Totals ----------------------------------------------------------------------------------------------


def is_full(card: Card) -> bool:
    """Whether no box is open."""
    return None not in card.boxes


def filled(card: Card) -> int:
    """The number of filled boxes."""
    return len(card.boxes) - card.boxes.count(None)


def section_total(form: ScoreCard, card: Card, section: int) -> int:
    """The points in a section, without its bonus."""
    places = scoring(form).sections[section]
    return sum(filter(None, card.boxes[places.start : places.stop]))


def section_bonus(form: ScoreCard, card: Card, section: int) -> int:
    """The bonus of a section, or 0 if it is not earned."""
    rules = form.sections[section]
    return rules.bonus if rules.bonus and section_total(form, card, section) >= rules.goal else 0


def further_points(form: ScoreCard, card: Card) -> int:
    """The points for further Yahtzees."""
    return card.bonuses * form.further.bonus if form.further else 0


def total(form: ScoreCard, card: Card) -> int:
    """The grand total of the card."""
    bonuses = sum(section_bonus(form, card, section) for section in range(len(form.sections)))
    return sum(filter(None, card.boxes)) + bonuses + further_points(form, card)


def further_title(form: ScoreCard) -> str:
    """The English name of the bonus, after the box that it follows: "Yahtzee"."""
    return " ".join(map(str.capitalize, _further(form).box.split("-")))


# --- All possible amounts --------------------------------------------------------------------------------


@lru_cache(maxsize=KEPT_CARDS)
def possible(form: ScoreCard) -> tuple[frozenset[int], ...]:
    """Every amount that each box can contain."""
    has_joker = form.further is not None and form.further.joker != "none"
    tables = scoring(form).points, scoring(form).as_joker if has_joker else {}
    return tuple(
        frozenset({0, *(paid[box] for table in tables for paid in table.values())})
        for box in range(len(form.names))
    )


def _further(form: ScoreCard) -> Further:
    assert form.further is not None
    return form.further

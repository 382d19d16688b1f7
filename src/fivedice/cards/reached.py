"""Whether a card can be reached in play."""

from collections.abc import Iterable
from itertools import combinations

from fivedice.cards.filling import Card, further_title, possible, scoring
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import FACES, FIVE
from fivedice.core.rules import CARD, IllegalMove
from fivedice.language import mark, tr


def check(form: ScoreCard, card: Card) -> None:
    """Raises `IllegalMove` for a card that no game can reach."""
    if len(card.boxes) != len(form.names):
        wrong = mark("A card has {boxes} boxes, not {given}.")
        raise IllegalMove(tr(wrong, boxes=len(form.names), given=len(card.boxes)))
    for box, points in enumerate(card.boxes):
        if points is not None and points not in possible(form)[box]:
            name = form.title(form.names[box])
            raise IllegalMove(tr("{box} can never hold {points}.", box=name, points=points))
    if card.bonuses and not 0 <= card.bonuses <= most_bonuses(form, card):
        raise IllegalMove(_too_many(form, card))


def most_bonuses(form: ScoreCard, card: Card) -> int:
    """The most Yahtzee bonuses of this card: each further Yahtzee filled another box by the Joker rules."""
    if form.further is None or not form.further.bonus or not card.boxes[scoring(form).further]:
        return 0
    return _by_the_forced_joker(form, card) if form.further.joker == "forced" else _by_any_face(form, card)


def _by_any_face(form: ScoreCard, card: Card) -> int:
    """The most bonuses if a Yahtzee may fill any open box: with a zero, its points, or as a Joker."""
    joker = form.further is not None and form.further.joker != "none"
    jokers = _faces_filled(form, card) if joker else ()
    pays = scoring(form).points, scoring(form).as_joker
    return sum(
        points in {0, *(pays[face in jokers][(face,) * FIVE][box] for face in FACES)}
        for box, points in _after_the_first(form, card)
    )


def _by_the_forced_joker(form: ScoreCard, card: Card) -> int:
    """The most bonuses by the forced Joker. The best order fills number boxes first, then boxes of no number
    with Jokers of these numbers. A zero in a number box comes last, or first without a bonus, which allows
    its Jokers. All subsets are tried.
    """
    zeros = [box for box in scoring(form).of_face.values() if card.boxes[box] == 0]
    at_the_end = (late for size in range(len(zeros) + 1) for late in combinations(zeros, size))
    return max(_in_order(form, card, late) for late in at_the_end)


def _in_order(form: ScoreCard, card: Card, late: tuple[int, ...]) -> int:
    """The most bonuses by the forced Joker if these number boxes are crossed out last."""
    tables = scoring(form)
    jokers = _faces_filled(form, card, late)
    in_number_boxes = sum(
        card.boxes[box] == tables.points[(face,) * FIVE][box]
        for face, box in tables.of_face.items()
        if box not in late
    )
    others = sum(
        points in {0, *(tables.as_joker[(face,) * FIVE][box] for face in jokers)}
        for box, points in _after_the_first(form, card)
        if box in tables.numberless
    )
    none_open = all(card.boxes[box] is not None for box in tables.numberless)
    return in_number_boxes + (others + (len(late) if none_open else 0) if jokers else 0)


def _after_the_first(form: ScoreCard, card: Card) -> Iterable[tuple[int, int]]:
    """The filled boxes except the Yahtzee box, with their points."""
    first = scoring(form).further
    return ((box, points) for box, points in enumerate(card.boxes) if points is not None and box != first)


def _faces_filled(form: ScoreCard, card: Card, save: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The numbers without an open box, not counting the boxes to `save`: their Yahtzees are Jokers."""
    filled = {box for box, _ in _after_the_first(form, card)} - set(save)
    return tuple(face for face in FACES if scoring(form).of_face.get(face) in {None, *filled})


def _too_many(form: ScoreCard, card: Card) -> str:
    if not form.further or not form.further.bonus:
        return tr(
            "This card cannot have {count, plural, one {# Yahtzee bonus} other {# Yahtzee bonuses}}: this"
            " game has none.",
            count=card.bonuses,
        )
    box = form.boxes[scoring(form).further]
    values = {
        "count": card.bonuses,
        "title": tr(further_title(form), CARD),
        "most": most_bonuses(form, card),
        "points": box.pays if isinstance(box.pays, int) else tr("points"),
        "box": form.title(box.name),
    }
    if form.further.joker == "forced":
        return tr(
            "This card cannot have {count, plural, one {# {title} bonus} other {# {title} bonuses}}, {most}"
            " at the most: each needs {points} in the {box} box and one more box that a further Yahtzee can"
            " have filled by the forced Joker.",
            **values,
        )
    return tr(
        "This card cannot have {count, plural, one {# {title} bonus} other {# {title} bonuses}}, {most} at"
        " the most: each needs {points} in the {box} box and one more box that a further Yahtzee can have"
        " filled.",
        **values,
    )

"""Filled score cards side by side, row by row."""

from collections.abc import Callable

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.rules import Row, title


def rows(form: ScoreCard, cards: tuple[Card, ...]) -> tuple[Row, ...]:
    """Each section with its sum and bonus, the bonus of further Yahtzees, and the total."""

    def each(count: Callable[[ScoreCard, Card], int]) -> tuple[str, ...]:
        return tuple(str(count(form, card)) for card in cards)

    listed: list[Row] = []
    for section in range(len(form.sections)):
        listed += _section(form, cards, section)
    if form.further and form.further.bonus:
        name = filling.further_title(form).removesuffix(" bonus")
        listed.append(Row("bonus", f"{name} Bonus", each(filling.further_points)))
    return (*listed, Row("total", "Total", each(filling.total)))


def _section(form: ScoreCard, cards: tuple[Card, ...], section: int) -> list[Row]:
    """The boxes of a section, and what they come to where a bonus hangs on it."""
    agreed, places = form.sections[section], filling.scoring(form).sections[section]
    listed = [
        Row("box", title(box.name), tuple(_entry(card.boxes[place]) for card in cards), box.face, box.name)
        for place, box in zip(places, agreed.boxes, strict=True)
    ]
    if not agreed.bonus:
        return listed
    sums = tuple(str(filling.section_total(form, card, section)) for card in cards)
    bonuses = tuple(str(filling.section_bonus(form, card, section)) for card in cards)
    listed.append(Row("sum", f"{agreed.title} Total", sums, goal=agreed.goal))
    listed.append(Row("bonus", "Bonus", bonuses, note=f"{agreed.bonus} at {agreed.goal}"))
    return listed


def _entry(points: int | None) -> str:
    return "" if points is None else str(points)

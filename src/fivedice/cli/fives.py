"""The line about how often five alike paid, in the words of the card."""

from fivedice.cards.scorecard import ScoreCard
from fivedice.core.rules import title
from fivedice.solve.cards.layout import layout

Chances = tuple[float, float, float]
"""Of none, one, and two or more, which there are only where further ones bring a bonus."""


def line(form: ScoreCard, chances: Chances) -> str:
    """By the name of the box that is for five alike."""
    none, one, more = (f"{100 * chance:.2f}%" for chance in chances)
    places = layout(form)
    further = f", two or more {more}" if form.further and form.further.bonus else ""
    return f"{title(places.names[places.five])}: none {none}, one {one}{further}"

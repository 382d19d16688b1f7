"""The setup of a day's deal, and the meaning of its result."""

from collections.abc import Sequence

from msgspec import Struct

from fivedice.analysis.solver_api import unit_for
from fivedice.core.rules import Game
from fivedice.core.worth import Worth
from fivedice.deals.deal import seeded
from fivedice.language import comma, decimal, mark, sentences, tr
from fivedice.match.setup import Promise, options_of
from fivedice.narration import results
from fivedice.runtime import days
from fivedice.statistics import kinds, luck
from fivedice.statistics.figures import MatchFigures
from fivedice.table.terms import Terms, expected_setup

OPPONENT = "greedy"
"""The bot in the other seats of a game that nobody can play alone."""
DAILY = "daily "
"""The prefix of the names of daily deals."""
ONE_DAY = mark("One day's result says more about luck than about skill.")
PREDICTABLE = mark(
    "This deal follows from the date, so its dice can be computed beforehand. Today's deal on a server "
    "cannot be predicted."
)


def terms(game: Game, commitment: str = "", *, counts: bool = True, secret: bool = True) -> Terms:
    """The terms of a match on a day's deal. You begin, and you play alone if the game allows it.

    A match that counts has no hints. Nobody else sees the dice while they are `secret`. Contributions would
    give each player other dice than those of the `commitment`.
    """
    seats = game.seats[0]
    promise = Promise(commitment, ("",) * seats) if commitment else None
    chairs, options = ("", *[OPPONENT] * (seats - 1)), options_of(game)
    return Terms(game.name, chairs, options, first=0, hints=not counts, watching=not secret, promise=promise)


def name(date: str, game: Game) -> str:
    """The name of a day's deal, which contains the day, the game and the card."""
    return f"{DAILY}{date} {kinds.kind(expected_setup(terms(game)))}"


def date_of(deal: str) -> str:
    """The date in the name of a deal."""
    return deal.split(" ")[1]


def predictable(date: str, game: Game) -> bytes:
    """The secret of a deal that is played without a server. Everybody can compute it."""
    return seeded(name(date, game))


class DailyResult(Struct, frozen=True):
    """The result of an attempt. `lost` is the cost of its choices; None if unknown."""

    points: int
    lost: float | None
    unit: str
    luckier: int | None = None
    """The percentage of matches with less luck: see `luck.with_less`."""
    higher: int | None = None
    """The percentage of matches of best play with a lower total."""

    @property
    def shown_cost(self) -> str:
        """The cost of its choices as text; "" if unknown."""
        return "" if self.lost is None else decimal(self.lost, unit_for(self.unit).decimals)

    def share(self, game: Game, date: str) -> str:
        """The line to send to others: the result, without anything about the dice."""
        parts = [results.amount(self.points, self.unit)]
        if self.lost is not None:
            parts.append(tr("{cost} lost", cost=self.shown_cost))
        if self.luckier is not None:
            parts.append(tr("luckier than {share}%", share=self.luckier))
        line = mark("fivedice, {game}, {date}: {results}")
        return tr(line, game=game.title, date=days.spoken(date), results=comma(parts))


def result(figures: MatchFigures, chances: Worth | None = None) -> DailyResult:
    """The result of an attempt; `chances` is the distribution of the totals of best play, if it is known."""
    lost = figures.cost if figures.counts else None
    less = None
    if figures.luck is not None:
        less = luck.with_less(figures.luck, figures.kind, figures.games, chances)
    higher = figures.better[0] if figures.better else None
    return DailyResult(figures.totals[0], lost, figures.unit, _percent(less), _percent(higher))


def _percent(share: float | None) -> int | None:
    return None if share is None else round(100 * share)


def spread(mean: float, deviation: float, unit: str) -> str:
    """A sentence on how far chance alone moves the result of one match of best play."""
    digits = unit_for(unit).decimals
    average = mark(
        "Best play makes {mean} on average, but its standard deviation in a single deal is {deviation}."
    )
    much = tr(average, mean=results.amount(mean, unit, digits), deviation=decimal(deviation, digits))
    return sentences(much, tr(ONE_DAY))


def place(values: Sequence[float], own: float) -> int:
    """The place of a value, from 1. Lower values are better; equal values share a place."""
    return 1 + sum(value < own for value in values)

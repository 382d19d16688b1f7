"""A player's profile, computed in one pass over the figures of all matches, with an explanation of each line.

The cost of choices is measured only in matches in which the player made every choice without hints and every
throw was entered. Figures "per game" are means over matches; a match counts with its mean over games.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from math import sqrt
from statistics import fmean

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from fivedice.analysis.solver_api import fewest, unit_for, with_unit
from fivedice.core.words import unit_named
from fivedice.games import GAMES
from fivedice.language import comma, decimal, mark, percent, sentences, tr
from fivedice.names import localized
from fivedice.narration import results
from fivedice.narration.costs import label_of
from fivedice.statistics import kinds
from fivedice.statistics.figures import MatchFigures

POINTS = 40
"""The most points of a line in a chart; each point is the mean of equally many matches."""
LATELY = 50
"""The most matches in each half of a trend: the latest ones, and those before."""
FEWEST = 10
"""The fewest rated matches that say anything about a player's habits, strength or trend."""
CLEAR = 2.0
"""The standard errors from zero beyond which a figure is more than chance explains."""
MOSTLY = 2 / 3
"""The share of the cost from which a habit has a direction."""
HABITS = 8
STEP = 5
"""Totals per bar of a chart."""

HABIT = {
    "early": mark("{about}: you use it too soon, {loss} per game"),
    "zero": mark("{about}: you give it up too soon, {loss} per game"),
    "late": mark("{about}: you wait too long, {loss} per game"),
    "kept": mark("{about}: you give it up too late, {loss} per game"),
    "fewer": mark("{about}: you keep too few dice, {loss} per game"),
    "more": mark("{about}: you keep too many dice, {loss} per game"),
    "other": mark("{about}: you keep other dice than the best, {loss} per game"),
    "": mark("{about}: {loss} per game"),
}


class Mean(Struct, frozen=True):
    """A mean over `of` matches; `error` is its standard error, None for a single match."""

    value: float
    error: float | None
    of: int

    @property
    def is_clear(self) -> bool:
        """Whether chance does not explain that the mean differs from zero."""
        return self.error is not None and abs(self.value) > CLEAR * self.error

    @property
    def to_halve(self) -> int:
        """The number of further matches that would halve the error."""
        return 3 * self.of


class ProfileLine(Struct, frozen=True):
    """A figure with its name, its value, and an explanation of how it is computed."""

    label: str
    value: str
    how: str


class Habit(Struct, frozen=True):
    """The cost per game of one kind of choice or one box, and the direction of the mistakes."""

    about: str
    cost: float
    sentence: str
    is_clear: bool
    """Whether the mistakes have a clear direction."""


class KindProfile(Struct, frozen=True):
    """The figures of one kind of game."""

    kind: str
    title: str
    unit: str
    code: str
    """The code of the newest match."""
    played: int
    won: float
    headlines: dict[str, str]
    """The figures that people look for first, by name."""
    lines: tuple[ProfileLine, ...]
    habits: tuple[Habit, ...]
    """The habits whose cost is more than chance explains, the costliest first."""
    plays_like: Mean | None
    total: Mean
    cost: Mean | None
    luck: Mean | None
    ahead: float | None
    """The mean share of games of best play that end with a lower total."""
    trend: Mean | None
    """The cost of choices in earlier matches minus the cost in the latest ones; None if it may be chance."""
    by_kind: dict[str, float]
    by_box: dict[str, float]
    """The cost of choices per game by kind of decision and by box, the highest first."""
    together: int
    """The number of matches per point of the two lines below."""
    costs: tuple[float, ...]
    lucks: tuple[float, ...]
    """The running sum of luck."""
    totals: dict[int, int]
    """The number of games by total, rounded down to a multiple of `STEP`."""


class Versus(Struct, frozen=True):
    """The matches with one opponent; `lost` counts those that the opponent won."""

    name: str
    bot: str
    played: int
    won: int
    lost: int


class Profile(Struct, frozen=True):
    """The kinds of games that a player has played, and the opponents; the most frequent first."""

    kinds: tuple[KindProfile, ...]
    opponents: tuple[Versus, ...]


def profile(matches: Iterable[MatchFigures]) -> Profile:
    """The profile of these matches. Matches that the computer mostly played do not count (R6)."""
    by_kind = defaultdict[str, list[MatchFigures]](list)
    counted = sorted((one for one in matches if one.credited), key=lambda one: one.at)
    for one in counted:
        by_kind[one.kind].append(one)
    kinds = sorted(map(_kind, by_kind.values()), key=lambda one: -one.played)
    return Profile(tuple(kinds), _opponents(counted))


def mean(values: Sequence[float]) -> Mean | None:
    """The mean of these values with its standard error; None without values."""
    if not values:
        return None
    error = float(np.std(values, ddof=1)) / sqrt(len(values)) if len(values) > 1 else None
    return Mean(fmean(values), error, len(values))


def _kind(matches: list[MatchFigures]) -> KindProfile:
    """The profile of matches of one kind, the oldest first."""
    newest = matches[-1]
    rated = [one for one in matches if one.counts]
    together = -(-len(rated) // POINTS) or 1
    totals = [total for one in matches for total in one.totals]
    solved = all(one.exact and one.alone for one in rated)
    best = [one.start / one.games for one in rated if one.start is not None] if solved else []
    better = [share for one in matches for share in one.better]
    like = [start - one.cost_a_game for start, one in zip(best, rated, strict=False)]
    figures = KindProfile(
        newest.kind,
        kinds.translated(newest.title),
        newest.unit,
        newest.code,
        len(matches),
        sum(one.won for one in matches),
        {},
        (),
        _habits(rated, newest.unit),
        mean(like) if len(like) >= FEWEST else None,
        mean([sum(one.totals) / one.games for one in matches]) or Mean(0.0, None, 0),
        mean([one.cost_a_game for one in rated]),
        mean([one.luck / one.games for one in matches if one.luck is not None]),
        fmean(better) if better else None,
        _trend(rated),
        _a_game(rated, lambda one: one.by_kind),
        _a_game(rated, lambda one: one.by_box),
        together,
        tuple(fmean(one.cost_a_game for one in some) for some in _chunks(rated, together)),
        tuple(accumulate(sum(one.luck or 0.0 for one in some) for some in _chunks(rated, together))),
        dict(sorted(Counter(total // STEP * STEP for total in totals).items())),
    )
    lines = tuple(_lines(figures, matches, fmean(best) if best else None))
    return replace(figures, headlines=_headlines(figures, matches, totals), lines=lines)


def _chunks(rated: list[MatchFigures], together: int) -> Iterator[list[MatchFigures]]:
    return (rated[first : first + together] for first in range(0, len(rated), together))


def _a_game(rated: list[MatchFigures], of: Callable[[MatchFigures], dict[str, float]]) -> dict[str, float]:
    """The mean of each cost, the highest first."""
    costs = defaultdict[str, float](float)
    for one in rated:
        games = one.games
        for about, cost in of(one).items():
            costs[about] += cost / games
    return {about: cost / len(rated) for about, cost in sorted(costs.items(), key=lambda cost: -cost[1])}


def _trend(rated: list[MatchFigures]) -> Mean | None:
    late = min(len(rated) // 2, LATELY)
    if len(rated) < FEWEST:
        return None
    costs = [one.cost_a_game for one in rated]
    before, after = costs[-2 * late : -late], costs[-late:]
    error = sqrt((np.var(before, ddof=1) + np.var(after, ddof=1)) / late)
    change = Mean(fmean(before) - fmean(after), error, late)
    return change if change.is_clear else None


def _habits(rated: list[MatchFigures], unit: str) -> tuple[Habit, ...]:
    """The costliest habits. A choice of one box where another was better counts for both boxes."""
    ways = defaultdict[str, dict[str, list[float]]](dict)
    for habit in sorted({habit for one in rated for habit in one.habits}) if len(rated) >= FEWEST else ():
        about, _, how = habit.rpartition(":")
        ways[about][how] = [one.habits.get(habit, 0.0) / one.games for one in rated]
    habits = filter(None, (_habit(about, costs, rated[0], unit) for about, costs in ways.items()))
    return tuple(sorted(habits, key=lambda one: (-one.cost, one.about))[:HABITS])


def _habit(about: str, costs: dict[str, list[float]], one: MatchFigures, unit: str) -> Habit | None:
    """A habit, if chance does not explain its cost; with a direction if that clearly has most of it."""
    whole = [sum(match) for match in zip(*costs.values(), strict=True)]
    how, most = max(costs.items(), key=lambda one: sum(one[1]))
    beyond = mean([one - MOSTLY * every for one, every in zip(most, whole, strict=True)])
    is_clear = beyond is not None and beyond.value > 0 and beyond.is_clear
    cost = mean(most if is_clear else whole)
    if cost is None or not cost.is_clear:
        return None
    label = label_of(about, GAMES.get(one.kind.partition(" ")[0]))
    sentence = tr(HABIT[how if is_clear else ""], about=label, loss=_amount(cost.value, unit))
    return Habit(about, cost.value, sentence, is_clear)


def _opponents(matches: Iterable[MatchFigures]) -> tuple[Versus, ...]:
    versus = dict[str, Versus]()
    for one in matches:
        for other in one.opponents:
            if other.credited:
                key = other.bot or f" {other.name}"
                so_far = versus.get(key) or Versus(localized(other.name), other.bot, 0, 0, 0)
                sums = so_far.played + 1, so_far.won + (one.place == 1), so_far.lost + (other.place == 1)
                versus[key] = Versus(localized(other.name), other.bot, *sums)
    return tuple(sorted(versus.values(), key=lambda one: -one.played))


# --- Lines -------------------------------------------------------------------------------------------------


def _headlines(figures: KindProfile, matches: list[MatchFigures], totals: list[int]) -> dict[str, str]:
    against = sum(bool(one.opponents) for one in matches)
    won = {tr("Won"): _won(figures, against)} if against else {}
    mean = float(f"{figures.total.value:.3g}")
    return {**won, tr("Average"): decimal(mean, fewest(mean, 2)), tr("Best"): decimal(max(totals), 0)}


def _won(figures: KindProfile, against: int) -> str:
    return tr("{won} of {count}", won=decimal(figures.won, fewest(figures.won, 4)), count=against)


def _lines(figures: KindProfile, matches: list[MatchFigures], best: float | None) -> Iterator[ProfileLine]:
    unit = figures.unit
    if figures.plays_like and best is not None:
        yield ProfileLine(tr("Plays like"), _per_game(figures.plays_like, unit), _plays_like(figures, best))
    if figures.cost:
        how = tr("The mean loss of your choices compared with the best ones; luck does not count.")
        yield ProfileLine(tr("Lost by choices"), _per_game(figures.cost, unit), how)
    if figures.trend:
        yield _improves(figures.trend, unit)
    if figures.luck:
        luck = figures.luck
        how = tr(
            "The mean gain or loss of your throws compared with their average; over time it approaches 0."
        )
        sign = "+" if luck.value >= 0 else "−"
        value = _per_game(Mean(abs(luck.value), luck.error, luck.of), unit, sign)
        yield ProfileLine(tr("Luck"), value, how)
    yield from _played(figures, matches)
    yield from _scored(figures, matches, best)
    yield from _rates(matches)


def _played(figures: KindProfile, matches: list[MatchFigures]) -> Iterator[ProfileLine]:
    marks = [
        (sum(one.imported for one in matches), mark("{count} imported")),
        (sum(bool(one.hints) for one in matches), mark("{count} with hints")),
        (sum(one.cost is None for one in matches), mark("{count} without every throw or a solver")),
    ]
    exceptions = comma(tr(marked, count=number) for number, marked in marks if number)
    value = decimal(len(matches), 0)
    value = tr("{text} ({note})", text=value, note=exceptions) if exceptions else value
    how = tr(
        "Finished matches, except practice and matches that the computer mostly played for you. Choices are "
        "not rated in matches with hints or without throws."
    )
    yield ProfileLine(tr("Played"), value, how)
    against = [one for one in matches if one.opponents]
    if against:
        how = tr("A win shared by several players counts as a fraction.")
        yield ProfileLine(tr("Won"), _won(figures, len(against)), how)
        now, longest = _streaks(against)
        row = tr("{now} now, {longest} at most", now=now, longest=longest)
        yield ProfileLine(tr("Wins in a row"), row, tr("Shared wins count."))


def _streaks(matches: list[MatchFigures]) -> tuple[int, int]:
    now = longest = 0
    for one in matches:
        now = now + 1 if one.place == 1 else 0
        longest = max(longest, now)
    return now, longest


def _plays_like(figures: KindProfile, best: float) -> str:
    own = figures.plays_like
    assert own
    how = mark("Best play makes {mean} on average, minus your loss by choices per game.")
    error = tr(
        "± is the standard error over {count, plural, one {# match} other {# matches}}; {more} more matches "
        "would halve it.",
        count=own.of,
        more=own.to_halve,
    )
    return sentences(tr(how, mean=_amount(best, figures.unit)), error)


def _improves(trend: Mean, unit: str) -> ProfileLine:
    change = mark("{amount} better") if trend.value >= 0 else mark("{amount} worse")
    value = tr(change, amount=_per_game(Mean(abs(trend.value), trend.error, trend.of), unit))
    sure = tr("The change is more than chance explains.")
    how = tr("The loss by choices in your last {count} rated matches and the {count} before.", count=trend.of)
    return ProfileLine(tr("Trend"), value, sentences(how, sure))


def _scored(figures: KindProfile, matches: list[MatchFigures], best: float | None) -> Iterator[ProfileLine]:
    totals = [total for one in matches for total in one.totals]
    how = tr("The mean of your totals, luck included.")
    if best is not None:
        how += " " + tr("Best play makes {mean} on average.", mean=_amount(best, figures.unit))
    total = with_unit(figures.total.value, figures.unit, _with_error(figures.total, figures.unit))
    yield ProfileLine(tr("Mean total"), total, how)
    yield ProfileLine(tr("Best total"), decimal(max(totals), 0), tr("Your highest total of one game."))
    if figures.ahead is not None:
        value = tr("{number} of 100", number=decimal(100 * figures.ahead, 0))
        how = tr("Games of best play that end with less than your games, on average.")
        yield ProfileLine(tr("Ahead of best play"), value, how)
    rated = [one.cost_a_game for one in matches if one.counts]
    if rated:
        lost = tr("{loss} lost", loss=_amount(min(rated), figures.unit))
        yield ProfileLine(tr("Best match"), lost, tr("Your lowest loss by choices per game."))


def _rates(matches: list[MatchFigures]) -> Iterator[ProfileLine]:
    bonuses = [(one.bonuses, one.games) for one in matches if one.bonuses is not None]
    fives = [(one.yahtzees, one.games) for one in matches if one.yahtzees is not None]
    if bonuses:
        yield ProfileLine(tr("Bonus"), _percent(bonuses), tr("Section bonuses per 100 games."))
    if fives:
        how = tr("Games per 100 in which it was scored as such.")
        yield ProfileLine(tr("Five of a kind"), _percent(fives), how)


def _percent(counts: list[tuple[int, int]]) -> str:
    """The sum of the first numbers per 100 of the second."""
    count, games = map(sum, zip(*counts, strict=True))
    return percent(count / games)


def _with_error(mean: Mean, unit: str) -> str:
    digits = unit_for(unit).decimals
    error = "" if mean.error is None else f" ± {decimal(mean.error, digits)}"
    return f"{decimal(mean.value, digits)}{error}"


def _per_game(mean: Mean, unit: str, sign: str = "") -> str:
    return tr(unit_named(unit).per_game, number=f"{sign}{_with_error(mean, unit)}", unit=tr(unit))


def _amount(value: float, unit: str) -> str:
    return results.amount(value, unit, unit_for(unit).decimals)

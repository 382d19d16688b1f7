"""A player's profile, computed in one pass over the figures of all matches, with an explanation of each line.

The cost of choices is measured only in matches in which the player made every choice without hints and every
throw was entered. Figures "per game" are means over matches; a match counts with its mean over games.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import fsum, sqrt
from statistics import fmean

from msgspec import Struct
from msgspec.structs import replace

from fivedice.analysis.solver_api import DECIMALS
from fivedice.core.rules import title
from fivedice.narration import sentences
from fivedice.statistics.figures import MatchFigures

POINTS = 40
"""The most points of a line in a chart; each point is the mean of equally many matches."""
LATELY = 50
"""The most matches in each half of a trend: the latest ones, and those before."""
FEWEST = 3
"""The fewest matches of each half of a trend."""
CLEAR = 2.0
"""The standard errors from which a change is larger than chance usually makes it."""
MOSTLY = 2 / 3
"""The share of the cost from which a habit has a direction."""
HABITS = 8
STEP = 5
"""Totals per bar of a chart."""

HABIT = {
    "early": "you use it too soon",
    "zero": "you give it up too soon",
    "late": "you wait too long",
    "kept": "you give it up too late",
    "fewer": "you keep too few dice",
    "more": "you keep too many dice",
    "other": "you keep other dice than the best",
}


class Mean(Struct, frozen=True):
    """A mean over `of` matches; `error` is its standard error, None for a single match."""

    value: float
    error: float | None
    of: int

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
    """Whether the mistakes have a direction."""


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
    """The habits, the costliest first."""
    plays_like: Mean | None
    total: Mean
    cost: Mean | None
    luck: Mean | None
    ahead: float | None
    """The mean share of games of best play that end with a lower total."""
    trend: Mean | None
    """The cost of choices in earlier matches minus the cost in the latest ones."""
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
    error = _deviation(values) / sqrt(len(values)) if len(values) > 1 else None
    return Mean(fmean(values), error, len(values))


def _deviation(values: Sequence[float]) -> float:
    """The standard deviation; the function of the standard library is exact but ten times as slow."""
    middle = fmean(values)
    return sqrt(fsum((value - middle) ** 2 for value in values) / (len(values) - 1))


def _kind(played: list[MatchFigures]) -> KindProfile:
    """The profile of matches of one kind, the oldest first."""
    newest = played[-1]
    rated = [one for one in played if one.counts]
    together = -(-len(rated) // POINTS) or 1
    made = [total for one in played for total in one.totals]
    solved = all(one.exact and one.alone for one in rated)
    best = [one.start / one.games for one in rated if one.start is not None] if solved else []
    better = [share for one in played for share in one.better]
    own = mean([start - one.cost_a_game for start, one in zip(best, rated, strict=False)])
    found = KindProfile(
        newest.kind,
        newest.title,
        newest.unit,
        newest.code,
        len(played),
        sum(one.won for one in played),
        {},
        (),
        _habits(rated, newest.unit),
        own,
        mean([sum(one.totals) / one.games for one in played]) or Mean(0.0, None, 0),
        mean([one.cost_a_game for one in rated]),
        mean([one.luck / one.games for one in played if one.luck is not None]),
        fmean(better) if better else None,
        _trend(rated),
        _a_game(rated, lambda one: one.by_kind),
        _a_game(rated, lambda one: one.by_box),
        together,
        tuple(fmean(one.cost_a_game for one in some) for some in _chunks(rated, together)),
        tuple(_sums(rated, together)),
        dict(sorted(Counter(total // STEP * STEP for total in made).items())),
    )
    lines = tuple(_lines(found, played, fmean(best) if best else None))
    return replace(found, headlines=_headlines(found, played, made), lines=lines)


def _chunks(rated: list[MatchFigures], together: int) -> Iterator[list[MatchFigures]]:
    return (rated[first : first + together] for first in range(0, len(rated), together))


def _sums(rated: list[MatchFigures], together: int) -> Iterator[float]:
    so_far = 0.0
    for some in _chunks(rated, together):
        so_far += sum(one.luck or 0.0 for one in some)
        yield so_far


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
    if late < FEWEST:
        return None
    costs = [one.cost_a_game for one in rated]
    before, after = costs[-2 * late : -late], costs[-late:]
    error = sqrt((_deviation(before) ** 2 + _deviation(after) ** 2) / late)
    return Mean(fmean(before) - fmean(after), error, late)


def _habits(rated: list[MatchFigures], unit: str) -> tuple[Habit, ...]:
    """The costliest habits. A choice of one box where another was better counts for both boxes."""
    ways = defaultdict[str, dict[str, float]](dict)
    for habit, cost in _a_game(rated, lambda one: one.habits).items():
        about, _, how = habit.rpartition(":")
        ways[about][how] = cost
    found = [_habit(about, costs, unit) for about, costs in ways.items()]
    return tuple(sorted(found, key=lambda one: -one.cost)[:HABITS])


def _habit(about: str, costs: dict[str, float], unit: str) -> Habit:
    """A habit with the direction of most of its cost; without a clear direction, only with the cost."""
    how, cost = max(costs.items(), key=lambda one: one[1])
    whole = sum(costs.values())
    cost, told = (cost, f"{HABIT[how]}, ") if cost >= MOSTLY * whole else (whole, "")
    return Habit(about, cost, f"{called(about)}: {told}{_amount(cost, unit)} per game", bool(told))


def called(about: str) -> str:
    """The name of a kind of decision or of a box."""
    return about.capitalize() if " " in about else title(about)


def _opponents(matches: Iterable[MatchFigures]) -> tuple[Versus, ...]:
    found = dict[str, Versus]()
    for one in matches:
        for other in one.opponents:
            if other.credited:
                key = other.bot or f" {other.name}"
                so_far = found.get(key) or Versus(other.name, other.bot, 0, 0, 0)
                sums = so_far.played + 1, so_far.won + (one.place == 1), so_far.lost + (other.place == 1)
                found[key] = Versus(other.name, other.bot, *sums)
    return tuple(sorted(found.values(), key=lambda one: -one.played))


# --- Lines -------------------------------------------------------------------------------------------------


def _headlines(found: KindProfile, played: list[MatchFigures], made: list[int]) -> dict[str, str]:
    against = sum(bool(one.opponents) for one in played)
    won = {"Won": f"{found.won:g} of {against}"} if against else {}
    return {**won, "Average": f"{found.total.value:.3g}", "Best": f"{max(made)}"}


def _lines(found: KindProfile, played: list[MatchFigures], best: float | None) -> Iterator[ProfileLine]:
    """Every figure as text."""
    unit = found.unit
    if found.plays_like and best is not None:
        yield ProfileLine(
            "Plays like", f"{_with_error(found.plays_like, unit)} per game", _plays_like(found, best)
        )
    if found.cost:
        how = "The mean loss of your choices compared with the best ones; luck does not count."
        yield ProfileLine("Lost by choices", f"{_with_error(found.cost, unit)} per game", how)
    if found.trend:
        yield _improves(found.trend, unit)
    if found.luck:
        luck = found.luck
        how = "The mean gain or loss of your throws compared with their average; over time it approaches 0."
        sign = "+" if luck.value >= 0 else "−"
        value = f"{sign}{_with_error(Mean(abs(luck.value), luck.error, luck.of), unit)} per game"
        yield ProfileLine("Luck", value, how)
    yield from _played(found, played)
    yield from _scored(found, played, best)
    yield from _rates(played)


def _played(found: KindProfile, played: list[MatchFigures]) -> Iterator[ProfileLine]:
    marks = [
        (sum(one.imported for one in played), "imported"),
        (sum(bool(one.hints) for one in played), "with hints"),
        (sum(one.cost is None for one in played), "without every throw or a solver"),
    ]
    told = [f"{number} {mark}" for number, mark in marks if number]
    value = f"{len(played)} ({', '.join(told)})" if told else str(len(played))
    how = "Finished matches, except practice and matches that the computer mostly played for you. "
    yield ProfileLine("Played", value, f"{how}Choices are not rated in matches with hints or without throws.")
    against = [one for one in played if one.opponents]
    if against:
        how = "A win shared by several players counts as a fraction."
        yield ProfileLine("Won", f"{found.won:g} of {len(against)}", how)
        now, longest = _streaks(against)
        yield ProfileLine("Wins in a row", f"{now} now, {longest} at most", "Shared wins count.")


def _streaks(played: list[MatchFigures]) -> tuple[int, int]:
    now = longest = 0
    for one in played:
        now = now + 1 if one.place == 1 else 0
        longest = max(longest, now)
    return now, longest


def _plays_like(found: KindProfile, best: float) -> str:
    own = found.plays_like
    assert own
    how = f"Best play makes {_amount(best, found.unit)} on average, minus your loss by choices per game."
    if own.error is None:
        return f"{how} A second match will show how certain this is."
    number = sentences.counted(own.of, "match", "matches")
    return f"{how} ± is the standard error over {number}; {own.to_halve} more matches would halve it."


def _improves(trend: Mean, unit: str) -> ProfileLine:
    change = "better" if trend.value >= 0 else "worse"
    value = f"{_with_error(Mean(abs(trend.value), trend.error, trend.of), unit)} per game {change}"
    is_clear = abs(trend.value) > CLEAR * (trend.error or 0.0)
    sure = "The change is more than chance explains." if is_clear else "The change may be chance."
    how = f"The loss by choices in your last {trend.of} rated matches and the {trend.of} before. {sure}"
    return ProfileLine("Trend", value, how)


def _scored(found: KindProfile, played: list[MatchFigures], best: float | None) -> Iterator[ProfileLine]:
    made = [total for one in played for total in one.totals]
    how = "The mean of your totals, luck included."
    if best is not None:
        how = f"{how} Best play makes {_amount(best, found.unit)} on average."
    yield ProfileLine("Mean total", _with_error(found.total, found.unit), how)
    yield ProfileLine("Best total", f"{max(made)}", "Your highest total of one game.")
    if found.ahead is not None:
        value = f"{100 * found.ahead:.0f} of 100"
        yield ProfileLine(
            "Ahead of best play", value, "Games of best play that end with less than your games, on average."
        )
    rated = [one.cost_a_game for one in played if one.counts]
    if rated:
        yield ProfileLine(
            "Best match", f"{_amount(min(rated), found.unit)} lost", "Your lowest loss by choices per game."
        )


def _rates(played: list[MatchFigures]) -> Iterator[ProfileLine]:
    bonuses = [(one.bonuses, one.games) for one in played if one.bonuses is not None]
    fives = [(one.yahtzees, one.games) for one in played if one.yahtzees is not None]
    if bonuses:
        yield ProfileLine("Bonus", _percent(bonuses), "Section bonuses per 100 games.")
    if fives:
        yield ProfileLine("Five of a kind", _percent(fives), "Games per 100 in which it was scored as such.")


def _percent(counts: list[tuple[int, int]]) -> str:
    """The sum of the first numbers per 100 of the second."""
    made, games = map(sum, zip(*counts, strict=True))
    return f"{100 * made / games:.0f}%"


def _with_error(mean: Mean, unit: str) -> str:
    digits = DECIMALS.get(unit, 1)
    error = "" if mean.error is None else f" ± {mean.error:.{digits}f}"
    return f"{mean.value:.{digits}f}{error} {unit}"


def _amount(value: float, unit: str) -> str:
    return sentences.amount(value, unit, DECIMALS.get(unit, 1))

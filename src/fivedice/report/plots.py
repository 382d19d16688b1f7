"""Plots of a match: parts of each result, worth over time, luck and cost by turn, totals of best play."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from fivedice.analysis.annotate import ROUNDING, Moment
from fivedice.analysis.luck_and_cost import Account, Review, SeatTurn, seat_turns
from fivedice.analysis.solver_api import chance_of, is_chance
from fivedice.core.worth import Worth
from fivedice.narration import sentences
from fivedice.report import svg, words
from fivedice.report.svg import Scale

LEFT = 40
TERM = 13
"""The height of a bar in a sum."""
LINE = 16
"""The height of a line of text."""
TICK_ROOM = 18
"""The minimum width between two turn numbers."""
MOST_TURN_LABELS = 15


def seat_class(seat: int) -> str:
    """The class that gives a seat its colour."""
    return f"s{seat}"


def short(name: str, most: int = 12) -> str:
    """A name that fits beside a plot."""
    return name if len(name) <= most else name[: most - 1] + "…"


def plain(value: float, aim: str) -> str:
    """A number on an axis."""
    return (f"{100 * value:.0f}%" if is_chance(aim) else f"{value:g}").replace("-", "−")


def axis(worths: Sequence[float], aim: str) -> dict[str, Any]:
    """The axis for a chart of these worths: its ends, and its ticks with their labels."""
    low, high = (0.0, 1.0) if is_chance(aim) else (min(worths), max(worths))
    if high - low < ROUNDING:
        low, high = low - 1, high + 1
    return _axis(low, high, 4 if is_chance(aim) else 5, aim)


def axis_of_costs(costs: Sequence[float]) -> dict[str, Any]:
    """The axis for a chart of the cost of matches; it begins at 0."""
    return _axis(0.0, max(1.0, *costs), 3, "score")


def axis_of_totals(chances: Worth, made: Sequence[int]) -> dict[str, Any]:
    """The axis for the distribution of totals of best play, with these totals."""
    return _axis(*_shown(chances, made), 8, "score")


def _axis(low: float, high: float, number: int, aim: str) -> dict[str, Any]:
    """An axis with about this number of ticks."""
    values = svg.ticks(low, high, number)
    return {"low": low, "high": high, "ticks": [[value, plain(value, aim)] for value in values]}


# --- The parts of the result ---------------------------------------------------------------------------


def sums(review: Review, width: float) -> str:
    """A row per seat from the worth at the start to the result, through luck, cost and other terms."""
    rows = [_terms(account) for account in review.accounts]
    held = [value for row in rows for _, *ends in row for value in ends]
    across = svg.scale(held, 0, width - 56, 0.03)
    tops, top = [], 38.0
    for row in rows:
        tops.append(top)
        top += 34 + TERM * len(row)
    start = across(review.accounts[0].start)
    parts = [svg.text((start, 12), "worth at the start", "axis", "end" if start > width / 2 else "start")]
    for value in svg.ticks(across.low, across.high, int(width / 90)):
        parts.append(svg.line((across(value), 18), (across(value), top - 20), "grid"))
        parts.append(svg.text((across(value), top - 4), plain(value, review.aim), "tick", "middle"))
    for account, row, at in zip(review.accounts, rows, tops, strict=True):
        parts.append(_sum_row(review, account, row, across, at))
    return svg.drawing(width, top, "From the worth at the start to the result, for each player", parts)


def _terms(account: Account) -> list[tuple[str, float, float]]:
    """The terms of a seat with the worth before and after each."""
    terms = [("luck", account.luck), ("cost", -account.whole_cost)]
    terms += [("joint", account.joint), ("others", account.others)]
    row, now = [], account.start
    for name, gain in terms:
        if name not in ("joint", "others") or abs(gain) > ROUNDING:
            row.append((name, now, now + gain))
            now += gain
    return row


def _sum_row(
    review: Review, account: Account, row: list[tuple[str, float, float]], across: Scale, top: float
) -> str:
    aim, seat = review.aim, account.seat
    bottom = top + TERM * len(row)
    start, end = across(account.start), across(account.result)
    parts = [
        svg.text((0, top - 5), short(review.match.setup.players[seat].name, 30), f"name {seat_class(seat)}"),
        svg.line((start, top - 20), (start, bottom + 3), "mean"),
    ]
    for place, (kind, begin, finish) in enumerate(row):
        y = top + TERM * place
        gain = finish - begin
        figure = words.figure(-gain, aim, "−") if kind == "cost" else words.signed(gain, aim, "−")
        label = f"{kind} {figure}"
        colour = "fill-bad" if kind == "luck" and finish < begin else f"fill-{kind}"
        parts.append(svg.bar((across(begin), y + 2), (across(finish), y + TERM - 2), colour, label))
    figure = words.whole(account.result, aim)
    parts.append(svg.line((end, top), (end, bottom), f"mark {seat_class(seat)}"))
    parts.append(svg.text((across.end + 56, bottom - 8), figure, f"value {seat_class(seat)}", "end"))
    return "".join(parts)


# --- Worth over time -------------------------------------------------------------------------------------


def worth(review: Review, width: float) -> str:
    """The worth of each seat after every event, with the decisive moments numbered."""
    height = 300.0
    labels = 14 + 7.6 * max(map(len, _end_labels(review)))
    across = Scale(0, max(len(review.match.events), 1), LEFT, width - labels)
    held = [worth for seat_line in review.lines for _, worth in seat_line]
    up = svg.scale(held, height - 24, 26, 0.04)
    parts = [*_heights(review, up, width - labels), *_turns(review, across, height - 24)]
    for seat, seat_line in enumerate(review.lines):
        points = [(across(number), up(worth)) for number, worth in seat_line]
        parts.append(svg.steps(points, f"trace {seat_class(seat)}"))
    parts += [_numbered(number, m, across, up) for number, m in enumerate(review.decisive, start=1)]
    parts += _ends(review, up, width - labels + 8, height - 20)
    return svg.drawing(width, height, "Worth over time, a line for each player", parts)


def _heights(review: Review, up: Scale, right: float) -> list[str]:
    parts = [svg.text((0, 12), _worth_in(review), "axis")]
    for value in svg.ticks(up.low, up.high, 5):
        parts.append(svg.line((LEFT, up(value)), (right, up(value)), "grid"))
        parts.append(svg.text((LEFT - 6, up(value) + 4), plain(value, review.aim), "tick", "end"))
    return parts


def _turns(review: Review, across: Scale, bottom: float) -> list[str]:
    """The turns along the axis, or the games if there are too many turns."""
    firsts = dict[tuple[int, int], int]()
    for moment in review.moments:
        if moment.turn:
            firsts.setdefault((moment.game, moment.turn), moment.number - 1)
    by_game = len(firsts) > MOST_TURN_LABELS and review.match.setup.games > 1
    parts = [svg.line((LEFT, bottom), (across.end, bottom), "base")]
    free = 0.0
    for (game, turn), at in firsts.items():
        if by_game and turn > 1:
            continue
        parts.append(svg.line((across(at), bottom), (across(at), bottom + 4), "base"))
        if across(at) >= free:
            parts.append(svg.text((across(at), bottom + 17), str(game if by_game else turn), "tick"))
            free = across(at) + TICK_ROOM
    parts.append(svg.text((0, bottom + 17), "game" if by_game else "turn", "axis"))
    return parts


def _numbered(number: int, moment: Moment, across: Scale, up: Scale) -> str:
    x, y = across(moment.number), up(moment.after)
    return svg.dot((x, y), 8, f"badge {seat_class(moment.seat)}") + svg.text(
        (x, y + 4), str(number), "number", "middle"
    )


def _ends(review: Review, up: Scale, x: float, bottom: float) -> list[str]:
    places = svg.apart([up(account.result) + 4 for account in review.accounts], LINE, bottom)
    return [
        svg.text((x, y), label, f"name {seat_class(seat)}")
        for seat, (y, label) in enumerate(zip(places, _end_labels(review), strict=True))
    ]


def _end_labels(review: Review) -> list[str]:
    names = [short(player.name, 9) for player in review.match.setup.players]
    results = (words.whole(account.result, review.aim) for account in review.accounts)
    return [f"{name} {result}" for name, result in zip(names, results, strict=True)]


def _worth_in(review: Review) -> str:
    return f"chance of {chance_of(review.aim)}" if is_chance(review.aim) else f"worth in {review.aim}"


LUCK_HIGH, COST_HIGH = 92, 46
BIN = 5
"""Totals per step of the distribution."""
RARE = 0.005
"""The distribution is cut off where the remaining chance is less than this."""


# --- Luck and cost ---------------------------------------------------------------------------------------


def bars(review: Review, seat: int, width: float) -> str:
    """A seat's luck by turn as bars up or down, above the cost of its choices; all seats share one scale."""
    turns = [[t for t in seat_turns(review, seat) if t.number] for seat in range(len(review.accounts))]
    flat = [turn for seat in turns for turn in seat]
    across = Scale(0, max(1, *map(len, turns)), LEFT, width)
    lucks, costs = [0.0, *(t.luck + (t.joint or 0.0) for t in flat)], [ROUNDING, *(t.cost for t in flat)]
    up = svg.scale(lucks, 26 + LUCK_HIGH, 26)
    down = Scale(0, max(costs), 40 + LUCK_HIGH, 40 + LUCK_HIGH + COST_HIGH)
    name = short(review.match.setup.players[seat].name, 30)
    parts = [
        svg.text((0, 12), name, f"name {seat_class(seat)}"),
        *_axes(review, across, up, down),
        *_bars(review, turns[seat], across, up, down),
        svg.text((0, down.end + LINE), "game" if _by_game(review) else "turn", "axis"),
    ]
    return svg.drawing(width, down.end + 22, f"Luck and cost of every turn of {name}", parts)


def _axes(review: Review, across: Scale, up: Scale, down: Scale) -> list[str]:
    parts = [svg.text((0, up(0) - 4), "luck", "axis"), svg.text((0, down(0) + 12), "cost", "axis")]
    for value in svg.ticks(up.low, up.high, 4):
        parts.append(svg.line((LEFT, up(value)), (across.end, up(value)), "base" if not value else "grid"))
        if value:
            shown = ("+" if value > 0 else "") + plain(value, review.aim)
            parts.append(svg.text((LEFT - 6, up(value) + 4), shown, "tick", "end"))
    parts.append(svg.line((LEFT, down(0)), (across.end, down(0)), "base"))
    for value in svg.ticks(0, down.high, 2)[1:]:
        parts.append(svg.line((LEFT, down(value)), (across.end, down(value)), "grid"))
        parts.append(svg.text((LEFT - 6, down(value) + 4), plain(value, review.aim), "tick", "end"))
    return parts


def _bars(review: Review, played: Sequence[SeatTurn], across: Scale, up: Scale, down: Scale) -> list[str]:
    parts = []
    every = 1 if len(played) <= MOST_TURN_LABELS else 5
    for place, turn in enumerate(played):
        left, right, middle = across(place + 0.16), across(place + 0.84), across(place + 0.5)
        label = _label(review, turn)
        kind = "fill-luck" if turn.luck >= 0 else "fill-bad"
        kind, gain = (kind, turn.luck) if turn.joint is None else ("fill-joint", turn.luck + turn.joint)
        parts.append(svg.bar((left, up(0)), (right, up(gain)), kind, label))
        parts.append(svg.bar((left, down(0)), (right, down(turn.cost)), "fill-cost", label))
        shown = turn.game if _by_game(review) else turn.number
        if (turn.number == 1) if _by_game(review) else turn.number % every == 1 % every:
            parts.append(svg.text((middle, down.end + LINE), str(shown), "tick", "middle"))
    return parts


def _label(review: Review, turn: SeatTurn) -> str:
    uses = "".join(f", {sentences.use(use)}" for use in turn.uses)
    return f"{words.place(review, turn.moments[0])}{uses}: {', '.join(words.sums(turn, review.aim, '−'))}"


def _by_game(review: Review) -> bool:
    return review.match.setup.games > 1


# --- Against best play -----------------------------------------------------------------------------------


def spread(review: Review, chances: Worth, width: float) -> str:
    """The distribution of totals of best play, with the scores of the finished games."""
    scores = [score for game in review.match.state.finished for score in game]
    low, high = _shown(chances, scores)
    across = Scale(low, high, 8, width - 8)
    heights = [float(chances[at : at + BIN].sum()) for at in range(low, high, BIN)]
    up = Scale(0, max(heights), 180, 44)
    curve = [(across(low + BIN * n), up(height)) for n, height in enumerate([*heights, heights[-1]])]
    curve = [(x, curve[max(n - 1, 0)][1]) for n, (x, _) in enumerate(curve)]
    mean = float(np.arange(len(chances)) @ chances)
    parts = [
        svg.text((0, 12), f"chance of each {BIN} {review.match.setup.game.unit} of the final total", "axis"),
        svg.area(curve, up(0), "area"),
        svg.line((across(mean), up.end - 16), (across(mean), up(0)), "mean"),
        svg.text((across(mean) + 5, up.end - 8), f"mean {mean:.1f}", "tick"),
    ]
    for value in svg.ticks(low, high, int(width / 80)):
        parts.append(svg.line((across(value), up(0)), (across(value), up(0) + 4), "base"))
        parts.append(svg.text((across(value), up(0) + 17), plain(value, "points"), "tick", "middle"))
    parts.append(svg.line((across.start, up(0)), (across.end, up(0)), "base"))
    dots, bottom = _scores(review, chances, across, up(0) + 40)
    label = "The final totals of best play, and the scores made"
    return svg.drawing(width, bottom, label, [*parts, *dots])


def percent(share: float) -> str:
    """A share as a number out of 100; in words if it is close to none or all."""
    return "fewer than 1" if share < 0.01 else "more than 99" if share > 0.99 else f"{100 * share:.0f}"


def better_than(chances: Worth, score: int) -> float:
    """The share of games of best play with a lower total."""
    return float(chances[:score].sum())


def _shown(chances: Worth, scores: Sequence[int]) -> tuple[int, int]:
    below = np.cumsum(chances)
    low = min(int(np.searchsorted(below, RARE)), *scores, len(chances)) // BIN * BIN
    high = max(int(np.searchsorted(below, 1 - RARE)), *scores, 0)
    return max(low - BIN, 0), (high // BIN + 2) * BIN


def _scores(review: Review, chances: Worth, across: Scale, top: float) -> tuple[list[str], float]:
    """A row per seat: a dot for each finished game, and its comparison."""
    parts = []
    for seat, player in enumerate(review.match.setup.players):
        made = [game[seat] for game in review.match.state.finished]
        mean = sum(better_than(chances, score) for score in made) / len(made)
        compared = f"{percent(mean)} of 100 games of best play end with less"
        compared += ", on average" if len(made) > 1 else ""
        totals = ", ".join(map(str, made))
        parts.append(svg.text((0, top), f"{short(player.name)} {totals}", f"name {seat_class(seat)}"))
        parts.append(svg.text((0, top + LINE - 1), compared, "tick"))
        row = top + 2 * LINE - 6
        parts.append(svg.line((across.start, row), (across.end, row), "grid"))
        parts += [svg.dot((across(score), row), 5, f"point {seat_class(seat)}", str(score)) for score in made]
        top += 3 * LINE + 6
    return parts, top - LINE

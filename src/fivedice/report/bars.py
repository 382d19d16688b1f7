"""Plots of luck and cost turn by turn, and of totals beside best play."""

from collections.abc import Sequence

import numpy as np

from fivedice.analysis.annotate import ROUNDING
from fivedice.analysis.luck_and_cost import Review, SeatTurn, seat_turns
from fivedice.core.worth import Worth
from fivedice.narration import sentences
from fivedice.report import svg, words
from fivedice.report.plots import LEFT, LINE, MOST_TURN_LABELS, plain, seat_class, short
from fivedice.report.svg import Scale

LUCK_HIGH, COST_HIGH = 92, 46
BIN = 5
"""How many totals make one step of the distribution."""
RARE = 0.005
"""The distribution is drawn where it is not rarer than this at either end."""


# --- Luck and cost ---------------------------------------------------------------------------------------


def bars(review: Review, seat: int, width: float) -> str:
    """A seat's luck turn by turn, up or down, and under it what its choices cost; in one scale for all."""
    turns = [[t for t in seat_turns(review, seat) if t.number] for seat in range(len(review.accounts))]
    flat = [turn for seat in turns for turn in seat]
    across = Scale(0, max(1, *map(len, turns)), LEFT, width)
    lucks, costs = [0.0, *(t.luck for t in flat)], [ROUNDING, *(t.cost for t in flat)]
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
        parts.append(svg.bar((left, up(0)), (right, up(turn.luck)), kind, label))
        parts.append(svg.bar((left, down(0)), (right, down(turn.cost)), "fill-cost", label))
        shown = turn.game if _by_game(review) else turn.number
        if (turn.number == 1) if _by_game(review) else turn.number % every == 1 % every:
            parts.append(svg.text((middle, down.end + LINE), str(shown), "tick", "middle"))
    return parts


def _label(review: Review, turn: SeatTurn) -> str:
    uses = "".join(f", {sentences.use(use)}" for use in turn.uses)
    luck, cost = words.signed(turn.luck, review.aim, "−"), words.figure(turn.cost, review.aim)
    return f"{words.place(review, turn.moments[0])}{uses}: luck {luck}, cost {cost}"


def _by_game(review: Review) -> bool:
    return review.match.setup.games > 1


# --- Against best play -----------------------------------------------------------------------------------


def spread(review: Review, chances: Worth, width: float) -> str:
    """How often best play makes each total, and where the scores of the finished games lie."""
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
    """How many of 100, in words where that would be none or all."""
    return "fewer than 1" if share < 0.01 else "more than 99" if share > 0.99 else f"{100 * share:.0f}"


def better_than(chances: Worth, score: int) -> float:
    """The share of games of best play that end with less."""
    return float(chances[:score].sum())


def _shown(chances: Worth, scores: Sequence[int]) -> tuple[int, int]:
    below = np.cumsum(chances)
    low = min(int(np.searchsorted(below, RARE)), *scores, len(chances)) // BIN * BIN
    high = max(int(np.searchsorted(below, 1 - RARE)), *scores, 0)
    return max(low - BIN, 0), (high // BIN + 2) * BIN


def _scores(review: Review, chances: Worth, across: Scale, top: float) -> tuple[list[str], float]:
    """A row a seat: a dot for each game it finished, and how that compares."""
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

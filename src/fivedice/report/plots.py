"""Plots of a whole match: the parts of each result, and worth over time."""

from fivedice.analysis.annotate import ROUNDING, Moment
from fivedice.analysis.luck_and_cost import Account, Review
from fivedice.analysis.solver_api import chance_of, is_chance
from fivedice.report import svg, words
from fivedice.report.svg import Scale

LEFT = 40
TERM = 13
"""The height of one bar of a sum."""
LINE = 16
"""From one line of text to the next."""
TICK_ROOM = 18
"""The least width between two turns that are numbered."""
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


# --- How the result came about ---------------------------------------------------------------------------


def sums(review: Review, width: float) -> str:
    """A row a seat: from the worth at the start, by luck, by cost and by others, to the result."""
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
    """What moved a seat, with the worth before and after."""
    terms = [("luck", account.luck), ("cost", -account.whole_cost), ("others", account.others)]
    row, now = [], account.start
    for name, gain in terms:
        if name != "others" or abs(gain) > ROUNDING:
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
    """What the match promised to each seat after every event; the weightiest moments by their numbers."""
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
    """The turns along the foot, or the games where there are too many turns."""
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
    """The players beside the ends of their lines."""
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

"""A review as one self-contained HTML page, without scripts, fonts or network."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from html import escape
from importlib.resources import files
from typing import cast

from fivedice.analysis import hints
from fivedice.analysis.annotate import KINDS, Moment
from fivedice.analysis.luck_and_cost import Account, Review, SeatTurn, seat_turns
from fivedice.analysis.solver_api import Knowledge
from fivedice.core.dice import Dice
from fivedice.core.faces import as_typed
from fivedice.core.rules import title
from fivedice.core.worth import Worth
from fivedice.match.events import Choose, Decision, Entry, Keep, Spend, Throw
from fivedice.match.state import hand
from fivedice.narration import sentences
from fivedice.report import plots, svg, words

WIDE, NARROW = 720, 350
COSTLIEST = 8
FOOT = (
    "<footer>Luck is the worth a throw gained, cost the worth a choice lost compared with the best.</footer>"
)
JOINT = ":root{--joint:#7d6bb3}.fill-joint{fill:var(--joint)}"
"""The colour of turns entered without throws, where luck and choices are one bar."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
STYLE = files(__package__).joinpath("review.css").read_text("utf-8")
"""Styles for light and dark, wide, narrow and printed pages. In print every turn is open."""


def page(
    review: Review,
    knowledge: Knowledge,
    faces: str,
    chances: Worth | None = None,
    seat: int | None = None,
) -> str:
    """The whole page, or one seat's choices and throws. `chances` has the chance of each final total of best
    play, starting at 0, if known.
    """
    name = escape(f"{review.match.setup.game.title}: {words.heading(review)}")
    head = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>{name}</title><style>{STYLE}{JOINT * review.has_entries}</style></head>"
        f"<body>{svg.symbols(faces)}<main>"
    )
    parts = [
        _opening(review),
        _results(review),
        _over_time(review, faces),
        _turn_plots(review),
        _costliest(review, knowledge, faces, seat),
        _spread(review, chances),
        _costs(review, seat),
        _log(review, faces, seat),
    ]
    return f"{head}{''.join(parts)}{FOOT}</main></body></html>\n"


# --- Parts -----------------------------------------------------------------------------------------------


def _opening(review: Review) -> str:
    heading = words.heading(review).removeprefix("The match is over: ").removesuffix(".")
    return (
        f"<header><h1>{escape(heading)}</h1>"
        f'<p class="soft">{escape(sentences.agreed(review.match.setup))}.<br>'
        f"{words.counted(review)}</p></header>"
    )


def _results(review: Review) -> str:
    story = "".join(
        f"<p>{_text(sentence)}</p>" for sentence in (*words.split(review), *words.net_lucks(review))
    )
    moved = words.moved(review)
    others = [*_joint(review), *([("others", "while others acted")] if moved else [])]
    key = _key(("luck", "good luck"), ("bad", "bad luck"), ("cost", "cost of choices"), *others)
    terms = ("Start", "Luck", "Cost", *(("Joint",) if review.has_entries else ()))
    heads = ("", *terms, *(("Others",) if moved else ()), "Result", "?!", "?", "??")
    rows = [_account(review, account) for account in review.accounts]
    notes = (*words.entered(review), *words.decided_by_game(review))
    away = "".join(f'<p class="note">{_text(told)}</p>' for told in notes)
    hints = "".join(
        f'<p class="note">{_who(review, a.seat)} took {sentences.counted(a.hints, "hint", "hints")}.</p>'
        for a in review.accounts
        if a.hints
    )
    return (
        f"<h2>What decided the result</h2>{story}{_plot(lambda width: plots.sums(review, width))}{key}"
        f'{_table(heads, rows)}<p class="note">{_text(words.sum_check(review))}<br>{words.MARKS}</p>'
        f"{away}{hints}"
    )


def _joint(review: Review) -> list[tuple[str, str]]:
    return [("joint", "luck and choices together")] if review.has_entries else []


def _account(review: Review, account: Account) -> list[str]:
    *figures, result = words.cells(review, account, MINUS)
    cells = (_who(review, account.seat), *figures, f"<b>{result}</b>", *account.marks.values())
    return [f"<td>{cell}</td>" for cell in cells]


def _over_time(review: Review, faces: str) -> str:
    listed = "".join(
        f'<li class="{plots.seat_class(moment.seat)}"><div class="head"><span>'
        f'<span class="nth">{number}</span>'
        f"{_who(review, moment.seat)} · {words.place(review, moment)}</span>"
        f"{outcome(moment, review)}</div>{happened(moment, faces)}</li>"
        for number, moment in enumerate(review.decisive, start=1)
    )
    return (
        "<h2>Worth over time</h2>"
        '<p class="note">The result that each player could expect after every throw and choice.</p>'
        f"{_plot(lambda width: plots.worth(review, width))}"
        f"<h2>{words.decided(review)}</h2><p>{escape(words.lead(review))}</p>"
        f'<ol class="moments">{listed}</ol>'
    )


def _turn_plots(review: Review) -> str:
    key = _key(("luck", "good luck"), ("bad", "bad luck"), ("cost", "cost of choices"), *_joint(review))
    drawn = "".join(_plot(partial(plots.bars, review, seat)) for seat in range(len(review.accounts)))
    return (
        "<h2>Luck and cost, turn by turn</h2>"
        f'<p class="note">In {words.unit(review.aim)}; the cost has its own scale.</p>'
        f'{key}<div class="beside plots">{drawn}</div>'
    )


def _costliest(review: Review, knowledge: Knowledge, faces: str, seat: int | None) -> str:
    costly = words.costliest(review, COSTLIEST, seat)
    if not costly:
        return f"<h2>Costliest choices, and why</h2><p>{words.nothing_costly(review)}</p>"
    listed = "".join(_costly(review, moment, knowledge, faces) for moment in costly)
    return f'<h2>Costliest choices, and why</h2><ol class="moments">{listed}</ol>'


def _costly(review: Review, moment: Moment, knowledge: Knowledge, faces: str) -> str:
    best = [(f"best {part}", decision) for part, decision in bests(moment)]
    ways = [("chosen", cast(Decision, moment.event)), *best]
    reasons = words.whys(moment, [decision for _, decision in ways], knowledge)
    rows = "".join(
        f'<span class="label">{name}</span><span>{decided(moment, decision, faces)}</span>'
        f'<span class="why">{escape(reason)}</span>'
        for (name, decision), reason in zip(ways, reasons, strict=True)
    )
    return (
        f'<li><div class="head"><span>{_who(review, moment.seat)} · {words.place(review, moment)}</span>'
        f'{outcome(moment, review)}</div><div class="choice">{rows}</div></li>'
    )


def _spread(review: Review, chances: Worth | None) -> str:
    begun_in_the_middle = review.match.setup.position is not None
    if chances is None or begun_in_the_middle or not review.match.state.finished:
        return ""
    plot = _plot(lambda width: plots.spread(review, chances, width))
    return f"<h2>Against best play</h2>{plot}"


def _costs(review: Review, seat: int | None) -> str:
    accounts = [account for account in review.accounts if seat in (None, account.seat)]
    heads = (
        "",
        *(escape(plots.short(review.match.setup.players[account.seat].name)) for account in accounts),
    )
    by_kind = _heat(review, [account.by_kind for account in accounts], KINDS)
    by_box = _heat(review, [account.by_box for account in accounts], words.boxes(review))
    box = words.used_as(review)
    return (
        f'<div class="beside" style="--columns:{len(accounts)}">'
        f"<section><h2>Cost by kind of decision</h2>{_even(heads, by_kind)}</section>"
        f"<section><h2>Cost by {box}</h2>"
        f'<p class="note">A turn’s choices count for the {box} it ended in.</p>'
        f"{_even(heads, by_box)}</section></div>"
    )


def _heat(review: Review, columns: list[dict[str, float]], names: Iterable[str]) -> list[list[str]]:
    shown = [name for name in names if any(name in costs for costs in columns)]
    most = max((costs.get(name, 0.0) for costs in columns for name in shown), default=0.0) or 1.0

    def cell(cost: float) -> str:
        share = f"{100 * max(cost, 0) / most:.0f}%"
        return f'<td class="heat" style="--share:{share}">{words.figure(cost, review.aim)}</td>'

    return [
        [f"<td>{escape(title(name))}</td>", *(cell(costs.get(name, 0.0)) for costs in columns)]
        for name in shown
    ]


def _log(review: Review, faces: str, seat: int | None) -> str:
    turns = "".join(_turn(review, turn, faces) for turn in seat_turns(review, seat))
    note = "Open a turn to see every throw and choice."
    return f'<h2>Every turn</h2><p class="note unprinted">{note}</p><div class="turns">{turns}</div>'


def _turn(review: Review, turn: SeatTurn, faces: str) -> str:
    shown = [moment for moment in turn.moments if words.concerns(moment)]
    if not shown:
        return ""
    uses = ", ".join(map(sentences.use, turn.uses))
    worst = max(turn.moments, key=lambda moment: moment.cost).mark
    sign = f'<span class="sign">{worst}</span>' if worst else ""
    sums = " · ".join(words.sums(turn, review.aim, MINUS))
    listed = "".join(f"<li>{happened(m, faces)}{outcome(m, review)}</li>" for m in shown)
    return (
        f'<details><summary><span class="turn">{words.place(review, shown[0])}</span>'
        f'{_who(review, turn.seat)}<span class="use">{escape(uses)}</span>'
        f'<span class="sums">{sums}{sign}</span></summary>'
        f'<ul class="log">{listed}</ul></details>'
    )


# --- Pieces ----------------------------------------------------------------------------------------------


def _plot(draw: Callable[[float], str]) -> str:
    """A plot in two widths, for screens and phones; the stylesheet shows one of them."""
    return f'<div class="wide">{draw(WIDE)}</div><div class="narrow">{draw(NARROW)}</div>'


def _text(sentence: str) -> str:
    """A sentence with typographic minus signs."""
    return escape(sentence).replace(" -", f" {MINUS}")


def _who(review: Review, seat: int) -> str:
    return (
        f'<span class="who {plots.seat_class(seat)}">{escape(review.match.setup.players[seat].name)}</span>'
    )


def _key(*colours: tuple[str, str]) -> str:
    shown = "".join(
        f'<span><i style="background:var(--{name})"></i>{label}</span>' for name, label in colours
    )
    return f'<div class="key">{shown}</div>'


def _even(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with equal columns, so that bars can be compared."""
    return f'<div class="even" style="--columns:{len(heads) - 1}">{_table(heads, rows)}</div>'


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{name}</th>" for name in heads)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


# --- Dice and moments --------------------------------------------------------------------------------------


MINUS = "−"


def dice(roll: Dice, faces: str, kept: Dice | None = None) -> str:
    """A roll; dice that were not kept are faded."""
    left = list(roll if kept is None else kept)
    kinds = []
    for face in roll:
        kinds.append("die" if face in left else "die off")
        if face in left:
            left.remove(face)
    return _dice(roll, kinds, faces, roll if kept is None else kept)


def thrown(moment: Moment, faces: str) -> str:
    """The roll after a throw; new dice stand out."""
    before, now = hand(moment.state, moment.seat), hand(moment.then, moment.seat)
    again = any(before)
    tiles = sorted(zip(now, (not die and again for die in before), strict=True))
    roll = tuple(face for face, _ in tiles if face)
    return _dice(roll, ["die new" if new else "die" for face, new in tiles if face], faces, roll)


def decided(moment: Moment, decision: Decision, faces: str) -> str:
    """A decision: the kept dice, or all dice and their use."""
    roll = words.roll(moment)
    match decision:
        case Keep():
            return dice(roll, faces, decision.dice) + ("" if decision.dice else "nothing")
        case Spend():
            named = escape(words.decision(moment.state, decision, faces))
            return f"{dice(roll, faces)}{named}" if decision == moment.event else named
        case Choose():
            return escape(decision.option)


def happened(moment: Moment, faces: str) -> str:
    """A moment's event in words, with drawn dice during a turn."""
    event = moment.event
    if isinstance(event, Throw) and moment.state.turn is not None:
        return f'<span class="told">{thrown(moment, faces)}</span>'
    if not isinstance(event, Keep | Spend):
        return f'<span class="told">{escape(words.happened(moment, as_typed(faces)))}</span>'
    verb = "the game: " * moment.by_game + ("kept " if isinstance(event, Keep) else "")
    told = f"{verb}{decided(moment, event, faces)}"
    for place, (part, decision) in enumerate(bests(moment)):
        called = f"best: {part}" if place == 0 else part
        told += f' <span class="better">{called}{decided(moment, decision, faces)}</span>'
    return f'<span class="told">{told}</span>'


def bests(moment: Moment) -> list[tuple[str, Decision]]:
    """The better decision, or the parts of a mixed strategy with their chances."""
    if moment.mixed:
        return [(f"{hints.percent(share.chance)} ", share.decision) for share in moment.mixed]
    return [("", moment.best)] if moment.best else []


def outcome(moment: Moment, review: Review) -> str:
    """The luck or cost as a figure, with its mark."""
    if moment.kind and moment.best is None:
        return f'<span class="soft">{words.outcome(moment, review.aim)}</span>'
    gain = moment.luck - moment.cost + moment.joint
    kind = "up" if gain > 0 else "down" if moment.kind else "soft"
    sign = f'<span class="sign">{moment.mark}</span>' if moment.mark else ""
    what = "cost" if moment.kind else "luck and choices" if isinstance(moment.event, Entry) else "luck"
    shown = words.figure(moment.cost, review.aim) if moment.kind else words.signed(gain, review.aim, MINUS)
    return f'<span class="{kind}"><small>{what}</small> <b>{shown}</b>{sign}</span>'


def _dice(roll: Dice, kinds: list[str], faces: str, named: Dice) -> str:
    tiles = "".join(_die(face, kind, faces) for face, kind in zip(roll, kinds, strict=True))
    label = escape(sentences.dice(named, as_typed(faces)))
    return f'<span class="dice" role="img" aria-label="{label}">{tiles}</span>'


def _die(face: int, kind: str, faces: str) -> str:
    return f'<i class="{kind}">{svg.face(face, faces)}</i>'

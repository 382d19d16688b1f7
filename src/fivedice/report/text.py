"""A review as lines of plain text of a given width."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from fivedice.analysis.annotate import KINDS
from fivedice.analysis.luck_and_cost import MatchReview, seat_turns
from fivedice.analysis.solver_api import Knowledge, unit_of
from fivedice.language import clauses, mark, sentences, tr
from fivedice.language.lines import wrapped
from fivedice.narration import comparisons, results, reviews
from fivedice.narration.costs import label_of

WIDTH = 80
COSTLIEST = 5
LABEL, LEAST_LABEL = 22, 8
FIGURE = 9
SEATS_A_ROW = 6


class Flowing(NamedTuple):
    """A sentence to wrap; further lines begin with the indent."""

    sentence: str
    indent: str = ""


class FigureTable(NamedTuple):
    """A label on the left and right-aligned figures."""

    label: str
    cells: tuple[str, ...]


Part = Flowing | FigureTable | str


def lines(
    review: MatchReview,
    knowledge: Knowledge,
    faces: str,
    seat: int | None = None,
    *,
    everything: bool = False,
    width: int = WIDTH,
) -> list[str]:
    """The review in short, or for one seat; with every moment if `everything` is set."""
    agreed = tr("{sentence}.", sentence=results.agreement(review.match.setup))
    short = [
        Flowing(sentences(agreed, reviews.heading(review.match.state))),
        Flowing(reviews.explain_worths(review)),
        "",
        *_accounts(review),
        "",
        *_story(review, faces),
        *_costliest(review, knowledge, faces, seat),
        *_costs(review, seat),
    ]
    parts: list[Part] = [*short, *_every_turn(review, faces, seat)] if everything else short
    longest = max([LABEL, *(cell_len(part.label) + 1 for part in parts if isinstance(part, FigureTable))])
    return [line for part in parts for line in _laid(part, width, longest)]


# --- Parts -----------------------------------------------------------------------------------------------


def _accounts(review: MatchReview) -> list[Part]:
    """A row per seat whose figures add up, and the number of choices with each mark."""
    joint = (tr("joint"),) if review.has_entries else ()  # Translators: luck and choices together
    others = (tr("others"),) if reviews.others_matter(review) else ()
    heads = tr("start"), tr("luck"), tr("cost"), *joint, *others, tr("result"), "?! ? ??"
    rows: list[Part] = [FigureTable("", heads)]
    for account in review.printed:
        marks = " ".join(map(str, account.marks.values()))
        rows.append(FigureTable(_name(review, account.seat), (*reviews.cells(review, account), marks)))
    rows += [Flowing(reviews.sum_check(review)), Flowing(tr(reviews.MARKS))]
    rows += map(Flowing, (*comparisons.joint_gains(review), *comparisons.computer_choices(review)))
    took = mark("{name} took {count, plural, one {# hint} other {# hints}}.")
    hinted = [account for account in review.accounts if account.hints]
    return rows + [tr(took, name=_name(review, one.seat), count=one.hints) for one in hinted]


def _story(review: MatchReview, faces: str) -> list[Part]:
    story: list[Part] = [*map(Flowing, (*comparisons.split(review), *comparisons.net_lucks(review)))]
    if review.decisive:
        story += ["", comparisons.decisive_heading(review)]
    for number, moment in enumerate(review.decisive, start=1):
        story.append(Flowing(f"{number}. {reviews.describe_at_turn(review, moment, faces)}", "   "))
    return [*story, Flowing(comparisons.lead(review)), ""]


def _costliest(review: MatchReview, knowledge: Knowledge, faces: str, seat: int | None) -> list[Part]:
    costly = reviews.costliest(review, COSTLIEST, seat)
    parts: list[Part] = [tr("Costliest choices, and why") if costly else reviews.nothing_costly(review)]
    for moment in costly:
        parts += [Flowing(f"* {reviews.describe_at_turn(review, moment, faces)}", "  ")]
        parts += [Flowing(f"  {line}", "    ") for line in reviews.labelled_reasons(moment, knowledge)]
    return [*parts, ""]


def _costs(review: MatchReview, seat: int | None) -> list[Part]:
    """Tables of cost by kind of decision and by box, a few seats side by side."""
    accounts = [account for account in review.accounts if seat in (None, account.seat)]
    tables: list[Part] = []
    for first in range(0, len(accounts), SEATS_A_ROW):
        some = accounts[first : first + SEATS_A_ROW]
        names = tuple(_name(review, account.seat) for account in some)
        kinds = _table(review, [account.by_kind for account in some], KINDS)
        boxes = _table(review, [account.by_box for account in some], reviews.boxes(review))
        if kinds:
            tables += [FigureTable(tr("Cost in {unit}", unit=unit_of(review.aim)), names), *kinds]
            tables += [reviews.by_box(review), *boxes] if boxes else []
            tables += [""]
    return tables


def _table(review: MatchReview, columns: list[dict[str, float]], names: Sequence[str]) -> list[Part]:
    return [
        FigureTable(
            f"  {label_of(name, review.match.setup.game)}",
            tuple(reviews.figure(costs.get(name, 0.0), review.aim) for costs in columns),
        )
        for name in names
        if any(name in costs for costs in columns)
    ]


def _every_turn(review: MatchReview, faces: str, seat: int | None) -> list[Part]:
    turns: list[Part] = []
    for turn in seat_turns(review, seat):
        moments = [moment for moment in turn.moments if reviews.concerns(moment)]
        if moments:
            sums = clauses(reviews.turn_sums(turn, review.aim))
            lines = [f"  {reviews.describe(moment, review.aim, faces)}" for moment in moments]
            heading = reviews.at_turn(review, turn.moments[0], sums)
            turns += [heading, *(Flowing(line, "    ") for line in lines), ""]
    return turns


# --- Layout ----------------------------------------------------------------------------------------------


def _laid(part: Part, width: int, longest: int) -> list[str]:
    match part:
        case Flowing(sentence, indent):
            return wrapped(sentence, indent, width)
        case FigureTable(label, cells):
            return [_row(label, cells, width, longest)]
    return [part]


def _row(label: str, cells: tuple[str, ...], width: int, longest: int) -> str:
    room = max(LEAST_LABEL, min(longest, width - FIGURE * len(cells)))
    return (set_cell_size(label, room) + "".join(map(_at_right, cells))).rstrip()


def _at_right(cell: str) -> str:
    fitting = cell if cell_len(cell) < FIGURE else set_cell_size(cell, FIGURE - 1)
    return " " * (FIGURE - cell_len(fitting)) + fitting


def _name(review: MatchReview, seat: int) -> str:
    return review.match.setup.players[seat].name

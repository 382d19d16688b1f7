"""A review as lines of text, 80 columns wide, that can be read aloud. Lays out; words come from `words`."""

from collections.abc import Sequence

from rich.cells import cell_len, chop_cells, set_cell_size

from fivedice.coach import sentences
from fivedice.coach.accounts import Account, Review, seat_turns
from fivedice.coach.knowledge import Knowledge
from fivedice.coach.moments import KINDS, ROUNDING
from fivedice.review import identity, words
from fivedice.rules import title

WIDTH = 80
COSTLIEST = 5
LABEL = 22
FIGURE = 9
SEATS_A_ROW = 6


def lines(
    review: Review, knowledge: Knowledge, faces: str, seat: int | None = None, *, everything: bool = False
) -> list[str]:
    """The review in short; of one seat if it is named, and with every moment if `everything` is set."""
    short = [
        *_wrapped(f"{sentences.agreed(review.match.setup)}. {words.heading(review)}"),
        *_wrapped(words.counted(review)),
        "",
        *_accounts(review),
        "",
        *_story(review, faces),
        *_costliest(review, knowledge, faces, seat),
        *_costs(review, seat),
    ]
    return [*short, *_every_turn(review, faces, seat)] if everything else short


# --- Parts -----------------------------------------------------------------------------------------------


def _accounts(review: Review) -> list[str]:
    """A row a seat, whose figures add up from left to right, and how many choices have each mark."""
    moved = any(abs(account.others) > ROUNDING for account in review.accounts)
    headings = ("start", "luck", "cost", *(("others",) if moved else ()), "result", "?! ? ??")
    rows = [_row("", *headings)]
    rows += [_account(review, account, moved=moved) for account in review.accounts]
    rows += _wrapped(identity.sentence(review))
    return rows + [
        f"{_name(review, account.seat)} took {account.hints} {'hint' if account.hints == 1 else 'hints'}."
        for account in review.accounts
        if account.hints
    ]


def _account(review: Review, account: Account, *, moved: bool) -> str:
    aim = review.aim
    others = (words.signed(account.others, aim),) if moved else ()
    return _row(
        _name(review, account.seat),
        words.figure(account.start, aim),
        words.signed(account.luck, aim),
        words.signed(-account.cost, aim),
        *others,
        words.figure(account.result, aim),
        " ".join(map(str, account.marks.values())),
    )


def _story(review: Review, faces: str) -> list[str]:
    """What came of luck and what of choices, and where the match was decided."""
    story = [
        line for sentence in (*words.split(review), *words.net_lucks(review)) for line in _wrapped(sentence)
    ]
    if review.decisive:
        story += ["", words.decided(review)]
    for number, moment in enumerate(review.decisive, start=1):
        who = f"{_name(review, moment.seat)}, {words.place(review, moment)}: "
        story += _wrapped(f"{number}. {who}{words.sentence(moment, review.aim, faces)}", "   ")
    return [*story, *_wrapped(words.lead(review)), ""]


def _costliest(review: Review, knowledge: Knowledge, faces: str, seat: int | None) -> list[str]:
    """What cost the most, and why."""
    costly = words.costliest(review, COSTLIEST, seat)
    listed = ["What cost the most, and why"] if costly else ["No choice cost anything."]
    for moment in costly:
        why = words.why(moment, knowledge)
        who = f"{_name(review, moment.seat)}, {words.place(review, moment)}: "
        listed += _wrapped(f"* {who}{words.sentence(moment, review.aim, faces)}", "  ")
        best = "the likeliest of the best" if moment.mixed else "best"
        listed += _wrapped(f"  chosen: {why.chosen}", "    ") + _wrapped(f"  {best}: {why.best}", "    ")
    return [*listed, ""]


def _costs(review: Review, seat: int | None) -> list[str]:
    """Tables of cost by box and by kind of decision, a few seats beside each other."""
    accounts = [account for account in review.accounts if seat in (None, account.seat)]
    tables = []
    for first in range(0, len(accounts), SEATS_A_ROW):
        some = accounts[first : first + SEATS_A_ROW]
        tables.append(
            _row(f"Cost in {words.unit(review.aim)}", *(_name(review, account.seat) for account in some))
        )
        tables += _table(review, [account.by_kind for account in some], KINDS)
        tables += ["by box:", *_table(review, [account.by_box for account in some], words.boxes(review)), ""]
    return tables


def _table(review: Review, columns: list[dict[str, float]], names: Sequence[str]) -> list[str]:
    return [
        _row(f"  {title(name)}", *(words.figure(costs.get(name, 0.0), review.aim) for costs in columns))
        for name in names
        if any(name in costs for costs in columns)
    ]


def _every_turn(review: Review, faces: str, seat: int | None) -> list[str]:
    """Every throw with its luck and every choice with its cost, a turn a paragraph."""
    turns = []
    for turn in seat_turns(review, seat):
        luck, cost = words.signed(turn.luck, review.aim), words.figure(turn.cost, review.aim)
        who = f"{_name(review, turn.seat)}, {words.place(review, turn.moments[0])}"
        shown = [moment for moment in turn.moments if words.concerns(moment)]
        turns += [f"{who}: luck {luck}, cost {cost}"] if shown else []
        for moment in shown:
            turns += _wrapped(f"  {words.sentence(moment, review.aim, faces)}", "    ")
        turns += [""] if shown else []
    return turns


# --- Layout ----------------------------------------------------------------------------------------------


def _row(label: str, *cells: str) -> str:
    """A label at the left and cells at the right of columns of their widths, cut where a name is too long."""
    return (set_cell_size(label, LABEL) + "".join(map(_at_right, cells))).rstrip()


def _at_right(cell: str) -> str:
    room = FIGURE - 1
    shown = cell if cell_len(cell) <= room else set_cell_size(cell, room)
    return " " * (FIGURE - cell_len(shown)) + shown


def _wrapped(sentence: str, indent: str = "") -> list[str]:
    """Lines that fit, by the room that letters take and not by their number; a long word is cut."""
    lines: list[str] = []
    now = sentence[: len(sentence) - len(sentence.lstrip())]
    for word in (part for whole in sentence.split() for part in chop_cells(whole, WIDTH - len(indent))):
        gap = " " if now.strip() else ""
        if gap and cell_len(now + gap + word) > WIDTH:
            lines.append(now)
            now, gap = indent, ""
        now += gap + word
    return [*lines, now] if now else lines


def _name(review: Review, seat: int) -> str:
    return review.match.setup.players[seat].name

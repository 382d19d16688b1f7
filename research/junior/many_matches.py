"""How often one bot wins against bots of another kind, in junior with three and four seats.

Run: python -m research.junior.many_matches [DEALS]

Every deal has its own dice, and the one bot plays it from every seat. All matches run side by side, as keys
of positions. The interval is that of the mean over deals. At the end, three seats all play to win, and the
share of each is compared with its solved chance.
"""

import sys
from time import process_time

import numpy as np
from rich import print as show
from rich.table import Table as Printed

from fivedice.core.dice import FACES, FIVE
from fivedice.core.worth import Worth
from fivedice.games.junior import Junior
from fivedice.solve.junior import exact
from fivedice.solve.junior.board import (
    COUNTS,
    Ints,
    KeyLayout,
    Kinds,
    Outcomes,
    key_of,
    kinds,
    layout,
    offered,
    outcomes,
    rows_of,
)
from fivedice.solve.junior.exact import OwnScore
from fivedice.solve.junior.levels import at_the_end
from fivedice.solve.junior.table import WorthTable
from fivedice.solve.junior.turn import best_keeps, best_uses, throw
from research.junior.pairs import row_pars

MATCHES = (("champion", "expert"), ("champion", "greedy"), ("expert", "greedy"))
SIDE_BY_SIDE = 128
SEED = 1


class Bots:
    """Ratings of the ends of a turn by each bot."""

    def __init__(self, **tables: WorthTable) -> None:
        self.told = {name: table.layout for name, table in tables.items()}
        self.tables = tables

    def rate(self, bot: str, keys: Ints, turn: int, found: Outcomes) -> Worth:
        """(m, 5, 6, k): the worth of each outcome to the seat to play, by the knowledge of its bot.

        A bot that plays to win also computes the worth to the next seat, for ties.
        """
        told = self.told["champion"]
        if bot == "greedy":
            return (found.column - row_pars()[rows_of(told, keys) >> told.seats][:, :, None])[..., None]
        after = np.where(offered(found), found.after, -1)
        if bot == "champion":
            return self._after(bot, after, turn + 1)
        to_come = self._after(bot, np.where(after < 0, -1, rows_only(told, after)), turn + 1)
        return found.column[..., None] + to_come[..., :1]

    def _after(self, bot: str, after: Ints, turn: int) -> Worth:
        """The worths to the seat that has just played (last in the next seat's row), and to the next seat."""
        keys, places = np.unique(after, return_inverse=True)
        told, worth = self.told[bot], np.zeros((len(keys), 2))
        real = keys >= 0
        if turn == told.turns:
            worth[real] = at_the_end(told, keys[real])[:, [-1, 0]]
        elif real.any():
            worth[real] = self.tables[bot].find(keys[real], turn)[:, [-1, 0]]
        return worth[places.reshape(after.shape)]


def all_bots(seats: int) -> Bots:
    """All bots for this number of seats."""
    return Bots(champion=table_of(layout(seats)), expert=table_of(layout(seats, to_win=False)))


def table_of(told: KeyLayout) -> WorthTable:
    """The table of a layout; for wins with three seats, it is solved here."""
    if not told.to_win:
        return OwnScore(told.seats).table
    known = exact.knowledge(told.seats, None, whole=True, many=True)
    assert isinstance(known, exact.JuniorWins)
    return known.table


def rows_only(told: KeyLayout, keys: Ints) -> Ints:
    """The same keys without the information who is behind."""
    return keys & (1 << FIVE * told.row_bits) - 1


def play(
    bots: Bots, seated: np.ndarray, dice: np.ndarray, start: int = 0, begin: int = 0
) -> tuple[Worth, Ints]:
    """(n, seats) shares of the win and columns, for bots (n, seats) by name and dice (n, turns, 15).

    Starts with the position of a key before a turn, by default the start; seat 0 also began the match then.
    """
    told = bots.told["champion"]
    keys = np.full(len(seated), start or key_of(Junior().start(told.seats, 0)))
    columns = np.zeros(seated.shape, dtype=np.int64)
    for turn in range(begin, told.turns):
        seat = turn % told.seats
        for bot in np.unique(seated[:, seat]):
            those = np.flatnonzero(seated[:, seat] == bot)
            after, column = one_turn(bots, str(bot), keys[those], turn, dice[those, turn])
            keys[those] = after
            columns[those, seat] += column
    shares = at_the_end(told, keys)
    return shares, columns


def one_turn(bots: Bots, bot: str, keys: Ints, turn: int, dice: Ints) -> tuple[Ints, Ints]:
    """The keys after a turn of a bot, and the columns that the turn scored."""
    distinct, places = np.unique(keys, return_inverse=True)
    found = outcomes(bots.told["champion"], distinct, turn)
    rated = bots.rate(bot, distinct, turn, found)
    end = np.empty(len(keys), dtype=np.int64)
    for start in range(0, len(distinct), SIDE_BY_SIDE):
        some = slice(start, start + SIDE_BY_SIDE)
        those = np.flatnonzero((places >= start) & (places < start + SIDE_BY_SIDE))
        end[those] = thrown(rated[some], found.column[some], places[those] - start, dice[those])
    return (
        found.after.reshape(len(distinct), -1)[places, end],
        found.column.reshape(len(distinct), -1)[places, end],
    )


def thrown(rated: Worth, column: Ints, places: Ints, dice: Ints) -> Ints:
    """The outcome (row and count in one number) of turns with these dice, by the best keeps and uses."""
    vacant, by = column[:, :, 0] >= 0, rated.shape[-1]
    some = kinds(int(vacant[0].sum()))
    number = np.broadcast_to(np.arange(FIVE * COUNTS).reshape(FIVE, COUNTS, 1), (*column.shape, 1))
    worth = np.concatenate([rated, number], axis=-1)[vacant].reshape(len(column), -1, COUNTS, by + 1)
    lands = column[vacant].reshape(worth.shape[:3])
    keeps = np.empty((some.starts[-1], by + 1, len(column)))
    best_uses(keeps, some, lands.transpose(1, 2, 0), worth.transpose(1, 2, 3, 0), by)
    ends = keeps[some.starts[FIVE] :, by].astype(np.int64)
    last, middle = (chosen(keeps, some, by) for _ in range(2))
    shown = np.full((len(column), len(FACES)), some.counts.shape[1] + 1)
    shown[:, 0] = 0
    shown[:, 1:][vacant] = vacant.cumsum(axis=1)[vacant]
    faces = shown[places[:, None], dice]
    roll = filled(np.zeros(len(places), dtype=np.int64), faces[:, :5], some)
    roll = filled(middle[roll, places], faces[:, 5:10], some)
    roll = filled(last[roll, places], faces[:, 10:], some)
    return ends[roll, places]


def chosen(keeps: Worth, some: Kinds, by: int) -> Ints:
    """(rolls, m): the best keep in each roll, one throw before the given worths of keeps."""
    throw(keeps, some)
    keeps[:, by] = np.arange(len(keeps))[:, None]
    best_keeps(keeps, some, by)
    return keeps[some.starts[FIVE] :, by].astype(np.int64)


def filled(keeps: Ints, dice: Ints, some: Kinds) -> Ints:
    """The rolls after keeps are filled up with the first of these dice."""
    keeps = keeps.copy()
    for die in dice.T:
        lacking = keeps < some.starts[FIVE]
        keeps[lacking] = some.plus_one[keeps[lacking], die[lacking]]
    return keeps - some.starts[FIVE]


def told(seats: int, bots: Bots, one: str, others: str, deals: int) -> list[str]:
    """One row: the share of wins of the one bot, and the mean columns of both kinds."""
    chance = np.random.default_rng(SEED)
    dice = chance.integers(0, len(FACES), (deals, layout(seats).turns, 15), dtype=np.int8)
    wins, own, of_others = np.zeros((3, seats, deals))
    for seat in range(seats):
        seated = np.full((deals, seats), others, dtype="U8")
        seated[:, seat] = one
        shares, columns = play(bots, seated, dice)
        wins[seat], own[seat] = shares[:, seat], columns[:, seat]
        of_others[seat] = (columns.sum(axis=1) - columns[:, seat]) / (seats - 1)
    won = wins.mean(axis=0)
    interval = 1.96 * won.std() / deals**0.5
    share = f"{100 * won.mean():.2f}% ± {100 * interval:.2f}"
    return [
        str(seats),
        one,
        others,
        f"{seats * deals:,}",
        share,
        f"{own.mean():.3f}",
        f"{of_others.mean():.3f}",
    ]


def main() -> None:
    """Prints a row for each number of seats and pair of kinds."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    table = Printed("Seats", "Bot", "among", title="Junior", title_justify="left")
    for heading in ("matches", "wins", "columns", "of the others"):
        table.add_column(heading, justify="right")
    for seats in (3, 4):
        bots = all_bots(seats)
        for one, others in MATCHES:
            began = process_time()
            table.add_row(*told(seats, bots, one, others, deals))
            print(f"{seats} seats, {one} among {others}: {process_time() - began:.0f} s", flush=True)
    show(table)
    bots = all_bots(3)
    dice = np.random.default_rng(SEED).integers(0, len(FACES), (10 * deals, 12, 15), dtype=np.int8)
    shares, _ = play(bots, np.full((10 * deals, 3), "champion"), dice)
    known = bots.tables["champion"].find(np.array([key_of(Junior().start(3, 0))]), 0)[0]
    for seat, chance in enumerate(known):
        won, error = shares[:, seat].mean(), shares[:, seat].std() / (10 * deals) ** 0.5
        print(f"Seat {seat}: {won:.4f} ± {1.96 * error:.4f} of {10 * deals:,} matches; solved: {chance:.6f}")


if __name__ == "__main__":
    main()

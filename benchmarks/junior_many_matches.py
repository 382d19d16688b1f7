"""How often one bot wins among bots of another kind at junior with three and four seats.

Run: python benchmarks/junior_many_matches.py [DEALS]

Every deal has dice of its own, on which the one sits in every seat in turn. All matches are played side by
side, as keys: of a position it matters which key it has. The interval is that of the mean over deals.
"""

import sys
from time import process_time

import numpy as np
from rich import print as show
from rich.table import Table as Printed

from fivedice.dice import FACES, FIVE
from fivedice.games.junior import Junior
from fivedice.solve.junior.board import (
    COUNTS,
    Ints,
    Layout,
    Outcomes,
    key_of,
    layout,
    offered,
    outcomes,
    rows_of,
)
from fivedice.solve.junior.levels import at_the_end
from fivedice.solve.junior.table import Table, solved
from fivedice.solve.junior.turn import Ends, best_keeps, roll_worth
from fivedice.worth import FIRST_ROLL, PLUS_ONE, Worth, keep_worth
from junior_pairs import row_pars

MATCHES = (("champion", "expert"), ("champion", "greedy"), ("expert", "greedy"))
SIDE_BY_SIDE = 128
SEED = 1


class Bots:
    """What the bots make of the ends of a turn."""

    def __init__(self, seats: int) -> None:
        self.told = {"champion": layout(seats), "expert": layout(seats, to_win=False)}
        self.tables = {name: table_of(told) for name, told in self.told.items()}

    def rate(self, bot: str, keys: Ints, turn: int, found: Outcomes) -> Worth:
        """(m, 5, 6): what each outcome is worth to the seat to play, to the bot that sits there."""
        told = self.told["champion"]
        if bot == "greedy":
            return found.column - row_pars()[rows_of(told, keys) >> told.seats][:, :, None]
        after = np.where(offered(found), found.after, -1)
        if bot == "champion":
            return self._after(bot, after, turn + 1)
        return found.column + self._after(bot, np.where(after < 0, -1, rows_only(told, after)), turn + 1)

    def _after(self, bot: str, after: Ints, turn: int) -> Worth:
        """What the seat that has just played has after it: the last place of the next one's row."""
        keys, places = np.unique(after, return_inverse=True)
        told, worth = self.told[bot], np.zeros(len(keys))
        real = keys >= 0
        if turn == told.turns:
            worth[real] = at_the_end(told, keys[real])[:, -1]
        elif real.any():
            worth[real] = self.tables[bot].find(keys[real], turn)[:, -1]
        return worth[places.reshape(after.shape)]


def table_of(told: Layout) -> Table:
    """The table of a layout, solved here."""
    return solved(told, key_of(Junior().start(told.seats, 0), told.to_win))


def rows_only(told: Layout, keys: Ints) -> Ints:
    """The same keys without who is behind."""
    return keys & (1 << FIVE * told.row_bits) - 1


def play(bots: Bots, seated: np.ndarray, dice: np.ndarray) -> tuple[Worth, Ints]:
    """(n, seats) shares of the win and columns, for bots (n, seats) by name and dice (n, turns, 15)."""
    told = bots.told["champion"]
    keys = np.full(len(seated), key_of(Junior().start(told.seats, 0)))
    columns = np.zeros(seated.shape, dtype=np.int64)
    for turn in range(told.turns):
        seat = turn % told.seats
        for bot in np.unique(seated[:, seat]):
            those = np.flatnonzero(seated[:, seat] == bot)
            after, column = one_turn(bots, str(bot), keys[those], turn, dice[those, turn])
            keys[those] = after
            columns[those, seat] += column
    shares = at_the_end(told, keys)
    return shares, columns


def one_turn(bots: Bots, bot: str, keys: Ints, turn: int, dice: Ints) -> tuple[Ints, Ints]:
    """The keys after a turn of a bot, and the columns it made."""
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
    """The outcome (row and count in one number) of turns with these dice by the best keeps and uses."""
    number = np.broadcast_to(np.arange(FIVE * COUNTS).reshape(FIVE, COUNTS), rated.shape)
    rolls = roll_worth(Ends(column, np.stack([rated, number.astype(float)], axis=-1)))
    one_left = keep_worth(rolls[:, 0])
    last = best_keeps(one_left)
    middle = best_keeps(keep_worth(np.take_along_axis(one_left, last, axis=0)))
    roll = filled(np.zeros(len(places), dtype=np.int64), dice[:, :5])
    roll = filled(middle[roll, places], dice[:, 5:10])
    roll = filled(last[roll, places], dice[:, 10:])
    return rolls[roll, 1, places].astype(np.int64)


def filled(keeps: Ints, dice: Ints) -> Ints:
    """The rolls that keeps become with as many of the dice as they lack."""
    keeps = keeps.copy()
    for die in dice.T:
        lacking = keeps < FIRST_ROLL
        keeps[lacking] = PLUS_ONE[keeps[lacking], die[lacking]]
    return keeps - FIRST_ROLL


def told(seats: int, bots: Bots, one: str, others: str, deals: int) -> list[str]:
    """One row: the share of wins of the one, and the mean columns of both kinds."""
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
    """One row for each number of seats and two kinds of bots."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    table = Printed("Seats", "Bot", "among", title="Junior", title_justify="left")
    for heading in ("matches", "wins", "columns", "of the others"):
        table.add_column(heading, justify="right")
    for seats in (3, 4):
        bots = Bots(seats)
        for one, others in MATCHES:
            began = process_time()
            table.add_row(*told(seats, bots, one, others, deals))
            print(f"{seats} seats, {one} among {others}: {process_time() - began:.0f} s", flush=True)
    show(table)


if __name__ == "__main__":
    main()

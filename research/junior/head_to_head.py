"""How often the bots beat each other in junior with two seats, computed exactly without throwing dice.

Run: python -m research.junior.head_to_head

`research.junior.pairs` describes how each bot rates the ends of a turn.
"""

from itertools import combinations
from time import perf_counter

from rich import print as show
from rich.table import Table

from research.junior import pairs as junior_pairs


def main() -> None:
    """Prints a row for each pair of bots."""
    began = perf_counter()
    known = junior_pairs.levels()
    ways = {
        "champion": junior_pairs.to_win(known),
        "expert": junior_pairs.for_columns(),
        "greedy": junior_pairs.above_par(),
    }
    table = Table("Bot", "against", title="Junior, two seats, exact", title_justify="left")
    for heading in ("wins", "columns", "columns of the other"):
        table.add_column(heading, justify="right")
    for one, other in combinations(ways, 2):
        wins, columns, against = junior_pairs.set_against(ways[one], ways[other], known)
        table.add_row(one, other, f"{100 * wins:.4f}%", f"{columns:.4f}", f"{against:.4f}")
    show(table)
    print(f"{perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()

"""Options of `fivedice train`."""

from fivedice.cli.shared import arguments
from fivedice.core import extras
from fivedice.games import FIVE_GAMES
from fivedice.runtime.options import IntRange, Options, argument, option


class TrainOptions(Options):
    """Train: decide in positions of real games, and see what your choice costs and why.

    Positions that you get wrong come back soon, others later. A choice is right if it is as good as the best.

    \b
    Examples:
      fivedice train
      fivedice train junior --number 10
      fivedice train --add match.jsonl
      fivedice train --test --seed friday
    """

    game: str = argument(FIVE_GAMES[0], f"The game: {', '.join(FIVE_GAMES)}.")
    number: int | None = option(
        None,
        "The number of drills to answer; default: the rest of the daily goal, at least one.",
        type=IntRange(1, 100),
    )
    goal: int | None = option(None, "Change the daily goal of drills.", type=IntRange(1, 100))
    record: str | None = option(
        None,
        "Add the costliest choices of the people in this record to your drills.",
        "--add",
        type=arguments.FILE,
        metavar="RECORD",
    )
    test: bool = option(False, "Estimate how many points you lose per game, with at most 40 positions.")
    seed: str | None = option(
        None,
        "With --test: everyone with the same seed gets the same positions; default: a new one.",
        metavar="TEXT",
    )
    language: str | None = arguments.language
    plain: bool = option(False, "Plain lines, without colour or cursor movement: training has no other form.")

    def need(self) -> None:
        """Raises `Lacking` if the scheduler of drills is missing."""
        extras.need("train")

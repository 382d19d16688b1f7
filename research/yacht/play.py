"""The best choices in any position of a solved card, and what playing for the mean would lose there.

Run: python -m research.yacht.play POSITION [DICE] [--game GAME] [--out FOLDER]

POSITION and DICE are written as for `fivedice hint`, for example
    "ones 3, choice 24 / twos 6, yacht 50; seat 0 to play" 33366@1
"""

from argparse import ArgumentParser
from pathlib import Path

from fivedice.analysis import evaluate
from fivedice.arena.solved import load
from fivedice.core.rules import IllegalMove
from fivedice.match.state import State
from fivedice.notation import paper, write
from fivedice.notation.read import BadText
from fivedice.runtime import store
from fivedice.solve.cards.table import CardPoints, solve
from research.yacht.solve import game_of

SHOWN = 8


def main() -> None:
    """Prints the share of the win and the best choices."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("position")
    parser.add_argument("dice", nargs="?", default="")
    parser.add_argument("--game", default="yacht")
    parser.add_argument("--out", type=Path, default=store.tables())
    given = parser.parse_args()
    try:
        state = paper.state(game_of(given.game), given.position, given.dice)
        print("\n".join(lines(state, given.out)))
    except (BadText, IllegalMove, FileNotFoundError) as error:
        parser.exit(2, f"{error}\n")


def lines(state: State, folder: Path) -> list[str]:
    """The seat to play, its share of the win, and its best choices with their shares and costs.

    FileNotFoundError without a table.
    """
    form = state.setup.game.card
    known = load(form, folder)
    if known is None:
        raise FileNotFoundError(
            f"{folder} has no table of {state.setup.game.title}; research.yacht.solve makes it."
        )
    seat = state.position.seat
    told = [f"Seat {seat} to play, share of the win {evaluate.worth(state, seat, known):.7f}"]
    if state.turn is None:
        return told
    mean = evaluate.best(state, seat, CardPoints(solve(form)))
    for place, choice in enumerate(evaluate.rate(state, seat, known)):
        if place < SHOWN or choice.decision == mean:
            plays = " (for the mean)" if choice.decision == mean else ""
            told.append(f"{write.event(choice.decision):24} {choice.worth:.7f}  -{choice.cost:.7f}{plays}")
    return told


if __name__ == "__main__":
    main()

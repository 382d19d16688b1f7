"""The best choices in any position of a solved card, and what playing for the mean would lose there.

Run: python -m research.yacht.play [GAME] --position POSITION [--dice DICE] [--out FOLDER]

They are written as for `fivedice hint`: "ones 3, choice 24 / twos 6, yacht 50; seat 0 to play" and 33366@1.
"""

import sys
from typing import cast

from fivedice.analysis import evaluate
from fivedice.arena.solved import SolvedDuel, load
from fivedice.core.rules import IllegalMove
from fivedice.games.cardgame import CardPosition
from fivedice.match.state import State
from fivedice.notation import paper, write
from fivedice.notation.read import BadText
from fivedice.solve.cards.table import CardPoints, solve
from research.yacht.solve import arguments, game_of, table_of

SHOWN = 8


def main() -> None:
    """Prints the share of the win and the best choices."""
    given = arguments(__doc__)
    form, _ = table_of(given)
    try:
        state = paper.state(game_of(given.game), given.position, given.dice)
    except (BadText, IllegalMove) as error:
        sys.exit(str(error))
    if known := load(form, given.out):
        print("\n".join(lines(state, known)))


def lines(state: State, known: SolvedDuel) -> list[str]:
    """The seat to play, its share of the win, and its best choices with their shares and costs."""
    seat = cast(CardPosition, state.position).seat
    told = [f"Seat {seat} to play, share of the win {evaluate.worth(state, seat, known):.7f}"]
    if state.turn is None:
        return told
    mean = evaluate.best(state, seat, CardPoints(solve(known.form)))
    for place, choice in enumerate(evaluate.rate(state, seat, known)):
        if place < SHOWN or choice.decision == mean:
            plays = " (for the mean)" if choice.decision == mean else ""
            told.append(f"{write.event(choice.decision):24} {choice.worth:.7f}  -{choice.cost:.7f}{plays}")
    return told


if __name__ == "__main__":
    main()

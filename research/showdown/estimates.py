"""The error of the showdown networks in last turns that can be solved, in shares of wins or in chips.

Run: python -m research.showdown.estimates [WEIGHTS] [MATCHES]

Each network plays matches against itself. The first position of each last turn before a red die counts, if it
can be solved. Prints the root mean square error of the network, and that of looking ahead one turn with it,
as hints do.
"""

import sys
from pathlib import Path

import numpy as np

from fivedice.solve.kernel.lattice import lattice
from fivedice.solve.showdown.board import LEFT, SEAT, Boards
from fivedice.solve.showdown.last_turn import MOST_BOARDS
from fivedice.solve.showdown.network import AIMS, WEIGHTS, Net
from research.showdown.compiled.works import ending, estimates, look_up, moving
from research.showdown.pairs import play_matches

SEED = 77


def main() -> None:
    """Prints a line for each network of the file."""
    path = Path(next((word for word in sys.argv[1:] if not word.isdecimal()), str(WEIGHTS)))
    matches = int(next((word for word in sys.argv[1:] if word.isdecimal()), "400"))
    for aim, name in enumerate(AIMS):
        for seats in (2, 3, 4):
            with np.load(path) as file:
                net = file[f"{name}{seats}"].astype(float)
            errors = np.array([missed(board, net, aim) for board in last_turns(net, aim, seats, matches)])
            said, ahead = np.sqrt(np.nanmean(errors**2, axis=0))
            solved = np.isfinite(errors[:, 0]).sum()
            print(
                f"{name}, {seats} seats: {said:.4f}, one turn ahead {ahead:.4f}; {solved} solved", flush=True
            )


def last_turns(net: Net, aim: int, seats: int, matches: int) -> Boards:
    """(matches, SIZE): the first board of each last turn before a red die, if there is one."""
    everybody = np.zeros(seats, int)
    played = play_matches(SEED, matches, net[None], np.array([aim]), everybody, 0.0, lattice())
    last = played.boards[:, LEFT] == 1
    firsts = np.unique(played.matches[last], return_index=True)[1]
    boards: Boards = played.boards[last][firsts].astype(np.int64)
    return boards


def missed(board: np.ndarray, net: Net, aim: int) -> tuple[float, float]:
    """The errors of the network and of looking ahead with it; NaN if the turn is not solved."""
    solved = ending(board, aim, MOST_BOARDS)
    if not solved.known:
        return np.nan, np.nan
    worth, seat = look_up(board[None], solved, aim)[0], board[SEAT]
    said, ahead = estimates(board[None], net, aim)[0, seat], moving(board[None], seat, net, aim)[0]
    return float(said - worth), float(ahead - worth)


if __name__ == "__main__":
    main()

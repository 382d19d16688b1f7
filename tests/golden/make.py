"""Makes the golden records again: whole matches between beginners.

For each of the five games one for every number of seats, for a card more one with two seats.

Run `make golden`, or `python tests/golden/make.py` in the folder of the project, after a new game, or after a
change of rules or of the record that is meant; then read the difference. Dice and decisions come from a
generator whose seed is the name of the file. A record that no game asks for any more is removed.
"""

from collections.abc import Iterable
from pathlib import Path
from random import Random

from fivedice.bots.greedy import greedy
from fivedice.bots.random import random
from fivedice.chance import happen
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.notation import read
from fivedice.play import record
from fivedice.play.events import Event
from fivedice.play.match import Match, begin
from fivedice.play.questions import is_over, view
from fivedice.play.setup import Player, Setup, game_called
from fivedice.play.state import State
from fivedice.rules import Game

FOLDER = Path(__file__).parent
BOTS = {"greedy": greedy, "random": random}
NAMES = ("Ann", "Ben", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")

GAMES_A_MATCH = {"traditional-2seats": 2, "challenge-3seats": 2}
OPTIONS = {
    "traditional-3seats": {"joker": "free"},
    "challenge-2seats": {"joker": "free"},
    "showdown-3seats": {"pawns": "12,4,0"},
    "piecepack-2seats": {"suits": "moon,moon,crown,arms,arms"},
}
"""What is not as usual in some of them, by the name of the record."""


def names() -> tuple[str, ...]:
    """What the records are called, without the ending."""
    return tuple(f"{name}-{number}seats" for name, game in GAMES.items() for number in seats(name, game))


def seats(name: str, game: Game) -> Iterable[int]:
    """The numbers of seats for which a game has a record."""
    return game.seats if name in FIVE_GAMES else (2,)


def setup(name: str) -> Setup:
    """What is agreed: the openings of the game by turns; greedy and random bots side by side."""
    game, number = name.removesuffix("seats").rsplit("-", 1)
    openings = GAMES[game].openings
    players = tuple(Player(NAMES[seat], tuple(BOTS)[seat % len(BOTS)]) for seat in range(int(number)))
    return Setup(
        game_called(game, OPTIONS.get(name)),
        players,
        GAMES_A_MATCH.get(name, 1),
        read.first(openings[int(number) % len(openings)]),
    )


def next_event(state: State, chance: Random) -> Event:
    """What happens next: dice, a drawn seat, or the decision of a bot that sees what its seat may see."""
    if state.awaited.kind in ("throw", "first"):
        return happen(state.awaited, chance)
    seat = state.awaited.seats[0]
    bot = BOTS[state.setup.players[seat].bot]
    return bot(view(state, seat), seat, chance)


def play(name: str) -> Match:
    """The whole match of that name."""
    chance, match = Random(name), begin(setup(name))
    while not is_over(match.state):
        match = match.step(next_event(match.state, chance))
    return match


def main() -> None:
    """Writes all records."""
    wanted = {FOLDER / f"{name}.jsonl": record.text(play(name)) for name in names()}
    for old in set(FOLDER.glob("*.jsonl")) - set(wanted):
        old.unlink()
    for path, text in wanted.items():
        path.write_bytes(text.encode())


if __name__ == "__main__":
    main()

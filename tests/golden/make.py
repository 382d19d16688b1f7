"""Makes the golden records again: whole matches between beginners, one for each number of seats of the five
games, and one for each card more.

Run `make golden`, or `python tests/golden/make.py` in the folder of the project, after a new game, or after a
change of rules or of the record that is meant; then read the difference. Dice and decisions come from a
generator whose seed is the name of the file. A record that no game asks for any more is removed.
"""

from pathlib import Path
from random import Random

from fivedice.bots import random
from fivedice.bots.greedy import greedy
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.match.match import EventMatch, played
from fivedice.match.setup import Player, Setup, game_called
from fivedice.notation import read, record
from fivedice.runtime.chance import happen

FOLDER = Path(__file__).parent
BOTS = {"greedy": greedy, "random": random}
NAMES = ("Ann", "Ben", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")

SEATS_OF_MORE = 2
"""A card more than those of the rule sheets has one record, of so many seats."""
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
    five = [f"{game}-{seats}seats" for game in FIVE_GAMES for seats in GAMES[game].seats]
    more = [f"{game}-{SEATS_OF_MORE}seats" for game in GAMES if game not in FIVE_GAMES]
    return (*five, *more)


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


def play(name: str) -> EventMatch:
    """The whole match of that name."""
    agreed, chance = setup(name), Random(name)
    seated = [BOTS[player.bot] for player in agreed.players]
    return played(
        agreed,
        lambda state: happen(state.awaited, chance),
        lambda seen, seat: seated[seat](seen, seat, chance),
    )


def main() -> None:
    """Writes all records."""
    wanted = {FOLDER / f"{name}.jsonl": record.text(play(name)) for name in names()}
    for old in set(FOLDER.glob("*.jsonl")) - set(wanted):
        old.unlink()
    for path, text in wanted.items():
        path.write_bytes(text.encode())


if __name__ == "__main__":
    main()

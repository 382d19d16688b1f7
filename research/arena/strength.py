"""How strong the bots are against each other: the table of strength.md, less the luck of the dice.

Run: python -m research.arena.strength [ROW] [SECONDS]   (ROW is a game, a bot, or both: "junior casual:5")

Every row is what `fivedice arena GAME BOTS --adjusted --seed 1` says of its first bot; the command that gives
the row again is printed with it. A row is played for so many seconds of one processor (100 if not said) or
for the matches that `ROWS` names, whichever comes first, in rounds in which every bot has had every seat.
"""

import sys
from time import process_time
from typing import NamedTuple

from msgspec.structs import replace

from fivedice.arena.figures import figures
from fivedice.arena.plan import Plan, Play, player_of
from fivedice.games import GAMES
from fivedice.runtime import store
from fivedice.runtime.intervals import Estimate
from fivedice.runtime.library import Library
from fivedice.terminal import asking


class Row(NamedTuple):
    """Who plays what, and the most matches that are worth playing."""

    game: str
    bots: str
    matches: int


CASUAL = ("traditional", "piecepack", "showdown", "junior")
"""In challenge, where plain matches of casual are a hundred times as quick, adjusting them gains nothing."""
ROWS = (
    Row("traditional", "champion,expert", 4000),
    Row("traditional", "expert,greedy", 4000),
    Row("piecepack", "champion,expert", 4000),
    Row("challenge", "champion,expert", 2000),
    Row("challenge", "champion,expert,expert", 2000),
    Row("challenge", "champion,expert,expert,expert", 2000),
    Row("showdown", "champion,expert", 2000),
    Row("showdown", "champion,greedy", 2000),
    Row("showdown", "expert,greedy", 2000),
    Row("showdown", "champion,expert,expert", 2000),
    Row("showdown", "champion,expert,expert,expert", 2000),
    Row("junior", "champion,expert,expert", 6000),
    Row("junior", "champion,greedy,greedy", 6000),
    Row("junior", "expert,greedy,greedy", 6000),
    Row("junior", "champion,expert,expert,expert", 6000),
    Row("junior", "champion,greedy,greedy,greedy", 6000),
    Row("junior", "expert,greedy,greedy,greedy", 6000),
    *(Row(game, f"casual:{strength},expert", 2000) for game in CASUAL for strength in (0, 5, 10)),
)
"""Junior for two is not here: research/junior/head_to_head.py has it exactly."""
SEED = 1
HEADINGS = (
    "game",
    "bots",
    "wins of the first",
    "its mean score, the next one's",
    "fewer",
    "a second",
    "plain",
    "command",
)
"""So many times fewer matches are needed than without adjusting; so many are played in a second of a
processor, adjusted, and as they are."""
TIMED = 30
"""Of so many matches the plain rate is taken."""


def main() -> None:
    """Prints the rows of one game, or of all."""
    wanted = next((word for word in sys.argv[1:] if not word.isdecimal()), "")
    seconds = int(next((word for word in sys.argv[1:] if word.isdecimal()), 100))
    print("", *HEADINGS, "", sep=" | ")
    print("|", " --- |" * len(HEADINGS), flush=True)
    for row in ROWS:
        if wanted in f"{row.game} {row.bots}":
            print(measured(row, seconds), flush=True)


def measured(row: Row, seconds: int) -> str:
    """A row of the table; what is solved and compiled first is not counted in its time."""
    players = asking.only_bots(row.bots.split(","))
    setup = asking.agree(GAMES[row.game], players)
    plan = Plan(setup.game, players, SEED, duplicate=False, first=setup.first, adjusted=True)
    library = Library(store.tables(), many=True)
    play = player_of(plan, library)
    played, begin, seats = [play(1)], process_time(), len(players)
    while len(played) < row.matches and (len(played) % seats or process_time() - begin < seconds):
        played.append(play(len(played) + 1))
    rate = (len(played) - 1) / (process_time() - begin)
    plain = _rate(player_of(replace(plan, adjusted=False), library), len(played))
    first, second = figures(plan, played).bots[:2]
    assert first.fewer is not None
    bots = row.bots.replace(",", " ")
    command = f"`fivedice arena {row.game} {bots} --matches {len(played)} --adjusted --seed {SEED}`"
    scores = f"{_interval(first.score, 1, 2)}, {_interval(second.score, 1, 2)}"
    wins = f"{_interval(first.wins, 100, 2)}"
    speed = f"{first.fewer.wins:.1f} | {rate:.1f} | {plain:.1f}"
    return f"| {row.game} | {bots} | {wins} | {scores} | {speed} | {command} |"


def _rate(play: Play, after: int) -> float:
    """How many matches that have not been played yet are played in a second."""
    begin = process_time()
    for deal in range(after + 1, after + TIMED + 1):
        play(deal)
    return TIMED / (process_time() - begin)


def _interval(estimate: Estimate, times: int, digits: int) -> str:
    """The mean with half its interval."""
    return f"{times * estimate.value:.{digits}f} ± {times * (estimate.high - estimate.low) / 2:.{digits}f}"


if __name__ == "__main__":
    main()

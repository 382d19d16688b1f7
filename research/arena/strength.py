"""The strength of the bots: the tables of strength.md.

Run: python -m research.arena.strength [ROW] [SECONDS]   (ROW is a game, a bot, or both: "junior casual:5")

Each row is the result of `fivedice arena GAME BOTS --matches MATCHES --adjusted --seed 1` for its first bot;
casual in challenge plays with `--duplicate` instead. A row is played for SECONDS of processor time (default:
100) or for the matches that `ROWS` names, whichever ends first, in rounds in which every bot has every seat
once. Without ROW, casual also plays alone, as in `fivedice simulate traditional --seats casual:0
--matches 1000 --seed 7`, and everything is saved in benchmarks/results.
"""

import sys
from time import process_time
from typing import NamedTuple

from benchmarks.results import lines, save
from msgspec.structs import replace

from fivedice import bots
from fivedice.arena.figures import figures
from fivedice.arena.plan import ArenaPlan, Play, player_of
from fivedice.games import GAMES
from fivedice.match.setup import Player, Setup
from fivedice.runtime import simulation, store
from fivedice.runtime.intervals import Estimate, estimate
from fivedice.runtime.library import Library
from fivedice.terminal import asking


class Row(NamedTuple):
    """The bots of a row, and the largest number of matches to play."""

    game: str
    bots: str
    matches: int
    is_adjusted: bool = True


CASUAL = ("traditional", "piecepack", "showdown", "junior")
ROWS = (
    Row("traditional", "champion,expert", 4000),
    Row("traditional", "expert,greedy", 4000),
    Row("piecepack", "champion,expert", 4000),
    Row("piecepack", "expert,greedy", 4000),
    Row("challenge", "champion,expert", 2000),
    Row("challenge", "expert,greedy", 4000, is_adjusted=False),
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
    *(Row(game, f"casual:{strength},expert", 2000) for game in CASUAL for strength in (0, 1, 5, 10)),
    *(Row("challenge", f"casual:{strength},expert", 4000, is_adjusted=False) for strength in (0, 1, 5, 10)),
)
"""Junior for two is missing, because research/junior/head_to_head.py computes it exactly. In challenge, plain
matches of casual are a hundred times as fast, and adjusting them gains nothing.
"""
SEED = 1
HEADINGS = (
    "game",
    "bots",
    "wins of the first, %",
    "mean score of the first",
    "mean score of the next",
    "fewer matches",
    "matches",
    "a second",
    "plain, a second",
)
"""The factor of matches saved by adjusting, and matches per second of processor time, adjusted and plain."""
TIMED = 30
"""Matches from which the plain rate is measured."""


def main() -> None:
    """Prints the rows of one game or of all games."""
    wanted = next((word for word in sys.argv[1:] if not word.isdecimal()), "")
    seconds = int(next((word for word in sys.argv[1:] if word.isdecimal()), 100))
    print("", *HEADINGS, "", sep=" | ")
    print("|", " --- |" * len(HEADINGS), flush=True)
    strong, casual = list[list[str]](), list[list[str]]()
    for row in ROWS:
        if wanted in f"{row.game} {row.bots}":
            told = measured(row, seconds)
            (casual if "casual" in row.bots else strong).append(told)
            print("", *told, "", sep=" | ", flush=True)
    if not wanted:
        by_strength = lines(("bot", "mean score", "95% ±"), [alone(strength) for strength in range(11)])
        save("strength", [], lines(HEADINGS, strong), lines(HEADINGS, casual), by_strength)


def measured(row: Row, seconds: int) -> list[str]:
    """A row of the table. Its time excludes solving and compiling."""
    players = asking.only_bots(row.bots.split(","))
    setup = asking.agree(GAMES[row.game], players)
    how = {"duplicate": not row.is_adjusted, "adjusted": row.is_adjusted}
    plan = ArenaPlan(setup.game, players, SEED, first=setup.first, **how)
    library = Library(store.tables(), many=True)
    play = player_of(plan, library)
    played, begin, seats = [play(1)], process_time(), len(players)
    most = plan.deals(row.matches)
    while len(played) < most and (len(played) % seats or process_time() - begin < seconds):
        played.append(play(len(played) + 1))
    rate = (len(played) - 1) / (process_time() - begin)
    plain = _rate(player_of(replace(plan, adjusted=False), library), len(played))
    report = figures(plan, played)
    first, second = report.bots[:2]
    scores = _interval(first.score, 1, 2), _interval(second.score, 1, 2)
    fewer = f"{first.fewer.wins:.1f}" if first.fewer else "1"
    counts = fewer, f"{report.matches}", f"{rate:.1f}", f"{plain:.1f}"
    return [row.game, row.bots.replace(",", " "), _interval(first.wins, 100, 2), *scores, *counts]


def alone(strength: int) -> list[str]:
    """The mean score of casual alone in traditional, over 1,000 matches."""
    bot = bots.make(f"casual:{strength}", Library(store.tables(), many=True))
    setup = Setup(GAMES["traditional"], (Player("casual", "casual"),))
    made = estimate([simulation.play(setup, [bot], 7, number).scores[0] for number in range(1, 1001)])
    return [f"casual:{strength}", f"{made.value:.1f}", f"{(made.high - made.low) / 2:.1f}"]


def _rate(play: Play, after: int) -> float:
    """How many new matches are played per second."""
    begin = process_time()
    for deal in range(after + 1, after + TIMED + 1):
        play(deal)
    return TIMED / (process_time() - begin)


def _interval(estimate: Estimate, times: int, digits: int) -> str:
    """The mean with half its interval."""
    return f"{times * estimate.value:.{digits}f} ± {times * (estimate.high - estimate.low) / 2:.{digits}f}"


if __name__ == "__main__":
    main()

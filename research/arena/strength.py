"""The strength of the bots: the tables of strength.md.

Run: python -m research.arena.strength [--seconds SECONDS] [GAME ...]

Each row is the result of `fivedice arena GAME BOTS --matches MATCHES --adjusted --seed 1` for its first bot;
casual in challenge plays with `--duplicate` instead. A row is played for SECONDS of processor time (default:
100) or for the matches that `ROWS` names, whichever ends first, in rounds in which every bot has every seat
once. With traditional, casual also plays alone, as in `fivedice simulate traditional --seats casual:0
--matches 1000 --seed 7`.

Everything is saved in benchmarks/results, where the rows of other games stay, and the wins against the expert
in src/fivedice/bots/wins.py, for the personas.
"""

import argparse
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from benchmarks.results import FOLDER, command, lines, rows
from msgspec.structs import replace

from fivedice import bots
from fivedice.games import GAMES
from fivedice.match.setup import Player, Setup
from fivedice.runtime import simulation, store
from fivedice.runtime.intervals import Estimate, estimate
from fivedice.runtime.library import Library
from fivedice.study.arena.figures import figures
from fivedice.study.arena.plan import ArenaPlan, Play, player_of
from fivedice.terminal import asking


class Row(NamedTuple):
    """The bots of a row, and the largest number of matches to play."""

    game: str
    bots: str
    matches: int
    is_adjusted: bool = True


CASUAL = ("traditional", "piecepack", "showdown", "junior", "yacht-dice")
ROWS = (
    Row("traditional", "champion,expert", 4000),
    Row("traditional", "expert,greedy", 4000),
    Row("piecepack", "champion,expert", 4000),
    Row("piecepack", "expert,greedy", 4000),
    Row("yacht-dice", "champion,expert", 4000),
    Row("yacht-dice", "expert,greedy", 4000),
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
TITLE = "How many of 100 matches a bot wins against the expert, by game. Made by research.arena.strength."
TIMED = 30
"""Matches from which the plain rate is measured."""


FILE = FOLDER / "strength.json"
WINS = Path(bots.__file__).with_name("wins.py")
EXACT = {("junior", "champion"): 50.7062, ("junior", "greedy"): 100 - 50.8611}
"""The wins of 100 against the expert that research/junior/head_to_head.py computes."""
WIDEST = 5
"""The widest error of wins that say something about a persona, in matches of 100."""
PERSONAS = ("casual:1", "casual:5", "greedy", "champion")


def main() -> None:
    """Measures the rows of some games or of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=int, default=100)
    given = parser.parse_args()
    print("", *HEADINGS, "", sep=" | ")
    print("|", " --- |" * len(HEADINGS), flush=True)
    strong, casual = list[list[str]](), list[list[str]]()
    for row in ROWS:
        if not given.games or row.game in given.games:
            told = measured(row, given.seconds)
            (casual if "casual" in row.bots else strong).append(told)
            print("", *told, "", sep=" | ", flush=True)
    by_strength = list[list[str]]()
    if not given.games or "traditional" in given.games:
        by_strength = [alone(strength) for strength in range(11)]
    save(strong, casual, by_strength)


def save(strong: list[list[str]], casual: list[list[str]], by_strength: list[list[str]]) -> None:
    """Saves these rows in place of the earlier ones, and the wins of the personas."""
    saved = json.loads(FILE.read_text(encoding="utf-8"))
    measured = (HEADINGS, strong), (HEADINGS, casual), (("bot", "mean score", "95% ±"), by_strength)
    if any(found for _, found in measured):
        saved |= {"command": command(), "date": datetime.now(UTC).date().isoformat()}
    for table, (headings, found) in zip(saved["tables"], measured, strict=True):
        new = {_key(row): row for row in rows(lines(headings, found))}
        table[:] = ({_key(row): row for row in table} | new).values()
    FILE.write_text(json.dumps(saved, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    WINS.write_text(wins_module(saved["tables"]), encoding="utf-8")


def _key(row: dict[str, Any]) -> tuple[Any, ...]:
    return row.get("game"), row.get("bots"), row.get("bot")


def wins_module(tables: Sequence[Sequence[dict[str, Any]]]) -> str:
    """The wins of the personas against the expert, as the text of a module."""
    found = dict(EXACT)
    for row in chain(*tables[:2]):
        first, *others = row["bots"].split()
        wins, error = map(float, row["wins of the first, %"].split(" ± "))
        if error > WIDEST:
            continue
        if others == ["expert"]:
            found[row["game"], first] = wins
        elif (first, *others) == ("expert", "greedy"):
            found[row["game"], "greedy"] = 100 - wins
    games = [game for game in GAMES if any(where == game for where, _ in found)]
    told = [
        f'    "{game}": {{'
        + ", ".join(f'"{bot}": {round(found[game, bot])}' for bot in PERSONAS if (game, bot) in found)
        + "},\n"
        for game in games
    ]
    return f'"""{TITLE}"""\n\nWINS = {{\n{"".join(told)}}}\n'


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

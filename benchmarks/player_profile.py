"""How long a server takes to answer with a player's profile, after few and after many matches.

Run: python -m benchmarks.player_profile [MATCHES]
"""

import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

import httpx
import msgspec
from msgspec.structs import replace
from rich import print as show
from sqlalchemy import insert

from benchmarks import machine, results
from benchmarks.load import served
from fivedice.analysis import luck_and_cost
from fivedice.bots import make
from fivedice.match.setup import Player, Setup, game_called
from fivedice.runtime.identity import COOKIE
from fivedice.runtime.library import Library
from fivedice.runtime.simulation import play
from fivedice.server.players import store
from fivedice.server.storage import schema
from fivedice.server.storage.database import Database
from fivedice.statistics.figures import MatchFigures, figures

PACKAGES = ("msgspec", "sqlalchemy")
HEADINGS = ("matches", "MB", "profile, ms")
MATCHES, TIMES, PLAYED = 5000, 15, 30


def played(library: Library) -> list[MatchFigures]:
    """The figures of some matches of traditional between a person, as strong as a casual bot, and greedy."""
    game = game_called("traditional")
    setup = Setup(game, (Player("Ann"), Player("Bot", "greedy")))
    bots = [make("casual:6", library), make("greedy", library)]
    known, chances = library(game, 2, "score"), library.distribution(game).chances
    matches = (play(setup, bots, 1, number) for number in range(PLAYED))
    return [figures(match, 0, luck_and_cost.review(match, known), chances) for match in matches]


def with_results(url: str, number: int, made: list[MatchFigures]) -> tuple[str, int]:
    """A database with a player who has played this many matches: the cookie, and the bytes of the figures."""
    source, size = Random(1), 0
    database = Database(url)
    player, secret = database.run(store.create, "Ann")
    rows = []
    for place in range(number):
        one = replace(source.choice(made), at=float(place), code=f"{place:06}", record=f"{place:064}")
        text = msgspec.json.encode(one).decode()
        size += len(text)
        row = {"code": one.code, "seat": 0, "at": one.at, "kind": one.kind, "imported": 0, "figures": text}
        rows.append({"player": player.id, **row})
    database.run(lambda connection: connection.execute(insert(schema.results), rows) and None)
    database.close()
    return secret, size


def main() -> None:
    """Prints a row for each number of matches."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    figures_: list[list[str]] = []
    with tempfile.TemporaryDirectory() as folder:
        made = played(Library(Path(folder)))
        for many in (max(1, number // 100), number):
            url = f"sqlite:///{folder}/{many}.sqlite3"
            secret, size = with_results(url, many, made)
            with served(url) as (address, _), httpx.Client(cookies={COOKIE: secret}) as client:
                seconds = []
                for _ in range(TIMES):
                    begun = perf_counter()
                    client.get(f"{address}/api/player/profile").raise_for_status()
                    seconds.append(perf_counter() - begun)
            figures_.append([f"{many}", f"{size / 1e6:.1f}", f"{1000 * median(seconds):.0f}"])
    table = results.lines(HEADINGS, figures_)
    table.title = machine.facts(*PACKAGES)
    show(table)
    results.save("player_profile", PACKAGES, table)


if __name__ == "__main__":
    main()

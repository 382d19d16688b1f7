"""Recomputes a player's profile from the records alone, and compares it with `fivedice stats --json`.

Imports nothing of `fivedice.statistics` and no review: it replays each record, and rates every choice by
itself. Run: python -m research.profile_check [NAME]   (with FIVEDICE_HOME as for fivedice stats)
"""

import json
import subprocess
import sys
from collections import defaultdict
from statistics import fmean, stdev

from fivedice.analysis import evaluate
from fivedice.match.events import Choose, Hint, Keep, Spend
from fivedice.match.match import Match
from fivedice.match.state import begin, step
from fivedice.notation import record
from fivedice.runtime import store
from fivedice.runtime.library import Library

NEAR = 1e-6


def cost(match: Match, seat: int, library: Library) -> float:
    """What all choices of a seat cost, each rated against the best in its position."""
    knowledge = library(match.setup.game, len(match.setup.players), "score")
    lost, state = 0.0, begin(match.setup)
    for event in match.events:
        if isinstance(event, Keep | Spend | Choose) and event.seat == seat:
            rated = {one.decision: one.worth for one in evaluate.rate(state, seat, knowledge)}
            lost += max(rated.values()) - rated[event]
        state = step(state, event)
    return lost


def recomputed(name: str) -> dict[tuple[str, str], dict[str, float]]:
    """Figures by game and options, for the games with a sheet of their own for each player."""
    library = Library(store.tables())
    found = defaultdict[tuple[str, str], dict[str, list[float]]](lambda: defaultdict(list))
    for path in store.records(store.folder()):
        match = record.replay(store.read(path)).match
        setup = match.setup
        names = [player.name for player in setup.players if not player.bot]
        if setup.game.board != "cards" or name not in names or match.awaited.kind != "over":
            continue
        seat = [player.name for player in setup.players].index(name)
        kept = found[setup.game.name, repr(setup.game)]
        kept["totals"].append(match.scores[seat] / setup.games)
        kept["won"].append((seat in match.winners) / len(match.winners) if len(setup.players) > 1 else 0.0)
        if not any(isinstance(event, Hint) and event.seat == seat for event in match.events):
            best = evaluate.worth(begin(setup), seat, library(setup.game, len(setup.players), "score"))
            kept["own"].append((best - cost(match, seat, library)) / setup.games)
    return {kind: _sums(kept) for kind, kept in found.items()}


def _sums(kept: dict[str, list[float]]) -> dict[str, float]:
    own = kept["own"]
    error = stdev(own) / len(own) ** 0.5 if len(own) > 1 else 0.0
    return {
        "played": len(kept["totals"]),
        "won": sum(kept["won"]),
        "total": fmean(kept["totals"]),
        "plays_like": fmean(own),
        "error": error,
    }


def main() -> None:
    """Prints both, kind by kind; ends with 1 if they differ."""
    name = sys.argv[1] if len(sys.argv) > 1 else "Ann"
    command = [sys.executable, "-m", "fivedice", "stats", name, "--json"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    wrong = 0
    for (game, _), own in recomputed(name).items():
        alike = [
            one for one in told["kinds"] if one["kind"].split()[0] == game and one["played"] == own["played"]
        ]
        figures = [
            {
                "played": one["played"],
                "won": one["won"],
                "total": one["total"]["value"],
                "plays_like": one["plays_like"]["value"],
                "error": one["plays_like"]["error"] or 0.0,
            }
            for one in alike
        ]
        same = any(all(abs(one[key] - own[key]) < NEAR for key in own) for one in figures)
        wrong += not same
        print(f"{game}: {'the same' if same else f'DIFFERS from {figures}'}: {own}")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()

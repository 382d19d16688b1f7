"""Solves a score card for two players who both play to win: every pair of cards, every lead that matters.

Run: python -m research.yacht.solve [GAME] [--out FOLDER]

GAME is a game with a card (default: yacht) or a card file. The table has a file of float32 for each turn,
4.9 GB for yacht; `fivedice.study.arena.solved` describes it. Solving itself keeps float64, and only two
turns in memory: 4 GB, and 11 minutes of a processor. The same command continues where it was stopped.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

import fivedice
from fivedice.cards import filling
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.rules import IllegalMove
from fivedice.core.worth import Worth
from fivedice.games.owncard import OwnCard
from fivedice.runtime import store
from fivedice.solve.cards import duel
from fivedice.solve.kernel.settings import LANES
from fivedice.study.arena.solved import CARDS, duel_folder, stage_file

Report = Callable[[str], None]


def main() -> None:
    """Solves the card and prints the first player's share of the win."""
    given = arguments(__doc__)
    form = game_of(given.game).card
    share = solve(form, duel_folder(form, given.out), lambda line: print(line, flush=True))
    print(f"The first player's share of the win: {share:.12f}")


def arguments(description: str | None) -> Namespace:
    """The arguments of a script of this folder."""
    parser = ArgumentParser(description=description)
    parser.add_argument("game", nargs="?", default="yacht")
    parser.add_argument("--out", type=Path, default=store.tables(), help="default: where the arena looks")
    parser.add_argument("--all", action="store_true", help="also evaluate the chances to win and to lose")
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--position", default="")
    parser.add_argument("--dice", default="")
    return parser.parse_args()


def game_of(name: str) -> OwnCard:
    """A game whose card has no bonus, by its name or card file; ends the script for any other."""
    try:
        game = fivedice.card(Path(name)) if name.endswith(".toml") else fivedice.game(name)
    except (IllegalMove, OSError, ValueError) as error:
        sys.exit(str(error))
    if not isinstance(game, OwnCard) or game.card.further or any(each.bonus for each in game.card.sections):
        sys.exit(f"{name} is not a card without bonus.")
    return game


def table_of(given: Namespace) -> tuple[ScoreCard, Path]:
    """The card and the folder of its table; ends the script if it has not been made."""
    form = game_of(given.game).card
    folder = duel_folder(form, given.out)
    if not stage_file(folder, duel.turns_of(form)[0]).exists():
        sys.exit(f"{folder} has no table; python -m research.yacht.solve makes it.")
    return form, folder


def solve(form: ScoreCard, folder: Path, report: Report = lambda _: None) -> float:
    """Writes the table of a card; returns the first player's share of the win."""
    folder.mkdir(parents=True, exist_ok=True)
    empty = filling.empty(form)
    turns, side = duel.turns_of(form), duel.side_of(form, empty)
    cards: dict[str, Any] = {str(vacant): np.array(level) for vacant, level in enumerate(side.levels)}
    np.savez(folder / CARDS, number=side.number, **cards)
    last = next((place for place, turn in enumerate(turns) if latest(folder, turn).exists()), len(turns) - 1)
    shares = np.fromfile(latest(folder, turns[last])) if latest(folder, turns[last]).exists() else None
    begin = perf_counter()
    for turn, stage, number in duel.backwards(form, (side, side), turns[: last + 1], 0, last=shares):
        if turn != turns[last] or shares is None:
            keep(stage.shares, folder, turn)
        report(f"{turn[1]:2} against {turn[2]:2}: {number:11,} positions, {perf_counter() - begin:6.0f} s")
    return float(stage.shares[LANES])


def shares_of(folder: Path, turn: duel.Turn) -> Worth:
    """The shares before a turn, from the table."""
    return np.fromfile(stage_file(folder, turn), np.float32).astype(np.float64)


def latest(folder: Path, turn: duel.Turn) -> Path:
    """The file of the shares of the latest turn as float64, from which solving continues."""
    return stage_file(folder, turn).with_suffix(".f64")


def keep(shares: Worth, folder: Path, turn: duel.Turn) -> None:
    """Writes the shares of a turn; each file appears complete."""
    for kind, path in ((np.float32, stage_file(folder, turn)), (np.float64, latest(folder, turn))):
        shares.astype(kind, copy=False).tofile(unfinished := path.with_suffix(".part"))
        unfinished.replace(path)
    for path in folder.glob("*.f64"):
        if path != latest(folder, turn):
            path.unlink()


if __name__ == "__main__":
    main()

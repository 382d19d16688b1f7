"""Holds the compiled environments to the plain one: every observation, reward, end and label of every step.

Run: python -m research.solo_check [EPISODES] [CARD] [RUNG]

Actions are random, and one in a hundred may be illegal. Stops with an error at the first difference.
"""

import sys
from typing import Any

import numpy as np
from rich.progress import track

from fivedice.study.solo import Solo
from fivedice.study.vector import SoloVector

GAMES, SEED = 50, 30
LABELS = ("worth", "regret", "regrets")


def main() -> None:
    """Compares as many episodes as asked for."""
    words = dict(enumerate(sys.argv[1:]))
    episodes = int(words.get(0, 100_000))
    rounds = episodes // GAMES
    for number in track(range(rounds), "Comparing"):
        compare(words.get(1, "traditional"), words.get(2, "full"), GAMES, SEED + number * GAMES, 1)
    print(f"{rounds * GAMES:,} episodes, no difference.")


_made: dict[tuple[str, str, int], tuple[SoloVector, list[Solo]]] = {}


def compare(card: str, rung: str, games: int, seed: int, episodes: int) -> None:
    """Plays this many episodes in each game, both ways. Raises `AssertionError` for a difference."""
    if (card, rung, games) not in _made:
        _made[card, rung, games] = (
            SoloVector(games, card, rung, labels=True),
            [Solo(card, rung) for _ in range(games)],
        )
    many, alone = _made[card, rung, games]
    chance = np.random.default_rng(seed)
    seen, info = many.reset(seed=seed)
    for game, env in enumerate(alone):
        same(env.reset(seed=seed + game)[0], seen, game)
    over, ended = np.zeros(games, np.bool_), np.zeros(games, int)
    while ended.min() < episodes:
        mask = info["action_mask"]
        actions = (chance.random(mask.shape) * mask).argmax(axis=1)
        actions[chance.random(games) < 0.01] = 31
        seen, rewards, ends, _, info = many.step(actions)
        for game, env in enumerate(alone):
            told: Any = env.step(actions[game]) if not over[game] else (env.reset(), 0.0, False)
            observation, labels = told[0] if over[game] else (told[0], told[4])
            same(observation, seen, game)
            assert tuple(told[1:3]) == (rewards[game], ends[game])
            assert labels["illegal"] == info["illegal"][game]
            for label in LABELS:
                np.testing.assert_allclose(labels[label], info[label][game], atol=1e-9)
        over, ended = ends, ended + ends


def same(one: dict[str, Any], many: dict[str, Any], game: int) -> None:
    """Asserts that an observation is the one of a game among many."""
    assert (one["observation"] == many["observation"][game]).all()
    assert (one["action_mask"] == many["action_mask"][game]).all()


if __name__ == "__main__":
    main()

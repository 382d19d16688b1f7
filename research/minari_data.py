"""Makes a Minari data set of best, casual and greedy play, with the exact optimum as its reference score.

Run: python -m research.minari_data [STEPS] [CARD]

Needs `pip install 'minari[arrow,create]'`. Minari writes into MINARI_DATASETS_PATH. Each step
has its exact labels in the infos, so the regret of the data is known step by step.
"""

import sys
from typing import cast

import gymnasium
import minari
import numpy as np
from rich.progress import track

from fivedice import study
from fivedice.study.regret import Observations, bot_actions
from fivedice.study.solo import Solo

STEPS, CARD, SEED = 1_000_000, "traditional", 1
CHANCE = np.random.default_rng(SEED)
BOTS = ("expert", "casual", "greedy")
"""In turn, one after another; the expert plays best."""


def main() -> None:
    """Makes the data set."""
    words = dict(enumerate(sys.argv[1:]))
    steps, card = int(words.get(0, STEPS)), words.get(1, CARD)
    asked = study.task(card)
    solo = gymnasium.make("fivedice/Solo-v0", card=card)
    env = minari.DataCollector(solo, record_infos=True, data_format="arrow")
    policies = [bot_actions(bot, asked, SEED) for bot in BOTS]
    env.reset(seed=SEED)
    over, episode = False, 0
    for _ in track(range(steps), "Playing"):
        if over:
            env.reset()
            episode += 1
        game = cast(Solo, solo.unwrapped)
        action = policies[episode % len(BOTS)](game.card, game.roll, game.left)
        over = env.step(action)[2]
    env.create_dataset(
        f"fivedice/{card}/mixed-v0",
        algorithm_name=", ".join(BOTS),
        ref_min_score=study.regret(any_action, card, 10_000).total.value,
        ref_max_score=asked.optimum,
        description="Best, casual and greedy play in turn; each step has the exact regret of every action.",
        requirements=["fivedice[rl]"],
    )


def any_action(observed: Observations) -> np.ndarray:
    """A legal action at random."""
    mask = observed["action_mask"]
    return (CHANCE.random(mask.shape) * mask).argmax(axis=1)


if __name__ == "__main__":
    main()

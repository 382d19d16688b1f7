"""Compares a learned policy with the bots by exact regret, and draws docs/learning-curve.svg.

Run: python -m research.learning.report [FILE] [MATCHES]

"uniform" takes every legal action with the same chance. All policies meet the same dice.
"""

import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np
from numpy.typing import NDArray

from fivedice import study
from fivedice.core.rules import title
from fivedice.solve.cards.batch import CardBatch
from fivedice.study.regret import Observations, Policy, Regret
from research.learning.network import Ints
from research.learning.q_learning import load

WEIGHTS = Path(__file__).parent / "traditional.npz"
PICTURE = Path(__file__).parents[2] / "docs" / "learning-curve.svg"
BOTS = ("casual", "greedy", "expert")


CHANCE = np.random.default_rng(0)


def uniform(observations: Observations) -> Ints:
    """Any legal action."""
    mask = observations["action_mask"]
    return (mask * CHANCE.random(mask.shape)).argmax(axis=1)


def bonus_share(policy: Policy, task: study.Task, matches: int) -> float:
    """The share of matches that earn a bonus for a section."""
    batch = CardBatch(task.form, matches, turns=task.turns, again=False)
    batch.begin(np.zeros(matches, np.uint64), np.arange(matches))
    while not batch.state.over.all():
        batch.step(policy(batch.observation()))
    return float((batch.state.bonuses > 0).mean())


def draw(curve: NDArray[np.float64], learned: Regret, means: dict[str, float]) -> None:
    """The expected total against the time of learning, and what the learned policy loses in each box."""
    mpl.use("svg")
    mpl.rcParams |= {"svg.hashsalt": "learning", "svg.fonttype": "none", "font.size": 10}
    from matplotlib import pyplot  # noqa: PLC0415 - after the choice of how to draw

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.8), width_ratios=(3, 2))
    left.plot(curve[:, 0] / 60, learned.optimum - curve[:, 4], "o-", color="#1b6ca8", markersize=3)
    for name, mean in means.items():
        left.axhline(mean, color="0.6", linewidth=0.8, linestyle="--")
        left.annotate(name, (curve[-1, 0] / 60, mean), ha="right", va="bottom", color="0.3")
    left.set(xlabel="minutes of processor time", ylabel="expected total")
    left.grid(color="0.9")
    right.barh(
        [title(name) for name in learned.by_box][::-1], [*learned.by_box.values()][::-1], color="#c0562b"
    )
    right.set(xlabel="points lost a match, by box")
    figure.tight_layout()
    figure.savefig(PICTURE, metadata={"Date": None})


def main(file: str = str(WEIGHTS), matches: str = "10000") -> None:
    """Prints a line for each policy and all figures of the learned one, and draws the picture."""
    values, settings, curve = load(Path(file))
    means = {}
    for policy in (uniform, *BOTS, values):
        found = study.regret(policy, settings.card, int(matches), rung=settings.rung)
        total, lost = found.total, found.regret
        print(f"{found.policy:8} mean {total.value:.2f} ({total.low:.2f} to {total.high:.2f})", end=", ")
        print(f"median {found.median:.0f}, regret {lost.value:.3f} ({lost.low:.3f} to {lost.high:.3f})")
        means[found.policy] = found.optimum - lost.value
    print(f"\n{found}\n\n{curve[-1, 0]:.0f} s of processor time, {curve[-1, 1]:,.0f} steps")
    share = bonus_share(values, study.task(settings.card, settings.rung), int(matches))
    print(f"A section bonus in {share:.1%} of matches\n{settings}")
    draw(curve, found, {name: means[name] for name in BOTS})


if __name__ == "__main__":
    main(*sys.argv[1:])

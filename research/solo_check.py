"""Holds the compiled environments to plain ones: every observation, reward, end and label of every step.

Run: python -m research.solo_check [EPISODES] [CARD] [RUNG]

Actions are random, and one in a hundred may be illegal. Stops with an error at the first difference.
"""

import sys
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np
from gymnasium.utils.seeding import np_random
from rich.progress import track

from fivedice.cards import filling
from fivedice.core.actions import ALL_FIVE, KEEP_ACTIONS, KEEP_MASK, KEPT, kept
from fivedice.core.dice import FACES, FIVE, ROLL_OF, Dice
from fivedice.core.turn import THROWS
from fivedice.core.worth import ROLL_NUMBER, Worth, turn_worth
from fivedice.games.cardgame import CardPosition
from fivedice.solve.cards.columns import layout
from fivedice.solve.cards.table import CardPoints
from fivedice.study.tasks import Task
from fivedice.study.vector import SoloVector

GAMES, SEED = 50, 30


def main() -> None:
    """Compares as many episodes as asked for."""
    words = dict(enumerate(sys.argv[1:]))
    episodes = int(words.get(0, 100_000))
    rounds = episodes // GAMES
    for number in track(range(rounds), "Comparing"):
        compare(words.get(1, "traditional"), words.get(2, "full"), GAMES, SEED + number * GAMES, 1)
    print(f"{rounds * GAMES:,} episodes, no difference.")


_made: dict[tuple[str, str, int], SoloVector] = {}


def compare(card: str, rung: str, games: int, seed: int, episodes: int) -> None:
    """Plays this many episodes in each game, both ways. Raises `AssertionError` for a difference."""
    if (card, rung, games) not in _made:
        _made[card, rung, games] = SoloVector(games, card, rung, labels=True)
    many = _made[card, rung, games]
    alone = [Plain(many.task, seed + game) for game in range(games)]
    chance = np.random.default_rng(seed)
    seen, info = many.reset(seed=seed)
    over, ended = np.zeros(games, np.bool_), np.zeros(games, int)
    while ended.min() < episodes:
        mask = info["action_mask"]
        actions = (chance.random(mask.shape) * mask).argmax(axis=1)
        actions[chance.random(games) < 0.01] = 31
        seen, rewards, ends, _, info = many.step(actions)
        for game, plain in enumerate(alone):
            reward, lost, illegal = plain.begin() if over[game] else plain.step(int(actions[game]))
            assert (reward, plain.over, illegal) == (rewards[game], ends[game], info["illegal"][game])
            same(plain, seen, info, game)
            assert abs(lost - info["regret"][game]) < 1e-9
        over, ended = ends, ended + ends


def same(plain: "Plain", seen: dict[str, Any], info: dict[str, Any], game: int) -> None:
    """Asserts that a plain game is in the state of a game among many."""
    assert (plain.features() == seen["observation"][game]).all()
    assert (plain.mask() == seen["action_mask"][game]).all()
    assert (plain.mask() == info["action_mask"][game]).all()
    worth = plain.worths.max()
    np.testing.assert_allclose(worth, info["worth"][game], atol=1e-9)
    np.testing.assert_allclose(worth - plain.worths, info["regrets"][game], atol=1e-9)


class Plain:
    """One game, written for reading, turn by turn on the values of the rules."""

    def __init__(self, asked: Task, seed: int) -> None:
        self.task, self.episode = asked, -1
        self.key = int(np_random(seed)[0].integers(1 << 64, dtype=np.uint64))
        self.begin()

    def begin(self) -> tuple[float, float, bool]:
        """Begins an episode."""
        self.episode += 1
        self.open(filling.empty(self.task.form))
        return 0.0, 0.0, False

    def step(self, action: int) -> tuple[float, float, bool]:
        """Takes an action: the reward, its regret, and whether it was illegal."""
        legal = bool(self.mask()[action])
        lost = float(self.worths.max() - (self.worths[action] if legal else 0))
        points = self.take(action) if legal else 0
        if not legal:
            self.end()
        return points, lost, not legal

    @cached_property
    def worths(self) -> Worth:
        """(actions,): the points to come if each action is followed by best play; -inf if it is illegal."""
        worths = np.full(self.task.actions, 0.0 if self.over else -np.inf)
        if not self.over:
            roll = ROLL_NUMBER[self.roll]
            worths[KEEP_ACTIONS:] = self.by_box[roll]
            if self.left:
                worths[:KEEP_ACTIONS] = self.ahead[self.left - 1][KEPT[roll]]
            worths[self.mask() == 0] = -np.inf
        return worths

    def open(self, card: filling.Card) -> None:
        """Opens a turn: the worths of boxes and keeps, and the first throw."""
        self.card, self.left, self.over = card, THROWS, False
        self.by_box = by_box(self.task, card)
        turn = turn_worth(self.by_box.max(axis=1))
        self.ahead = turn.one_left, turn.two_left
        self.throw(())

    def throw(self, keep: Dice) -> None:
        """Throws the dice that a keep lacks."""
        order = throws_of(self.key, self.episode, filling.filled(self.card))[THROWS - self.left]
        self.roll, self.left = ROLL_OF[keep + tuple(islice(digits(order), FIVE - len(keep)))], self.left - 1
        vars(self).pop("worths", None)

    def take(self, action: int) -> int:
        """Takes a legal action and returns its points."""
        if action < KEEP_ACTIONS:
            self.throw(kept(self.roll, action))
            return 0
        form, before = self.task.form, self.card
        after = filling.fill(form, before, action - KEEP_ACTIONS, self.roll)
        if filling.filled(after) == self.task.turns:
            self.card = after
            self.end()
        else:
            self.open(after)
        return filling.total(form, after) - filling.total(form, before)

    def end(self) -> None:
        """Ends the episode."""
        self.left, self.over = -1, True
        vars(self).pop("worths", None)

    def mask(self) -> "np.ndarray[Any, np.dtype[np.int8]]":
        """The legal actions; all after the end."""
        mask = np.full(self.task.actions, self.over, np.int8)
        if self.left > 0:
            mask[:ALL_FIVE] = KEEP_MASK[ROLL_NUMBER[self.roll]][:ALL_FIVE]
        if not self.over:
            mask[[KEEP_ACTIONS + box for box in filling.open_boxes(self.task.form, self.card, self.roll)]] = 1
        return mask

    def features(self) -> "np.ndarray[Any, np.dtype[np.float32]]":
        """The observation, as docs/reference/environments.md says."""
        form, card = self.task.form, self.card
        features = [self.roll.count(face) / FIVE for face in FACES]
        features += [self.left == left for left in range(THROWS)]
        features += [points is not None for points in card.boxes]
        for place, _ in layout(form).sections:
            features.append(min(1, filling.section_total(form, card, place) / form.sections[place].goal))
        if layout(form).proved:
            features.append(bool(card.boxes[layout(form).order[layout(form).further]]))
        return np.array(features, np.float32)


def by_box(asked: Task, card: filling.Card) -> Worth:
    """(252, boxes): the points to come of each roll in each box of a card; -inf in a box it may not fill."""
    by_bit = CardPoints(asked.table).box_worth(CardPosition((card,), 0), 0)
    return by_bit[:, np.argsort(layout(asked.form).order)] - filling.total(asked.form, card)


# --- Dice ------------------------------------------------------------------------------------------------

BITS = 1 << 64


def throws_of(key: int, episode: int, turn: int) -> tuple[int, int, int]:
    """The three throws of a turn as numbers below 6^5 (see `fivedice.solve.cards.batch`)."""
    bits = mixed(mixed(mixed(key) + episode) + turn)
    orders = len(FACES) ** FIVE
    return bits % orders, bits // orders % orders, bits // orders**2 % orders


def mixed(number: int) -> int:
    """The output of SplitMix64 with this number (Steele, Lea and Flood, 2014)."""
    bits = (number + 1) * 0x9E3779B97F4A7C15 % BITS
    bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9 % BITS
    bits = (bits ^ bits >> 27) * 0x94D049BB133111EB % BITS
    return bits ^ bits >> 31


def digits(order: int) -> Iterator[int]:
    """The dice of a throw: its digits in base 6, the lowest first."""
    while True:
        order, face = divmod(order, len(FACES))
        yield face + 1


if __name__ == "__main__":
    main()

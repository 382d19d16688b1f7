"""The casual bot: the stronger the better, plausible mistakes, in every game, by what its seat may see."""

from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean

import pytest

from fivedice.analysis import evaluate
from fivedice.bots import make
from fivedice.games import GAMES
from fivedice.match.events import Throw
from fivedice.match.questions import decisions, is_over, scores, view, winners
from fivedice.match.setup import Player, Setup, game_called
from fivedice.match.state import State, begin, step
from fivedice.runtime.library import Library
from fivedice.runtime.simulation import play


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """All that is known, solved once."""
    folder: Path = tmp_path_factory.mktemp("tables")
    return Library(folder)


def setup_of(game: str, *bots: str, first: int = 0) -> Setup:
    """A match of these bots."""
    players = tuple(Player(f"{bot} {seat}", bot) for seat, bot in enumerate(bots))
    return Setup(game_called(game), players, first=first)


def mean_alone(library: Library, strength: int, matches: int = 50) -> float:
    """The mean total alone at traditional, always on the same dice."""
    bot = make(f"casual:{strength}", library)
    played = (play(setup_of("traditional", "casual"), [bot], 3, number) for number in range(matches))
    return fmean(scores(match.state)[0] for match in played)


def test_more_strength_makes_more_points(library: Library) -> None:
    """Alone at traditional the mean total grows with the strength, from a beginner's to almost the best."""
    means = [mean_alone(library, strength) for strength in (0, 4, 7, 10)]
    assert means == sorted(means)
    assert 140 < means[0] < 180
    assert 225 < means[-1] < 260


@pytest.mark.parametrize(("weak", "strong"), [(0, 5), (5, 10)])
def test_the_stronger_wins_more_at_junior(library: Library, weak: int, strong: int) -> None:
    """With two seats, each beginning half the matches, the stronger wins well over half."""
    names = (f"casual:{weak}", f"casual:{strong}")
    bots = [make(name, library) for name in names]
    won = [
        1 in winners(play(setup_of("junior", *names, first=number % 2), bots, 4, number).state)
        for number in range(200)
    ]
    assert fmean(won) > 0.55


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_every_game_to_its_end(library: Library, game: str) -> None:
    """A whole match with many mistakes, each decision a legal one, or the match would refuse it."""
    bot = make("casual:0", library)
    assert is_over(play(setup_of(game, "casual", "casual"), [bot, bot], 1, 1).state)


def test_small_mistakes_come_more_often_than_large_ones(library: Library) -> None:
    """Of 4,000 choices with one roll the best comes most often, and the dearer half of them seldom."""
    state = after_first_throw(setup_of("traditional", "casual:2"), (1, 3, 3, 4, 6))
    bot, chance = make("casual:2", library), Random(1)
    rated = evaluate.rate(state, 0, library(state.setup.game, 1, "score"))
    chosen = [bot(state, 0, chance) for _ in range(4000)]
    counts = [chosen.count(choice.decision) for choice in rated]
    half = len(counts) // 2
    assert counts[0] == max(counts)
    assert counts[0] < sum(counts) * 0.9
    assert sum(counts[:half]) > 3 * sum(counts[half:]) > 0


def test_at_full_strength_it_plays_almost_the_best(library: Library) -> None:
    """Its mean cost of a choice is under a fifth of that at strength 0."""
    state = after_first_throw(setup_of("traditional", "casual:2"), (1, 3, 3, 4, 6))
    cost = {
        choice.decision: choice.cost
        for choice in evaluate.rate(state, 0, library(state.setup.game, 1, "score"))
    }

    def mean(strength: int) -> float:
        bot, chance = make(f"casual:{strength}", library), Random(2)
        return fmean(cost[bot(state, 0, chance)] for _ in range(1000))

    assert mean(10) < mean(0) / 5


def test_it_decides_by_its_view(library: Library) -> None:
    """What another seat has handed in and not yet shown makes no difference to it."""
    state = after_first_throw(setup_of("challenge", "casual", "casual"), (2, 2, 5, 6, 6))
    bot = make("casual:3", library)
    for handed_in in decisions(state, 0):
        shown = step(state, handed_in)
        assert bot(shown, 1, Random(7)) == bot(view(shown, 1), 1, Random(7)) == bot_first(library, state)


@cache
def bot_first(library: Library, state: State) -> object:
    """What it decides before the other seat has handed in anything."""
    return make("casual:3", library)(state, 1, Random(7))


def after_first_throw(setup: Setup, dice: tuple[int, ...]) -> State:
    """The state in which the dice of the first throw lie."""
    state = begin(setup)
    return step(state, Throw(state.awaited.seats[0], dice))

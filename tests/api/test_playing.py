"""Whole matches between bots, and bots that are any callable."""

from random import Random
from typing import cast

import msgspec
import numpy as np
import pytest

import fivedice
from fivedice.bots.greedy import greedy
from fivedice.deals import verify
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.match.events import Keep
from fivedice.match.setup import Player, Setup
from fivedice.notation import record
from fivedice.runtime import chance, simulation
from tests.api.house import HOUSE


def first(state: fivedice.State, seat: int, chance: Random) -> fivedice.Decision:  # noqa: ARG001
    return fivedice.decisions(state, seat)[0]


def middle(state: fivedice.State, seat: int, chance: Random) -> fivedice.Decision:  # noqa: ARG001
    offered = fivedice.decisions(state, seat)
    return offered[len(offered) // 2]


def backwards(state: fivedice.State, seat: int, chance: Random) -> fivedice.Decision:
    """Decides likewise, but names the dice of a keep from the last to the first."""
    decision = middle(state, seat, chance)
    return Keep(seat, decision.dice[::-1]) if isinstance(decision, Keep) else decision


class Stubborn:
    """Answers the same, whatever is asked."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def __call__(self, *asked: object) -> object:  # noqa: ARG002 - whatever is asked
        return self.answer


@pytest.mark.parametrize("name", FIVE_GAMES)
def test_callables_and_names_play_any_game_to_its_end(name: str) -> None:
    match = fivedice.play(name, "greedy", first, seed=3)
    assert match.awaited.kind == "over"
    assert [(player.name, player.bot) for player in match.setup.players] == [
        ("greedy", "greedy"),
        ("first", ""),
    ]
    assert fivedice.read(match.record()) == match


@pytest.mark.parametrize("name", FIVE_GAMES)
def test_a_callable_may_name_the_dice_of_a_keep_in_any_order(name: str) -> None:
    match = fivedice.play(name, "greedy", backwards, seed=3)
    assert match.events == fivedice.play(name, "greedy", middle, seed=3).events
    assert fivedice.read(match.record()) == match


def test_an_own_card_is_played_as_a_game_as_a_value_and_as_a_card() -> None:
    house = fivedice.card(HOUSE)
    scores = [
        fivedice.play(card, "greedy", first, seed=3).scores for card in (house, house.written, house.card)
    ]
    assert len(set(scores)) == 1


def test_a_number_as_seed_gives_the_match_that_simulate_plays_first() -> None:
    setup = Setup(GAMES["yatzy"], (Player("greedy", "greedy"), Player("greedy 2", "greedy")))
    simulated = simulation.play(setup, [greedy, greedy], 7, 1)
    for seven in (7, cast(int, np.int64(7))):
        match = fivedice.play("yatzy", "greedy", "greedy", seed=seven)
        assert match.events == simulated.events
        assert msgspec.structs.replace(match.setup, dice=None) == simulated.setup


@pytest.mark.parametrize("seed", [7, Random(7), None])
def test_the_dice_of_a_match_between_bots_can_be_verified(seed: int | Random | None) -> None:
    match = fivedice.play("junior", "greedy", "greedy", seed=seed)
    assert verify.check(record.replay(match.record())).verdict == "verified"


def test_what_is_no_generator_is_told_in_a_sentence() -> None:
    with pytest.raises(
        TypeError, match=r"Random numbers come from a random\.Random or a numpy Generator, not 'seven'"
    ):
        fivedice.play("yatzy", "greedy", seed=cast(int, "seven"))


@pytest.mark.parametrize("make", [Random, np.random.default_rng])
def test_a_generator_is_drawn_from(make: type[Random]) -> None:
    rng = make(5)
    match = fivedice.play("junior", "random", "random", seed=rng)
    assert match == fivedice.play("junior", "random", "random", seed=make(5))
    assert match != fivedice.play("junior", "random", "random", seed=rng)


@pytest.mark.parametrize("seed", [7, Random(7)])
def test_the_chance_of_a_callable_tells_nothing_of_the_dice(seed: int | Random) -> None:
    given: list[object] = []

    def looks(state: fivedice.State, seat: int, chance: Random) -> fivedice.Decision:
        given.append(chance.getstate())
        return fivedice.decisions(state, seat)[0]

    state = seed.getstate() if isinstance(seed, Random) else None
    for _ in range(2):
        if isinstance(seed, Random) and state:
            seed.setstate(state)
        fivedice.play("junior", looks, seed=seed)
    houses = [seed.getstate()] if isinstance(seed, Random) else []
    houses += [chance.seeded(7, 1, kind).getstate() for kind in ("dice", "bots")]
    assert given[: len(given) // 2] == given[len(given) // 2 :]
    assert not [house for house in houses if house in given]


def test_options_games_and_openings_are_those_of_a_match() -> None:
    match = fivedice.play("traditional", "random", "random", seed=1, joker="free", games=2, first="roll")
    assert (match.setup.games, match.setup.first) == (2, "roll")
    assert match.setup.game == fivedice.game("traditional", joker="free")


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (["greedie"], "There is no bot 'greedie'"),
        (["casual:77"], "The strength of casual is a number from 0 to 10"),
        ([], "Traditional is for 1 to 10 players, not 0"),
        ([Stubborn(None)], "A bot must return a decision of its seat 0, not None"),
        ([Stubborn(fivedice.Keep(1, ())), "random"], "A bot must return a decision of its seat 0, not Keep"),
        ([Stubborn(fivedice.Spend(0, "chance"))], "The match waits for a keep from seat 0"),
    ],
)
def test_a_bot_that_cannot_play_is_told_in_a_sentence(players: list[str], sentence: str) -> None:
    with pytest.raises(fivedice.IllegalMove, match=sentence):
        fivedice.play("traditional", *players, seed=1)


def test_house_options_belong_to_names() -> None:
    """A card is what it is: an option beside it would change nothing, so it is refused."""
    with pytest.raises(fivedice.IllegalMove, match="House options need a game by its name"):
        fivedice.start(fivedice.card(HOUSE), "Ann", joker="free")


def test_a_card_that_cannot_be_read_is_told_with_line_and_key() -> None:
    wrong = HOUSE.replace("face 6", "face 7")
    with pytest.raises(fivedice.BadCard, match=r"^line 6, needs: "):
        fivedice.card(wrong)
    with pytest.raises(fivedice.BadCard, match="UTF-8"):
        fivedice.card(b"\xff\n")

"""How a table goes on, wherever it is kept: at a server, on a screen, in lines, with real dice."""

from random import Random
from typing import Any, cast

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fivedice.bots import away, random
from fivedice.games import GAMES
from fivedice.games.owncard import OwnCard
from fivedice.match.events import Decision
from fivedice.match.match import EventMatch, begin, played
from fivedice.match.questions import view
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State
from fivedice.runtime.chance import happen
from fivedice.table import advance, seating, terms
from fivedice.table.log import Happened, SeatLeft
from fivedice.table.state import Due, TableState, opened
from tests.laws.matches import seeds
from tests.spread import every_game
from tests.table.tables import by_chance, life, playing, some_of
from tests.table.tables import terms as any_terms
from tests.typed import as_a

law = settings(derandomize=True, deadline=None, max_examples=2, database=None)


def seated(name: str, bot: str, *, pauses: bool) -> TableState:
    """The room of a match that has just begun, in every seat the same bot, or persons where none is named."""
    game = GAMES[name]
    players = tuple(Player(f"Player {seat}", bot) for seat in range(max(2, game.seats[0])))
    setup = Setup(game, players)
    return TableState(
        terms.of_setup(setup), seating.chairs_of(players, "holder"), match=begin(setup), pauses=pauses
    )


@every_game
@law
@given(data=st.data(), seed=seeds)
def test_a_room_says_which_throws_wait_for_a_person(name: str, data: st.DataObject, seed: int) -> None:
    """Of real dice every one, for bots too; in lines none; else those that open a present person's turn."""
    for step in some_of(data.draw(any_terms(name)), seed):
        room = step.after
        if room.match is None or room.match.awaited.kind != "throw":
            continue
        (seat,) = room.match.awaited.seats
        by_hand, by_itself = replace(room, throws="every"), replace(room, throws="none", pauses=False)
        assert (by_hand.waits_for.asked, by_hand.waits_for.due) == ((seat,), None)
        assert by_itself.waits_for.asked == ()
        assert by_itself.waits_for.due == Due("chance", seat)
        assert room.waits_for.thrower in (None, seat)
        assert room.waits_for.thrower is None or room.chairs[seat].is_present


@every_game
def test_bots_at_a_table_play_the_match_they_play_alone(name: str) -> None:
    """A bot sees what a person in its seat would see: no hidden decision of others, and no dice to come."""
    at_table, alone = Random(name), Random(name)

    def decide(seen: State, seat: int, bot: str) -> Decision:
        assert bot == "random"
        assert room.match
        assert seen == view(room.match.state, seat)
        return random(seen, seat, at_table)

    room = seated(name, "random", pauses=False)
    while (event := advance.automatic(room, by_chance(at_table), decide)) is not None:
        room = advance.steps(room, [Happened(event)])[-1].table
    assert room.is_over
    assert room.match == played(
        as_a(EventMatch, room.match).setup,
        lambda state: happen(state.awaited, alone),
        lambda seen, seat: random(seen, seat, alone),
    )


@every_game
def test_the_game_plays_on_for_people_who_are_all_away(name: str) -> None:
    """R6, at a table that does not rest: the game decides in every seat, for a bot that is away as well."""
    chance, room = Random(name), seated(name, "", pauses=False)
    room = advance.steps(room, [SeatLeft(seat) for seat in room.people])[-1].table

    def decide(seen: State, seat: int, bot: str) -> Decision:
        assert not bot
        return away(seen, seat)

    while (event := advance.automatic(room, by_chance(chance), decide)) is not None:
        room = advance.steps(room, [Happened(event)])[-1].table
    assert room.is_over


@every_game
def test_a_table_that_rests_does_nothing_while_nobody_is_there(name: str) -> None:
    assert seated(name, "random", pauses=True).waits_for.due is None


@every_game
@law
@given(data=st.data(), seed=seeds)
def test_chance_follows_until_somebody_is_to_act(name: str, data: st.DataObject, seed: int) -> None:
    chance, before = Random(seed), data.draw(any_terms(name))
    for step in life(before, seed):
        made = advance.with_chance([advance.TableStep(step.entry, step.after)], by_chance(chance))
        assert made[0] == (step.entry, step.after)
        assert advance.steps(step.after, [entry for entry, _ in made[1:]]) == made[1:]
        next_ = made[-1].table.waits_for.due
        assert next_ is None or next_.kind == "decide"
        if len(made) > 3:
            return


def test_nothing_is_thrown_before_a_match_begins() -> None:
    room = opened(terms.Terms("junior", ("", "")))
    nobody: Any = None
    assert advance.automatic(room, by_chance(Random(0)), nobody) is None


def test_what_was_agreed_is_read_back_as_terms() -> None:
    agreed = terms.Terms("traditional", ("", "greedy"), {"joker": "free"}, games=2, first="roll")
    room = playing(agreed)
    assert room.match is not None
    again = terms.of_setup(room.match.setup)
    assert again.setup(room.match.setup.players) == room.match.setup
    assert again.chairs == agreed.chairs


def test_a_card_of_ones_own_is_read_back_as_terms() -> None:
    own = OwnCard(cast(OwnCard, GAMES["yatzy"]).written)
    setup = Setup(own, (Player("Ann"), Player("greedy", "greedy")))
    assert terms.of_setup(setup).rules() == own

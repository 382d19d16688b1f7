"""Who plays first, in every game, and who plays for an absent player."""

import pytest

from fivedice.api.match import Match, start
from fivedice.bots import away
from fivedice.core.rules import IllegalMove
from fivedice.games import GAMES
from fivedice.games.challenge import ChallengePosition
from fivedice.match.events import Spend
from fivedice.match.state import at
from fivedice.notation import read
from tests.rules.tables import card, one, rolled, take_turn
from tests.thirteen import BOXES
from tests.typed import as_a

NAMES = ("Ann", "Ben", "Cy", "Di")
ROLLING = [name for name, game in GAMES.items() if "roll" in game.openings]
DRAWING = [name for name, game in GAMES.items() if "random" in game.openings]
CHOSEN_BY_DEFAULT = ("showdown", "piecepack", "junior")


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [("traditional", 1, 10), ("challenge", 1, 4), ("showdown", 2, 4), ("piecepack", 1, 6), ("junior", 1, 4)],
)
def test_r1_a_game_takes_its_numbers_of_players_and_no_others(name: str, least: int, most: int) -> None:
    for seats in range(13):
        names = [f"player {number}" for number in range(seats)]
        if least <= seats <= most:
            assert len(start(name, *names).setup.players) == seats
        else:
            with pytest.raises(IllegalMove, match=f"{least} to {most} players"):
                start(name, *names)


def test_traditional_opens_with_a_roll_off() -> None:
    assert GAMES["traditional"].openings[0] == "roll"


def test_the_highest_total_starts_and_play_passes_to_the_left() -> None:
    match = start("traditional", "Ann", "Ben", "Cy", first="roll")
    assert (match.awaited.kind, match.awaited.seats, match.awaited.dice) == ("throw", (0,), 5)
    match = rolled(match, "66421", "66431", "11111")
    assert (match.state.first, match.awaited.seats) == (1, (1,))
    assert take_turn(match, "12345", "chance").awaited.seats == (2,)


@pytest.mark.parametrize("name", ROLLING)
def test_r2_those_tied_for_the_highest_roll_throw_again(name: str) -> None:
    names = NAMES[: min(4, GAMES[name].seats[-1])]
    match = rolled(start(name, *names, first="roll"), "66666", "11111", "66666", "66666")
    assert match.state.rolloff is not None
    assert match.state.rolloff.seats == (0, 2, 3)
    match = rolled(match, "11112", "11111", "11112")
    assert match.state.rolloff is not None
    assert match.state.rolloff.seats == (0, 3)
    match = rolled(match, "11111", "11112")
    assert (match.state.rolloff, match.state.first) == (None, 3)


def test_r2_a_tie_below_the_highest_roll_is_no_tie() -> None:
    match = rolled(start("traditional", "Ann", "Ben", "Cy", first="roll"), "11111", "11111", "66666")
    assert match.state.first == 2


@pytest.mark.parametrize("name", ROLLING)
def test_alone_there_is_no_roll_off(name: str) -> None:
    if 1 in GAMES[name].seats:
        assert start(name, "Ann", first="roll").state.rolloff is None


@pytest.mark.parametrize("name", CHOSEN_BY_DEFAULT)
def test_r22_who_plays_first_is_chosen(name: str) -> None:
    assert GAMES[name].openings[0] == "0"
    assert start(name, *NAMES).awaited.seats == (0,)
    assert [start(name, *NAMES, first=seat).awaited.seats for seat in range(4)] == [(0,), (1,), (2,), (3,)]


@pytest.mark.parametrize("name", CHOSEN_BY_DEFAULT)
def test_r22_or_random_or_the_highest_roll(name: str) -> None:
    assert set(GAMES[name].openings) == {"0", "random", "roll"}
    drawn = start(name, *NAMES, first="random")
    assert (drawn.awaited.kind, drawn.awaited.seats) == ("first", (0, 1, 2, 3))
    assert drawn.draw_first(2).awaited.seats == (2,)
    match = rolled(start(name, *NAMES, first="roll"), "11111", "11112", "11111", "11111")
    assert match.awaited.seats == (1,)


@pytest.mark.parametrize("name", DRAWING)
def test_a_random_first_seat_is_one_of_the_seats(name: str) -> None:
    match = start(name, "Ann", "Ben", first="random")
    for seat in (-1, 2):
        with pytest.raises(IllegalMove, match="waits for a first seat"):
            match.draw_first(seat)
    begun = match.draw_first(1)
    assert begun.state.first == 1
    with pytest.raises(IllegalMove, match="not for a first seat of seat 1"):
        begun.draw_first(1)


def test_challenge_has_no_roll_off() -> None:
    with pytest.raises(IllegalMove, match="does not open with 'roll'"):
        start("challenge", "Ann", "Ben", first="roll")


def play_away(match: Match, seat: int) -> Match:
    """The next decision of the seat, made for it."""
    return match.step(away(match.state, seat))


def test_r6_for_a_player_who_is_away_all_dice_are_kept() -> None:
    match = play_away(start("traditional", "Ann").throw("11235"), 0)
    assert match.awaited.kind == "use"


def test_r6_the_round_of_the_others_never_hangs() -> None:
    match = start("challenge", "Ann", "Ben", "Cy").throw("33356").keep("333", 0).keep("56", 2)
    match = play_away(match, 1)
    assert match.awaited.kind == "throw"
    match = match.throw("12").throw("3").keep("12333", 0).keep("12356", 2)
    match = play_away(match, 1)
    match = play_away(match.use("3-of-a-kind", 0).use("chance", 2), 1)
    assert as_a(ChallengePosition, match.state.position).cards[1].boxes[BOXES.index("3-of-a-kind")] == 20
    assert match.awaited.kind == "throw"


def test_r6_the_most_points_are_those_with_the_bonuses_they_bring() -> None:
    position = one(card({"aces": 3, "twos": 6, "threes": 9, "fours": 12, "fives": 15}))
    state = at(start("traditional", "Ann").setup, position, read.turn("55666@3"))
    assert away(state, 0) == Spend(0, "sixes")

"""Limits of a match: longer ones are refused, and no real match is."""

import json
from typing import Any

import pytest

from fivedice.core.rules import IllegalMove
from fivedice.games import GAMES
from fivedice.match.events import Event, HintTaken, Throw
from fivedice.match.history import HINTS, most_events
from fivedice.match.match import EventMatch, start
from fivedice.match.setup import Player, Setup
from fivedice.notation import record
from fivedice.notation.record import LONGEST_LINE, BadRecord
from fivedice.table.log import Happened, SeatTaken, Started
from fivedice.table.protocol import messages as say
from fivedice.table.protocol import requests
from fivedice.table.state import TableState, opened
from fivedice.table.terms import Terms
from tests.laws.matches import NAMES, played

THROW = '{"throw": "12345", "seat": 0}\n'
HINT = '{"hint": 0}\n'


def refused(text: str) -> BadRecord:
    """Why a record is refused."""
    with pytest.raises(BadRecord) as told:
        record.replay(text)
    return told.value


def header(match: EventMatch) -> str:
    """The first line of a record of this match."""
    return record.header(match.setup) + "\n"


def test_so_many_hints_stand_before_one_decision_and_no_more() -> None:
    before = header(start("traditional", "Ann")) + THROW + HINT * HINTS
    again = before + '{"keep": "1", "seat": 0}\n{"throw": "2345", "seat": 0}\n' + HINT * HINTS
    assert len(record.replay(again).match.events) == 2 * HINTS + 3
    told = refused(before + HINT * 5)
    assert (told.line, told.breaks_rules) == (HINTS + 3, True)
    assert "1000 hints" in str(told)
    assert refused(again + HINT).line == 2 * HINTS + 5


def test_ties_without_end_are_refused() -> None:
    match = start("traditional", "Ann", "Ben", first="roll")
    ties = '{"throw": "11111", "seat": 0}\n{"throw": "11111", "seat": 1}\n' * 1000
    told = refused(header(match) + ties)
    assert told.line == most_events(match.setup) + 2
    assert str(most_events(match.setup)) in str(told)


def test_a_line_that_no_record_has_is_refused_before_it_is_read() -> None:
    begun = header(start("traditional", "Ann"))
    for line, number in (("x", 1), ('{"fivedice": 1, "game": "', 1), (begun + '{"use": "', 2)):
        told = refused(line + "x" * LONGEST_LINE + "\n")
        assert told.line == number
        assert f"{LONGEST_LINE:,} bytes" in str(told)
        assert len(str(told)) < 200


def test_the_longest_header_is_read() -> None:
    players = tuple(Player(chr(0x1F600 + seat) * 40) for seat in range(10))
    text = record.header(Setup(GAMES["traditional"], players, 6, "roll"))
    escaped = json.dumps(json.loads(text))
    assert 2 * len(text.encode()) < len(escaped) < LONGEST_LINE
    assert record.replay(escaped + "\n").match.setup.players == players


@pytest.mark.parametrize("name", GAMES)
def test_no_match_comes_near_the_bound(name: str) -> None:
    game = GAMES[name]
    for seats in game.seats:
        first: Any = game.openings[-1]
        setup = Setup(game, tuple(map(Player, NAMES[:seats])), game.max_games, first)
        assert 2 * len(played(setup, 7).events) < most_events(setup)


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_has_no_more_turns_than_its_game_says(name: str) -> None:
    game = GAMES[name]
    seats = game.seats[0]
    uses = sum("use" in line for line in record.text(played(_setup(name, seats), 3)).splitlines()[1:])
    assert uses <= game.most_turns * seats
    if name != "showdown":
        assert uses == game.most_turns * seats


def _setup(name: str, seats: int) -> Setup:
    return Setup(GAMES[name], tuple(map(Player, NAMES[:seats])))


def test_a_table_takes_no_hint_that_its_record_could_not_hold() -> None:
    room = opened(Terms("challenge", ("", "", ""), first=0))
    for chair, name in enumerate(("Ann", "Ben", "Cid")):
        room = room.after(SeatTaken(chair, name, name))
    room = room.after(Started()).after(Happened(Throw(0, (1, 2, 3, 4, 5))))
    for _ in range(HINTS - 1):
        room = room.after(Happened(HintTaken(0)))
    (entry,) = requests.entries(say.HintMessage(room.number), room, 1, nothing_happens)
    room = room.after(entry)
    with pytest.raises(IllegalMove, match="1000 hints"):
        requests.entries(say.HintMessage(room.number), room, 2, nothing_happens)


def nothing_happens(room: TableState) -> Event:
    """No chance is asked for."""
    raise AssertionError(room)

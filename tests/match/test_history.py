"""Histories with cheap appending, and matches step by step."""

import json
import pickle
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.api.match import start
from fivedice.core.rules import IllegalMove
from fivedice.games import GAMES
from fivedice.match import match as courses
from fivedice.match.events import Event, HintTaken, Throw
from fivedice.match.history import HINTS, History, most_events
from fivedice.match.match import APART, EventMatch, begin
from fivedice.match.setup import Player, Setup
from fivedice.match.state import step
from fivedice.notation import record
from fivedice.notation.record import LONGEST_LINE, BadRecord
from fivedice.table.log import Happened, SeatTaken, Started
from fivedice.table.protocol import messages as say
from fivedice.table.protocol import requests
from fivedice.table.state import TableState, opened
from fivedice.table.terms import Terms
from tests.golden import make
from tests.laws.matches import NAMES, played
from tests.spread import one_in

Step = tuple[int, int]


def hinted(match: EventMatch, number: int) -> list[EventMatch]:
    found = [match]
    for _ in range(number):
        found.append(found[-1].step(HintTaken(0)))
    return found


def test_one_event_more_costs_the_same_in_a_long_match() -> None:
    """Every match of 4,000 steps is held: had each its own events, they alone would take 64 MB."""
    tracemalloc.start()
    matches = hinted(start("traditional", "Ann").throw("12345"), 4000)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(matches[-1].events) == 4001
    assert peak < 4_000_000


def test_an_illegal_event_leaves_nothing_behind() -> None:
    match = start("traditional", "Ann").throw("12345")
    for _ in range(3):
        try:
            match.keep("66")
        except IllegalMove:
            continue
    assert match.keep("1").events._shared is match.events._shared


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 3)), max_size=40))
def test_who_goes_back_and_decides_otherwise_changes_no_other_history(steps: list[Step]) -> None:
    histories: list[tuple[History, tuple[Event, ...]]] = [(History(), ())]
    for place, seat in steps:
        grown, alone = histories[place % len(histories)]
        histories.append((grown.plus(HintTaken(seat)), (*alone, HintTaken(seat))))
    for history, alone in histories:
        assert tuple(history) == alone
        assert history == alone
        assert alone == history
        assert history[2:-1] == alone[2:-1]
        assert (len(history), hash(history)) == (len(alone), hash(alone))
        assert tuple(reversed(history)) == alone[::-1]
        assert pickle.loads(pickle.dumps(history)) == history
        assert history != (*alone, HintTaken(0))


def test_threads_that_go_on_from_one_match_disturb_each_other_not_at_all() -> None:
    begun = History([HintTaken(0)])

    def go_on(seat: int) -> History:
        history = begun
        for _ in range(2000):
            history = history.plus(HintTaken(seat))
        return history

    with ThreadPoolExecutor(8) as threads:
        grown = list(threads.map(go_on, range(8)))
    for seat, history in enumerate(grown):
        assert history == (HintTaken(0), *[HintTaken(seat)] * 2000)


FILES = sorted(make.FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("path", one_in(3, FILES))
def test_each_step_is_the_match_as_it_stood(path: Path) -> None:
    match = record.replay(path.read_bytes()).match
    course, now = courses.course(match), begin(match.setup)
    for number, event in enumerate((*match.events, None)):
        assert course.after(number) == now
        now = now if event is None else now.step(event)
    assert len(course.states) == len(match.events) // APART + 1


def test_a_step_plays_no_more_than_the_events_since_the_last_kept_state(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = record.replay((make.FOLDER / "traditional-9seats.jsonl").read_bytes()).match
    course, steps = courses.course(match), Mock(wraps=step)
    monkeypatch.setattr(courses, "step", steps)
    for number in range(len(match.events) + 1):
        steps.reset_mock()
        course.after(number)
        played = [call.args[1] for call in steps.call_args_list]
        assert played == list(match.events[number - number % APART : number])


# --- Limits -------------------------------------------------------------------------------------------------


THROW = '{"throw": "12345", "seat": 0}\n'
HINT = '{"hint": 0}\n'


def refused(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as told:
        record.replay(text)
    return told.value


def header(match: EventMatch) -> str:
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
    for seats in (game.seats[0], game.seats[-1]):
        first: Any = game.openings[-1]
        setup = Setup(game, tuple(map(Player, NAMES[:seats])), game.max_games, first)
        assert 2 * len(played(setup, 7).events) < most_events(setup)


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_has_no_more_turns_than_its_game_says(name: str) -> None:
    game = GAMES[name]
    seats = game.seats[0]
    match = played(Setup(game, tuple(map(Player, NAMES[:seats]))), 3)
    uses = sum("use" in line for line in record.text(match).splitlines()[1:])
    assert uses <= game.most_turns * seats
    if name != "showdown":
        assert uses == game.most_turns * seats


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

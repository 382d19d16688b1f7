"""Histories with cheap appending, and matches step by step."""

import pickle
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.core.rules import IllegalMove
from fivedice.match import match as courses
from fivedice.match.events import Event, HintTaken
from fivedice.match.history import History
from fivedice.match.match import APART, EventMatch, begin, start
from fivedice.match.state import State, step
from fivedice.notation import record
from tests.golden import make

Step = tuple[int, int]


def hinted(match: EventMatch, number: int) -> list[EventMatch]:
    """The match after each of so many hints."""
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
        assert (len(history), hash(history), tuple(reversed(history))) == (
            len(alone),
            hash(alone),
            alone[::-1],
        )
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


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
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
    course, played = courses.course(match), list[Event]()

    def counted(state: State, event: Event) -> State:
        played.append(event)
        return step(state, event)

    monkeypatch.setattr(courses, "step", counted)
    for number in range(len(match.events) + 1):
        played.clear()
        course.after(number)
        assert played == list(match.events[number - number % APART : number])

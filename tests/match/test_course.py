"""A match step by step: each is what playing from the start comes to, and costs a few events."""

from pathlib import Path

import pytest

from fivedice.match import match as courses
from fivedice.match.events import Event
from fivedice.match.match import APART, begin
from fivedice.match.state import State, step
from fivedice.notation import record
from tests.golden import make

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

"""Laws of texts: every text is parsed or refused in a sentence."""

import json
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from fivedice.games import GAMES
from fivedice.match.setup import Player, Setup, game_called
from fivedice.notation import read, record, write
from fivedice.notation.record import BadRecord
from tests.laws.matches import assert_same_or_refused, matches, seeds, setups, some_of, tried
from tests.spread import every_game

law = settings(derandomize=True, deadline=None, max_examples=10, database=None)
broad_law = settings(law, max_examples=30)


@every_game
@law
@given(data=st.data(), seed=seeds)
def test_positions_turns_and_events_are_read_as_written(name: str, data: st.DataObject, seed: int) -> None:
    setup = data.draw(setups(name, most_games=1))
    for match, event in some_of(setup, seed):
        state = match.state
        assert read.event(write.event(event)) == event
        if state.position is not None:
            setup.game.check(state.position)
            assert read.position(GAMES[name], write.position(state.position)) == state.position
        if state.turn is not None:
            assert read.turn(write.turn(state.turn)) == state.turn


@every_game
@law
@given(data=st.data())
def test_setups_are_read_as_they_are_written(name: str, data: st.DataObject) -> None:
    setup = data.draw(setups(name, most_games=6))
    assert read.setup(json.loads(write.line(write.setup(setup)))) == setup


WRITERS = {
    "dice": write.dice,
    "first": str,
    "turn": write.turn,
    "event": write.event,
    "json_object": write.line,
}
"""What writes a text again, by the reader of such texts."""
near_texts = st.one_of(
    st.text(max_size=40),
    st.text("123456.@/-,+ 07", max_size=40),
    st.text('{}[]":,0123456789throwkeepusechoosefirstseathint\\u ', max_size=60),
    st.sampled_from(['{"throw": "1", "seat": 0}', '{"first": 1}', "22...@2", "-+-+-+-+- 0 -", "random"]),
)


@broad_law
@given(text=near_texts)
def test_any_text_is_read_as_dice_first_seat_or_turn_or_refused(text: str) -> None:
    for reader in ("dice", "first", "turn"):
        assert_same_or_refused(text, getattr(read, reader), WRITERS[reader])


@broad_law
@given(text=st.one_of(near_texts, st.binary(max_size=60)))
def test_any_text_is_read_as_an_event_or_refused(text: str | bytes) -> None:
    assert_same_or_refused(text, read.event, write.event)
    assert_same_or_refused(text, read.json_object, write.line)


HUGE = "9" * 5_000
EXTREMES = {
    "half-a-letter": "\ud800",
    "huge-number": HUGE,
    "deep": '{"throw": ' + "[" * 5_000,
    "huge-seat": '{"throw": "1", "seat": ' + HUGE + "}",
    "half-a-letter-use": '{"use": "\\ud800", "seat": 0}',
    "half-a-letter-key": '{"\ud800": 1}',
    "huge-column": f"-+-+-+-+- {HUGE} -",
    "other-digits": "\u0663",
    "nothing": "",
}


@pytest.mark.parametrize("reader", WRITERS)
@pytest.mark.parametrize("extreme", EXTREMES)
def test_extreme_texts_are_read_or_refused(reader: str, extreme: str) -> None:
    assert_same_or_refused(EXTREMES[extreme], getattr(read, reader), WRITERS[reader])


@every_game
@pytest.mark.parametrize("extreme", EXTREMES)
def test_extreme_texts_are_refused_as_positions(name: str, extreme: str) -> None:
    assert tried(read.position, GAMES[name], EXTREMES[extreme])


@pytest.mark.parametrize("place", ["file", "first line", "second line"])
@pytest.mark.parametrize("extreme", EXTREMES)
def test_extreme_texts_are_refused_in_records(extreme: str, place: str) -> None:
    header = record.header(Setup(game_called("junior"), (Player("Ann"),)))
    before, after = {"file": ("", ""), "first line": ("", "\n"), "second line": (header + "\n", "\n")}[place]
    assert isinstance(tried(record.replay, before + EXTREMES[extreme] + after), BadRecord)


@every_game
@broad_law
@given(data=st.data(), place=st.integers(0, 1000), letter=st.sampled_from("0123456789-+/, xé"))
def test_a_wrong_letter_is_read_or_refused(name: str, data: st.DataObject, place: int, letter: str) -> None:
    match = data.draw(matches(name))
    assume(match.state.position is not None)
    text = write.position(match.state.position)
    place %= len(text)

    def read_and_check(changed: str) -> None:
        match.setup.game.check(read.position(GAMES[name], changed))

    tried(read_and_check, text[:place] + letter + text[place + 1 :])


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@every_game
@broad_law
@given(data=st.data(), value=json_values, other=st.sampled_from(["joker", "pawns", "suits", "name", "x"]))
def test_any_fields_are_a_setup_or_refused(name: str, data: st.DataObject, value: Any, other: str) -> None:
    fields = write.setup(data.draw(setups(name)))
    changed = [{**fields, "options": {other: value}}, {**fields, other: value}]
    for field in fields:
        without = {key: kept for key, kept in fields.items() if key != field}
        changed += [without, {**without, field: value}]
    for each in changed:
        assert_same_or_refused(each, read.setup, write.setup)


@broad_law
@given(text=st.one_of(near_texts, st.binary(max_size=80)))
def test_any_text_is_a_record_or_refused_with_a_line(text: str | bytes) -> None:
    with pytest.raises(BadRecord) as raised:
        record.replay(text)
    assert str(raised.value).endswith(".")

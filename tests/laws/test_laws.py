"""Laws that hold for every game with any seats, options and openings."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fivedice.core.rules import IllegalMove
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.match.events import Decision, Event, Keep, Throw
from fivedice.match.match import begin
from fivedice.match.questions import decisions, event_seen, is_over, scores, view, winners
from fivedice.match.setup import Player, Setup, game_called
from fivedice.match.state import HIDDEN, step
from fivedice.notation import record
from fivedice.notation.record import BadRecord
from tests.laws.matches import (
    NAMES,
    events,
    few_dice,
    is_legal,
    matches,
    moves,
    next_event,
    seeds,
    setups,
    some_of,
)
from tests.laws.test_texts import broad_law, law
from tests.spread import every_game, spread

TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]
FEW = [(name, seats) for name in FIVE_GAMES for seats in (2, GAMES[name].seats[-1])]
every_table = pytest.mark.parametrize(("name", "seats"), spread(TABLES, *FEW))
long_law = settings(law, max_examples=4)
table_law = settings(law, max_examples=2)


def is_sentence(text: str) -> bool:
    """Whether this can be told to a player."""
    return text.endswith(".") and text[0].isupper() and text.strip() == text and "\n" not in text


@every_table
@table_law
@given(seed=seeds)
def test_somebody_can_decide_until_a_match_ends(name: str, seats: int, seed: int) -> None:
    match = begin(Setup(game_called(name), tuple(map(Player, NAMES[:seats]))))
    for before, event in moves(match.setup, seed):
        match = before.step(event)
        deciding = before.awaited.seats if before.awaited.kind not in ("throw", "first") else ()
        for seat in range(seats):
            offered = decisions(before.state, seat)
            assert (bool(offered), len(set(offered))) == (seat in deciding, len(offered))
    assert is_over(match.state)
    assert len(match.scores) == seats
    assert set(match.winners) <= set(range(seats))
    assert winners(match.state)
    assert not any(decisions(match.state, seat) for seat in range(seats))


@every_game
@long_law
@given(data=st.data(), seed=seeds)
def test_the_order_of_dice_does_not_matter(name: str, data: st.DataObject, seed: int) -> None:
    setup, shuffled = data.draw(setups(name, most_games=1)), Random(seed + 1)
    other = begin(setup).state
    for match, event in moves(setup, seed):
        for seat in match.awaited.seats:
            assert decisions(match.state, seat) == decisions(other, seat)
        if isinstance(event, Throw):
            dice = tuple(shuffled.sample(event.dice, len(event.dice)))
            other = step(other, Throw(event.seat, dice))
        else:
            other = step(other, event)
        assert scores(other) == match.step(event).scores
    assert is_over(other)


@every_game
@broad_law
@given(data=st.data())
def test_every_wrong_event_raises_with_a_sentence(name: str, data: st.DataObject) -> None:
    match = data.draw(matches(name))
    for event in data.draw(st.lists(events, min_size=5, max_size=15)):
        if is_legal(match, event):
            match.step(event)
            continue
        with pytest.raises(IllegalMove) as raised:
            match.step(event)
        assert is_sentence(str(raised.value))


@every_game
@law
@given(data=st.data(), seed=seeds, dice=few_dice)
def test_a_half_wrong_event_raises(name: str, data: st.DataObject, seed: int, dice: tuple[int, ...]) -> None:
    match = data.draw(matches(name))
    assume(not is_over(match.state))
    right = next_event(match.state, Random(seed))
    wrong: list[Event] = [replace(right, seat=seat) for seat in range(-1, 12)]
    if isinstance(right, Throw | Keep):
        wrong += [replace(right, dice=other) for other in (dice, (*right.dice, 1))]
    else:
        texts = [field for field in ("use", "option") if hasattr(right, field)]
        wrong += [replace(right, **{field: "zero-" + getattr(right, field)}) for field in texts]
    for event in wrong:
        if not is_legal(match, event):
            with pytest.raises(IllegalMove) as raised:
                match.step(event)
            assert is_sentence(str(raised.value))


@every_game
@law
@given(data=st.data())
def test_every_wrong_setup_raises_with_a_sentence(name: str, data: st.DataObject) -> None:
    right = data.draw(setups(name))
    many = tuple(Player(f"player {number}") for number in range(GAMES[name].seats[-1] + 1))
    wrong = [
        replace(right, players=many),
        replace(right, players=()),
        replace(right, players=(Player("Ann"), Player("Ann"))),
        *(
            replace(right, players=(Player(bad), *right.players[1:]))
            for bad in ("", " Ann", "A\nB", "x" * 41)
        ),
        replace(right, games=0),
        replace(right, games=GAMES[name].max_games + 1),
        replace(right, first=-1),
        replace(right, first=len(right.players)),
    ]
    for setup in wrong:
        with pytest.raises(IllegalMove) as raised:
            begin(setup)
        assert is_sentence(str(raised.value))


@every_game
@law
@given(data=st.data(), seed=seeds)
def test_a_view_hides_unshown_decisions_of_others_alone(name: str, data: st.DataObject, seed: int) -> None:
    setup = data.draw(setups(name, most_games=1))
    for match, _ in some_of(setup, seed):
        unshown = {made for made in match.state.pending if isinstance(made, Decision)}
        for seat in (None, *range(len(setup.players))):
            others = {decision for decision in unshown if decision.seat != seat}
            seen_state = view(match.state, seat)
            assert not others & set(seen_state.pending)
            for event in match.events[-1:]:
                seen = HIDDEN if event in others else event
                assert event_seen(event, match.state, seat) == event_seen(event, seen_state, seat) == seen
            if not others:
                assert seen_state == match.state


@every_game
@law
@given(data=st.data(), seed=seeds)
def test_keeps_in_any_order_are_hidden_too(name: str, data: st.DataObject, seed: int) -> None:
    setup = data.draw(setups(name, most_games=1))
    for match, event in some_of(setup, seed):
        if isinstance(event, Keep) and len(match.awaited.seats) > 1:
            turned = match.step(Keep(event.seat, event.dice[::-1]))
            assert turned.state == match.step(event).state
            assert event_seen(turned.events[-1], turned.state, None) == HIDDEN


@every_game
@law
@given(data=st.data())
def test_a_record_replays_to_its_match(name: str, data: st.DataObject) -> None:
    match = data.draw(matches(name))
    replayed = record.replay(record.text(match))
    assert replayed.match == match
    assert replayed.complete == is_over(match.state)
    assert record.text(replayed.match) == record.text(match)


@every_game
@law
@given(data=st.data(), cut=st.floats(0, 1))
def test_a_record_cut_short_is_told_from_a_whole_one(name: str, data: st.DataObject, cut: float) -> None:
    whole = record.text(data.draw(matches(name))).encode()
    part = whole[: int(cut * len(whole))]
    assume(part)
    lines = part.count(b"\n")
    if part.endswith(b"\n"):
        assert len(record.replay(part).match.events) == lines - 1 - (b'{"result"' in part)
        return
    with pytest.raises(BadRecord) as raised:
        record.replay(part)
    assert raised.value.line == lines + 1
    assert not raised.value.breaks_rules

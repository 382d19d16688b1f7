"""What a seat is shown of a table: nothing that another decided unseen, no token, and always the truth."""

import json
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import UNSET
from msgspec.structs import replace

from fivedice.core.rules import Use
from fivedice.match import questions
from fivedice.match.events import Decision, Keep, Spend, Throw
from fivedice.match.questions import decisions, is_over, uses, view
from fivedice.match.state import State
from fivedice.notation import record
from fivedice.server.compute.reading import of_record
from fivedice.table.log import Closed, Happened, SeatGivenUp, SeatLeft, SeatTaken, Started
from fivedice.table.protocol import narrated, player_view
from fivedice.table.protocol.messages import Revealed, TableMessage, ToldMessage
from fivedice.table.protocol.picture import SeenAwaited, SeenEvent
from fivedice.table.protocol.player_view import PictureCache
from fivedice.table.state import TableState, opened
from fivedice.table.terms import Terms
from tests.laws.matches import seeds
from tests.spread import every_game
from tests.table.protocol import FROM_TABLE
from tests.table.tables import Step, life, playing, some_of, terms
from tests.typed import as_a

law = settings(derandomize=True, deadline=None, max_examples=4, database=None)
hidden_law = settings(law, max_examples=5)
CODE = "ABCDEF"


def shown(room: TableState, seat: int | None) -> tuple[Any, Any]:
    """All that a seat, or a spectator, sees of a room."""
    return player_view.picture(room, CODE), player_view.seen_by(room, seat)


def told(step: Step, seat: int | None) -> tuple[Any, ...]:
    """All that a seat is sent of an entry."""
    seen = narrated.entry_seen(step.entry, step.after, seat)
    sentences = narrated.lines(step.entry, step.before, step.after)
    more = narrated.revealed(step.entry, step.before), narrated.feats(step.entry, step.before, step.after)
    return seen, sentences, *shown(step.after, seat), *more


def everybody(room: TableState) -> list[int | None]:
    return [None, *range(len(room.chairs))]


@hidden_law
@given(data=st.data(), seed=seeds)
def test_what_others_are_told_of_a_decision_does_not_depend_on_it(data: st.DataObject, seed: int) -> None:
    """R5: until all have decided, others are sent the same bytes whatever a seat decided."""
    hidden = 0
    for step in life(data.draw(terms("challenge", least_people=2)), seed, most=120):
        if (
            not isinstance(step.entry, Happened)
            or not step.after.match
            or not any(step.after.match.state.pending)
        ):
            continue
        event = step.entry.event
        if isinstance(event, Keep | Spend):
            hidden += 1
            assert step.before.match is not None
            other = data.draw(st.sampled_from(decisions(step.before.match.state, event.seat)))
            instead = Step(step.before, Happened(other), step.before.after(Happened(other)))
            for seat in everybody(step.after):
                if seat != event.seat:
                    assert told(instead, seat) == told(step, seat)
    assert hidden


@hidden_law
@given(data=st.data(), seed=seeds)
def test_pictures_do_not_depend_on_what_others_decided_unseen(data: st.DataObject, seed: int) -> None:
    """R5: at any later time too, as long as not all have decided; one's own decision is shown to oneself."""
    for step in life(data.draw(terms("challenge", least_people=2)), seed, most=120):
        room = step.after
        if not room.match or not any(room.match.state.pending):
            continue
        for seat in everybody(room):
            changed = _with_other_decisions(room, room.match.state, seat)
            assert shown(changed, seat) == shown(room, seat)
            own = [d for d in room.match.state.pending if isinstance(d, Decision) and d.seat == seat]
            assert (player_view.seen_by(room, seat).decided is not None) == bool(own)


def _with_other_decisions(room: TableState, state: State, seat: int | None) -> TableState:
    """The same room in which the others have decided otherwise."""
    assert room.match is not None
    pending = tuple(
        [
            replace(d, **({"dice": ()} if isinstance(d, Keep) else {"use": "unheard-of"}))
            if d is not None and d != "hidden" and d.seat != seat
            else d
            for d in state.pending
        ]
    )
    return replace(room, match=replace(room.match, state=replace(state, pending=pending)))


def test_a_covered_decision_is_shown_with_the_last_one() -> None:
    """The last to decide uncovers all: what each kept is told in sentences (R5)."""
    room = playing(Terms("challenge", ("", ""), first=0)).after(Happened(Throw(0, (6, 6, 1, 2, 3))))
    first = Happened(Keep(0, (6, 6)))
    second = Happened(Keep(1, (1, 2, 3)))
    middle = room.after(first)
    assert narrated.entry_seen(first, middle, 1) == SeenEvent({"hidden": 0})
    assert narrated.entry_seen(first, middle, 0) == SeenEvent({"keep": "66", "seat": 0})
    assert narrated.lines(first, room, middle) == ("Ann has decided.",)
    seen = player_view.picture(middle, CODE).turn
    assert seen
    assert seen.decided == (0,)
    sentences = narrated.lines(second, middle, middle.after(second))
    assert sentences == ("Ann keeps ⚅ ⚅.", "Ben keeps ⚀ ⚁ ⚂.")
    assert narrated.revealed(first, room) == ()
    assert narrated.revealed(second, middle) == (Revealed(0, "66"), Revealed(1, "123"))


def test_who_goes_away_last_leaves_a_match_that_rests() -> None:
    """What is told says that the game plays on only where it does: while somebody else is there (R6)."""
    ann, ben = SeatLeft(0, late=True), SeatLeft(1, meant=True)
    room = playing(Terms("challenge", ("", "", "greedy"), first=0))
    without_ann = room.after(ann)
    without_both = without_ann.after(ben)
    rests = "the match is paused until someone returns."
    assert narrated.lines(ann, room, without_ann) == ("Time is up for Ann; the computer takes over.",)
    assert narrated.lines(ben, without_ann, without_both) == (f"Ben is away; {rests}",)
    without_ben = room.after(ben)
    assert narrated.lines(ann, without_ben, without_ben.after(ann)) == (f"Time is up for Ann; {rests}",)


@every_game
@law
@given(data=st.data(), seed=seeds)
def test_nothing_that_is_sent_holds_a_token(name: str, data: st.DataObject, seed: int) -> None:
    for step in life(data.draw(terms(name)), seed, most=60):
        for seat in everybody(step.after):
            assert b"secret" not in msgspec.json.encode(told(step, seat))


@every_game
@law
@given(data=st.data(), seed=seeds)
def test_every_message_of_a_table_is_as_the_schema_says(name: str, data: st.DataObject, seed: int) -> None:
    for step in some_of(data.draw(terms(name)), seed):
        for seat in everybody(step.after):
            seen, sentences, common, you, *more = told(step, seat)
            message = ToldMessage(step.after.number, seen, sentences, common, you, None, *more)
            for sent in (message, TableMessage(common, you)):
                assert [*FROM_TABLE.iter_errors(json.loads(msgspec.json.encode(sent)))] == []


@every_game
@law
@given(data=st.data(), seed=seeds)
def test_the_picture_says_what_the_match_says(name: str, data: st.DataObject, seed: int) -> None:
    for step in some_of(data.draw(terms(name)), seed):
        room, match = step.after, step.after.match
        assume(match is not None)
        assert match is not None
        seen = player_view.picture(room, CODE)
        assert seen.number == room.number
        assert seen.scores == tuple(match.scores)
        assert as_a(SeenAwaited, seen.awaits).asked == room.waits_for.asked
        assert seen.stage == ("over" if is_over(match.state) else "playing")
        assert (seen.sheet is None) == (match.state.position is None)
        for seat in room.waits_for.asked:
            you = player_view.seen_by(room, seat)
            offered = uses(match.state, seat) if you.asked in ("keep", "use") else ()
            assert [use.name for use in you.uses] == [use.name for use in offered]
            assert you.explained == (questions.explained(match.state, seat) if offered else "")
            assert bool(you.options) == (you.asked == "choose")
            assert view(match.state, seat).awaited == match.state.awaited
        assert player_view.seen_by(room, None).asked == ""


def test_a_needless_zero_names_the_use_that_it_gives_up() -> None:
    room = playing(Terms("traditional", ("",))).after(Happened(Throw(0, (6, 6, 6, 6, 5))))
    instead = {use.name: use.instead for use in player_view.seen_by(room, 0).uses}
    assert instead["aces"] == "3-of-a-kind"
    assert instead["zero-sixes"] == "sixes"
    assert instead["sixes"] == ""
    zeros = Use("aces", 0), Use("twos", 0)
    assert questions.given_up(zeros, zeros[0]) is None


def test_a_bot_of_ones_own_is_nobody_of_the_house() -> None:
    players = [{"name": "mine", "bot": "mybots:mine"}, {"name": "Pip", "bot": "casual:1"}, {"name": "Ann"}]
    header = {"fivedice": 1, "game": "junior", "options": {}, "games": 1, "first": 0, "players": players}
    seen = player_view.picture(of_record(json.dumps(header) + "\n"), CODE)
    assert [chair.name for chair in seen.chairs] == ["mine", "Pip", "Ann"]
    assert [chair.persona for chair in seen.chairs] == ["", "Pip", ""]
    assert [chair.character for chair in seen.chairs] == ["", "casual:1", ""]


def test_a_colour_is_shown_with_its_name_and_not_recorded() -> None:
    sat = SeatTaken(0, "Ann", "a", colour="teal"), SeatTaken(1, "Ben", "b")
    table = opened(Terms("junior", ("", ""))).after(sat[0]).after(sat[1])
    seen = player_view.picture(table, CODE).chairs
    assert [chair.colour for chair in seen] == ["teal", UNSET]
    begun = table.after(Started())
    assert begun.match
    assert "teal" not in record.text(begun.match)
    assert table.after(SeatGivenUp(0)).after(SeatTaken(0, "Cy", "c")).chairs[0].colour == ""


@pytest.mark.parametrize(
    ("reason", "told_of"), [("", "The table is closed."), ("Names.", "The host closed this table: Names.")]
)
def test_a_closed_table_asks_nobody_and_says_why(reason: str, told_of: str) -> None:
    before = playing(Terms("challenge", ("", "")))
    after = before.after(Closed(reason))
    assert before.waits_for.asked
    assert after.waits_for.asked == ()
    assert narrated.lines(Closed(reason), before, after) == (told_of,)
    picture, you = shown(after, before.waits_for.asked[0])
    assert (picture.stage, picture.closed) == ("playing", True)
    assert picture.closed_told == (told_of if reason else "")
    assert (picture.awaits.kind, picture.awaits.asked) == ("over", ())
    assert (you.asked, you.uses) == ("", ())


@every_game
@law
@given(data=st.data(), seed=seeds)
def test_every_picture_of_a_table_is_whole(name: str, data: st.DataObject, seed: int) -> None:
    drawn = PictureCache(CODE)
    for step in life(data.draw(terms(name)), seed, most=200):
        whole = player_view.picture(step.after, CODE)
        assert drawn.picture(step.after) == whole
        assert drawn.picture(step.after) == whole


@law
@given(seed=seeds, data=st.data())
def test_a_sheet_is_made_once_a_turn(data: st.DataObject, seed: int) -> None:
    with patch.object(player_view, "_sheet", wraps=player_view._sheet) as sheet:
        drawn, used = PictureCache(CODE), 0
        for step in life(data.draw(terms("traditional")), seed, most=200):
            drawn.picture(step.after)
            used += isinstance(step.entry, Happened) and isinstance(step.entry.event, Spend)
    assert used <= sheet.call_count <= used + 6

"""Entries and messages of every kind, right and wrong, and what a table does with a message."""

from random import Random
from typing import cast, get_args

from hypothesis import strategies as st

from fivedice.bots import BOTS
from fivedice.match.events import Choose, Event, Final, First, HintTaken, Keep, Score, Spend, Throw
from fivedice.table import log
from fivedice.table.protocol import messages as say
from fivedice.table.protocol import requests
from fivedice.table.state import TableState
from fivedice.table.terms import Detail
from tests.table.tables import by_chance

DETAILS: tuple[Detail, ...] = get_args(Detail)
places = st.integers(-2, 5)
ONE = st.just("x")
any_dice = st.lists(st.integers(1, 6), max_size=6).map(tuple)
any_event: st.SearchStrategy[Event] = st.one_of(
    st.builds(Throw, places, any_dice),
    st.builds(Keep, places, any_dice),
    st.builds(Spend, places, st.text()),
    st.builds(Choose, places, st.text()),
    st.builds(HintTaken, places),
    st.builds(First, places),
    st.builds(Final, places, any_dice),
    st.builds(Score, places, st.text(), st.integers(), st.booleans()),
)
any_entry: st.SearchStrategy[log.Entry] = st.one_of(
    st.builds(log.SeatTaken, places, st.sampled_from(["Zoe", "Ann", "", " ", "a\nb"]) | st.text(), ONE),
    st.builds(log.Started, st.sampled_from(["", *BOTS])),
    st.builds(log.Happened, any_event),
    st.builds(log.SeatGivenUp, places),
    st.builds(log.Arranged, places, st.sampled_from(["", *BOTS])),
    st.builds(log.SeatLeft, places),
    st.builds(log.SeatReturned, places),
    st.builds(log.SeatMoved, places, st.sampled_from(["", "another"])),
    st.builds(log.PhraseSaid, places, st.integers(-2, 20)),
    st.builds(log.RematchOpened, st.text(max_size=6)),
    st.builds(log.Closed, st.sampled_from(["", "Names."])),
    st.builds(log.Detailed, places, st.sampled_from(DETAILS)),
    st.builds(log.TakenBack, places, st.integers(-1, 9)),
)


def any_message(number: int) -> st.SearchStrategy[say.Wish]:
    """Messages, many of them near what could be meant."""
    seen = st.integers(number - 3, number + 1) | st.integers()
    dice = st.text("123456", max_size=5) | st.text(max_size=6)
    words = st.sampled_from(["chance", "sixes", "stay", "move", "goofy", "place-sixes"]) | st.text(max_size=9)
    return st.one_of(
        st.builds(say.ThrowMessage, seen),
        st.builds(say.ThrowMessage, seen, dice),
        st.builds(say.FinalMessage, dice, places, seen),
        st.builds(say.ScoreMessage, words, st.integers(-5, 50), places, seen, st.booleans()),
        st.builds(say.DetailMessage, st.sampled_from(DETAILS)),
        st.builds(say.TakebackMessage, seen),
        st.builds(say.KeepMessage, dice, seen),
        st.builds(say.UseMessage, words, seen),
        st.builds(say.ChooseMessage, words, seen),
        st.builds(say.HintMessage, seen, st.sampled_from(["score", "wins"])),
        st.builds(say.SayMessage, st.integers()),
        *map(st.just, (say.LeaveMessage(), say.BackMessage(), say.HelloMessage(), say.HelloMessage("token"))),
    )


def move(room: TableState, seat: int | None, message: say.ClientMessage) -> TableState:
    """The room after what a seat says; the dice it throws are all Sixes."""
    entries = requests.entries(cast(say.Wish, message), room, seat, by_chance(Random(1)))
    for entry in entries:
        room = room.after(entry)
    return room

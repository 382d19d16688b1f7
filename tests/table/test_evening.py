"""A family evening with real dice: every game, at every level of detail it has, message by message."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest

from fivedice.analysis import luck_and_cost
from fivedice.bots import make
from fivedice.match.events import Choose, Keep, Spend, Throw
from fivedice.match.match import EventMatch, begin, played
from fivedice.match.setup import Player, Setup, game_called
from fivedice.notation import record, write
from fivedice.runtime.library import Library
from fivedice.table.protocol import messages as protocol
from fivedice.table.protocol import player_view
from fivedice.table.state import TableState
from fivedice.table.terms import Detail, Terms
from tests.table.anything import move
from tests.table.tables import playing

DICE = tuple(Random(37).choices(range(1, 7), k=5000))
"""What the family rolls, one die after another."""
LEVELS: list[tuple[str, Detail]] = [
    (game, detail)
    for game in ("traditional", "challenge", "showdown", "piecepack", "junior")
    for detail in get_args(Detail)
    if detail != "score" or game not in ("showdown", "junior")
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """All that is known, solved once."""
    return Library(tmp_path_factory.mktemp("solved"))


def in_full(game: str, library: Library, *names: str) -> EventMatch:
    """The match of these people with these dice, every throw of it."""
    dice, decides = iter(DICE), make("greedy", library)
    setup = Setup(game_called(game), tuple(map(Player, names)), first=0)
    return played(
        setup,
        lambda state: Throw(state.awaited.seats[0], tuple(next(dice) for _ in range(state.awaited.dice))),
        lambda state, seat: decides(state, seat, Random(1)),
    )


def messages(now: EventMatch, event: object, detail: Detail) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """What the players enter of an event: at the lower levels, of a turn only its end."""
    turn = now.state.turn
    match event:
        case Throw(seat, dice) if detail == "every" or turn is None:
            yield seat, "throw", {"dice": write.dice(dice)}
        case Keep(seat, dice) if detail == "every":
            yield seat, "keep", {"dice": write.dice(dice)}
        case Choose(seat, option):
            yield seat, "choose", {"option": option}
        case Spend(seat, use) if detail == "score":
            pays = next(one.pays for one in now.uses(seat) if one.name == use)
            hand = turn.hands[seat if len(turn.hands) > 1 else 0] if turn else ()
            yield seat, "score", {"use": use, "pays": pays, "seat": seat, "five": len(set(hand)) == 1}
        case Spend(seat, use):
            if detail == "final" and turn and not any(now.state.pending):
                for entering, hand in zip(now.awaited.seats, turn.hands, strict=True):
                    yield entering, "final", {"dice": write.dice(hand), "seat": entering}
            yield seat, "use", {"use": use}


def says(room: TableState, seat: int, kind: str, /, **fields: Any) -> TableState:
    """The table after a player's message, as it comes over the wire, which the table accepts."""
    return move(room, seat, protocol.read(json.dumps({"type": kind, "after": room.number, **fields})))


def mistaken(room: TableState, match: EventMatch, detail: Detail) -> TableState:
    """The table where Ann has entered something else than she rolled."""
    if detail == "score":
        offers = player_view.seen_by(room, 0).scores
        offer = next(one for one in offers if one.pays and not one.five)
        return says(room, 0, "score", use=offer.use, pays=offer.pays, seat=offer.seat)
    if detail == "final" and match.state.turn:
        return says(room, 0, "final", dice="66655", seat=0)
    return says(room, 0, "throw", dice="66655"[: match.awaited.dice])


@pytest.mark.parametrize(("game", "detail"), LEVELS)
def test_matches_at_any_level_end_like_the_match_in_full(game: str, detail: Detail, library: Library) -> None:
    """The first entry is taken back, and after the end the last; scores, record and review agree."""
    thrown = in_full(game, library, "Ann", "Ben")
    now, room = begin(thrown.setup), playing(Terms(game, ("", ""), first=0, dice="own", detail=detail))
    assert says(mistaken(room, now, detail), 1, "takeback").match == room.match
    for event in thrown.events:
        for seat, kind, fields in messages(now, event, detail):
            if kind == "score":
                offers = [(one.use, one.pays) for one in player_view.seen_by(room, seat).scores]
                assert (fields["use"], fields["pays"]) in offers
            room = says(room, seat, kind, **fields)
        now = now.step(event)
    back = says(room, 1, "takeback")
    assert (room.is_over, back.is_over) == (True, False)
    assert says(back, seat, kind, **fields).match == room.match
    assert room.match is not None
    assert (room.match.events == thrown.events) == (detail == "every")
    replayed = record.replay(record.text(room.match))
    assert replayed.match == room.match
    check_same(room.match, thrown, library)


def check_same(entered: EventMatch, thrown: EventMatch, library: Library) -> None:
    """Both ended alike, and their reviews agree."""
    assert (entered.state.position, entered.winners) == (thrown.state.position, thrown.winners)
    known = library(entered.setup.game, len(thrown.setup.players), "score")
    told, full = (luck_and_cost.review(match, known) for match in (entered, thrown))
    for one, whole in zip(told.accounts, full.accounts, strict=True):
        assert one.adds_up
        gained = one.luck - one.cost + one.joint
        assert gained == pytest.approx(whole.luck - whole.cost, abs=1e-9)

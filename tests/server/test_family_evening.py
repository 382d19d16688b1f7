"""A family evening with real dice over REST and sockets: every game, at every level of detail it has."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import get_args

import httpx
import pytest

from fivedice.__main__ import run as fivedice
from fivedice.analysis import luck_and_cost
from fivedice.bots import make
from fivedice.match.events import Choose, Keep, Spend, Throw
from fivedice.match.match import EventMatch, begin, played
from fivedice.match.setup import Player, Setup, game_called
from fivedice.notation import record, write
from fivedice.runtime.library import Library
from fivedice.table.terms import Detail
from tests.server import clients
from tests.server.clients import Client, Message
from tests.server.serving import Process

DICE = tuple(Random(37).choices(range(1, 7), k=5000))
"""What the family rolls, one die after another."""
LEVELS: list[tuple[str, Detail]] = [
    (game, detail)
    for game in ("traditional", "challenge", "showdown", "piecepack", "junior")
    for detail in get_args(Detail)
    if detail != "score" or game not in ("showdown", "junior")
]


def in_full(game: str, library: Library, *names: str) -> EventMatch:
    """The match of these people with these dice, every throw of it."""
    dice, decides = iter(DICE), make("greedy", library)
    setup = Setup(game_called(game), tuple(map(Player, names)), first=0)
    return played(
        setup,
        lambda state: Throw(state.awaited.seats[0], tuple(next(dice) for _ in range(state.awaited.dice))),
        lambda state, seat: decides(state, seat, Random(1)),
    )


class Evening:
    """Ann and Ben, and Cy who looks on; everybody has heard everything before somebody speaks."""

    def __init__(self, *here: Client) -> None:
        self.here = here

    async def says(self, seat: int, kind: str, /, **fields: object) -> None:
        """A player's message, which the table accepts."""
        await self.here[seat].say(kind, **fields)
        told = await self.here[seat].until(lambda message: message["type"] in ("told", "refused"))
        assert told["type"] == "told", told
        for one in self.here:
            while one.picture["number"] < told["number"]:
                await one.next()

    async def corrects(self, match: EventMatch, detail: Detail) -> None:
        """Ann enters something else than she rolled, and Ben takes it back."""
        before = [one.picture["turn"] for one in self.here]
        if detail == "score":
            offer = next(one for one in self.here[0].you["scores"] if one["pays"] and not one["five"])
            await self.says(0, "score", **{key: offer[key] for key in ("use", "pays", "seat", "five")})
        elif detail == "final":
            await self.says(0, "final", dice="66655", seat=0)
        else:
            await self.says(0, "throw", dice="66655"[: match.awaited.dice])
        await self.says(1, "takeback")
        assert [one.picture["turn"] for one in self.here] == before
        assert self.here[2].heard[-1]["told"][0].startswith("Ben takes back: Ann")

    async def enters(self, thrown: EventMatch, detail: Detail) -> None:
        """The whole match at this level."""
        now = begin(thrown.setup)
        await self.corrects(now, "every" if now.state.turn is None else detail)
        for event in thrown.events:
            for seat, kind, fields in messages(now, event, detail):
                if kind == "score":
                    offers = [(one["use"], one["pays"]) for one in self.here[seat].you["scores"]]
                    assert (fields["use"], fields["pays"]) in offers
                await self.says(seat, kind, **fields)
            now = now.step(event)
        before = self.here[0].picture["scores"]
        await self.says(1, "takeback")
        assert [one.picture["stage"] for one in self.here] == ["playing"] * len(self.here)
        await self.says(seat, kind, **fields)
        assert self.here[0].picture["scores"] == before


def messages(now: EventMatch, event: object, detail: Detail) -> Iterator[tuple[int, str, Message]]:
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


@pytest.mark.parametrize(("game", "detail"), LEVELS)
async def test_a_match_at_any_level_ends_like_the_same_match_in_full(
    game: str, detail: Detail, server: Process, library: Library, tmp_path: Path
) -> None:
    """The first entry is taken back, and after the end the last; scores, record and review agree with what
    was thrown.
    """
    thrown = in_full(game, library, "Ann", "Ben")
    seats = clients.opened(server.url, game, "Ann", "Ben", dice="own", detail=detail)
    code = seats[0]["code"]
    ann, ben = (Client(server.url, code, seat["token"]) for seat in seats)
    async with ann, ben, Client(server.url, code) as cy:
        evening = Evening(ann, ben, cy)
        await evening.enters(thrown, detail)
        assert all(clients.is_over(one.picture) for one in evening.here)
        assert all(one.picture["scores"] == list(thrown.scores) for one in evening.here)
    entered = recorded(server, code, tmp_path / "evening.jsonl")
    assert (entered.events == thrown.events) == (detail == "every")
    check_same(entered, thrown, library)


def recorded(server: Process, code: str, file: Path) -> EventMatch:
    """The match as the table recorded it, which can be verified."""
    file.write_bytes(httpx.get(f"{server.url}/api/tables/{code}/record").content)
    assert fivedice(["verify", str(file)]) == 0
    return record.replay(file.read_bytes()).match


def check_same(entered: EventMatch, thrown: EventMatch, library: Library) -> None:
    """Both ended alike, and their reviews agree."""
    assert (entered.state.position, entered.winners) == (thrown.state.position, thrown.winners)
    known = library(entered.setup.game, len(thrown.setup.players), "score")
    told, full = (luck_and_cost.review(match, known) for match in (entered, thrown))
    for one, whole in zip(told.accounts, full.accounts, strict=True):
        assert one.adds_up
        gained = one.luck - one.cost + one.joint
        assert gained == pytest.approx(whole.luck - whole.cost, abs=1e-9)

"""REST routes of club nights. The player's cookie identifies the sender; the host opened the club night."""

import time
from codecs import BOM_UTF8
from collections.abc import Iterator
from math import inf
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Response
from pydantic import Field

from fivedice.club import entries
from fivedice.core.rules import IllegalMove
from fivedice.language import decimal, mark, tr
from fivedice.names import localized
from fivedice.narration.results import amount, nth
from fivedice.server.club.rounds import ONLY_HOST, ClubNights, KnownClubNight, seat_of
from fivedice.server.club.store import HOST
from fivedice.server.models import REFUSALS, Body, Name, Option, Registry, of_app
from fivedice.server.players.cookie import NOT_BARRED, CurrentPlayer
from fivedice.server.players.routes import Here
from fivedice.server.players.store import KnownPlayer
from fivedice.statistics.formats import Pieces, Row, write_csv

router = APIRouter(prefix="/api/clubs", responses=REFUSALS)
Small = Annotated[int, Field(ge=0, le=1000)]
FINE = 10
"""Differences below this have a decimal."""


class Planning(Body):
    """A club night to open, and the name of its host; see `fivedice.club.entries.ClubPlan`."""

    name: Name
    game: Annotated[str, Field(max_length=20)]
    options: Annotated[dict[Option, Option], Field(default_factory=dict, max_length=10)]
    seats: Small = 2
    rounds: Small = 3
    deals: Small = 2
    minutes: Small = 30
    pairing: Literal["stay", "swiss"] = "stay"


class Arriving(Body):
    """A player who arrives or returns."""

    name: Name


class LeaveRequest(Body):
    """A request to leave. The host may give the number of the player who leaves."""

    player: Small | None = None


class Steering(Body):
    """The host's command: begin the next round, end this one now, or end the club night."""

    what: Literal["begin", "over", "end"]


class Correcting(Body):
    """The scores of a match by chair; null if it counts as not played. Numbers begin with 0."""

    round: Small
    table: Small
    deal: Small
    scores: Annotated[list[Annotated[int, Field(ge=-100_000, le=100_000)]], Field(max_length=10)] | None


Nights = Annotated[ClubNights, of_app("club")]


def _code(code: str) -> str:
    return code.upper()


Code = Annotated[str, Depends(_code)]


async def _hosted(code: Code, nights: Nights, player: CurrentPlayer) -> str:
    if player is None or HOST not in await nights.guests_of(code, player.id):
        await nights.now(code)
        raise IllegalMove(tr(ONLY_HOST))
    return code


Hosted = Annotated[str, Depends(_hosted)]
"""The code of a club night whose host sends the request; requests of others are refused."""


@router.post("", status_code=201, dependencies=NOT_BARRED)
async def open_club_night(body: Planning, here: Here, registry: Registry, nights: Nights) -> dict[str, str]:
    """Opens a club night; you are its host."""
    plan = entries.ClubPlan(**body.model_dump(exclude={"name"}))
    return {"code": await nights.open(plan, (await _player(body.name, here, registry)).id)}


@router.get("/{code}", response_class=Response)
async def see_club_night(
    code: Code, nights: Nights, player: CurrentPlayer, since: str = "", *, live: bool = False
) -> Response:
    """The club night with its rounds, ranking and your own state; only `left` if nothing has changed since
    the `version` in `since`. With `live` also the scores of the matches in progress.
    """
    guests = await nights.guests_of(code, player.id) if player else set()
    if player and guests:
        await nights.renew(code, player, guests)
    known = await nights.now(code)
    view = _public(code, known) | {"you": _you(code, known, player, guests)}
    view["version"] += "-host" * (HOST in guests)  # a player may become the host without an entry
    news = {"left": view["left"]} if since == view["version"] else view
    news |= {"live": await nights.live_scores(code)} if live else {}
    return Response(msgspec.json.encode(news), media_type="application/json")


@router.post("/{code}/players", status_code=204, response_class=Response, dependencies=NOT_BARRED)
async def arrive(code: Code, body: Arriving, here: Here, registry: Registry, nights: Nights) -> None:
    """You join the club night and get a table in the next round."""
    await nights.now(code)
    await nights.arrive(code, await _player(body.name, here, registry), body.name)


@router.post("/{code}/leave", status_code=204, response_class=Response)
async def leave(code: Code, body: LeaveRequest, player: CurrentPlayer, nights: Nights) -> None:
    """You are not paired in the next round; your match goes on."""
    await nights.leave(code, player.id if player else "", body.player)


@router.post("/{code}/rounds", status_code=204, response_class=Response)
async def steer(code: Hosted, body: Steering, nights: Nights) -> None:
    """Begins or ends a round, or ends the club night; for the host."""
    await {"begin": nights.begin, "over": nights.end_round, "end": nights.end}[body.what](code)
    await nights.now(code)


@router.post("/{code}/results", status_code=204, response_class=Response)
async def correct(code: Hosted, body: Correcting, nights: Nights) -> None:
    """Corrects a result; for the host."""
    scores = None if body.scores is None else tuple(body.scores)
    await nights.correct(code, (body.round, body.table, body.deal), scores)


@router.get("/{code}/{what}.csv", response_class=Response)
async def export(code: Code, what: Literal["standings", "results"], nights: Nights) -> Response:
    """The order of all players, or every match of every player, as CSV."""
    known = await nights.now(code)
    columns, rows = (_standings if what == "standings" else _results)(known)
    lines = Pieces()
    write_csv(dict.fromkeys(columns.split(" | ")), rows, lines)
    name = {"content-disposition": f'attachment; filename="fivedice-{code}-{what}.csv"'}
    return Response(BOM_UTF8 + b"".join(lines), media_type="text/csv", headers=name)


async def _player(name: str, here: Here, registry: Registry) -> KnownPlayer:
    """The current player, who is created if nobody plays on this device yet."""
    registry.policy.check_name(name)
    return await here.player(name)


def _public(code: str, known: KnownClubNight) -> dict[str, Any]:
    """The public view of a club night."""
    night = known.night
    return {
        "code": code,
        "version": f"{night.number}-{len(known.costs)}",
        "title": night.game.title,
        "unit": tr(night.game.unit),
        **msgspec.structs.asdict(night.plan),
        "ended": night.ended,
        "left": max(0.0, night.round.ends - time.time()) if night.round and night.round.ends else None,
        "players": [{"name": localized(one.name), "here": one.here} for one in night.players],
        "played": night.rounds,
        "standings": known.order,
        "luck": _luck(known),
    }


def _luck(known: KnownClubNight) -> str:
    if known.luck is None:
        return ""
    if known.luck == inf:
        return tr("After so few matches, luck alone explains any difference.")
    if known.night.plan.pairing == "swiss":
        sentence = mark("Luck alone sets two equal players up to {wins} wins apart, 19 times in 20.")
        return tr(sentence, wins=decimal(known.luck))
    much = amount(known.luck, known.night.game.unit, 1 if known.luck < FINE else 0)
    return tr("Luck alone sets two equal players up to {much} apart, 19 times in 20.", much=much)


def _you(code: str, known: KnownClubNight, player: KnownPlayer | None, guests: set[str]) -> dict[str, Any]:
    """The view of the player who sends the request; `told` is their place, in words."""
    number = next((n for n, one in enumerate(known.night.players) if one.guest in guests), None)
    return {
        "host": HOST in guests,
        "player": number,
        "seat": None if number is None or player is None else seat_of(code, known.night, number, player),
        "told": "" if number is None else _place(known, number),
    }


def _place(known: KnownClubNight, number: int) -> str:
    """Your rank, and your wins in this round, as a sentence."""
    line = next(line for line in known.order if line.player == number)
    if not line.matches:
        return ""
    table = next((one for one in known.night.rounds[-1].tables if number in one.players), None)
    results = [one for one in table.results if one] if table else []
    place, players, played = nth(line.rank), len(known.order), len(results)
    if table is None or not results or len(table.players) == 1:
        return tr("You are {place} of {players}.", place=place, players=players)
    won = sum(table.players.index(number) in one.winners for one in results)
    usual = mark("You are {place} of {players}; you won {won} of {played} matches.")
    return tr(WON_OF.get((won, played), usual), place=place, players=players, won=won, played=played)


WON_OF = {
    (1, 1): mark("You are {place} of {players}; you won your match."),
    (0, 1): mark("You are {place} of {players}; you lost your match."),
    (2, 2): mark("You are {place} of {players}; you won both matches."),
    (0, 2): mark("You are {place} of {players}; you lost both matches."),
}
"""Your place, by the matches that you won and played."""


def _standings(known: KnownClubNight) -> tuple[str, Iterator[Row]]:
    columns = tr("Rank | Player | Matches | Won | Same dice | Lost per match", "headings of a table")
    rows = (
        (
            *(line.rank, known.night.players[line.player].name, line.matches),
            *(value and round(value, 3) for value in (line.points, line.cross, line.cost)),
        )
        for line in known.order
    )
    return columns, rows


def _results(known: KnownClubNight) -> tuple[str, Iterator[Row]]:
    columns = tr("Round | Match | Table | Chair | Player | Result | Won", "headings of a table")
    rows = (
        (number, deal, place, chair + 1, known.night.players[player].name, *_won(result, chair))
        for number, one in enumerate(known.night.rounds, 1)
        for place, table in enumerate(one.tables, 1)
        for deal, result in enumerate(table.results, 1)
        for chair, player in enumerate(table.players)
    )
    return columns, rows


def _won(result: entries.TableResult | None, chair: int) -> tuple[int | None, float | None]:
    """The score and the share of the win."""
    if result is None:
        return None, None
    return result.scores[chair], round((chair in result.winners) / len(result.winners), 3)

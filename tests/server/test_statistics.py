"""Finished matches are counted for their players: once, whoever counts them, and soon after they end."""

import asyncio
import io
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pyarrow.parquet
import pytest
from sqlalchemy import Connection, func, insert, select, update

from fivedice import language
from fivedice.bots import make
from fivedice.folders import NOWHERE
from fivedice.match.events import Event, HintTaken, Keep
from fivedice.match.setup import Player, Setup, game_called
from fivedice.notation import record
from fivedice.runtime import simulation
from fivedice.runtime.library import Library
from fivedice.runtime.store import StoreError
from fivedice.server import maintenance
from fivedice.server.players import counting, results, statistics_routes
from fivedice.server.players.counting import Counting
from fivedice.server.storage import schema
from fivedice.server.tables import codes
from fivedice.server.tables.registry import TableRegistry
from fivedice.statistics.profile import profile as statistics_profile
from fivedice.table import log
from fivedice.table.terms import Dice, Terms
from tests.figures.test_profile import one
from tests.patience import awaited
from tests.server import clients, stored
from tests.server.clients import Message
from tests.server.serving import Process
from tests.server.stored import registry_over
from tests.server.test_players import Device, keeps

GOLDEN = Path(__file__).parents[1] / "golden"


def profile(device: Device) -> Any:
    return awaited(lambda: None if (told := device.asks("GET", "profile").json())["pending"] else told)


def kinds(device: Device) -> dict[str, Any]:
    return {one["kind"]: one for one in profile(device)["kinds"]}


def test_a_match_counts_for_everybody_who_played(host: Process) -> None:
    """Rated if both seats were kept when it was counted, which another match may be if this one was not."""
    for seed in range(1, 6):
        seats = clients.over(host.url, "Ann", "Ben", seed=seed)
        ann, ben = Device(host.url), Device(host.url)
        keeps(ann, seats[0])
        keeps(ben, seats[1])
        (own,), (other,) = (profile(device)["kinds"] for device in (ann, ben))
        assert (own["kind"], own["played"], other["played"]) == ("junior for 2", 1, 1)
        assert own["won"] + other["won"] == 1
        if own["ratings"]:
            break
    (rating,) = (one for one in own["ratings"] if one["you"])
    assert rating["matches"] == 1
    (versus,) = profile(ann)["opponents"]
    assert (versus["name"], versus["played"]) == ("Ben", 1)


def test_bots_are_rated_beside_people(server: Process) -> None:
    ann = Device(server.url)
    keeps(ann, *clients.over(server.url, "Ann", bots=2, seed=3))
    rated = kinds(ann)["junior for 3"]["ratings"]
    assert [one["bot"] for one in rated] == [""]
    keeps(ann, *clients.over(server.url, "Ann", bots=1, seed=4))
    rated = kinds(ann)["junior for 2"]["ratings"]
    assert sorted(one["bot"] for one in rated) == ["", "greedy"]
    assert sum(one["value"] for one in rated) == pytest.approx(3000, abs=300)


def test_others_see_ratings_only_of_who_agrees(server: Process) -> None:
    seats = clients.over(server.url, "Gus", "Hal", seed=11)
    gus, hal = Device(server.url), Device(server.url)
    keeps(gus, seats[0])
    keeps(hal, seats[1])
    profile(hal)

    def seen() -> list[str]:
        return [one["name"] for one in kinds(gus)["junior for 2"]["ratings"] if not one["bot"]]

    assert "Hal" not in seen()
    hal.asks("PATCH", json={"settings": {"ratings": True}})
    assert {"Gus", "Hal"} <= set(seen())
    hal.asks("PATCH", json={"settings": {"ratings": False}})
    assert "Hal" not in seen()


def test_a_seat_that_is_kept_later_counts_but_changes_no_rating(server: Process) -> None:
    seats = clients.over(server.url, "Cleo", "Dan", seed=5)
    first, second = Device(server.url), Device(server.url)
    keeps(first, seats[0])
    assert profile(first)["kinds"][0]["played"] == 1
    keeps(second, seats[1])
    assert profile(second)["kinds"][0]["played"] == 1
    assert kinds(second)["junior for 2"]["ratings"] == []


def test_an_imported_record_counts_once_and_is_marked(server: Process) -> None:
    ann = Device(server.url)
    seat = clients.over(server.url, "Ann", bots=1, seed=6)[0]
    keeps(ann, seat)
    text = (GOLDEN / "traditional-2seats.jsonl").read_bytes()
    first, again = (clients.brought(server.url, text) for _ in range(2))
    wanted = {"code": first, "seat": 1}
    assert ann.asks("POST", "imports", json=wanted).json() == {"added": True}
    assert ann.asks("POST", "imports", json=wanted).json() == {"added": True}
    assert ann.asks("POST", "imports", json={"code": again, "seat": 0}).json() == {"added": False}
    (kind,) = (one for name, one in kinds(ann).items() if name != "junior for 2")
    assert {"1 (1 imported)"} <= {line["value"] for line in kind["lines"]}
    assert kind["ratings"] == []
    own = httpx.get(f"{server.url}/api/tables/{seat['code']}/record").content
    code = clients.brought(server.url, own)
    assert ann.asks("POST", "imports", json={"code": code, "seat": 0}).json() == {"added": False}


@pytest.mark.parametrize(
    ("seat", "told"), [(0, "counted automatically"), (7, "no seat 7")], ids=["own table", "seat"]
)
def test_what_cannot_be_imported_is_refused(seat: int, told: str, server: Process) -> None:
    ann = Device(server.url)
    own = clients.over(server.url, "Ann", bots=1, seed=7)[0]
    keeps(ann, own)
    text = (GOLDEN / "junior-2seats.jsonl").read_bytes()
    code = own["code"] if not seat else clients.brought(server.url, text)
    answer = ann.asks("POST", "imports", json={"code": code, "seat": seat})
    assert answer.status_code == 409
    assert told in answer.text


def test_a_player_who_always_takes_hints_has_scores_and_no_charts() -> None:
    (kind,) = statistics_profile([one(1, hints=1)]).kinds
    told = statistics_routes._kind(kind, [])
    assert (told["costs"], told["plays_like"], told["played"]) == ((), None, 1)


def test_what_choices_cost_has_the_decimals_of_the_language() -> None:
    (kind,) = statistics_profile([one(1)]).kinds
    with language.speaking("de"):
        told = statistics_routes._kind(kind, [])
    costs = [*told["by_kind"].values(), *told["by_box"].values()]
    assert costs
    assert all("," in cost and "." not in cost for cost in costs)


def test_a_file_of_all_figures(server: Process) -> None:
    ann = Device(server.url)
    keeps(ann, clients.over(server.url, "Ann", bots=1, seed=8)[0])
    profile(ann)
    files = {kind: ann.asks("GET", "export", params={"format": kind}) for kind in ("csv", "json", "parquet")}
    (row,) = json.loads(files["json"].content)
    (other,) = pyarrow.parquet.read_table(io.BytesIO(files["parquet"].content)).to_pylist()
    assert row["cost"] == other["cost"]
    assert files["csv"].text.splitlines()[0].startswith("at,code,kind")
    assert "attachment" in files["csv"].headers["content-disposition"]
    assert ann.asks("GET", "export", params={"format": "pdf"}).status_code == 422


def test_without_a_player_there_is_no_profile(server: Process) -> None:
    nobody = Device(server.url)
    assert {nobody.asks("GET", path).status_code for path in ("profile", "export")} == {409}


@asynccontextmanager
async def worker_over(url: str, tables: Path) -> AsyncIterator[tuple[TableRegistry, Counting]]:
    async with registry_over(url, tables) as registry:
        yield registry, Counting(registry, registry._storage)


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("solved")


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite3'}"


def put(url: str, *names: str, hint: bool = False, dice: Dice = "program", seed: int = 1) -> str:
    """A finished match of junior of these people, each of them a player of their own; its code."""
    setup = Setup(game_called("junior"), tuple(map(Player, names)))
    match = simulation.play(setup, [make("random", Library(NOWHERE))] * len(names), seed, 1)
    events: list[Event] = [*match.events]
    if hint:  # before the first decision of seat 0
        first = next(n for n, event in enumerate(events) if isinstance(event, Keep) and event.seat == 0)
        events.insert(first, HintTaken(0))
    seats = stored.put(url, Terms("junior", ("",) * len(names), first=0, dice=dice), names, events)
    with maintenance.transaction(url) as connection:
        for name, seat in zip(names, seats, strict=True):
            keep(connection, name, seat)
    return str(seats[0]["code"])


def keep(connection: Connection, player: str, seat: Message) -> None:
    row = {"code": seat["code"], "chair": seat["chair"], "holder": codes.digest(seat["token"])}
    connection.execute(insert(schema.seats).values(player=player, sealed="", at=1.0, counted=0, **row))


def counted(url: str) -> tuple[int, int, int]:
    """How many seats are counted, how many results there are, and by how many matches players are rated."""
    with maintenance.transaction(url) as connection:
        seats = select(func.count()).where(schema.seats.c.counted == 1)
        rated = select(func.coalesce(func.sum(schema.ratings.c.matches), 0))
        asked = (seats, select(func.count()).select_from(schema.results), rated)
        first, second, third = (connection.execute(one).scalar_one() for one in asked)
        return first, second, third


async def test_several_workers_count_a_match_once(url: str, solved: Path) -> None:
    code = put(url, "Ann", "Ben")
    async with AsyncExitStack() as stack:
        workers = [await stack.enter_async_context(worker_over(url, solved)) for _ in range(3)]
        await workers[0][0].summaries([code])
        for _ in range(2):
            await asyncio.gather(*(counter.count_all() for _, counter in workers))
    assert counted(url) == (2, 2, 2)


async def test_a_crash_repeats_nothing_and_forgets_nothing(
    url: str, solved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = [put(url, "Ann", "Ben", seed=seed) for seed in (1, 2)]
    real, calls = results.count, iter(range(9))

    def count(*given: Any) -> None:
        real(*given)
        if next(calls) == 0:
            raise StoreError("The power is gone before the end of the transaction.")

    monkeypatch.setattr(results, "count", count)
    for _ in range(2):
        async with worker_over(url, solved) as (registry, counter):
            await registry.summaries(ended)
            with suppress(StoreError):
                await counter.count_all()
    assert counted(url) == (4, 4, 4)


@pytest.mark.parametrize(
    ("more", "rated"), [({}, 2), ({"hint": True}, 0), ({"dice": "own"}, 0)], ids=["plain", "hint", "own dice"]
)
async def test_hints_and_real_dice_are_not_rated(
    more: dict[str, Any], rated: int, url: str, solved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "SETTLED", 0.0)
    code = put(url, "Ann", "Ben", **more)
    async with worker_over(url, solved) as (registry, counter):
        await registry.summaries([code])
        await counter.count_all()
    assert counted(url) == (2, 2, rated)


async def test_a_match_that_was_imported_before_it_was_counted_counts_once(url: str, solved: Path) -> None:
    code = put(url, "Ann", "Ben")
    async with worker_over(url, solved) as (registry, counter):
        await registry.summaries([code])
        table = await registry.find(code)
        assert table.match
        upload = await registry.upload(record.text(table.match).encode())
        assert await counter.import_("Ann", upload, 0)
        await counter.count_all()
    assert counted(url) == (2, 2, 2)


async def test_an_end_that_may_be_taken_back_is_not_counted_yet(url: str, solved: Path) -> None:
    code = put(url, "Ann", "Ben", dice="own")
    async with worker_over(url, solved) as (registry, counter):
        await registry.summaries([code])
        await counter.count_all()
    assert counted(url) == (0, 0, 0)


async def test_a_damaged_table_stops_no_other(url: str, solved: Path) -> None:
    damaged, good = put(url, "Ann", "Ben"), put(url, "Cleo", "Dan", seed=2)
    async with worker_over(url, solved) as (registry, counter):
        await registry.summaries([damaged, good])
        with maintenance.transaction(url) as connection:
            wrong = update(schema.entries).where(schema.entries.c.code == damaged)
            connection.execute(wrong.values(entry="damaged"))
    async with worker_over(url, solved) as (_, counter):
        await counter.count_all()
    assert counted(url) == (2, 2, 2)


async def test_a_table_that_was_closed_is_looked_at_once(url: str, solved: Path) -> None:
    async with worker_over(url, solved) as (registry, counter):
        seat = await registry.open(Terms("junior", ("", "greedy"), first=0), "Ann")
        held = {"code": seat.code, "chair": seat.chair, "token": seat.token}
        await registry._storage.ask(keep, "Ann", held)
        await counter.count_all()
        assert counted(url) == (0, 0, 0)
        await (await registry.table(seat.code)).act(lambda _: [log.Closed()])
        await counter.count_all()
        assert await registry._storage.ask(results.pending, 9) == []
    assert counted(url) == (1, 0, 0)

"""Servers and browsers that tests share; each table of them belongs to one test."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from fivedice.server.push import sender
from fivedice.server.storage import table_rows
from fivedice.server.storage.database import Database
from fivedice.server.tables import presence
from tests.server import postgres, push_service
from tests.server.browsing import Arrives, Look, Person, chromium
from tests.server.sample import HARM, RECORD, execute, fill
from tests.server.serving import Process, in_thread, process, unlimited

GRACE = 0.4
"""Seconds that a person may be gone at the quick server."""
KINDS = ("sqlite", "postgresql")
"""The kinds of databases."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """`fivedice serve` as its user starts it."""
    with process(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(params=["server", pytest.param("workers", marks=pytest.mark.proof)])
def host(request: pytest.FixtureRequest) -> Process:
    """A server with SQLite, and two workers with PostgreSQL."""
    found: Process = request.getfixturevalue(request.param)
    return found


@pytest.fixture(scope="session")
def welcoming(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that plays cards of one's own."""
    with process(tmp_path_factory.mktemp("cards"), "--own-cards") as running:
        yield running


@pytest.fixture(scope="module")
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """The server of `own_server`."""
    with process(tmp_path_factory.mktemp("mortal")) as running:
        yield running


@pytest.fixture
def own_server(mortal: Process) -> Process:
    """A server of this module's that a test may end; the next test starts it again."""
    return mortal.again()


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server in this process that waits for nobody for long."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(presence, "ANSWER", GRACE / 2)
        with in_thread(unlimited(tmp_path_factory.mktemp("quick"), grace=GRACE)) as url:
            yield url


@pytest.fixture(scope="module")
def lenient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server in this process that limits nobody."""
    with in_thread(unlimited(tmp_path_factory.mktemp("lenient"))) as url:
        yield url


@pytest.fixture(scope="session")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("push") / "push.pem"
    assert sender.prepare(file, push_service.CONTACT)
    return file


@pytest.fixture(scope="module")
def pushed() -> Iterator[push_service.Service]:
    with push_service.service() as running:
        yield running


@pytest.fixture(scope="module")
def calling(tmp_path_factory: pytest.TempPathFactory, key: Path) -> Iterator[str]:
    """The address of a server that calls, and thinks that this machine is outside."""
    file = tmp_path_factory.mktemp("calling") / "tables.sqlite3"
    settings = push_service.settings(f"sqlite:///{file}", key)
    with in_thread(settings, outside=push_service.HERE) as url:
        yield url


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL server of this worker's own."""
    with postgres.postgres() as url:
        yield url


def _place(request: pytest.FixtureRequest, name: str) -> Iterator[str]:
    """The URL of an empty database of the kind of the fixture's parameter."""
    if request.param == "sqlite":
        yield f"sqlite:///{request.getfixturevalue('tmp_path') / name}.sqlite3"
        return
    server = request.getfixturevalue("postgres_server")
    with postgres.database(server, f"{name}{time.monotonic_ns()}") as address:
        yield address


@pytest.fixture(params=KINDS)
def empty(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of an empty database of each kind."""
    yield from _place(request, "empty")


@pytest.fixture(params=KINDS)
def sample(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a database of each kind with the tables of `sample`."""
    yield from map(fill, _place(request, "sample"))


@pytest.fixture
def database(empty: str) -> Iterator[Database]:
    """An empty database of each kind."""
    with closing(Database(empty)) as opened:
        yield opened


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A SQLite file of 200 records with indexes of several pages."""
    file = tmp_path / "many.sqlite3"
    with closing(Database(f"sqlite:///{file}")) as opened:
        for number in range(200):
            opened.run(table_rows.upload, f"A{number:05}", RECORD, "{}")
    return file


@pytest.fixture
def harmed(sample: str) -> str:
    """The URL of a database with two damaged tables, a damaged summary, and a record."""
    return execute(sample, *HARM)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser of this module's: while there is one, its thread runs no other event loop."""
    with chromium() as running:
        yield running


@pytest.fixture
def arrives(browser: Browser) -> Iterator[Arrives]:
    """Lets somebody come with a browser of such a look; no page may have complained of anything."""
    here: list[Person] = []

    def arrive(url: str, look: Look) -> Person:
        here.append(Person(browser, url, look))
        return here[-1]

    yield arrive
    for person in here:
        person.context.close()
    assert [complaint for person in here for complaint in person.complaints] == []


@pytest.fixture(scope="session")
def workers_process(tmp_path_factory: pytest.TempPathFactory, postgres_server: str) -> Iterator[Process]:
    """The server of `workers`."""
    home = tmp_path_factory.mktemp("workers")
    with (
        postgres.database(postgres_server, "workers") as address,
        process(home, "--database", address, "--workers", "2", "--grace", "1") as running,
    ):
        running.database = address
        yield running


@pytest.fixture
def workers(workers_process: Process) -> Process:
    """A server of two workers over one PostgreSQL. A test may kill a worker or end all."""
    return workers_process.again()

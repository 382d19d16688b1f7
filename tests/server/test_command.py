"""`fivedice serve` as it is typed: what it says, one sentence where it cannot begin, and variables."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path

import click
import psycopg
import pytest

from fivedice.__main__ import command, run
from fivedice.cli.shared import listening
from fivedice.folders import HOME_VARIABLE
from fivedice.server import supervisor
from fivedice.server.settings import VARIABLE
from fivedice.server.storage import schema
from fivedice.server.storage.database import Database
from tests.commands import complaint, printed, refused
from tests.patience import PATIENCE
from tests.server.postgres import database as database_of
from tests.server.sample import torn_in_the_middle
from tests.server.serving import answers


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--database", "nonsense"], "is not the URL of a database"),
        (["--database", "mysql://localhost/x"], "is not the URL of a database"),
        (
            ["--database", "/tables.db"],
            "'/tables.db' is not the URL of a database; use sqlite:///FILE or postgresql://",
        ),
        (["--database", "postgresql://127.0.0.1:1/x"], "Connection refused"),
        (["--database", "postgresql://ann:secret@127.0.0.1:port/x"], "'postgresql://ann:...@127.0.0.1:port"),
        (["--database", "sqlite:////nowhere/at/all.sqlite3"], "no such file or directory"),
        (["--database", "sqlite://"], "is not the URL of a database"),
        (["--database", "sqlite:///:memory:"], "is not the URL of a database"),
        (["--workers", "2"], "need PostgreSQL"),
        (["--workers", "0"], "workers"),
        (["--port", "70000"], "port"),
        (["--port", "x"], "port"),
        (["--host", "no.such.host.invalid", "--port", "0"], "Cannot listen on"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_bad_command_line_is_refused(arguments: list[str], sentence: str) -> None:
    told = refused("serve", *arguments)
    assert sentence in told
    assert "Traceback" not in told
    assert "secret" not in told


def test_a_port_in_use_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        told = complaint("serve", "--host", "127.0.0.1", "--port", str(port))
    assert told == f"Cannot listen on 127.0.0.1:{port}: address already in use; --port can name another port."


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--root dice", "--root takes a path such as /dice, not 'dice'."),
        ("--refused-names {}", "The list of refused names {} cannot be read: no such file or directory."),
    ],
)
def test_a_failed_start_is_logged_as_json(words: str, sentence: str, tmp_path: Path) -> None:
    missing = tmp_path / "names.txt"
    given = words.format(missing).split()
    logged = json.loads(refused("serve", "--log", "json", *given))
    assert (logged["level"], logged["message"]) == ("error", sentence.format(missing))
    assert sentence.format(missing) in refused("serve", "--check", *given)


NAMES = ("--name", "dice.example.org", "--name", "wuerfel.example.org")


CHECK = ("serve", "--check", "--host", "127.0.0.1", "--port", "0")
"""Checks the options of a server on any port of this machine, unless others follow."""


def test_a_check_names_the_database_and_what_was_given(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    assert printed(*CHECK, "--database", f"sqlite:///{file}").splitlines() == [
        f"The database {file} will be created.",
        "The options and the disk are fine.",
    ]
    assert not file.exists()
    Database(f"sqlite:///{file}").close()
    key = ("--push-key", str(tmp_path / "push.pem"), "--push-contact", "mailto:a@example.org")
    assert printed(*CHECK, "--database", f"sqlite:///{file}", *key).splitlines() == [
        f"The database {file} has schema {schema.VERSION}.",
        "The options, the push key and the disk are fine.",
    ]
    refused(*CHECK, "--database", f"sqlite:///{tmp_path}/missing/tables.sqlite3")


def test_a_check_and_a_start_refuse_damaged_pages(many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens the file reads its first pages only, so nothing fails until a player comes."""
    monkeypatch.setattr(supervisor, "run", lambda bound, *_: bound.close())
    words = ["--port", "0", "--database", f"sqlite:///{torn_in_the_middle(many)}"]
    said = f"The database {many} has damaged pages; `fivedice doctor` shows what can be recovered."
    for check in (["--check"], []):
        assert complaint("serve", *check, *words) == said


@pytest.mark.parametrize("name", ["--name", "--host", "--root", "--metrics", "--behind-proxy", "--zone"])
@pytest.mark.parametrize("is_variable", [False, True], ids=["option", "variable"])
def test_a_bad_name_is_refused_in_one_sentence(
    name: str, is_variable: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two words for one host, path or network; a variable may hold several names between spaces."""
    words, bad = ["--database", f"sqlite:///{tmp_path}/tables.sqlite3"], "bad name:99999"
    bad = "bad name" if name == "--name" and not is_variable else bad
    if is_variable:
        variable = "names" if name == "--name" else name.strip("-").replace("-", "_")
        monkeypatch.setenv(f"FIVEDICE_{variable.upper()}", bad)
    else:
        words += [name, bad]
    told = refused("serve", "--check", *words)
    assert (told.count("\n"), "Traceback" in told, "99999" in told or "bad name" in told) == (1, False, True)


def test_a_check_only_notes_a_port_in_use(tmp_path: Path) -> None:
    """As where a server runs that shall be started anew; an address of another machine is a failure."""
    database = ("--database", f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
        port, exported = one.getsockname()[1], f"127.0.0.1:{other.getsockname()[1]}"
        told = printed(*CHECK, "--port", str(port), "--metrics", exported, *database)
    assert f"127.0.0.1:{port} is in use" in told
    assert f"{exported} is in use" in told
    for option, where in (("--host", "198.51.100.7"), ("--metrics", "198.51.100.7:9100")):
        assert "Cannot listen on 198.51.100.7:" in refused(*CHECK, option, where, *database)


@pytest.mark.parametrize(
    ("kept_as", "harm", "code", "said"),
    [
        ("UTF8", "", 0, "will be created"),
        ("UTF8", "REVOKE CREATE ON SCHEMA public FROM PUBLIC", 2, "permission denied for schema public"),
        ("LATIN1", "", 2, "The database has the encoding LATIN1; create one with UTF8."),
    ],
)
def test_a_check_tries_a_database_of_postgresql(
    kept_as: str, harm: str, code: int, said: str, postgres_server: str
) -> None:
    name = f"c{time.monotonic_ns()}"
    with (
        database_of(postgres_server, name, kept_as) as address,
        psycopg.connect(address, autocommit=True) as connection,
    ):
        connection.execute(f"CREATE ROLE {name} LOGIN".encode())
        connection.execute(b"GRANT CREATE ON SCHEMA public TO PUBLIC")
        connection.execute(harm.encode() or b"SELECT 1")
        asks = refused if code else printed
        told = asks(*CHECK, "--database", address.replace("postgres@", f"{name}:secret@"), code=code)
        assert said in told
        assert "secret" not in told
        tables = connection.execute("SELECT 1 FROM pg_tables WHERE schemaname = 'public'")
        assert tables.fetchall() == []


def test_who_comes_as_soon_as_the_address_is_said_is_not_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = []

    def run_nothing(bound: socket.socket, *_: object) -> bool:
        with bound, socket.create_connection(bound.getsockname(), timeout=PATIENCE) as caller:
            reached.append(caller.getpeername() == bound.getsockname())
        return True

    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setattr(supervisor, "run", run_nothing)
    database = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    assert run(["serve", "--host", "127.0.0.1", "--port", "0", "--database", database]) == 0
    assert reached == [True]


def test_an_address_is_taken_as_it_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted, seen = [], list[str]()

    def bound(host: str, port: int) -> socket.socket:
        wanted.append(host)
        return socket.create_server(("127.0.0.1", port))

    def say_where(listening: socket.socket, _: int, begun: Callable[[], None]) -> bool:
        with listening:
            begun()
        return True

    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setattr(listening, "bound", bound)
    monkeypatch.setattr(supervisor, "run", say_where)
    monkeypatch.setattr(webbrowser, "open", seen.append)
    file = tmp_path / "tables.sqlite3"
    words = ["--host", "[::1]", "--port", "0", "--database", f"sqlite:///{file}", *NAMES]
    first, *others = printed("serve", *words).splitlines()
    assert wanted == ["::1"]
    assert json.loads(os.environ[VARIABLE])["names"][0] == "dice.example.org"
    assert first.startswith("Play at http://[::1]:")
    assert others == [
        "The server also answers to dice.example.org and wuerfel.example.org.",
        f"Tables are stored in {file}.",
    ]
    assert not seen
    assert printed("serve", *words, "--browser").splitlines()[1:] == others
    assert seen == [f"http://localhost:{json.loads(os.environ[VARIABLE])['port']}/"]
    lines = [json.loads(line) for line in printed("serve", *words, "--log", "json").splitlines()]
    assert [line["message"] for line in lines[1:]] == others
    assert {line["level"] for line in lines} == {"info"}


def test_it_serves_where_nobody_reads_that_it_does(tmp_path: Path) -> None:
    """A start script that waited for the first line may be gone by the second."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    read, written = os.pipe()
    os.close(read)
    server = subprocess.Popen(
        [sys.executable, "-m", "fivedice", "serve", "--port", str(port)],
        env={**os.environ, "FIVEDICE_HOME": str(tmp_path)},
        stdout=written,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(written)
    until = time.monotonic() + PATIENCE
    try:
        while not answers(f"http://127.0.0.1:{port}") and time.monotonic() < until:
            time.sleep(0.05)
    finally:
        server.send_signal(signal.SIGINT)
        _, complaints = server.communicate(timeout=PATIENCE)
    assert (server.returncode, complaints) == (130, "fivedice: Stopped.\n")


ROOT = Path(__file__).parents[2]
serve = command("serve")
OPTIONS = [option for option in serve.params if isinstance(option, click.Option)]
VARIABLES = {f"FIVEDICE_{option.name.upper()}" for option in OPTIONS if option.name}


def test_every_option_has_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(option.allow_from_autoenv for option in OPTIONS)
    for name, text in (("WORKERS", "2"), ("OWN_CARDS", "1"), ("ZONE", "Europe/Berlin")):
        monkeypatch.setenv(f"FIVEDICE_{name}", text)
    given = serve.make_context("serve", []).params
    assert (given["workers"], given["own_cards"], given["zone"]) == (2, True, "Europe/Berlin")


@pytest.mark.parametrize("words", ["a.example,b.example", "a.example, b.example", " a.example ,\tb.example,"])
def test_names_stand_between_commas(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    both = ("a.example", "b.example")
    assert serve.make_context("serve", ["--name", words]).params["names"] == both
    assert serve.make_context("serve", ["--name", both[0], "--name", both[1]]).params["names"] == both
    assert command("tables").make_context("tables", ["--remove", words]).params["remove"] == both
    monkeypatch.setenv("FIVEDICE_NAMES", words)
    assert serve.make_context("serve", []).params["names"] == both


@pytest.mark.parametrize("name", ["tables", "doctor", "backup", "restore"])
def test_every_command_finds_the_database_of_the_server(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIVEDICE_DATABASE", "postgresql:///dice")
    words = [] if name in ("tables", "doctor") else ["file"]
    assert command(name).make_context(name, [*words]).params["database"] == "postgresql:///dice"
    assert command(name).make_context(name, [*words, "--database", "x"]).params["database"] == "x"


@pytest.mark.parametrize("file", ["Containerfile", "compose.yaml", "docs/guide/hosting.md"])
def test_variables_that_are_named_exist(file: str) -> None:
    named = set(re.findall(r"FIVEDICE_[A-Z_]+", (ROOT / file).read_text()))
    assert named <= {HOME_VARIABLE, "FIVEDICE_DOCS", *VARIABLES}
    assert named

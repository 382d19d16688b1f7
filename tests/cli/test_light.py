"""Modules that are loaded only when needed, and messages about missing extras."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import msgspec
import pytest

from fivedice.__main__ import COMMANDS, every_command, run
from fivedice.cli.shared.command import OptionsCommand
from fivedice.core import extras
from fivedice.folders import HOME_VARIABLE
from fivedice.games import GAMES
from fivedice.notation import paper
from fivedice.runtime.options import Options
from tests.cards.documents import INLINE
from tests.typed import as_a

HEAVY = {"numpy", "textual", "fastapi", "rich", "asyncio", "numba", "sqlalchemy", "matplotlib"}
LEFT_OUT = ("llvmlite", *(library for extra in extras.LIBRARIES.values() for library in extra))
"""What a bare installation has not. (The Markdown reader comes with rich, but the base loads it for nothing
that is played.)"""
BARE = f"""
import sys
sys.modules.update(dict.fromkeys({LEFT_OUT!r}))
import contextlib, io, msgspec
from fivedice.__main__ import run

def ended(command):
    told = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(told[0]), contextlib.redirect_stderr(told[1]):
        code = run(command)
    return code, *(stream.getvalue() for stream in told)

sys.stdout.buffer.write(msgspec.json.encode([*map(ended, msgspec.json.decode(sys.argv[1]))]))
"""
GOLDEN = Path(__file__).parents[1] / "golden"
FEW = ("challenge-2seats.jsonl", "junior-2seats.jsonl", "showdown-2seats.jsonl", "yatzy-2seats.jsonl")
"""A record of each way to solve a game."""
HALF = "1,6,9,-,15,-,-,20,25,-,-,-,22+0"


class Ended(NamedTuple):
    code: int
    told: str
    complaint: str


def bare(home: Path, *commands: list[str]) -> list[Ended]:
    """Runs commands in a process that cannot load any extra."""
    code = [sys.executable, "-c", BARE, msgspec.json.encode(commands).decode()]
    env = {**os.environ, HOME_VARIABLE: str(home)}
    done = subprocess.run(code, check=True, capture_output=True, env=env)
    return msgspec.json.decode(done.stdout, type=list[Ended])


def assert_all_is_well(done: list[Ended]) -> None:
    assert [(ended.code, "fivedice:" in ended.complaint) for ended in done] == [(0, False)] * len(done)


def test_no_help_loads_what_only_work_needs() -> None:
    code = (
        "import sys; from fivedice.__main__ import COMMANDS, run;"
        " codes = [run([*name, '--help']) for name in ((), *zip(COMMANDS))];"
        " print(*codes, *sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stderr.split()[: len(COMMANDS) + 1] == ["0"] * (len(COMMANDS) + 1)
    assert all(f"fivedice {name}" in done.stdout for name in COMMANDS)
    assert not HEAVY & set(done.stderr.split())


def test_the_base_plays_hints_and_reviews_without_any_extra(tmp_path: Path) -> None:
    cards = bare(
        tmp_path / "cards",
        ["play", "traditional", "--seats", "greedy,expert", "--plain", "--seed", "1"],
        ["review"],
        ["review", "--output", str(tmp_path / "page.html")],
        ["export", "records", "-o", str(tmp_path / "records.csv")],
        *(["hint", name, *paper.example(game)] for name, game in GAMES.items()),
    )
    tokens = bare(
        tmp_path / "tokens",
        ["play", "junior", "--seats", "champion,random", "--plain", "--seed", "1"],
        ["review", "--aim", "wins"],
    )
    assert_all_is_well(cards + tokens)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("game", "seats"),
    [
        *(("showdown", "champion,expert"), ("showdown", "expert,casual:3,champion")),
        *(("showdown", "champion,greedy,expert,random"), ("junior", "champion,expert,casual:3")),
        ("junior", "champion,expert,greedy,champion"),
    ],
)
def test_bots_that_know_showdown_and_junior_need_no_extra(game: str, seats: str, tmp_path: Path) -> None:
    commands = [
        ["play", game, "--seats", seats, "--plain", "--seed", "1"],
        *([name, "--aim", aim] for name in ("hint", "review") for aim in ("score", "wins")),
        ["arena", game, *seats.split(","), "--matches", "1", "--jobs", "1"],
    ]
    assert_all_is_well(bare(tmp_path, *commands))


@pytest.mark.parametrize("records", [FEW, pytest.param(["*.jsonl"], marks=pytest.mark.proof)], ids=len)
def test_what_is_told_of_a_match_does_not_hang_on_what_is_installed(
    records: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = [["review", str(path), "--json"] for name in records for path in GOLDEN.glob(name)]
    done = bare(tmp_path, *commands)
    assert_all_is_well(done)
    assert [run(command) for command in commands] == [0] * len(commands)
    assert "".join(ended.told for ended in done) == capsys.readouterr().out


def test_showdown_waits_for_no_compiler(tmp_path: Path) -> None:
    commands = [
        ["hint", "showdown", *paper.example(GAMES["showdown"])],
        ["review", str(GOLDEN / "showdown-2seats.jsonl")],
        ["play", "showdown", "--seats", "champion,expert", "--plain", "--seed", "1"],
    ]
    code = (
        "import sys, msgspec; from fivedice.__main__ import run;"
        " codes = [*map(run, msgspec.json.decode(sys.argv[1]))]; print(codes, *sys.modules, file=sys.stderr)"
    )
    env = {**os.environ, HOME_VARIABLE: str(tmp_path)}
    asked = [sys.executable, "-c", code, msgspec.json.encode(commands).decode()]
    done = subprocess.run(asked, check=True, capture_output=True, text=True, env=env)
    assert "[0, 0, 0]" in done.stderr
    assert "numba" not in done.stderr.split()


NEEDED = "fivedice needs more than is installed"
LACKED = [
    ("solve", "For champion to play", ["play", "yatzy", "--seats", "Ann,champion", "--plain"]),
    ("solve", "For champion to play", ["simulate", "yatzy", "--seats", "champion,greedy"]),
    ("solve", "To work this out", ["hint", "traditional", HALF, "22345@2", "--reach", "250"]),
    ("solve", "To work this out", ["solve", "yatzy", "--again"]),
    ("serve", "To serve the table in the browser", ["serve"]),
    ("serve", "To look at tables", ["tables"]),
    ("serve", "To look at players", ["players"]),
    ("serve", "To back up a database", ["backup", "copy.sqlite3"]),
    ("serve", "To restore a database", ["restore", "copy.sqlite3"]),
    ("serve", "To move a database", ["move-database", "sqlite:///a", "postgresql:///b"]),
    ("serve", "To examine a database", ["doctor"]),
    ("serve", "To examine a database", ["doctor", "copy.sqlite3"]),
    ("cluster", "To play on a cluster", ["arena", "junior", "random", "greedy", "--cluster", "tcp://a:1"]),
    ("plots", "To draw a picture", ["arena", "junior", "random", "greedy", "--plot", "arena.svg"]),
    ("print", "To make a PDF", ["print", "pad", "traditional"]),
    ("train", "To train", ["train"]),
]
"""Commands, the extra that each needs, and why they say that they do."""


@pytest.fixture(scope="module")
def lacking(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Ended]]:
    """The home of a process that has run all these commands, and their results."""
    home = tmp_path_factory.mktemp("lacking")
    return home, bare(home, *(command for *_, command in LACKED))


@pytest.mark.parametrize("number", range(len(LACKED)), ids=[" ".join(command) for *_, command in LACKED])
def test_what_needs_an_extra_says_how_to_install_it(number: int, lacking: tuple[Path, list[Ended]]) -> None:
    home, ended = lacking
    code, told, complaint = ended[number]
    assert (code, told) == (3, "")
    extra, reason, _ = LACKED[number]
    assert complaint.endswith(f"fivedice: {reason}, {NEEDED}: {extras.command(extra)}\n")
    assert sum(line.startswith("fivedice: ") for line in complaint.splitlines()) == 1
    assert not list(home.glob("records/*"))


def test_before_a_match_it_is_said_that_there_are_no_hints(tmp_path: Path) -> None:
    card = tmp_path / "small.toml"
    card.write_text(INLINE, encoding="utf-8")
    own, shipped = bare(
        tmp_path,
        ["play", str(card), "--seats", "greedy,random", "--plain"],
        ["play", "yatzy", "--seats", "greedy,random", "--plain"],
    )
    said = f"For hints and a review, fivedice needs more than is installed: {extras.command('solve')}."
    assert own.told.splitlines()[0] == said
    assert said not in shipped.told
    assert_all_is_well([own, shipped])


@pytest.mark.parametrize(
    ("prefix", "command"),
    [
        ("/usr", "pip install 'fivedice[solve]'"),
        ("/home/ann/.local/share/pipx/venvs/fivedice", "pipx install --force 'fivedice[solve]'"),
        (r"C:\Users\ann\pipx\venvs\fivedice", "pipx install --force 'fivedice[solve]'"),
        ("/home/ann/.local/share/uv/tools/fivedice", "uv tool install 'fivedice[solve]'"),
        ("/home/ann/.cache/uv/archive-v0/Xy", "uvx --from 'fivedice[solve]' fivedice"),
    ],
)
def test_the_command_installs_it_in_place(prefix: str, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """pip cannot install into the environments of pipx and uv."""
    monkeypatch.setattr(sys, "prefix", prefix)
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    monkeypatch.setattr(extras, "distribution", lambda _: SimpleNamespace(read_text=lambda _: None))
    assert extras.command("solve") == command


def test_what_was_installed_from_a_wheel_is_installed_from_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package is not on an index, so pipx gets the URL of its wheel (PEP 610)."""
    told = '{"url": "file:///tmp/fivedice.whl", "archive_info": {}}'
    monkeypatch.setattr(extras, "distribution", lambda _: SimpleNamespace(read_text=lambda _: told))
    monkeypatch.setattr(sys, "prefix", "/home/ann/.local/share/pipx/venvs/fivedice")
    assert extras.command("solve") == "pipx install --force 'fivedice[solve] @ file:///tmp/fivedice.whl'"


@pytest.mark.parametrize(
    ("python", "typed"),
    [
        ("/home/ann/.venv/bin/python", "/home/ann/.venv/bin/python"),
        ("/home/ann/my games/bin/python", '"/home/ann/my games/bin/python"'),
    ],
)
def test_environments_are_named_by_python(python: str, typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", str(Path(python).parents[1]))
    monkeypatch.setattr(sys, "executable", python)
    assert extras.command("solve") == f"{typed} -m pip install 'fivedice[solve]'"


def test_every_extra_is_one_that_can_be_installed() -> None:
    assert set(extras.LIBRARIES) == set(extras.NEEDED_FOR)
    assert all(map(extras.has, extras.LIBRARIES))


def test_every_command_that_needs_an_extra_is_asked_for_its_reason() -> None:
    needing = {
        name
        for name, command in every_command().commands.items()
        if as_a(OptionsCommand, command).options.need is not Options.need
    }
    assert needing | {"arena"} <= {command[0] for _, _, command in LACKED}

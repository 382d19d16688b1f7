"""The wheel as a stranger installs it: bare, into an environment of its own, with an empty home."""

import json
import os
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from fivedice.games import GAMES
from fivedice.notation import paper

PROJECT = Path(__file__).parents[1]
MOST_BYTES = 150_000_000
BETWEEN = "--- done ---\n"
AFTER_ANOTHER = f"""
import json, os, sys
from fivedice.__main__ import run

for home, commands in json.loads(sys.argv[1]).items():
    os.environ["FIVEDICE_HOME"] = home
    for words in commands:
        assert run(words) == 0
        print({BETWEEN!r}, end="")
"""
"""Commands one after another, some in each home, told apart by what is printed between them."""
BYTECODE = 1.4
"""What is kept of modules once they have been loaded takes so many times their sources; it was 1.34."""


def done(*command: str, **variables: str) -> str:
    """What a command writes; it has to succeed."""
    env = {**os.environ, **variables}
    ended = subprocess.run(command, check=False, capture_output=True, text=True, env=env, cwd=PROJECT.parent)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment into which the built wheel is installed with what it depends on, and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    venv.create(folder / "bare", with_pip=False)
    uv = (sys.executable, "-m", "uv", "pip", "--quiet")
    done(*uv, "install", "--python", str(folder / "bare"), "--refresh-package", "fivedice", str(PROJECT))
    return folder / "bare"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """What a process is told of where somebody lives who has never run the program."""
    return {"HOME": str(tmp_path), "FIVEDICE_HOME": str(tmp_path / "data")}


def test_the_base_takes_no_more_than_was_agreed(installed: Path) -> None:
    """150 MB with all that it depends on, and none of the extras."""
    files = [path for path in installed.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    sizes = {path: path.stat().st_size for path in files}
    bytecode = sum(size * BYTECODE for path, size in sizes.items() if path.suffix == ".py")
    assert sum(sizes.values()) + bytecode < MOST_BYTES
    (packages,) = installed.glob("lib/python*/site-packages")
    names = {path.name for path in packages.iterdir()}
    assert not {"numba", "llvmlite", "fastapi", "sqlalchemy", "matplotlib"} & names


def test_the_documents_come_with_it(installed: Path) -> None:
    """Every page of the documentation is where an environment keeps documents, with all that one links to."""
    place = installed / "share" / "doc" / "fivedice"
    pages = [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")]
    assert {page.relative_to(PROJECT) for page in pages} == {
        page.relative_to(place) for page in place.rglob("*.md")
    }
    for page in place.rglob("*.md"):
        links = re.findall(r"\]\((?!https?:)([^)#\s]+)", page.read_text(encoding="utf-8"))
        assert not [link for link in links if not (page.parent / link).exists()]


def words(name: str) -> list[list[str]]:
    """Three commands: a match in lines between two bots, a hint for a position, a review of the match."""
    seats = ("--seats", "greedy,random", "--plain", "--seed", "1")
    return [["play", name, *seats], ["hint", name, *paper.example(GAMES[name])], ["review"]]


def test_the_program_is_there(installed: Path, home: dict[str, str]) -> None:
    """What is installed under its name plays a match, gives a hint and a review, each in its own process."""
    program = str(installed / "bin" / "fivedice")
    played, hinted, reviewed = (done(program, *command, **home) for command in words("piecepack"))
    assert "Piecepack" in played
    assert ": worth in " in hinted
    assert "luck" in reviewed


def test_each_game_is_played_hinted_and_reviewed(installed: Path, tmp_path: Path) -> None:
    """The three commands of each game, each game in a home of its own, in one process."""
    asked = {str(tmp_path / name): words(name) for name in GAMES}
    python = str(installed / "bin" / "python")
    written = done(python, "-c", AFTER_ANOTHER, json.dumps(asked), HOME=str(tmp_path)).split(BETWEEN)
    for place, name in enumerate(GAMES):
        played, hinted, reviewed = written[3 * place : 3 * place + 3]
        assert played, name
        assert ": worth in " in hinted, name
        assert "luck" in reviewed, name

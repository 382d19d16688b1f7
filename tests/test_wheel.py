"""The wheel as a stranger installs it: bare, into an environment of its own, with an empty home."""

import os
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

import pytest

from fivedice.games import GAMES
from fivedice.notation.paper import position as paper

PROJECT = Path(__file__).parents[1]
MOST_BYTES = 150_000_000
Program = Callable[..., str]


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
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
    done(*pip, "wheel", "--no-deps", "--wheel-dir", str(folder), str(PROJECT))
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "bare", with_pip=False)
    done(*pip, "--python", str(folder / "bare"), "install", str(wheel))
    return folder / "bare"


@pytest.fixture
def program(installed: Path, tmp_path: Path) -> Program:
    """Runs the installed program as somebody who has never run it."""
    return lambda *words: done(
        str(installed / "bin" / "fivedice"), *words, HOME=str(tmp_path), FIVEDICE_HOME=str(tmp_path / "data")
    )


def test_the_base_takes_no_more_than_was_agreed(installed: Path) -> None:
    """150 MB with all that it depends on, and none of the extras."""
    assert sum(path.stat().st_size for path in installed.rglob("*") if path.is_file()) < MOST_BYTES
    (packages,) = installed.glob("lib/python*/site-packages")
    names = {path.name for path in packages.iterdir()}
    assert not {"numba", "llvmlite", "fastapi", "sqlalchemy", "matplotlib"} & names


def test_the_documents_come_with_it(installed: Path) -> None:
    """Every page of the documentation is where an environment keeps documents."""
    pages = {page.name for page in (PROJECT / "docs").glob("*.md")}
    assert pages == {page.name for page in (installed / "share" / "doc" / "fivedice").glob("*.md")}


@pytest.mark.parametrize("name", GAMES)
def test_each_game_is_played_hinted_and_reviewed(name: str, program: Program) -> None:
    """A match in lines between two bots, a hint for a position, a review of the match."""
    program("play", name, "--seats", "greedy,random", "--plain", "--seed", "1")
    assert ": worth in " in program("hint", name, *paper.example(GAMES[name]))
    assert "luck" in program("review")

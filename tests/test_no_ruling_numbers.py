"""Rulings are told to players in words: their numbers stand in comments, docstrings and tests alone."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import fivedice
from fivedice.__main__ import COMMANDS, run
from fivedice.games import GAMES
from fivedice.server.app import application
from fivedice.server.settings import Settings

NUMBER = re.compile(r"\bR\d{1,2}\b")
PACKAGE = Path(fivedice.__file__).parent
PYTHON = sorted(PACKAGE.rglob("*.py"))
BROWSER = sorted(path for kind in ("*.js", "*.html") for path in (PACKAGE / "web").rglob(kind))


def literals(source: str) -> Iterator[str]:
    """The texts of a Python file that may reach a person: all but those that stand alone as a statement."""
    tree = ast.parse(source)
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


def test_no_message_has_the_number_of_a_ruling() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}: {text}"
        for path in PYTHON
        for text in literals(path.read_text(encoding="utf-8"))
        if NUMBER.search(text)
    ]
    assert not found, "\n".join(found)


def test_no_page_of_the_browser_has_one() -> None:
    """Nor do its comments, which anybody can read there."""
    assert len(BROWSER) > 30
    assert not [path.name for path in BROWSER if NUMBER.search(path.read_text(encoding="utf-8"))]


def test_no_help_has_one(capsys: pytest.CaptureFixture[str]) -> None:
    """A command's help is its docstring, so it is read as it is printed."""
    for asked in (["--help"], *([name, "--help"] for name in COMMANDS)):
        assert run(asked) == 0
        assert not NUMBER.search(capsys.readouterr().out), asked


def test_no_rules_have_one() -> None:
    assert not [name for name, game in GAMES.items() if NUMBER.search(game.rules)]


def test_the_description_of_the_server_has_none(tmp_path: Path) -> None:
    """The docstrings of the bodies of REST are read by strangers."""
    app = application(Settings(f"sqlite:///{tmp_path}/tables.sqlite3"))
    assert not NUMBER.search(json.dumps(app.openapi()))
    app.state.database.close()

"""Every option of `fivedice serve` can be set by a variable, as a container does."""

import re
from pathlib import Path
from typing import Any

import click
import pytest

from fivedice.__main__ import command
from fivedice.runtime.store import HOME_VARIABLE

ROOT = Path(__file__).parents[2]
serve = command("serve")
OPTIONS = [option for option in serve.params if isinstance(option, click.Option)]
GIVEN: dict[str, tuple[str, Any]] = {
    "host": ("::1", "::1"),
    "port": ("9000", 9000),
    "database": ("sqlite:///x", "sqlite:///x"),
    "workers": ("2", 2),
    "requests": ("30", 30.0),
    "connections": ("5", 5),
    "guesses": ("7", 7),
    "grace": ("90", 90.0),
    "patience": ("4", 4.0),
    "own_cards": ("1", True),
    "browser": ("1", True),
    "push_key": ("push.pem", "push.pem"),
    "push_contact": ("mailto:a@example.org", "mailto:a@example.org"),
    "names": ("a.example b.example", ("a.example", "b.example")),
    "behind_proxy": ("10.0.0.0/8", "10.0.0.0/8"),
    "root": ("/dice", "/dice"),
    "metrics": ("127.0.0.1:9100", "127.0.0.1:9100"),
    "zone": ("Europe/Berlin", "Europe/Berlin"),
    "log": ("json", "json"),
    "check": ("1", True),
    "refused_names": ("names.txt", "names.txt"),
}
"""For each option the text of its variable, and what comes of it."""


def test_no_option_is_missing_here() -> None:
    """A new option is tried, too."""
    assert {option.name for option in OPTIONS} == GIVEN.keys()


@pytest.mark.parametrize("name", GIVEN)
def test_an_option_has_a_variable(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Named like the option."""
    text, value = GIVEN[name]
    monkeypatch.setenv(f"FIVEDICE_{name.upper()}", text)
    assert serve.make_context("serve", []).params[name] == value


@pytest.mark.parametrize(
    "words",
    ["a.example,b.example", "a.example, b.example", " a.example ,\tb.example,"],
)
def test_names_stand_between_commas(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the variable, where spaces are enough, as after the option, which may also be given twice."""
    both = ("a.example", "b.example")
    assert serve.make_context("serve", ["--name", words]).params["names"] == both
    assert serve.make_context("serve", ["--name", both[0], "--name", both[1]]).params["names"] == both
    assert command("tables").make_context("tables", ["--remove", words]).params["remove"] == both
    monkeypatch.setenv("FIVEDICE_NAMES", words)
    assert serve.make_context("serve", []).params["names"] == both


@pytest.mark.parametrize("name", ["tables", "backup", "restore"])
def test_every_command_finds_the_database_of_the_server(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the variable that is all a container has."""
    monkeypatch.setenv("FIVEDICE_DATABASE", "postgresql:///dice")
    words = [] if name == "tables" else ["file"]
    assert command(name).make_context(name, [*words]).params["database"] == "postgresql:///dice"
    assert command(name).make_context(name, [*words, "--database", "x"]).params["database"] == "x"


def test_a_doctor_examines_the_database_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless another one is named."""
    monkeypatch.setenv("FIVEDICE_DATABASE", "postgresql:///dice")
    assert command("doctor").make_context("doctor", []).params["database"] == "postgresql:///dice"
    assert command("doctor").make_context("doctor", ["--database", "x"]).params["database"] == "x"


@pytest.mark.parametrize("file", ["Containerfile", "compose.yaml", "docs/guide/hosting.md"])
def test_variables_that_are_named_exist(file: str) -> None:
    """In the files for containers and in the guide."""
    named = set(re.findall(r"FIVEDICE_[A-Z_]+", (ROOT / file).read_text()))
    assert named <= {HOME_VARIABLE, *(f"FIVEDICE_{name.upper()}" for name in GIVEN)}
    assert named

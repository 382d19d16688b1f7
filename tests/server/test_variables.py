"""Every option of `fivedice serve` can be set by a variable, as a container does."""

import re
from pathlib import Path

import click
import pytest

from fivedice.__main__ import command
from fivedice.runtime.store import HOME_VARIABLE

ROOT = Path(__file__).parents[2]
serve = command("serve")
OPTIONS = [option for option in serve.params if isinstance(option, click.Option)]
NAMES = {f"FIVEDICE_{option.name.upper()}" for option in OPTIONS if option.name}


def test_every_option_has_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Named like the option; 1 stands for a switch."""
    assert all(option.allow_from_autoenv for option in OPTIONS)
    for name, text in (("WORKERS", "2"), ("OWN_CARDS", "1"), ("ZONE", "Europe/Berlin")):
        monkeypatch.setenv(f"FIVEDICE_{name}", text)
    given = serve.make_context("serve", []).params
    assert (given["workers"], given["own_cards"], given["zone"]) == (2, True, "Europe/Berlin")


@pytest.mark.parametrize("words", ["a.example,b.example", "a.example, b.example", " a.example ,\tb.example,"])
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
    monkeypatch.setenv("FIVEDICE_DATABASE", "postgresql:///dice")
    assert command("doctor").make_context("doctor", []).params["database"] == "postgresql:///dice"
    assert command("doctor").make_context("doctor", ["--database", "x"]).params["database"] == "x"


@pytest.mark.parametrize("file", ["Containerfile", "compose.yaml", "docs/guide/hosting.md"])
def test_variables_that_are_named_exist(file: str) -> None:
    named = set(re.findall(r"FIVEDICE_[A-Z_]+", (ROOT / file).read_text()))
    assert named <= {HOME_VARIABLE, "FIVEDICE_DOCS", *NAMES}
    assert named

"""Everything a user can set, call or receive is documented somewhere under docs/."""

import inspect
import re
from importlib import import_module
from pathlib import Path

import click

import fivedice
from fivedice.__main__ import COMMANDS, every_command
from fivedice.cli.shared import console, keyboard
from fivedice.server.app import application
from fivedice.server.settings import Settings

DOCS = Path(__file__).parents[1] / "docs"
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in sorted(DOCS.rglob("*.md")))
CODE = set(re.findall(r"[\w/{}.-]+", " ".join(re.findall(r"`([^`\n]+)`", TEXT))))
"""Every word set as code."""


GENERATE = import_module("docs.generate")
"""The script that writes the generated pages."""


def test_generated_pages_are_up_to_date() -> None:
    for name, page in GENERATE.PAGES.items():
        text = (DOCS / "reference" / name).read_text(encoding="utf-8")
        assert text == GENERATE.GENERATED + page(), f"{name} is out of date; run: make docs"


def test_tables_of_figures_are_those_of_the_results() -> None:
    found = list[str]()
    for page in sorted(DOCS.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        assert text == GENERATE.with_figures(text), f"{page.name} is out of date; run: make docs"
        found += [name for _, name, _ in GENERATE.FIGURES.findall(text)]
    assert sorted(found) == sorted(GENERATE.TABLES)


def test_every_command_and_option_is_documented() -> None:
    for name, command in every_command().commands.items():
        options = [each for each in command.params if isinstance(each, click.Option)]
        assert command.help, name
        assert all(option.help for option in options), name
        names = [word for option in options for word in (*option.opts, *option.secondary_opts)]
        assert [word for word in (name, *names) if word not in CODE] == []


EXIT_CODES = (DOCS / "reference" / "exit-codes.md").read_text(encoding="utf-8")
OWN_SENTENCES = {"records", "sheet", "stats"}
"""Commands beside others in a module, which never end with 1 themselves."""


def test_every_exit_code_is_documented() -> None:
    codes = {getattr(console, name) for name in ("BAD_INPUT", "BROKEN_RULES", "LACKING", "STOPPED")}
    codes |= {0, keyboard.FAULT, console.NOBODY_READS}
    assert codes <= {int(code) for code in re.findall(r"^\| `(\d+)` \|", EXIT_CODES, re.MULTILINE)}


def test_every_command_that_finds_something_wrong_is_among_the_exit_codes() -> None:
    ending = re.compile(r"BROKEN_RULES|Keyboard\b|open_record\.(valid|to_decide)")
    folder = Path(fivedice.__file__).parent / "cli"
    finding = {
        name for name, (_, module) in COMMANDS.items() if ending.search((folder / f"{module}.py").read_text())
    }
    named = re.findall("`([a-z-]+)`", "".join(re.findall(r"^\| (`[a-z].*?) \|", EXIT_CODES, re.MULTILINE)))
    assert finding - OWN_SENTENCES <= set(named) <= set(COMMANDS)


def test_routes_explain_themselves_and_no_page_names_one_that_is_gone(tmp_path: Path) -> None:
    """What `/api/openapi.json` says of each route is its documentation, which the page adds to."""
    app = application(Settings(f"sqlite:///{tmp_path}/routes.sqlite3"))
    offered = [
        (f"{method.upper()} {re.sub('{.+?}', '*', path)}", operation)
        for path, methods in app.openapi()["paths"].items()
        for method, operation in methods.items()
    ]
    app.state.database.close()
    assert [route for route, operation in offered if not operation.get("description")] == []
    page = (DOCS / "reference" / "protocol.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:GET|POST|PATCH|DELETE) /api/[^`\s?]+)", page)
    assert len(named) > 35
    assert {re.sub(r"(?<=/)[A-Z]+\b", "*", route) for route in named} <= {route for route, _ in offered}


def test_every_public_name_is_documented() -> None:
    assert [name for name in fivedice.__all__ if f"::: fivedice.{name}\n" not in TEXT] == []
    named = [getattr(fivedice, name) for name in fivedice.__all__]
    assert [one for one in named if inspect.isroutine(one) or isinstance(one, type) if not one.__doc__] == []

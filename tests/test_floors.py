"""Imports between packages go down only, never in a cycle; numbers of rulings are told to nobody."""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TypeGuard

import pytest

import fivedice
from fivedice.__main__ import COMMANDS, run
from fivedice.core.faces import FACE_SETS
from fivedice.games import GAMES
from fivedice.server.app import application
from fivedice.server.settings import Settings

SOURCE = Path(fivedice.__file__).parent
FLOORS = [
    {"language", "folders", "private_files"},
    {"core"},
    {"cards", "names"},
    {"games"},
    {"match", "notation", "deals"},
    {"analysis", "narration", "solve", "bots"},
    {"table", "club", "lessons", "statistics"},
    {
        *("report", "printing", "training", "daily", "runtime", "external_bots", "api", "study"),
        *("terminal", "cli", "server", "__main__"),
    },
]
SERVER = [
    {"settings", "site", "metrics", "monitoring", "garbage_collection"},
    {"refusals", "storage"},
    {"compute", "protection"},
    {"push"},
    {"tables"},
    {"models"},
    {"players"},
    {"club"},
    {"forgetting"},
    {"daily", "maintenance"},
    {"routes"},
    {"supervisor"},
    {"app"},
]
"""The floors of the server; a request comes in at `protection`, which `app` puts before the routes."""
STUDIES = {"fivedice.cli.arena", "fivedice.cli.export"}
"""The commands of those who study."""
LOOKS_AROUND = {"fivedice.core.extras"}
"""Looks up which libraries are installed, for messages of every floor."""
QUIET = {"report"}
"""On the roof, because they speak with its sentences; and yet they do no I/O."""
MODULES = sorted(SOURCE.rglob("*.py"))


@cache
def nodes(path: Path) -> list[ast.AST]:
    """Everything in a file."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@pytest.mark.parametrize(("house", "floors"), [("fivedice", FLOORS), ("fivedice.server", SERVER)])
def test_imports_go_down_only(house: str, floors: list[set[str]]) -> None:
    floor = {room: level for level, rooms in enumerate(floors) for room in rooms}
    inside = {name: path for name, path in NAMED.items() if name.startswith(f"{house}.")}
    upward = [
        f"{name} imports {other}"
        for name, path in inside.items()
        for other in sorted(files_imported(path) & inside.keys())
        if floor[room_of(other, house)] > floor[room_of(name, house)]
    ]
    assert not upward, "\n".join(upward)


def test_only_the_roof_draws_numbers_reads_clocks_or_files() -> None:
    """Below the roof nothing imports a generator (a type to be handed one is fine), a clock or a file.

    The data of the package (`importlib.resources`) may be read anywhere.
    """
    forbidden = {"secrets", "time", "datetime", "pathlib", "os", "io", "socket", "subprocess", "tempfile"}
    forbidden |= {"importlib.metadata", "importlib.util"}
    exempt = {"", "solve", "folders", "private_files"} | FLOORS[-1] - QUIET
    found = [
        f"{path.relative_to(SOURCE)} imports {', '.join(names)}"
        for name, path in NAMED.items()
        if room_of(name) not in exempt and name not in LOOKS_AROUND
        if (names := sorted(forbidden & modules_of(path)))
    ]
    assert not found, "\n".join(found)


def modules_of(path: Path) -> set[str]:
    """The modules that a file imports, or imports from, anywhere in it."""
    names = {alias.name for node in nodes(path) if isinstance(node, ast.Import) for alias in node.names}
    return names | {node.module or "" for node in nodes(path) if isinstance(node, ast.ImportFrom)}


def test_the_study_could_be_locked_without_anybody_at_a_table_noticing() -> None:
    importers = {
        name
        for name, path in NAMED.items()
        if room_of(name) != "study" and any(room_of(other) == "study" for other in files_imported(path))
    }
    assert importers == STUDIES


def test_all_that_solves_lies_in_a_room() -> None:
    assert [path.name for path in (SOURCE / "solve").glob("*.py")] == ["__init__.py"]


def files_imported(path: Path) -> set[str]:
    """The modules of the package that a file imports anywhere: in functions and for types only, too."""
    found = set[str]()
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found |= {whole} if whole in NAMED else {node.module or ""} & NAMED.keys()
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & NAMED.keys()
    return found


def name_of(path: Path) -> str:
    """What a file is imported as."""
    return ".".join(["fivedice", *path.relative_to(SOURCE).with_suffix("").parts]).removesuffix(".__init__")


NAMED = {name_of(path): path for path in MODULES}


def room_of(name: str, house: str = "fivedice") -> str:
    """The room of a module: the first part of its name below the house."""
    return name.removeprefix(house).lstrip(".").split(".")[0]


def test_no_file_imports_itself_by_way_of_others() -> None:
    order = list(
        TopologicalSorter({name: files_imported(file) for name, file in NAMED.items()}).static_order()
    )
    assert len(order) == len(MODULES)
    assert (
        order.index("fivedice.core.dice")
        < order.index("fivedice.core.worth")
        < order.index("fivedice.analysis.evaluate")
    )


@pytest.mark.parametrize("house", ["fivedice", "fivedice.solve", "fivedice.server"])
def test_no_room_imports_itself_by_way_of_others(house: str) -> None:
    inside = {name: path for name, path in NAMED.items() if f"{name}.".startswith(f"{house}.")}
    rooms: dict[str, set[str]] = {room_of(name, house): set() for name in inside}
    for name, path in inside.items():
        room, others = (
            room_of(name, house),
            {room_of(other, house) for other in files_imported(path) & inside.keys()},
        )
        rooms[room] |= others - {room}
    assert set(TopologicalSorter(rooms).static_order()) == set(rooms)


def test_a_public_class_name_is_used_once() -> None:
    places: dict[str, list[str]] = {}
    for path in MODULES:
        for node in nodes(path):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(str(path.relative_to(SOURCE)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


NAMES_OF_GAMES = {*GAMES, *(game.board for game in GAMES.values())} - {"cards", *FACE_SETS}
TYPES_OF_GAMES = {type(game).__name__ for game in GAMES.values()} - {"OwnCard"}
LISTS_OF_GAMES = {
    *("bots/wins.py", "runtime/library.py", "printing/pieces.py", "server/site.py"),
    *("printing/matches.py", "terminal/screen/board.py"),
}
"""Figures by game, the solver of each, the pieces that games may have, and styles and pictures of boards."""


def asks_which_game(node: ast.AST) -> bool:
    """Whether code looks at the name, the board or the class of a game, and not at what it has."""
    match node:
        case ast.Compare(left=left, comparators=others):
            texts = [part.value for one in (left, *others) for part in ast.walk(one) if is_text(part)]
        case ast.MatchValue(value=value):
            texts = [value.value] if is_text(value) else []
        case ast.Dict(keys=keys):
            texts = [key.value for key in keys if is_text(key)]
        case ast.Call(func=ast.Name(id="isinstance"), args=[_, kind]):
            return any(isinstance(part, ast.Name) and part.id in TYPES_OF_GAMES for part in ast.walk(kind))
        case _:
            return False
    return any(text in NAMES_OF_GAMES for text in texts)


def is_text(node: ast.AST | None) -> TypeGuard[ast.Constant]:
    """Whether this is a text in quotes."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_a_game_is_asked_what_it_has_and_not_which_it_is() -> None:
    found = {
        f"{name}:{getattr(node, 'lineno', 0)}"
        for path in MODULES
        if (name := path.relative_to(SOURCE).as_posix()) not in LISTS_OF_GAMES
        if not name.startswith("games/")
        for node in nodes(path)
        if asks_which_game(node)
    }
    assert not found


def test_what_asks_which_game_it_is_is_found() -> None:
    for code in ('game.name == "challenge"', '{"junior": 4}', "isinstance(game, Showdown)", '"ring" in x'):
        assert asks_which_game(ast.parse(code, mode="eval").body), code


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
    assert not [name for name, game in GAMES.items() if NUMBER.search(game.rules)]


def test_no_page_of_the_browser_has_one() -> None:
    assert len(BROWSER) > 30
    assert not [path.name for path in BROWSER if NUMBER.search(path.read_text(encoding="utf-8"))]


def test_no_help_has_one(capsys: pytest.CaptureFixture[str]) -> None:
    """A command's help is its docstring, so it is read as it is printed."""
    for asked in (["--help"], *([name, "--help"] for name in COMMANDS)):
        assert run(asked) == 0
        assert not NUMBER.search(capsys.readouterr().out), asked


def test_the_description_of_the_server_has_none(tmp_path: Path) -> None:
    """The docstrings of the bodies of REST are read by strangers."""
    app = application(Settings(f"sqlite:///{tmp_path}/tables.sqlite3"))
    assert not NUMBER.search(json.dumps(app.openapi()))
    app.state.database.close()

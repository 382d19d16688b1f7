"""The floors of the house: imports go down only, and never in a circle."""

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import fivedice

SOURCE = Path(fivedice.__file__).parent
FLOORS = [
    {"dice", "patterns", "turn", "worth", "faces"},
    {"rules", "texts", "cards"},
    {"games"},
    {"play", "notation"},
    {"coach", "solve", "bots"},
    {"room", "wire"},
    {
        "library",
        "chance",
        "simulation",
        "arena",
        "store",
        "lock",
        "review",
        "term",
        "commands",
        "front",
        "web",
        "__main__",
    },
]
QUIET = {"review"}
"""On the roof, because they speak with its sentences; and yet they do no I/O."""
MODULES = sorted(SOURCE.rglob("*.py"))


def floor(name: str) -> int:
    """The floor of a module by the first part of its name below `fivedice`."""
    return next(level for level, rooms in enumerate(FLOORS) if name in rooms)


def imported(path: Path) -> set[str]:
    """The rooms of the house that a file imports from."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("fivedice"):
            parts = (node.module or "").split(".")
            found |= {parts[1]} if len(parts) > 1 else {alias.name for alias in node.names}
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_down_only(path: Path) -> None:
    """No file imports from a floor above its own."""
    room = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    if room == "__init__":
        return
    assert all(floor(other) <= floor(room) for other in imported(path))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_the_roof_draws_numbers_reads_clocks_or_files(path: Path) -> None:
    """Below the roof nothing imports a generator (a type to be handed one is fine), a clock or a file."""
    room = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    if room in {"__init__", "solve"} or (room not in QUIET and floor(room) == len(FLOORS) - 1):
        return
    forbidden = {"secrets", "time", "datetime", "pathlib", "os", "io", "socket"}
    nodes = list(ast.walk(ast.parse(path.read_text())))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    modules = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    assert not forbidden & (names | modules)


def at_import(nodes: list[ast.stmt]) -> Iterator[ast.ImportFrom]:
    """The imports made when a file is loaded: not those in functions, nor those for types only."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.unparse(node.test):
            yield from at_import([*node.body, *node.orelse])
        elif isinstance(node, ast.ClassDef | ast.With | ast.Try):
            yield from at_import(node.body)


def files_imported(path: Path) -> set[str]:
    """The modules of the house that loading a file loads before it."""
    found = set()
    for node in at_import(ast.parse(path.read_text()).body):
        for alias in node.names:
            whole = f"{node.module}.{alias.name}"
            found |= {whole, node.module or ""} & NAMED.keys() if whole not in NAMED else {whole}
    return found


def name_of(path: Path) -> str:
    """What a file is imported as."""
    return ".".join(["fivedice", *path.relative_to(SOURCE).with_suffix("").parts]).removesuffix(".__init__")


NAMED = {name_of(path): path for path in MODULES}


def room_of(name: str) -> str:
    """The room of a module: the first part of its name below `fivedice`."""
    return name.removeprefix("fivedice").lstrip(".").split(".")[0]


def test_no_file_imports_itself_by_way_of_others() -> None:
    """There is an order in which every file is loaded after all those that it imports: no circle."""
    order = list(
        TopologicalSorter({name: files_imported(path) for name, path in NAMED.items()}).static_order()
    )
    assert len(order) == len(MODULES)
    assert order.index("fivedice.dice") < order.index("fivedice.worth") < order.index("fivedice.coach.judge")


def test_no_room_imports_itself_by_way_of_others() -> None:
    """The same of rooms: each is loaded after those that it imports from."""
    rooms: dict[str, set[str]] = {room_of(name): set() for name in NAMED}
    for name, path in NAMED.items():
        rooms[room_of(name)] |= set(map(room_of, files_imported(path))) - {room_of(name)}
    assert set(TopologicalSorter(rooms).static_order()) == set(rooms)

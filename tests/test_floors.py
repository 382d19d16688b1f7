"""Imports between packages go down only, and never in a cycle."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import fivedice

SOURCE = Path(fivedice.__file__).parent
FLOORS = [
    {"language", "private_files"},
    {"core"},
    {"cards", "names"},
    {"games"},
    {"match", "notation", "deals"},
    {"analysis", "narration", "solve", "bots"},
    {"table", "club", "lessons", "statistics"},
    {
        *("report", "printing", "training", "daily", "runtime", "arena", "external_bots", "api", "study"),
        *("terminal", "cli", "server", "__main__"),
    },
]
QUIET = {"report"}
"""On the roof, because they speak with its sentences; and yet they do no I/O."""
MODULES = sorted(SOURCE.rglob("*.py"))


def floor(name: str) -> int:
    """The floor of a package (or single file) right below `fivedice`."""
    return next(level for level, rooms in enumerate(FLOORS) if name in rooms)


def test_imports_go_down_only() -> None:
    upward = [
        f"{name} imports {other}"
        for name, path in NAMED.items()
        if name != "fivedice"
        for other in sorted(files_imported(path) - {"fivedice"})
        if floor(room_of(other)) > floor(room_of(name))
    ]
    assert not upward, "\n".join(upward)


def test_only_the_roof_draws_numbers_reads_clocks_or_files() -> None:
    """Below the roof nothing imports a generator (a type to be handed one is fine), a clock or a file."""
    forbidden = {"secrets", "time", "datetime", "pathlib", "os", "io", "socket"}
    exempt = {"", "solve", "private_files"} | FLOORS[-1] - QUIET
    found = [
        f"{path.relative_to(SOURCE)} imports {', '.join(names)}"
        for name, path in NAMED.items()
        if room_of(name) not in exempt and (names := sorted(forbidden & modules_of(path)))
    ]
    assert not found, "\n".join(found)


def modules_of(path: Path) -> set[str]:
    """The modules that a file imports, or imports from, anywhere in it."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return names | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def test_all_that_solves_lies_in_a_room() -> None:
    assert [path.name for path in (SOURCE / "solve").glob("*.py")] == ["__init__.py"]


def files_imported(path: Path) -> set[str]:
    """The modules of the package that a file imports anywhere: in functions and for types only, too."""
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
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
        TopologicalSorter({name: files_imported(path) for name, path in NAMED.items()}).static_order()
    )
    assert len(order) == len(MODULES)
    assert (
        order.index("fivedice.core.dice")
        < order.index("fivedice.core.worth")
        < order.index("fivedice.analysis.evaluate")
    )


@pytest.mark.parametrize("house", ["fivedice", "fivedice.solve"])
def test_no_room_imports_itself_by_way_of_others(house: str) -> None:
    """The same of rooms, and of those of the solvers: each is loaded after those that it imports from."""
    inside = {name: path for name, path in NAMED.items() if f"{name}.".startswith(f"{house}.")}
    rooms: dict[str, set[str]] = {room_of(name, house): set() for name in inside}
    for name, path in inside.items():
        others = {room_of(other, house) for other in files_imported(path) & inside.keys()}
        rooms[room_of(name, house)] |= others - {room_of(name, house)}
    assert set(TopologicalSorter(rooms).static_order()) == set(rooms)


def test_a_public_class_name_is_used_once() -> None:
    places: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(str(path.relative_to(SOURCE)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}

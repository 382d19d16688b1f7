"""The floors of the house: imports go down only."""

import ast
from pathlib import Path

import pytest

import fivedice

SOURCE = Path(fivedice.__file__).parent
FLOORS = [
    {"dice", "patterns", "turn", "worth", "faces"},
    {"rules", "games"},
    {"play", "notation"},
    {"knowledge", "judge", "explain", "moments", "coach", "telling", "solve", "bots"},
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


def test_play_knows_nothing_of_notation() -> None:
    """The texts of events and setups are written above them: the two rooms do not import each other."""
    assert all("notation" not in imported(path) for path in (SOURCE / "play").glob("*.py"))

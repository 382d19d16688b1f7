"""Runs the tests nearest to what has changed since the last commit, for less than a minute: make quick.

Why not pytest-testmon: it traces every test (1.5 times the time), sees nothing of servers that are processes,
and chooses nearly all tests when a module of `core` or `match` changes.
"""

import ast
import re
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

SECONDS, FILES = 30.0, 50
"""The most that is run; finding the tests and the last of them take some seconds more."""
TEST = re.compile(r"tests/(?!browsers/)(.*/)?test_")
OTHERS = {
    ".js": ["tests/javascript", "tests/server/test_assets.py"],
    ".css": ["tests/server/test_assets.py"],
    ".md": ["tests/test_docs.py", "tests/test_documented.py", "tests/test_floors.py"],
    ".json": ["tests/language"],
    ".toml": ["tests/laws"],
}
"""The tests of files that no module imports, by the end of their names."""


def listed(*command: str) -> list[str]:
    """The files that a git command names."""
    return subprocess.run(["git", *command], capture_output=True, text=True, check=True).stdout.split()


def changed() -> list[str]:
    """The files that are new or differ from the last commit; those of the last commit if none does."""
    found = listed("diff", "--name-only", "HEAD") + listed("ls-files", "--others", "--exclude-standard")
    return found or listed("diff", "--name-only", "HEAD~1")


def imported(path: str) -> Iterator[str]:
    """The modules that a file may import."""
    for node in ast.walk(ast.parse(Path(path).read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (str(node.module), *(f"{node.module}.{each.name}" for each in node.names))


def nearest(files: list[str]) -> list[str]:
    """The files of tests that import these, then those that import what imports them, and so on."""
    importers = defaultdict[str, list[str]](list)
    for path in listed("ls-files", "--cached", "--others", "--exclude-standard", "*.py"):
        for module in imported(path) if Path(path).exists() else ():
            importers[module].append(path)
    found = dict.fromkeys(files)
    waiting = [*files]
    for path in waiting:
        module = path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        new = [each for each in importers[module] if each not in found]
        waiting += new
        found.update(dict.fromkeys(new))
    tests = [path for path in found if TEST.match(path) and Path(path).exists()]
    others = [test for path in files for test in OTHERS.get(Path(path).suffix, ())]
    return sorted(dict.fromkeys([*others, *tests]), key=lambda path: "test_browser" in path)[:FILES]


class Limited:
    """Runs no test once the time is over, and says so."""

    until, left = 0.0, 0

    def pytest_collection_finish(self) -> None:
        self.until = time.monotonic() + SECONDS

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> bool | None:
        self.left += (is_over := time.monotonic() > self.until)
        return is_over or None

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
        if self.left:
            passed = "" if exitstatus else " All tests so far have passed."
            rest = f"{self.left} more are left for make test."
            terminalreporter.write_line(f"Stopped, because half a minute is over.{passed} {rest}")


if __name__ == "__main__":
    tests = nearest(changed())
    sys.exit(pytest.main(["-q", "--maxfail=5", *tests], plugins=[Limited()]) if tests else 0)

"""The unit tests of the pages' scripts pass in Node."""

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NODE = Path(sys.executable).with_name("node")
NAMES = sorted(path.name for path in Path(__file__).parent.glob("*.test.js"))
QUIET = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"
BESIDE = 3
"""Runs at a time: most of their time they wait for what is drawn."""
Runs = dict[str, Future[subprocess.CompletedProcess[str]]]


def run(name: str) -> subprocess.CompletedProcess[str]:
    """One file of tests."""
    command = [str(NODE), QUIET, "--test-reporter=spec", "--test", f"tests/javascript/{name}"]
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, timeout=60)


@pytest.fixture(scope="module")
def runs(request: pytest.FixtureRequest) -> Iterator[Runs]:
    """The files that are asked for, by their names."""
    params = [item.callspec.params for item in request.session.items if hasattr(item, "callspec")]
    with ThreadPoolExecutor(BESIDE) as pool:
        yield {name: pool.submit(run, name) for name in NAMES if {"name": name} in params}


@pytest.mark.parametrize("name", NAMES)
def test_unit_tests_of_a_script_pass(name: str, runs: Runs) -> None:
    """Each file of tests is one run, so that a failure names it."""
    told = runs[name].result()
    assert told.returncode == 0, told.stdout + told.stderr

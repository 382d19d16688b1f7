"""The unit tests of the pages' scripts pass in Node."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NODE = Path(sys.executable).with_name("node")
QUIET = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"


@pytest.mark.parametrize("name", sorted(path.name for path in Path(__file__).parent.glob("*.test.js")))
def test_unit_tests_of_a_script_pass(name: str) -> None:
    """Each file of tests is one run, so that a failure names it."""
    command = [NODE, QUIET, "--test-reporter=spec", "--test", f"tests/javascript/{name}"]
    run = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert run.returncode == 0, run.stdout + run.stderr

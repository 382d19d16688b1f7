"""The units of systemd in `examples/`: named in the guide, confined, and with commands that exist."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from fivedice.__main__ import command

ROOT = Path(__file__).parents[1]
UNITS = sorted(path for kind in ("service", "timer") for path in (ROOT / "examples").glob(f"*.{kind}"))
SERVICES = [path for path in UNITS if path.suffix == ".service"]
GUIDE = (ROOT / "docs/guide/hosting.md").read_text(encoding="utf-8")
CRON = re.search(r"(?m)^    0 4 \* \* \* fivedice (.*)$", GUIDE)
GOOD = 2.5
"""The exposure up to which systemd calls a service well protected, of 10."""


def start(unit: Path) -> str:
    """The command of a service as a shell reads it, without the escapes of systemd."""
    (line,) = re.findall(r"(?m)^ExecStart=(.*)$", unit.read_text())
    words = shlex.split(line.replace("$$", "$").replace("%%", "%"))
    return words[-1] if words[:2] == ["/bin/sh", "-c"] else line


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_the_guide_names_each_unit_instead_of_repeating_it(unit: Path) -> None:
    assert f"examples/{unit.name}" in GUIDE
    assert "[Service]" not in GUIDE


def test_what_units_and_cron_start_is_a_command_with_its_options() -> None:
    assert CRON
    for line in (*map(start, SERVICES), CRON[1].replace("\\%", "%")):
        dated = re.sub(r"\$\([^)]*\)", "2026-11-26", line)
        words = shlex.split(dated.partition("/bin/fivedice ")[2].partition(" >")[0])
        assert command(words[0]).make_context(words[0], words[1:])


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_a_service_may_do_little_beside_its_work(unit: Path) -> None:
    security = ["systemd-analyze", "security", "--offline=yes", f"./{unit.name}"]
    done = subprocess.run(security, capture_output=True, text=True, check=True, cwd=unit.parent)
    assert float(re.findall(r"exposure level for \S+: ([\d.]+)", done.stdout)[0]) <= GOOD


def test_no_unit_forbids_code_that_is_compiled_at_run_time() -> None:
    assert not [unit for unit in UNITS if re.search("(?m)^MemoryDenyWriteExecute=", unit.read_text())]

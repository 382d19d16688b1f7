"""What the program need not load: helps come without anything that works out, draws or serves."""

import subprocess
import sys

from fivedice.__main__ import COMMANDS

HEAVY = {"numpy", "textual", "fastapi", "rich", "asyncio", "numba", "sqlalchemy", "matplotlib"}


def test_no_help_loads_what_only_work_needs() -> None:
    """The help of the program, which loads every command, and then that of each command."""
    code = (
        "import sys; from fivedice.__main__ import COMMANDS, run;"
        " codes = [run([*name, '--help']) for name in ((), *zip(COMMANDS))];"
        " print(*codes, *sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    *codes, _ = done.stderr.split(" sys ", 1)
    assert codes == [" ".join("0" * (len(COMMANDS) + 1))]
    assert all(f"fivedice {name}" in done.stdout for name in COMMANDS)
    assert not HEAVY & set(done.stderr.split())

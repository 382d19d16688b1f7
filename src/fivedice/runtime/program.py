"""How this program is called, for sentences that name one of its commands."""

import os
import shlex
import shutil
import sys
from contextlib import suppress
from pathlib import Path

NAME = "fivedice"


def program() -> str:
    """What to type in this folder before a command, such as "fivedice" or ".venv/bin/fivedice"."""
    if shutil.which(NAME):
        return NAME
    script = Path(sys.executable).with_name(NAME)
    if not os.access(script, os.X_OK):
        return f"python -m {NAME}"
    with suppress(OSError, ValueError):  # the folder is gone, or the script is elsewhere
        script = Path(".", script.relative_to(Path.cwd()))
    return shlex.quote(str(script) if len(script.parts) > 1 else f"./{script}")

"""The program that `make app` packs into one file: the games on this machine, in a terminal of their own."""

import os
import shutil
import sys
import time
import webbrowser

from fivedice.__main__ import run
from fivedice.cli.shared import console, listening
from fivedice.printing import __main__ as typesetting

USUAL = 8000
READING = 30
"""Seconds."""
TERMINAL = "x-terminal-emulator"
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")


def main() -> int:
    """Serves until its window is closed, or runs a command. An error stays readable for a while."""
    if sys.argv[1:3] == ["-m", "fivedice.printing"]:  # the server makes a PDF (server/compute/typesetting.py)
        typesetting.main()
        return 0
    os.environ["LD_LIBRARY_PATH"] = os.environ.get("LD_LIBRARY_PATH_ORIG", "")  # for the browser
    if sys.argv[1:2] and not sys.argv[1].startswith("-"):  # such as dist/fivedice serve
        return run()
    if not sys.stdin.isatty() and shutil.which(TERMINAL) and any(map(os.environ.get, DISPLAYS)):
        os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
        os.execvp(TERMINAL, [TERMINAL, "-e", sys.executable, *sys.argv[1:]])
    if hasattr(os, "setpgrp"):
        os.setpgrp()  # or Ctrl+C would come twice: from the terminal, and from the loader of the file
    port = 0 if listening.is_busy("0.0.0.0", USUAL) else USUAL
    code = run(["serve", "--browser", "--own-cards", "--port", str(port), *sys.argv[1:]])
    if code == console.BAD_INPUT and sys.stdin.isatty():
        if port != USUAL:  # most likely the program runs already
            webbrowser.open(f"http://localhost:{USUAL}/")
        time.sleep(READING)
    return code


if __name__ == "__main__":
    sys.exit(main())

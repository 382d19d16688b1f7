"""The modules that each script of the pages imports. Run as a program it renews the list of them."""

import json
import posixpath
import re
from pathlib import Path

from fivedice.server import site
from fivedice.server.site import ADDRESSES, BOARDS, FIRST, PAGES

FILE = Path(site.__file__).with_name("modules.json")
RENEW = "python -m tests.server.modules"
IMPORT = re.compile(r"^(?:import|export)\b[^'\"]*?from '(\.[^']+)'$", re.MULTILINE)
STYLED = re.compile(r"^stylesheet\('(\w+)'\)$", re.MULTILINE)


def imported(name: str) -> list[str]:
    """The modules that a script imports, by their paths from the folder of the pages."""
    paths = IMPORT.findall((PAGES / name).read_text(encoding="utf-8"))
    return [posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in paths]


def reached(entry: str) -> list[str]:
    """A script and all that it imports, directly or not."""
    found = [entry]
    for name in found:  # also those that are found on the way
        found += [other for other in imported(name) if other not in found]
    return found


def needed(entry: str) -> dict[str, list[str]]:
    """The modules and stylesheets of a script that is loaded by itself."""
    modules = reached(entry)
    styles = [style for name in modules for style in STYLED.findall((PAGES / name).read_text("utf-8"))]
    return {"modules": modules, "styles": styles}


def text() -> str:
    """The list as its file has it."""
    onward = [name for page in ADDRESSES.values() for name in page.onward]
    entries = sorted({FIRST, *BOARDS.values(), *onward, *(page.script for page in ADDRESSES.values())})
    return json.dumps({entry: needed(entry) for entry in entries}, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")

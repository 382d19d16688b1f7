"""The modules that each script of the pages imports, and the drawings as a module.

Run as a program it renews both.
"""

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


SCRIPT = PAGES / "drawings" / "svg.js"
HEAD = f"""// The drawings of the folder svg/, without their <svg>, for the pages. Generated: {RENEW}

/** @type {{Record<string, string>}} */
const DRAWINGS = {{
"""
TAIL = """}

/** The content of an element: a drawing by the name of its file. @param {string} name */
export const svg = (name) => ({dangerouslySetInnerHTML: {__html: DRAWINGS[name]}})
"""


def script() -> str:
    """The module with the drawings, as its file has it."""
    drawings = {path.stem: path.read_text("utf-8") for path in (PAGES / "drawings" / "svg").glob("*.svg")}
    inner = {name: svg.partition(">")[2].removesuffix("</svg>\n") for name, svg in drawings.items()}
    return HEAD + "".join(f"  {name!r}: {inner[name]!r},\n" for name in sorted(inner)) + TAIL


if __name__ == "__main__":
    SCRIPT.write_text(script(), encoding="utf-8")
    FILE.write_text(text(), encoding="utf-8")

"""The keys of JSON objects that a page documents, for the tests that hold programs to them."""

import re
from pathlib import Path

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"


def documented(page: str, heading: str) -> set[str]:
    """The keys that the list of a section explains."""
    section = (REFERENCE / page).read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return {key for cell in re.findall(r"^\* (`.+?):", section, re.M) for key in re.findall(r"`(\w+)`", cell)}

"""Dice faces as SVG symbols, for a page without fonts of its own."""

import re
from html import escape
from importlib.resources import files

from fivedice.core.faces import FACE_SETS

PIPS = {
    1: ((12, 12),),
    2: ((7, 7), (17, 17)),
    3: ((7, 7), (12, 12), (17, 17)),
    4: ((7, 7), (17, 7), (7, 17), (17, 17)),
    5: ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17)),
    6: ((7, 6), (17, 6), (7, 12), (17, 12), (7, 18), (17, 18)),
}


def symbols(faces: str) -> str:
    """The six faces, drawn once and used by their names; nothing where they are letters and digits."""
    if faces not in _DRAWINGS:
        return ""
    drawn = "".join(_DRAWINGS[faces]())
    return f'<svg width="0" height="0" aria-hidden="true" style="position:absolute">{drawn}</svg>'


def face(number: int, faces: str) -> str:
    """One of them, or its sign."""
    if faces in _DRAWINGS:
        return f'<svg><use href="#face{number}"/></svg>'
    return escape(FACE_SETS[faces][number - 1].sign)


def _pips() -> list[str]:
    return [
        f'<symbol id="face{number}" viewBox="2 2 20 20">'
        + "".join(f'<circle cx="{x}" cy="{y}" r="2.4"/>' for x, y in places)
        + "</symbol>"
        for number, places in PIPS.items()
    ]


def _numerals() -> list[str]:
    """The Chinese numerals, as the pages at a table draw them: not every machine has a font for these."""
    script = files("fivedice").joinpath("web/drawings/symbols.js").read_text("utf-8")
    return [
        f'<symbol id="face{number}" viewBox="0 0 100 100"><path d="{" ".join(path.split())}"/></symbol>'
        for number, path in re.findall(r"(\d): `(.+?)`", script, re.DOTALL)
    ]


_DRAWINGS = {"pips": _pips, "chinese": _numerals}

"""A printed document: its pages as data, and the PDF that typst templates generate from them.

The layout area fits A4 and Letter. Equal documents give equal bytes, because they depend on no clock, no
network and no installed font.
"""

import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

from msgspec import Struct

from fivedice.core import extras
from fivedice.core.dice import FACES
from fivedice.core.rules import IllegalMove
from fivedice.language import mark, spoken, tr
from fivedice.language.languages import LANGUAGES
from fivedice.printing.drawings import drawings

PLACE = Path(__file__).parent
AREA = (190, 259)
"""The width and height of the printed area in millimetres, on either paper."""
PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4)}
A3 = (297, 420)
UNSHOWN = re.compile(
    r"[^\x20-\u024f\u0300-\u032f\u0370-\u045f\u0490-\u04f9\u1e00-\u1eff\u2010-\u203f€←-↓−✓\n]"
)
"""Characters that the fonts of the package do not have."""
SYSTEM_FONTS = {
    "ja": (
        "Noto Sans CJK JP",
        "Noto Sans JP",
        "Source Han Sans",
        "Hiragino Sans",
        "Yu Gothic",
        "IPAexGothic",
    ),
    "zh": ("Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei"),
}
"""Fonts of the system for languages whose characters the fonts of the package do not have."""

Page = dict[str, Any]
"""The data of one or more pages; `kind` names the template."""


class Look(Struct, frozen=True):
    """How a document is printed; `paper` is one of `PAPERS`. `pips` stand for Chinese numerals."""

    paper: str = "a4"
    large: bool = False
    low_ink: bool = False
    pips: bool = False


class Document(Struct, frozen=True):
    """A title and pages."""

    title: str
    pages: tuple[Page, ...]


def system_fonts() -> list[str]:
    """The installed fonts of a language that needs them. Raises `IllegalMove` if there are none."""
    suitable = SYSTEM_FONTS.get(spoken(), ())
    if not suitable:
        return []
    installed = _typst().Fonts().families()
    fonts = [font for font in suitable if font in installed]
    if not fonts:
        lacks = mark("To print in {language}, install the font {font}.")
        raise IllegalMove(tr(lacks, language=LANGUAGES[spoken()].name, font=suitable[0]))
    return fonts


def _typst() -> ModuleType:
    """The typesetter. Raises `Lacking` without the extra."""
    extras.need("print")
    import typst  # noqa: PLC0415 - an extra

    return typst


def _words() -> dict[str, str]:
    return {
        "wild": tr("Wild"),
        "box": tr("box", "of a score card"),
        "example": tr("for example"),
        "points": tr("points"),
        "foot": tr("foot", "of a paper pawn"),
        "scale": tr("100 mm – print at 100%"),
        "clockwise": tr("pawns move clockwise"),
        "all_games": tr("All games"),
    }


def data(document: Document, look: Look) -> str:
    """The input of the templates, as JSON."""
    fonts, drawn = system_fonts(), drawings()
    numerals = {f"chinese-{n}": drawn[f"pips-{n}"] for n in FACES} if look.pips else {}
    fields = {
        "language": spoken(),
        "fonts": fonts,
        "words": _words(),
        "title": document.title,
        "area": AREA,
        "paper": PAPERS[look.paper],
        "a3": A3,
        "large": look.large,
        "low_ink": look.low_ink,
        "pages": document.pages,
        "drawings": drawn | numerals,
    }
    text = json.dumps(fields, ensure_ascii=False)
    return text if fonts else UNSHOWN.sub("?", text)


def pdf(document: Document, look: Look) -> bytes:
    """The document as tagged PDF (PDF/UA-1). Raises `Lacking` without the extra."""
    output = _typst().compile(
        PLACE / "templates" / "document.typ",
        root=PLACE / "templates",
        font_paths=[PLACE / "fonts"],
        ignore_system_fonts=spoken() not in SYSTEM_FONTS,
        format="pdf",
        sys_inputs={"data": data(document, look)},
        pdf_standards=["ua-1"],
    )
    assert isinstance(output, bytes)
    return output

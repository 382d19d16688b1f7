"""The drawings of the pages with alternative texts: dice, characters, suits, marks, pawns."""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from fivedice.core.faces import FACE, FACE_SETS
from fivedice.language import cached, mark, tr
from fivedice.language.lines import cells

DRAWINGS = files("fivedice") / "web" / "drawings" / "svg"
INK, RED = "#221d18", "#b3201a"
SEATS = {
    mark("red circle"): "#b8322a",
    mark("green square"): "#0b6e5f",
    mark("yellow diamond"): "#eeb230",
    mark("purple hexagon"): "#7547b8",
}
"""Descriptions of the marks of the first four seats, and their colours on the pages."""
SUITS = {
    "sun": (mark("{face} of sun"), "#b0281c"),
    "moon": (mark("{face} of moon"), "#2d2b38"),
    "crown": (mark("{face} of crown"), "#80600a"),
    "arms": (mark("{face} of arms"), "#1d4f91"),
}
"""Suited faces, and their colours on the pages."""
PIPS = {
    1: ((12, 12),),
    2: ((7, 7), (17, 17)),
    3: ((7, 7), (12, 12), (17, 17)),
    4: ((7, 7), (17, 7), (7, 17), (17, 17)),
    5: ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17)),
    6: ((7, 6), (17, 6), (7, 12), (17, 12), (7, 18), (17, 18)),
}
"""The places of the pips of each number."""


class AltDrawing(NamedTuple):
    """An SVG file and its alternative text."""

    svg: str
    alt: str


@cached()
def drawings() -> dict[str, AltDrawing]:
    """All drawings by name: "pips-3", "piecepack-moon-6", "character-2", "suit-sun", "mark-0", "pawn-0"."""
    by_name = {
        f"{name}-{number}": AltDrawing(draw(number), tr("die showing {face}", face=_face(name, number)))
        for name, draw in DICE.items()
        for number in range(1, 7)
    }
    for number in range(1, 7):
        red = tr("red die showing {face}", face=_face("pips", number))
        by_name[f"red-{number}"] = AltDrawing(_pips(number, "#fff6e6"), red)
        picture = _read(f"character-{number}")
        by_name[f"character-{number}"] = AltDrawing(picture, _face("characters", number))
        face = _face("piecepack", number)
        for suit, (alt, _) in SUITS.items():
            by_name[f"piecepack-{suit}-{number}"] = AltDrawing(_piecepack(number, suit), tr(alt, face=face))
    for seat, (shape, colour) in enumerate(SEATS.items()):
        seat_mark = _file("-1 -1 42 42", _filled(f"mark-{seat}", colour))
        by_name[f"mark-{seat}"] = AltDrawing(seat_mark, tr(shape))
        pawn = _file("-2 -3 44 58", _filled(f"pawn-{seat}", colour))
        by_name[f"pawn-{seat}"] = AltDrawing(pawn, tr("pawn of the {mark}", mark=tr(shape)))
    return by_name


def _face(face_set: str, number: int) -> str:
    return tr(FACE_SETS[face_set][number - 1].name, FACE)


def _file(view: str, *parts: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{"".join(parts)}</svg>'


def _pips(number: int, colour: str = "") -> str:
    colour = colour or (RED if number == 1 else INK)
    pips = (f'<circle cx="{x}" cy="{y}" r="2.3" fill="{colour}"/>' for x, y in PIPS[number])
    return _file("2 2 20 20", *pips)


def _digits(number: int) -> str:
    return _file("0 0 100 100", _text(50, 76, 76, INK, str(number)))


def _chinese(number: int) -> str:
    colour = RED if number in (1, 4) else INK
    return _file("-5 -5 110 110", f'<g fill="{colour}">{_inside(f"numeral-{number}")}</g>')


def _piecepack(number: int, suit: str = "") -> str:
    sign = FACE_SETS["piecepack"][number - 1].sign
    if not suit:
        return _file("0 0 100 100", _text(50, 73, 64, "#5b3a17", sign))
    _, colour = SUITS[suit]
    suit_sign = f'<style>.cut{{fill:#fff}}</style><g fill="{colour}" transform="translate(6 23) scale(.5)">'
    return _file("0 0 100 100", suit_sign, _inside(f"suit-{suit}"), "</g>", _text(77, 70, 60, colour, sign))


def _label(number: int) -> str:
    """The face of a character die: the picture and the first name."""
    name = tr(FACE_SETS["characters"][number - 1].word, FACE)
    picture = f'<g transform="translate(14 2) scale(.72)">{_inside(f"character-{number}")}</g>'
    return _file("0 0 100 100", picture, _text(50, 93, min(20, 180 / cells(name)), INK, name))


def _text(x: float, y: float, size: float, colour: str, words: str) -> str:
    font = f'font-family="Source Sans 3" font-weight="700" font-size="{size}" text-anchor="middle"'
    return f'<text x="{x}" y="{y}" fill="{colour}" {font}>{words}</text>'


def _filled(name: str, colour: str) -> str:
    return f'<g fill="{colour}" stroke="#3a2a1c" stroke-width="1">{_inside(name)}</g>'


DICE = {"pips": _pips, "digits": _digits, "chinese": _chinese, "characters": _label, "piecepack": _piecepack}


@cache
def _read(name: str) -> str:
    return DRAWINGS.joinpath(f"{name}.svg").read_text("utf-8")


def _inside(name: str) -> str:
    """A drawing without its outermost element."""
    return _read(name).partition(">")[2].removesuffix("</svg>\n")

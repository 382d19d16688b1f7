"""Dice as text: nine columns by five lines, or in one line."""

from rich.cells import cell_len

from fivedice.core.faces import FACE, FACE_SETS
from fivedice.core.turn import EMPTY
from fivedice.language import tr

WIDTH, HEIGHT = 9, 5
INSIDE = WIDTH - 2
SMALL_WIDTH, SMALL_HEIGHT = 7, 1
"""A die in one line."""

FREE, KEPT, VACANT = "╭─╮│╰╯", "┏━┓┃┗┛", "╭╌╮╎╰╯"
"""Borders: corner, edge, corner, side, corner, corner."""

_PIPS = {
    1: ("       ", "   ●   ", "       "),
    2: (" ●     ", "       ", "     ● "),
    3: (" ●     ", "   ●   ", "     ● "),
    4: (" ●   ● ", "       ", " ●   ● "),
    5: (" ●   ● ", "   ●   ", " ●   ● "),
    6: (" ●   ● ", " ●   ● ", " ●   ● "),
}
_DIGITS = {
    1: ("  ━┓   ", "   ┃   ", "  ━┻━  "),
    2: ("  ━━┓  ", "  ┏━┛  ", "  ┗━━  "),
    3: ("  ━━┓  ", "   ━┫  ", "  ━━┛  "),
    4: ("  ╻ ╻  ", "  ┗━┫  ", "    ╹  "),
    5: ("  ┏━━  ", "  ┗━┓  ", "  ━━┛  "),
    6: ("  ┏━━  ", "  ┣━┓  ", "  ┗━┛  "),
}
_CHARACTERS = {
    1: (" ╲ │ ╱ ", " ─ ★ ─ "),  # the wild one: a star
    2: ("  ╭ ╮  ", "  ►●◄  "),  # a bow
    3: ("  (•)> ", " ~~~~~ "),  # a duck that swims
    4: ("  °○°  ", "  °│°  "),  # a flower
    5: ("  ▐█▌  ", " ▀▀▀▀▀ "),  # a hat
    6: (" ° ° ° ", "  (_)  "),  # a paw
}


def inside(face: int, face_set: str, suit: str = "") -> tuple[str, str, str]:
    """The three lines inside a die; a suit's sign is in the upper corner."""
    if face == EMPTY:
        return (" " * INSIDE,) * 3
    if face_set == "pips":
        return _PIPS[face]
    if face_set == "digits":
        return _DIGITS[face]
    sign, name = FACE_SETS[face_set][face - 1]
    word = tr(name.split()[0], FACE)
    word = centred(word if word != sign and cell_len(word) <= INSIDE else str(face))
    if face_set == "characters":
        return (*_CHARACTERS[face], word)
    return (f" {suit}".ljust(INSIDE), centred(sign), word)


def centred(text: str, width: int = INSIDE) -> str:
    """Centres a text in a width."""
    spare = max(width - cell_len(text), 0)
    return " " * (spare // 2) + text + " " * (spare - spare // 2)


def drawn(face: int, face_set: str, border: str = FREE, suit: str = "") -> tuple[str, ...]:
    """A whole die, line by line."""
    left, edge, right, side, low_left, low_right = tuple(border)
    lines = (f"{side}{line}{side}" for line in inside(face, face_set, suit))
    return (f"{left}{edge * INSIDE}{right}", *lines, f"{low_left}{edge * INSIDE}{low_right}")


def small(face: int, face_set: str, border: str = FREE, suit: str = "") -> tuple[str, ...]:
    """A die in one line: its sides, its sign and its number."""
    side = border[3]
    sign = FACE_SETS[face_set][face - 1].sign if face != EMPTY and face_set != "pips" else ""
    label = "" if face == EMPTY else f"{sign} {face}".strip() if sign != str(face) else sign
    return (f"{side}{centred(suit + label if label else '', SMALL_WIDTH - 2)}{side}",)

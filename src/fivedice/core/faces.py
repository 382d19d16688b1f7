"""Face sets: the signs that dice show in place of 1 to 6, with a name for each face."""

from collections.abc import Sequence
from typing import NamedTuple

from fivedice.core.dice import FACES, Dice
from fivedice.core.turn import EMPTY
from fivedice.language import mark, tr


class Face(NamedTuple):
    """One face: the sign on the die and its name."""

    sign: str
    name: str

    @property
    def word(self) -> str:
        """The first word of the name, for use in sentences."""
        return self.name.split()[0]


NUMBER_NAMES = ("one", "two", "three", "four", "five", "six")


def _set(signs: str, names: tuple[str, ...] = NUMBER_NAMES) -> tuple[Face, ...]:
    return tuple(map(Face, signs.split(), names))


FACE_SETS: dict[str, tuple[Face, ...]] = {
    "pips": _set("⚀ ⚁ ⚂ ⚃ ⚄ ⚅"),
    "digits": _set("1 2 3 4 5 6"),
    "chinese": _set("一 二 三 四 五 六"),
    "piecepack": _set("A 2 3 4 5 N", ("ace", "two", "three", "four", "five", "null")),
    "characters": _set(
        "★ Mi Do Da Go Pl",
        ("Mickey Mouse", "Minnie Mouse", "Donald Duck", "Daisy Duck", "Goofy", "Pluto"),
    ),
}
"""Six faces each, for the numbers 1 to 6."""

DRAWN = "pips"
"""The face set that sentences use where dice are drawn: ⚀ to ⚅, whatever the dice show."""

FACE = "face of a die"
"""The context of names of faces in catalogues."""

SUIT_SIGNS = {"sun": "☼", "moon": "☾", "crown": "♕", "arms": "⚜"}
"""The suits of piecepack dice."""


def as_written(face_set: str) -> str:
    """The face set for sentences next to the dice: pips are written as digits."""
    return "digits" if face_set == "pips" else face_set


def as_typed(face_set: str) -> str:
    """The face set for dice that people type or cannot see: digits instead of pips and Chinese numerals."""
    return "digits" if face_set in ("pips", "chinese") else face_set


def die_text(number: int, face_set: str) -> str:
    """One die in text: its digit or pip, or its sign or name with the number, such as Goofy(5)."""
    face = FACE_SETS[face_set][number - 1]
    if face.sign == str(number) or face_set == "pips":
        return face.sign
    return f"{face.sign if face.name in NUMBER_NAMES else tr(face.word, FACE)}({number})"


def dice_text(dice: Dice, face_set: str, suits: Sequence[str] = ()) -> str:
    """Dice in a line of text, a full hand perhaps with its suits; or "nothing"."""
    signs = [SUIT_SIGNS[suit] for suit in suits] or [""] * len(dice)
    texts = [sign + die_text(die, face_set) for sign, die in zip(signs, dice, strict=True) if die != EMPTY]
    return " ".join(texts) or tr("nothing", "no dice")


def localized_faces(face_set: str, wild: int = 0) -> tuple[Face, ...]:
    """The six faces with their names in the reader's language; ", wild" follows the name of the wild face."""
    names = mark("{face}"), mark("{face}, wild")
    faces = zip(FACES, FACE_SETS[face_set], strict=True)
    return tuple(Face(face.sign, tr(names[n == wild], face=tr(face.name, FACE))) for n, face in faces)


def legend(face_set: str, wild: int = 0) -> tuple[str, ...]:
    """A line for each face: its number, its name or sign, and whether it is wild. One line for digits."""
    if face_set == "digits":
        shows = mark("Each face shows its number."), mark("Each face shows its number; {wild} is wild.")
        return (tr(shows[bool(wild)], wild=wild),)
    line = mark("{number} is {face}"), mark("{number} is {face}, wild")
    names = (face.sign if face.name in NUMBER_NAMES else tr(face.name, FACE) for face in FACE_SETS[face_set])
    return tuple(tr(line[n == wild], number=n, face=name) for n, name in zip(FACES, names, strict=True))


def typed(face_set: str) -> dict[str, int]:
    """The number of each face by the text that people type: its word or one-letter sign, "null" or "n"."""
    numbered = tuple(zip(FACES, FACE_SETS[face_set], strict=True))
    signs = {face.sign.lower(): number for number, face in numbered if len(face.sign) == 1}
    return {**signs, **{face.word.lower(): number for number, face in numbered}}


def numbers(text: str, face_set: str) -> str:
    """Typed dice as digits: "null ace 2" and "na2" become "612". Unknown words stay as they are."""
    faces = typed(face_set)
    return "".join(str(faces[word]) if word in faces else _by_signs(word, faces) for word in words(text))


def words(text: str) -> list[str]:
    """The words of a text, separated by spaces and commas."""
    return text.lower().replace(",", " ").split()


def _by_signs(word: str, faces: dict[str, int]) -> str:
    known = all(sign in faces or sign.isdecimal() for sign in word)
    return "".join(str(faces.get(sign, sign)) for sign in word) if known else word

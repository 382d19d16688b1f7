"""Face sets: the signs that dice show in place of 1 to 6, with a name for each face."""

from typing import NamedTuple

from fivedice.core.dice import FACES
from fivedice.language import mark, tr


class Face(NamedTuple):
    """One face: the sign on the die and its name."""

    sign: str
    name: str

    @property
    def word(self) -> str:
        """The first word of the name, for use in sentences."""
        return self.name.split()[0]


NUMBERS = ("one", "two", "three", "four", "five", "six")


def _set(signs: str, names: tuple[str, ...] = NUMBERS) -> tuple[Face, ...]:
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


def named(face_set: str, wild: int = 0) -> tuple[Face, ...]:
    """The six faces with their names in the reader's language; ", wild" follows the name of the wild face."""
    six = zip(FACES, FACE_SETS[face_set], strict=True)
    said = mark("{face}"), mark("{face}, wild")
    return tuple(Face(face.sign, tr(said[number == wild], face=tr(face.name, FACE))) for number, face in six)


def legend(face_set: str, wild: int = 0) -> tuple[str, ...]:
    """A line for each face: its number, its name or sign, and whether it is wild. One line for digits."""
    if face_set == "digits":
        shows = mark("Each face shows its number."), mark("Each face shows its number; {wild} is wild.")
        return (tr(shows[bool(wild)], wild=wild),)
    said = mark("{number} is {face}"), mark("{number} is {face}, wild")
    faces = zip(FACES, FACE_SETS[face_set], strict=True)
    return tuple(tr(said[number == wild], number=number, face=_said(face)) for number, face in faces)


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


def _said(face: Face) -> str:
    return face.sign if face.name in NUMBERS else tr(face.name, FACE)

"""Face sets: what dice show in place of 1 to 6, with a name for each face."""

from typing import NamedTuple

from fivedice.core.dice import FACES


class Face(NamedTuple):
    """One face: the sign on the die and its name."""

    sign: str
    name: str

    @property
    def word(self) -> str:
        """Its name in one word, as sentences have it beside the number."""
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
"""The set in which sentences name dice for those who draw them: ⚀ to ⚅, whatever the dice show."""

WILD = ", wild"

DIGITS = "Each face shows its number"

SUIT_SIGNS = {"sun": "☼", "moon": "☾", "crown": "♕", "arms": "⚜"}
"""The suits of piecepack dice."""


def as_written(face_set: str) -> str:
    """The set to name dice by in a sentence beside them: pips are written as digits."""
    return "digits" if face_set == "pips" else face_set


def as_typed(face_set: str) -> str:
    """The same where people type dice or nothing shows them: digits where signs say no more than these."""
    return "digits" if face_set in ("pips", "chinese") else face_set


def named(face_set: str, wild: int = 0) -> tuple[Face, ...]:
    """The six faces; the name of the one that is wild in a game says so."""
    six = zip(FACES, FACE_SETS[face_set], strict=True)
    return tuple(Face(face.sign, face.name + WILD * (number == wild)) for number, face in six)


def legend(face_set: str, wild: int = 0) -> tuple[str, ...]:
    """A line for each face: number, name where that says more than the sign, and whether it is wild.

    Digits need one line in all: they are their numbers.
    """
    if face_set == "digits":
        return (DIGITS + (f"; {wild} is wild." if wild else "."),)
    lines = map(_line, FACES, FACE_SETS[face_set])
    return tuple(line + WILD * (number == wild) for number, line in zip(FACES, lines, strict=True))


def typed(face_set: str) -> dict[str, int]:
    """The number of each face by what can be typed for it, its word or a sign of one letter: "null", "n"."""
    numbered = tuple(zip(FACES, FACE_SETS[face_set], strict=True))
    signs = {face.sign.lower(): number for number, face in numbered if len(face.sign) == 1}
    return {**signs, **{face.word.lower(): number for number, face in numbered}}


def numbers(text: str, face_set: str) -> str:
    """Typed dice by their numbers: "null ace 2" and "na2" are "612". What is no face stays as it is."""
    faces = typed(face_set)
    return "".join(str(faces[word]) if word in faces else _by_signs(word, faces) for word in words(text))


def words(text: str) -> list[str]:
    """What stands between spaces and commas."""
    return text.lower().replace(",", " ").split()


def _by_signs(word: str, faces: dict[str, int]) -> str:
    """The numbers of the dice in a word of signs and digits, where it has nothing else."""
    known = all(sign in faces or sign.isdecimal() for sign in word)
    return "".join(str(faces.get(sign, sign)) for sign in word) if known else word


def _line(number: int, face: Face) -> str:
    return f"{number} is {face.sign if face.name in NUMBERS else face.name}"

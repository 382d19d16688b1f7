"""Sentences with drawn dice: those in backticks, such as `2 3 3 5 6`, and the signs ⚀ to ⚅."""

import re

from fivedice.core.faces import DRAWN, FACE_SETS

MARKED = re.compile("`([1-6一二三四五六](?: [1-6])*)`|([⚀-⚅](?: [⚀-⚅])*)")

Text = list[dict[str, str]]
"""A sentence split into words and dice."""


def text(sentence: str, faces: str) -> Text:
    """A sentence in which the marked dice are drawn with these faces."""
    sets = FACE_SETS["digits"], FACE_SETS[DRAWN], FACE_SETS["chinese"]
    numbers = {face.sign: number for known in sets for number, face in enumerate(known, 1)}
    parts, end = Text(), 0
    for match in MARKED.finditer(sentence):
        parts.append({"text": sentence[end : match.start()]})
        parts += [{"die": f"{faces}-{numbers[sign]}"} for sign in (match[1] or match[2]).split()]
        end = match.end()
    return [*parts, {"text": sentence[end:]}]

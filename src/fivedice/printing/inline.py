"""Sentences with drawn dice."""

import re

from fivedice.core.faces import DRAWN, FACE_SETS

DICE = re.compile(r"\b[1-6](?: [1-6]){1,4}\b(?! of )")
"""Two to five dice in a sentence."""

Text = list[dict[str, str]]
"""A sentence split into words and dice."""


def text(sentence: str, faces: str, *, numbers: bool = False) -> Text:
    """A sentence in which dice signs, and with `numbers` also rows of digits, are drawn with these faces."""
    signs = {
        face.sign: number
        for known in (DRAWN, faces)
        for number, face in enumerate(FACE_SETS[known], 1)
        if face.sign > "~"
    }
    alone = (rf"\b{sign}\b" if sign.isalnum() else sign for sign in signs)  # "一" is a word, too
    drawn = "|".join([*alone, *([DICE.pattern] if numbers else [])])
    parts, end = Text(), 0
    for found in re.finditer(drawn, sentence):
        parts.append({"text": sentence[end : found.start()]})
        parts += [{"die": f"{faces}-{signs.get(sign) or sign}"} for sign in found[0].split()]
        end = found.end()
    return [*parts, {"text": sentence[end:]}]

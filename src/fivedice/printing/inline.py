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
    dice = "|".join([*alone, *([DICE.pattern] if numbers else [])])
    parts, end = Text(), 0
    for match in re.finditer(dice, sentence):
        parts.append({"text": sentence[end : match.start()]})
        parts += [{"die": f"{faces}-{signs.get(sign) or sign}"} for sign in match[0].split()]
        end = match.end()
    return [*parts, {"text": sentence[end:]}]

"""Catalogues of translations: the file `catalogues/LANGUAGE.SIDE.po` for each language and side.

The sides are the program (what Python says) and the pages. The format is that of gettext, which translators'
tools read: a message with its context, the English text, and the translation. Plurals are inside the text.
"""

import re
from functools import cache
from importlib.resources import files

import msgspec

SIDES = ("program", "pages")
SCRIPT = re.compile("^#: web/(.+)", re.MULTILINE)
"""A script of the pages that says a message."""
FUZZY = re.compile("^#,.*fuzzy", re.MULTILINE)
"""The mark of a translation that somebody must check."""
Key = tuple[str, str]
"""The context and the English text of a message."""


@cache
def messages(language: str, side: str) -> dict[Key, str]:
    """The translations of a side by context and English text, without those that are missing or fuzzy."""
    return read(_text(language, side))


def _text(language: str, side: str) -> str:
    file = files(__package__).joinpath("catalogues", f"{language}.{side}.po")
    return file.read_text(encoding="utf-8") if file.is_file() else ""


@cache
def pages_json(language: str, scripts: frozenset[str] = frozenset()) -> bytes:
    """The translations for the pages, or for these scripts; a context stands before its text."""
    blocks = _text(language, "pages").split("\n\n")
    wanted = (block for block in blocks if not scripts or not scripts.isdisjoint(SCRIPT.findall(block)))
    translations = read("\n\n".join(wanted)).items()
    return msgspec.json.encode({"\4".join(filter(None, key)): text for key, text in translations})


def read(text: str) -> dict[Key, str]:
    """The translations of a catalogue, without fuzzy ones. Raises `ValueError` for another text."""
    translations = {}
    for block in text.split("\n\n"):
        field, fields = "", {"msgctxt": "", "msgid": "", "msgstr": ""}
        for line in block.splitlines():
            if not line.startswith("#"):
                name, _, rest = line.partition(" ")
                field, quoted = (field, line) if line.startswith('"') else (name, rest)
                fields[field] += _unquoted(quoted)
        if fields["msgid"] and fields["msgstr"] and not FUZZY.search(block):
            translations[fields["msgctxt"], fields["msgid"]] = fields["msgstr"]
    return translations


def _unquoted(text: str) -> str:
    try:
        return msgspec.json.decode(text, type=str)
    except msgspec.DecodeError:
        raise ValueError(f"A line of a catalogue is not in double quotes: {text}") from None

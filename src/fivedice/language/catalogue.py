"""Catalogues of translations: the file `catalogues/LANGUAGE.SIDE.po` for each language and side.

The sides are the program (what Python says) and the pages. The format is that of gettext, which translators'
tools read: a message with its context, the English text, and the translation. Plurals are inside the text.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

SOURCE = "en"
"""The language in which the code is written."""
LANGUAGES = {
    SOURCE: "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "sv": "Svenska",
    "ja": "日本語",
    "zh": "简体中文",
}
"""The languages by their tags, each by its own name."""
SIDES = ("program", "pages")
SCRIPT = re.compile("^#: web/(.+)", re.MULTILINE)
"""A script of the pages that says a message."""
Key = tuple[str, str]
"""The context and the English text of a message."""
HEADER = r'''msgid ""
msgstr ""
"Language: {language}\n"
"Content-Type: text/plain; charset=UTF-8\n"'''


class Message(Struct, frozen=True):
    """One message of a catalogue, with the files that say it and a comment for its translator."""

    english: str
    context: str = ""
    files: tuple[str, ...] = ()
    comment: str = ""

    @property
    def key(self) -> Key:
        """What tells it apart from other messages."""
        return self.context, self.english


@cache
def messages(language: str, side: str) -> dict[Key, str]:
    """The translations of a side by context and English text, without those still empty."""
    return read(_text(language, side))


def _text(language: str, side: str) -> str:
    file = files(__package__).joinpath("catalogues", f"{language}.{side}.po")
    return file.read_text(encoding="utf-8") if file.is_file() else ""


@cache
def pages_json(language: str, scripts: frozenset[str] = frozenset()) -> bytes:
    """The translations for the pages by English text, behind its context if it has one (as in gettext).

    With the names of `scripts`, only what these say.
    """
    blocks = _text(language, "pages").split("\n\n")
    wanted = (block for block in blocks if not scripts or not scripts.isdisjoint(SCRIPT.findall(block)))
    said = read("\n\n".join(wanted)).items()
    return msgspec.json.encode({"\4".join(filter(None, key)): text for key, text in said})


def read(text: str) -> dict[Key, str]:
    """The translations in the text of a catalogue. Raises `ValueError` for a text that is none."""
    found = {}
    for block in text.split("\n\n"):
        field, fields = "", {"msgctxt": "", "msgid": "", "msgstr": ""}
        for line in block.splitlines():
            if not line.startswith("#"):
                name, _, rest = line.partition(" ")
                field, quoted = (field, line) if line.startswith('"') else (name, rest)
                fields[field] += _unquoted(quoted)
        if fields["msgid"] and fields["msgstr"]:
            found[fields["msgctxt"], fields["msgid"]] = fields["msgstr"]
    return found


def _unquoted(text: str) -> str:
    try:
        return msgspec.json.decode(text, type=str)
    except msgspec.DecodeError:
        raise ValueError(f"A line of a catalogue is not in double quotes: {text}") from None


def written(language: str, wanted: Iterable[Message], known: Mapping[Key, str]) -> str:
    """The text of a catalogue with these messages, and the translations known so far."""
    header = HEADER.format(language=language)
    return "\n\n".join([header, *(_block(one, known.get(one.key, "")) for one in wanted)]) + "\n"


def _block(message: Message, translation: str) -> str:
    lines = [f"#. {message.comment}"] if message.comment else []
    lines += [f"#: {name}" for name in message.files]
    lines += [f"msgctxt {_quoted(message.context)}"] if message.context else []
    return "\n".join([*lines, f"msgid {_quoted(message.english)}", f"msgstr {_quoted(translation)}"])


def _quoted(text: str) -> str:
    return msgspec.json.encode(text).decode()

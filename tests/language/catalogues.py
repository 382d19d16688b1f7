"""Commands for translators: `python -m tests.language.catalogues update`, `check` or `show LANGUAGE`."""

import io
import sys
from html import escape
from pathlib import Path

import msgspec
from babel import Locale
from babel.messages import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po

import fivedice
from fivedice.language import numbers
from fivedice.language.catalogue import LANGUAGES, SIDES, SOURCE, Key, messages
from fivedice.language.message import names
from tests.language import messages as source
from tests.language.messages import Message

CATALOGUES = Path(fivedice.__file__).parent / "language" / "catalogues"
WANTED = dict(zip(SIDES, (source.program, source.pages), strict=True))
OTHERS = [language for language in LANGUAGES if language != SOURCE]
COMPLETE = {"de", "es", "fr", "ja", "sv", "zh"}
"""The languages that must lack nothing. What another one lacks appears in English."""
HEADER = r'''msgid ""
msgstr ""
"Language: {language}\n"
"Content-Type: text/plain; charset=UTF-8\n"'''


def update() -> None:
    """Gives every catalogue the messages of the source."""
    for side, wanted in WANTED.items():
        for language in OTHERS:
            path = CATALOGUES / f"{language}.{side}.po"
            before = path.read_text(encoding="utf-8") if path.exists() else ""
            path.write_text(updated(language, before, wanted()), encoding="utf-8")
    print("\n".join(map(missing_rule, OTHERS)).strip() or "Every catalogue has the messages of the source.")


def updated(language: str, before: str, wanted: list[Message]) -> str:
    """The text of a catalogue with these messages and the translations that it had.

    The translation of a sentence like a new one is kept as fuzzy: it is not used until somebody has checked
    it, and removed the mark.
    """
    template = Catalog()
    for one in wanted:
        places, comments = [(name, 0) for name in one.files], [one.comment] if one.comment else []
        template.add(one.english, context=one.context or None, locations=places, auto_comments=comments)
    catalogue = read_po(io.BytesIO(before.encode()), locale=language)
    catalogue.update(template)
    blocks = [_block(each) for each in catalogue if each.id]
    return "\n\n".join([HEADER.format(language=language), *blocks]) + "\n"


def _block(entry: Entry) -> str:
    lines = [f"# {comment}" for comment in entry.user_comments if not comment.startswith("|")]
    lines += [f"#. {comment}" for comment in entry.auto_comments]
    lines += [f"#: {name}" for name, _ in entry.locations]
    if entry.fuzzy:
        lines += ["#, fuzzy", *(f"#{comment}" for comment in entry.user_comments if comment.startswith("|"))]
        lines += [f"#| msgid {_quoted(english)}" for english in entry.previous_id]
    lines += [f"msgctxt {_quoted(entry.context)}"] if entry.context else []
    return "\n".join([*lines, f"msgid {_quoted(entry.id)}", f"msgstr {_quoted(entry.string or '')}"])


def _quoted(text: object) -> str:
    return msgspec.json.encode(text).decode()


def missing_rule(language: str) -> str:
    """What `numbers.PLURALS` needs for a language; "" if it is there."""
    rules = dict(Locale.parse(language).plural_form.rules)
    is_there = numbers.PLURALS.get(language) == rules
    return "" if is_there else f"PLURALS in numbers.py needs {language!r}: {rules}"


def lacking(language: str, side: str) -> list[str]:
    """The messages that a catalogue does not translate."""
    known = messages(language, side)
    return [f"missing: {one.english!r}" for one in WANTED[side]() if one.key not in known]


def faults(language: str, side: str) -> list[str]:
    """What is wrong in a catalogue: messages that are not in use, and other values than in English."""
    known, wanted = messages(language, side), {one.key for one in WANTED[side]()}
    return [
        *(f"not in use: {key[1]!r}" for key in known if key not in wanted),
        *(fault for key, translation in known.items() if (fault := _differs(key, translation))),
    ]


def _differs(key: Key, translation: str) -> str:
    try:
        there, here = names(key[1]), names(translation)
    except ValueError as error:
        return str(error)
    return "" if there == here else f"other values than {sorted(there)}: {translation!r}"


def check() -> int:
    """Prints what is missing or wrong in all catalogues; the exit code is 1 if anything is."""
    found = [
        f"{language}.{side}: {fault}"
        for language in OTHERS
        for side in SIDES
        for fault in (*lacking(language, side), *faults(language, side))
    ]
    found += filter(None, map(missing_rule, OTHERS))
    print("\n".join(found) or "Every catalogue is complete.")
    return int(bool(found))


def show(language: str) -> None:
    """Prints a page with every message in use, beside its translation."""
    rows = [_row(one, messages(language, side)) for side, wanted in WANTED.items() for one in wanted()]
    print(f'<!doctype html><html lang={language}><meta charset="utf-8"><title>{LANGUAGES[language]}</title>')
    print("<table>" + "".join(rows) + "</table>")


def _row(message: Message, known: dict[Key, str]) -> str:
    cells = [message.english, known.get(message.key, "")]
    cells.append(" · ".join([message.context, message.comment, *message.files]))
    return "<tr>" + "".join(f"<td>{escape(cell)}" for cell in cells)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["update"]:
            update()
        case ["check"]:
            sys.exit(check())
        case ["show", language] if language in LANGUAGES:
            show(language)
        case _:
            sys.exit(__doc__)

"""Commands of `python -m tests.language.catalogues` for translators: update, status, check, show LANGUAGE."""

import io
import re
import sys
from html import escape
from itertools import product
from pathlib import Path

import msgspec
from babel import Locale
from babel.messages import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po

import fivedice
from fivedice.language.catalogue import FUZZY, SIDES, Key, messages
from fivedice.language.languages import LANGUAGES, SOURCE
from fivedice.language.message import NUMBER, Parts, Plural, parts
from tests.language import messages as source
from tests.language.messages import Message

CATALOGUES = Path(fivedice.__file__).parent / "language" / "catalogues"
WANTED = dict(zip(SIDES, (source.program, source.pages), strict=True))
OTHERS = [language for language in LANGUAGES if language != SOURCE]
FIRST = "web/home/", "web/shell/", "web/table/tray.js", "web/lobby/new-table.js"
"""Where people meet their first messages, which come first in lists."""
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
    """The entry that a language needs in `languages.py`; "" if it is there."""
    locale = Locale.parse(language)
    rules, marks = dict(locale.plural_form.rules), locale.number_symbols["latn"]
    known = LANGUAGES[language]
    wanted = known._replace(decimal_mark=marks["decimal"], thousands_mark=marks["group"], plurals=rules)
    return "" if known == wanted else f"In languages.py, {language!r} needs {wanted}"


def missing(language: str, side: str) -> list[Message]:
    """The messages that a catalogue does not translate, those that people meet first before the others."""
    known = messages(language, side)
    return sorted((one for one in WANTED[side]() if one.key not in known), key=comes_later)


def comes_later(message: Message) -> bool:
    """Whether the message is not on the first pages that people meet."""
    return not any(file.startswith(FIRST) for file in message.files)


def status() -> None:
    """Prints how far each language is, and what of it people meet first."""
    every = [one for wanted in WANTED.values() for one in wanted()]
    words = sum(len(re.sub(r"\{\w+\}", "", one.english).split()) for one in every)
    first = sum(not comes_later(one) for one in every)
    print(f"{len(every)} messages, {words} words; {first} messages come first.")
    for language in OTHERS:
        lacking = [one for side in SIDES for one in missing(language, side)]
        first = sum(not comes_later(one) for one in lacking)
        texts = [path.read_text(encoding="utf-8") for path in CATALOGUES.glob(f"{language}.*.po")]
        fuzzy = sum(len(FUZZY.findall(text)) for text in texts)
        print(f"{language}: {len(lacking)} missing, {first} of them first; {fuzzy} of the missing fuzzy")


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


def names(message: str) -> set[str]:
    """The names of the values that a message needs."""
    return set(_names(parts(message)))


def _names(some: Parts) -> list[str]:
    forms = [form for one in some if isinstance(one, Plural) for form in one.forms.values()]
    inside = [name for form in forms for name in _names(form)]
    return [*inside, *(one.name for one in some if not isinstance(one, str) and one != NUMBER)]


def check() -> int:
    """Prints what is missing or wrong in all catalogues; the exit code is 1 if anything is."""
    found = [*filter(None, map(missing_rule, OTHERS))]
    for language, side in product(OTHERS, SIDES):
        lines = [f"missing in {one.files[0]}: {one.english!r}" for one in missing(language, side)]
        lines += [f"{len(lines)} of {len(WANTED[side]())} messages are missing"] if lines else []
        found += [f"{language}.{side}: {line}" for line in (*lines, *faults(language, side))]
    print("\n".join(found) or "Every catalogue is complete.")
    return int(bool(found))


def show(language: str) -> None:
    """Prints a page with every message in use, beside its translation."""
    rows = [_row(one, messages(language, side)) for side, wanted in WANTED.items() for one in wanted()]
    title = LANGUAGES[language].name
    print(f'<!doctype html><html lang={language}><meta charset="utf-8"><title>{title}</title>')
    print("<table>" + "".join(rows) + "</table>")


def _row(message: Message, known: dict[Key, str]) -> str:
    cells = [message.english, known.get(message.key, "")]
    cells.append(" · ".join([message.context, message.comment, *message.files]))
    return "<tr>" + "".join(f"<td>{escape(cell)}" for cell in cells)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["update"]:
            update()
        case ["status"]:
            status()
        case ["check"]:
            sys.exit(check())
        case ["show", language] if language in LANGUAGES:
            show(language)
        case _:
            sys.exit(__doc__)

"""Commands for translators: `python -m tests.language.catalogues update`, `check` or `show LANGUAGE`."""

import sys
from html import escape
from pathlib import Path

import fivedice
from fivedice.language.catalogue import LANGUAGES, SIDES, SOURCE, Key, Message, messages, written
from fivedice.language.message import names
from tests.language import messages as source

CATALOGUES = Path(fivedice.__file__).parent / "language" / "catalogues"
WANTED = dict(zip(SIDES, (source.program, source.pages), strict=True))


def update() -> None:
    """Gives every catalogue the messages of the source, and keeps the translations that still fit."""
    for side, wanted in WANTED.items():
        for language in LANGUAGES.keys() - {SOURCE}:
            text = written(language, wanted(), messages(language, side))
            (CATALOGUES / f"{language}.{side}.po").write_text(text, encoding="utf-8")


def faults(language: str, side: str) -> list[str]:
    """What a catalogue lacks or has in excess: messages, and names of their values."""
    known = messages(language, side)
    wanted = {one.key: one for one in WANTED[side]()}
    return [
        *(f"missing: {english!r}" for context, english in wanted if (context, english) not in known),
        *(f"not in use: {english!r}" for context, english in known if (context, english) not in wanted),
        *(found for key, said in known.items() if (found := _differs(key, said))),
    ]


def _differs(key: Key, said: str) -> str:
    try:
        there, here = names(key[1]), names(said)
    except ValueError as error:
        return str(error)
    return "" if there == here else f"other values than {sorted(there)}: {said!r}"


def check() -> int:
    """Prints the faults of all catalogues; the exit code is 1 if there are any."""
    found = [
        f"{language}.{side}: {fault}"
        for language in LANGUAGES.keys() - {SOURCE}
        for side in SIDES
        for fault in faults(language, side)
    ]
    print("\n".join(found) or "Every catalogue is complete.")
    return int(bool(found))


def show(language: str) -> None:
    """Prints a page with every message in use, beside its translation."""
    rows = [_row(one, messages(language, side)) for side, wanted in WANTED.items() for one in wanted()]
    print(f'<!doctype html><html lang={language}><meta charset="utf-8"><title>{LANGUAGES[language]}</title>')
    print("<table>" + "".join(rows) + "</table>")


def _row(message: Message, known: dict[Key, str]) -> str:
    said = known.get(message.key, "")
    cells = [message.english, said, " · ".join([message.context, message.comment, *message.files])]
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

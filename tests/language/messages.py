"""Finds every message in the source: calls of `tr` and `mark`, cards, lessons and pages of rules."""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from itertools import chain, groupby, pairwise
from pathlib import Path

from msgspec import Struct

import fivedice
from fivedice.__main__ import COMMANDS, options_of
from fivedice.cards.filling import further_title
from fivedice.cli.shared.command import PLACEHOLDER, TYPED, CommandGroup, Context, split
from fivedice.core.faces import FACE, FACE_SETS
from fivedice.core.rules import CARD, english_title
from fivedice.games import GAMES, junior, showdown
from fivedice.games.cardgame import card_of
from fivedice.games.showdown_board import CARDS
from fivedice.match.setup import choices, house_options
from fivedice.narration.results import OPTION
from fivedice.runtime.options import parameters

SOURCE = Path(fivedice.__file__).parent
SAYING = {"tr", "mark", "Localized"}
TEXTS = {"title", "line", "caption", "ending", "meanwhile"}
"""The fields of cards and lessons that are texts for players."""
NOTE = "# Translators: "
"""Begins a comment for translators, on the line of a message or before it; otherwise a docstring is one."""
LITERAL = r"""(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
OF_A_LANGUAGE = {"kniffel", "yams"}
"""Cards whose names stay as they are written, because they are those of a tradition."""
INCLUDED = re.compile(r"\{\w+\}")
"""A paragraph of a page of rules that stands for another file."""
MARKS = re.compile(r"^(## .+) \{.+\}")
IN_SCRIPT = re.compile(
    rf"""(?://\ Translators:\ (?P<comment>[^\n]+)\s+(?:[^\n]*\n)?[^\n]*?)?
    \b(?:tr|rich)\(\s*(?P<english>{LITERAL}(?:\s*\+\s*{LITERAL})*)
    (?:,\s*(?:null|{{[^{{}}]*}}),\s*'(?P<context>[^']*)')?""",
    re.VERBOSE,
)


class Message(Struct, frozen=True):
    """One message, with the files that say it and a comment for its translator."""

    english: str
    context: str = ""
    files: tuple[str, ...] = ()
    comment: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What tells it apart from other messages."""
        return self.context, self.english


@cache
def program() -> list[Message]:
    """The messages of the program, in the order of their files."""
    readers = {"*.py": _of_code, "*.toml": _of_data, "*.md": _of_text}
    written = (
        message
        for pattern, reader in readers.items()
        for path in sorted(SOURCE.rglob(pattern))
        if not path.is_relative_to(SOURCE / "documentation")
        for message in reader(path)
    )
    return _merged(chain(written, _of_games(), _of_commands()))


@cache
def pages() -> list[Message]:
    """The messages of the pages."""
    scripts = sorted((SOURCE / "web").rglob("*.js"))
    read = (path for path in scripts if "vendor" not in path.parts)
    return _merged(message for path in read for message in _of_script(path))


def _merged(found: Iterator[Message]) -> list[Message]:
    """Each message once, with all its files and its comments."""
    by_key: dict[tuple[str, str], Message] = {}
    for one in found:
        known = by_key.get(one.key, one)
        files = tuple(dict.fromkeys((*known.files, *one.files)))
        by_key[one.key] = Message(one.english, one.context, files, known.comment or one.comment)
    return list(by_key.values())


def _message(path: Path, english: str, context: str = "", comment: str = "") -> Message:
    return Message(english, context, (path.relative_to(SOURCE).as_posix(),), comment)


def _of_code(path: Path) -> Iterator[Message]:
    text = path.read_text(encoding="utf-8")
    lines, tree = text.splitlines(), ast.parse(text)
    meanings: dict[ast.AST, str] = {}
    for constant, below in pairwise(tree.body):
        if isinstance(constant, ast.Assign | ast.AnnAssign):
            note = lines[constant.lineno - 1].partition(NOTE)[2]
            meaning = ast.literal_eval(below.value) if isinstance(below, ast.Expr) else note
            meanings |= dict.fromkeys(ast.walk(constant), " ".join(meaning.split()))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in SAYING:
            texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
            if texts and len(texts) == len(node.args):
                here, before = lines[node.lineno - 1], lines[node.lineno - 2].strip()
                comment = (here if NOTE in here or not before.startswith("# ") else before).partition(NOTE)[2]
                comment = comment or meanings.get(node, "")
                yield _message(path, str(texts[0]), str(texts[1]) if len(texts) > 1 else "", comment)


def called(call: ast.Call) -> str:
    """The name of the function that is called."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _of_data(path: Path) -> Iterator[Message]:
    def texts(value: object) -> Iterator[str]:
        if isinstance(value, dict):
            for key, inner in value.items():
                if key == "sections":  # of a card, whose names come from its game
                    continue
                yield from [inner] if key in TEXTS and isinstance(inner, str) else texts(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from texts(inner)

    return (_message(path, text) for text in texts(tomllib.loads(path.read_text(encoding="utf-8"))))


def _of_games() -> Iterator[Message]:
    """The names of boxes, sections and uses of all games, which follow from identifiers, and of faces."""
    for game in GAMES.values():
        if card := card_of(game):
            names = [section.title for section in card.sections]
            if game.name not in OF_A_LANGUAGE:
                names += [*map(english_title, card.names), *([further_title(card)] if card.further else [])]
            yield from (Message(name, CARD, (f"games/{game.name}",)) for name in names)
        for option in house_options(game):
            words = [option, *(word for word in choices(game, option).values if not word.isdecimal())]
            yield from (Message(word, OPTION, (f"games/{game.name}",)) for word in words)
    others = (*junior.CHARACTERS, *CARDS, showdown.NOTHING, showdown.MOVE, showdown.STAY)
    yield from (Message(english_title(name), CARD, ("games",)) for name in others)
    faces = [face for six in FACE_SETS.values() for face in six]
    yield from (Message(name, FACE, ("core/faces.py",)) for face in faces for name in (face.name, face.word))


def _of_commands() -> Iterator[Message]:
    """The help of players' commands with its placeholders, and the line about each other command."""
    words = "[OPTIONS] COMMAND [ARGS]..."
    for options in map(options_of, COMMANDS):
        files = (f"{options.__module__.removeprefix('fivedice.').replace('.', '/')}.py",)
        told, _ = split(options.__doc__)
        if "language" in options.__annotations__:
            helps = [one.metadata["help"] for one in fields(options) if one.metadata]
            yield from (Message(text, files=files) for text in (*told, *helps))
            typed = (one for one in parameters(options) if not getattr(one, "is_flag", False))
            words += " ".join(["", *(one.make_metavar(Context(CommandGroup())) for one in typed)])
        else:
            yield Message(told[0], files=files)
    yield from (Message(word, TYPED, ("cli/shared/command.py",)) for word in PLACEHOLDER.findall(words))


def _of_text(path: Path) -> Iterator[Message]:
    parts = path.read_text(encoding="utf-8").strip().split("\n\n")
    sentences = (MARKS.sub(r"\1", part) for part, _ in groupby(parts) if not INCLUDED.fullmatch(part))
    return (_message(path, sentence) for sentence in sentences)


def _of_script(path: Path) -> Iterator[Message]:
    for match in IN_SCRIPT.finditer(path.read_text(encoding="utf-8")):
        english = "".join(map(ast.literal_eval, re.findall(LITERAL, match["english"])))
        yield _message(path, english, match["context"] or "", match["comment"] or "")

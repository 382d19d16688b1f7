"""Nothing that a player reads is said past the catalogues: sentences in the code are arguments of `tr`."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.language.messages import SAYING, SOURCE, called

FOLDERS = (
    "narration",
    "games",
    "analysis",
    "report",
    "lessons",
    "training",
    "club",
    "statistics",
    "terminal",
)
"""The folders that speak to players only; elsewhere sentences for hosts and programmers stand between."""
PLAIN = {"ValueError", "TypeError", "StoreError", "BadText", "BadCard", "BadRecord", "Localized"}
"""Errors for programmers and for damaged files, and names of games, which are messages in their own way."""
VALUE = "\0"
SENTENCE = re.compile(r"^\W*[A-Z][a-z']*\W+(?=.*[a-z]{2})|[a-z]{2,}\W+.*[a-z]{2}[^\w\s]*[.?!…]$", re.DOTALL)
EXEMPT = {
    "If a player leaves",  # a heading in a file of rules
    "Worth | None",
    "The log of a club night must begin with its opening.",
    "A player alone plays for the score: there is nobody to win against.",  # for commands and programs
}


def sentences(path: Path) -> Iterator[str]:
    """The sentences in a file that no call translates."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call) and called(node) in SAYING | PLAIN:
            waiting += node.keywords
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a docstring
        elif isinstance(node, ast.Constant | ast.JoinedStr):
            waiting += [part for part in ast.walk(node) if isinstance(part, ast.FormattedValue)]
            if SENTENCE.search(text(node)) and text(node) not in EXEMPT:
                yield f"{node.lineno}: {text(node).replace(VALUE, '…')}"
        else:
            waiting += ast.iter_child_nodes(node)


def text(node: ast.Constant | ast.JoinedStr) -> str:
    """The literal text of a string, with a mark for each value."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(one.value) if isinstance(one, ast.Constant) else VALUE for one in parts)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_sentence_for_a_player_goes_through_a_catalogue(folder: str) -> None:
    found = [
        f"{path.relative_to(SOURCE)}:{sentence}"
        for path in sorted((SOURCE / folder).rglob("*.py"))
        for sentence in sentences(path)
    ]
    assert found == []

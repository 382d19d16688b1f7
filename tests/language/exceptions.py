"""The exceptions of the package by their kind, and the texts with which they are raised."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.language.messages import SAYING, SOURCE, called

ENGLISH = "Untranslated"
"""The base of errors that only programmers, researchers and hosts meet."""


class Raised(NamedTuple):
    """A place that makes an exception, and the expressions of which its sentence consists."""

    kind: str
    path: Path
    line: int
    parts: tuple[ast.expr, ...]

    def __str__(self) -> str:
        """The place, for a message."""
        return f"{self.path.relative_to(SOURCE)}:{self.line}: {self.kind}"


@cache
def parsed() -> dict[Path, ast.Module]:
    """Every file of the package."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))}


@cache
def classes() -> dict[str, list[str]]:
    """The names of the bases of every class."""
    found = (node for tree in parsed().values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef))
    return {
        node.name: [getattr(base, "attr", getattr(base, "id", "")) for base in node.bases] for node in found
    }


def bases(name: str) -> set[str]:
    """All classes that a class inherits from, and itself."""
    return {name}.union(*(bases(base) for base in classes().get(name, ()) if base != name))


@cache
def untranslated() -> frozenset[str]:
    """The exceptions whose sentences stay English."""
    return frozenset(name for name in classes() if ENGLISH in bases(name))


@cache
def translated() -> frozenset[str]:
    """The exceptions whose sentences players read."""
    errors = (name for name in classes() if {"Exception", "ValueError"} & bases(name))
    return frozenset(errors) - untranslated()


@cache
def raised() -> list[Raised]:
    """Every place that makes an exception of the package."""
    return [one for path, tree in parsed().items() for one in _raised(path, tree)]


def _raised(path: Path, tree: ast.Module) -> Iterator[Raised]:
    known = translated() | untranslated()
    for scope, owner in _scopes(tree):
        texts = _assigned(tree, scope)
        for node in ast.walk(scope):
            if isinstance(node, ast.Call):
                kind = owner if called(node) == "__init__" else called(node)
                if kind in known:
                    parts = tuple(part for one in node.args for part in _parts(one, texts))
                    yield Raised(kind, path, node.lineno, parts)


def _scopes(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Every function, with the name of its class."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from (
                (one, node.name)
                for one in node.body
                if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
            )
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node, ""


def _assigned(tree: ast.Module, scope: ast.AST) -> dict[str, list[ast.expr]]:
    """The values of each name in a function and at the top of its file."""
    values: dict[str, list[ast.expr]] = {}
    for node in (*tree.body, *ast.walk(scope)):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = list(zip(target.elts, node.value.elts, strict=True))
                for name, value in pairs:
                    if isinstance(name, ast.Name):
                        values.setdefault(name.id, []).append(value)
    return values


def _parts(node: ast.expr, texts: dict[str, list[ast.expr]]) -> Iterator[ast.expr]:
    """The literal texts and calls of which a sentence consists."""
    if isinstance(node, ast.Name):
        rest = {name: values for name, values in texts.items() if name != node.id}
        for value in texts.get(node.id, ()):
            yield from _parts(value, rest)
    elif isinstance(node, ast.IfExp):
        yield from _parts(node.body, texts)
        yield from _parts(node.orelse, texts)
    elif isinstance(node, ast.JoinedStr):
        yield node
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                yield from _parts(value.value, texts)
    elif isinstance(node, ast.BinOp):
        yield from _parts(node.left, texts)
        yield from _parts(node.right, texts)
    elif isinstance(node, ast.Call) and called(node) in SAYING:
        yield node
        yield from (
            part for one in node.args for part in _parts(one, texts) if not isinstance(one, ast.Constant)
        )
    elif isinstance(node, ast.Constant | ast.Call):
        yield node


def literal(node: ast.expr) -> str:
    """The literal text of a string."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(one.value) for one in parts if isinstance(one, ast.Constant))


def is_said(node: ast.expr) -> bool:
    """Whether a call translates its text, or marks it for that."""
    return isinstance(node, ast.Call) and called(node) in SAYING

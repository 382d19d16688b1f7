"""Nothing that a player reads is said past the catalogues: sentences in the code are arguments of `tr`."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.language.exceptions import untranslated
from tests.language.messages import SAYING, SOURCE, called

ELSEWHERE = (
    # programs and their programmers
    *("api", "solve", "study", "runtime/options.py"),
    # commands in English
    *("cli/arena.py", "cli/completion.py", "cli/database.py", "cli/doctor.py", "cli/export.py"),
    *("cli/simulate.py", "cli/solve.py", "cli/tables.py"),
    *(f"cli/shared/{name}.py" for name in ("best_play", "listening", "open_database", "server_start")),
    # options, whose help is found by `messages`
    *("cli/options", "cli/shared/arguments.py"),
    # hosts, and clients whose language is not known
    *("private_files.py", "server/maintenance.py", "server/metrics.py", "server/settings.py"),
    *("server/storage", "server/supervisor.py", "server/protection/connection_limits.py"),
    "server/protection/protocols.py",
    *("server/push/sender.py", "server/routes/health.py"),
    # names of fonts and faces, and headings in files of rules
    *("core/faces.py", "printing/document.py", "printing/leaflets.py"),
)
"""Where no player reads; everywhere else, sentences are translated."""
PLAIN = {"Localized", "RuntimeError", "TypeError", "ValueError", *untranslated()}
"""Errors for programmers and hosts, and names of games, which are messages in their own way."""
LOGGED = {"critical", "error", "exception", "info", "warning"}
VALUE = "\0"
SENTENCE = re.compile(r"^\W*[A-Z][a-z']*\W+(?=.*[a-z]{2})|[a-z]{2,}\W+.*[a-z]{2}[^\w\s]*[.?!…]$", re.DOTALL)
PATTERN = re.compile(r"\(\?|\| |^[A-Z]\w+-[A-Z]")
"""A regular expression, a type or a header, which looks like a sentence."""
EXEMPT = {
    "If a player leaves",  # a heading in a file of rules
    *("Not Found", "Method Not Allowed"),  # by which we know Starlette's own
    *("The token of a seat at this table.", "The same token, for links in the pages."),  # for the schema
    "The players of this device.",
    "The standard input",
    # by which we know click's and tomllib's
    *("Positional arguments", r"Got unexpected extra arguments? \((.*)\)", r"No such command '(.*)'\."),
    *(
        "Cannot overwrite",
        "Exceeds the limit",
        "Expected newline",
        "Illegal character '\\n'",
        "Invalid value",
    ),
    *("Unclosed array", "Unclosed inline table", "Unterminated string"),
    # of hosts' commands and logs
    f"Solved tables and compiled code are not read or stored, which costs time: {VALUE}",
    "At table %s the bot %s failed; the computer plays for it: %r",
    "A page could not connect to its table, because its request had no upgrade to a WebSocket. "
    "A proxy in front of this server must forward the headers Upgrade and Connection.",
    # of programs
    f"A bot must return a decision, not {VALUE}.",
    f"There is no WebSocket here; the WebSocket of a table is at {VALUE}CODE.",
}


def sentences(path: Path) -> Iterator[str]:
    """The sentences in a file that no call translates."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call) and called(node) in SAYING | PLAIN | LOGGED:
            waiting += node.keywords
        elif isinstance(node, ast.Call) and called(node) == "Meta":
            continue  # a description in a schema
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a docstring
        elif isinstance(node, ast.Constant | ast.JoinedStr):
            waiting += [part for part in ast.walk(node) if isinstance(part, ast.FormattedValue)]
            if SENTENCE.search(text(node)) and not PATTERN.search(text(node)) and text(node) not in EXEMPT:
                yield f"{node.lineno}: {text(node).replace(VALUE, '…')}"
        else:
            waiting += ast.iter_child_nodes(node)


def text(node: ast.Constant | ast.JoinedStr) -> str:
    """The literal text of a string, with a mark for each value."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(one.value) if isinstance(one, ast.Constant) else VALUE for one in parts)


def test_every_sentence_for_a_player_goes_through_a_catalogue() -> None:
    elsewhere = tuple(str(SOURCE / each) for each in ELSEWHERE)
    found = [
        f"{path.relative_to(SOURCE)}:{sentence}"
        for path in sorted(SOURCE.rglob("*.py"))
        if not str(path).startswith(elsewhere)
        for sentence in sentences(path)
    ]
    assert found == []

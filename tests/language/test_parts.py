"""No text for players is put together from parts: not every language writes ": " or a space between them.

`sentences`, `with_label` and `comma` of `fivedice.language` and of `shell/language.js` join texts instead.
"""

import ast
import re
from collections.abc import Iterator

from tests.language.exceptions import literal, parsed
from tests.language.messages import SAYING, SOURCE, called
from tests.language.test_english import ELSEWHERE

BETWEEN = re.compile(r"[:;,.?!] | \(")
"""Punctuation beside a value."""
JOIN = re.compile(r"'[:;,.]? '\.join\(.*(\btr\(|told|sentence)")
EXEMPT = {
    "cli/daily.py: f\"{row['by_points']:>3}. {with_label(row['name'], figures)}\"",  # a numbered list
    "cli/hint.py: f'{missing.question} [{missing.ending}]: '",  # before what is typed
    "cli/hint.py: f'{position}; {ending}'",  # as it is typed
    "cli/shared/on_database.py: f'{store.reason(error)}. {store.ELSEWHERE}'",  # for hosts
    "external_bots/function.py: f'{type(error).__name__}: {error}'",  # for programmers
    "narration/results.py: ' '.join((tr(str(one), OPTION) for one in value))",  # words in the order of dice
    "report/text.py: f'{number}. {reviews.describe_at_turn(review, moment, faces)}'",  # the same
}
IN_SCRIPT = re.compile(
    r"""\}[:;.,!?]\ \$\{ | \}\ ?\(\$\{       # `${name}: ${text}`
    | \btr\([^`$]*\)\}\ \$\{ | \}\ \$\{tr\(   # `${tr('One sentence.')} ${another}`
    | \)\}[.:?!](?=[<`])                      # `${tr('A sentence')}.`
    | \+\ '[:;,.]\ ' | '[:;,.]\ '\ \+         # name + ': ' + text
    | (\btr\([^,\n]*\)|sentence|told)[^\n]*\.join\('[:;,.]?\ '\)
    """,
    re.VERBOSE,
)


def joined(tree: ast.Module) -> Iterator[str]:
    """The templates, sums and joins of a module that consist of values and marks, or of several messages."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr | ast.BinOp):
            *before, last = _parts(node)
            texts = [literal(one) for one in (*before, last) if isinstance(one, ast.Constant)]
            values = [one for one in (*before, last) if not isinstance(one, ast.Constant)]
            messages = [one for one in values if isinstance(one, ast.Call) and called(one) in SAYING]
            ends = isinstance([None, *before][-1], ast.Call) and literal(last) in {".", ":", "?", "!"}
            has_mark = ends or any(map(BETWEEN.search, texts))
            has_words = re.search(r"[a-z\n·]|  ", "".join(texts), re.IGNORECASE)
            if before and not has_words and (has_mark or (messages and len(values) > 1)):
                yield ast.unparse(node)
        elif isinstance(node, ast.Call) and JOIN.match(ast.unparse(node)):
            yield ast.unparse(node)


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    """The literal texts and values of a template or a sum."""
    if isinstance(node, ast.JoinedStr):
        yield from (one.value if isinstance(one, ast.FormattedValue) else one for one in node.values)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from (part for side in (node.left, node.right) for part in _parts(side))
    else:
        yield node


def test_no_module_joins_texts() -> None:
    names = {path.relative_to(SOURCE).as_posix(): tree for path, tree in parsed().items()}
    told = ((name, tree) for name, tree in names.items() if not name.startswith(ELSEWHERE))
    assert {f"{name}: {one}" for name, tree in told for one in joined(tree)} == EXEMPT


def test_no_script_joins_texts() -> None:
    scripts = (path for path in (SOURCE / "web").rglob("*.js") if "vendor" not in path.parts)
    texts = {path.name: path.read_text("utf-8") for path in scripts}
    assert [f"{name}: {one[0]}" for name, text in texts.items() for one in IN_SCRIPT.finditer(text)] == []

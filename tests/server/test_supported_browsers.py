"""Pages need no feature that the oldest supported browsers lack, by MDN's browser compatibility data."""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fivedice.server.site import PAGES

DATA = Path(sys.prefix) / "node_modules" / "@mdn" / "browser-compat-data" / "data.json"
"""Installed with what else checks the pages' scripts, by `make test`."""
OBJECTS = {"window": "Window", "self": "Window", "navigator": "Navigator", "document": "Document"}

Version = tuple[int, ...]
Node = dict[str, Any]


class Compat:
    """What of a style sheet or a script these versions of browsers lack."""

    def __init__(self, oldest: dict[str, str]) -> None:
        data: Node = json.loads(DATA.read_text(encoding="utf-8"))
        self._oldest = {browser: version(number) for browser, number in oldest.items()}
        self._css: Node = data["css"]
        self._interfaces: Node = {**data["api"], **data["javascript"]["builtins"]}
        self._functions = by_name(self._css["types"])
        self._methods = by_name(self._interfaces)

    def missing_in_style(self, text: str) -> Iterator[str]:
        """Selectors, at-rules and declarations; what `@supports` guards is left out."""
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        text = re.sub(r"@supports[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", text)
        heads = " ".join(re.findall(r"([^{};]+)\{", text))
        for sign, name, words in re.findall(r"(::?|@)([a-z-]+)([^:@]*)", heads):
            feature = self._css["at-rules" if sign == "@" else "selectors"].get(name, {})
            late = [word for word in re.findall(r"[a-z-]+", words) if self._lacks(feature.get(word, {}))]
            yield from (f"{sign}{name} {word}" for word in late)
            yield from [f"{sign}{name}"] * self._lacks(feature)
        for name, value in re.findall(r"[{;]\s*([a-z-]+)\s*:\s*([^;{}]+)", text):
            yield from self._missing_in_declaration(name, value, is_prefixed=f"-webkit-{name}" in text)
        yield from ["nesting"] * ("&" in text)

    def _missing_in_declaration(self, name: str, value: str, *, is_prefixed: bool) -> Iterator[str]:
        """A property, its keywords and functions; `is_prefixed` if -webkit- stands beside it."""
        feature = {} if name.startswith("-") else self._css["properties"].get(name, {})
        yield from [name] * self._lacks(feature, is_prefixed=is_prefixed)
        for word, sign in re.findall(r"(?<![-\w#.])([a-z][a-z-]+)(\(?)", value):
            if not is_prefixed and self._lacks(feature.get(word, {})):
                yield f"{name}: {word}"
            elif sign and word not in feature and self._lacks_all(self._functions.get(word, [])):
                yield f"{word}()"

    def missing_in_script(self, text: str) -> Iterator[str]:
        """Interfaces, their members, and methods whose name nothing older has; no syntax."""
        text = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.DOTALL)
        for method in re.findall(r"\.(\w+)\(", text):
            if self._lacks_all(self._methods.get(method, [])):
                yield f".{method}()"
        names = rf"(?<![.\w])([A-Z]\w+|{'|'.join(OBJECTS)})(?:\??\.(\w+))?"
        for name, member in re.findall(names, text):
            interface = self._interfaces.get(OBJECTS.get(name, name), {})
            yield from [name] * self._lacks(interface)
            if self._lacks(interface.get(member) or interface.get(f"{member}_static", {})):
                yield f"{name}.{member}"

    def _lacks_all(self, features: list[Node]) -> bool:
        """Whether all that a name can stand for is missing in one of the browsers."""
        return bool(features) and all(map(self._lacks, features))

    def _lacks(self, feature: Node, *, is_prefixed: bool = False) -> bool:
        """Whether one of the browsers is too old for a feature; no feature is missing nowhere."""
        support = feature.get("__compat", {}).get("support", {})
        return bool(support) and not all(
            has(support.get(browser, []), oldest, is_prefixed=is_prefixed)
            for browser, oldest in self._oldest.items()
        )


def version(text: str) -> Version:
    """A version as numbers; MDN writes ≤37 for one that is at least as old."""
    return tuple(map(int, text.lstrip("≤").split(".")))


def has(statements: Node | list[Node], oldest: Version, *, is_prefixed: bool) -> bool:
    """Whether this version of a browser has a feature: under its own name, or also under a prefixed one."""

    def fits(statement: Node) -> bool:
        added, removed = statement["version_added"], statement.get("version_removed", "999")
        if "flags" in statement or not isinstance(added, str) or added == "preview":
            return False
        is_known = is_prefixed or not {"prefix", "alternative_name"} & statement.keys()
        return is_known and version(added) <= oldest < version(removed)

    return any(map(fits, statements if isinstance(statements, list) else [statements]))


def by_name(node: Node) -> dict[str, list[Node]]:
    """All features below a node, by the last part of their names."""
    named: dict[str, list[Node]] = {}
    for name, child in node.items():
        if name == "__compat" or not isinstance(child, dict):
            continue
        if "__compat" in child:
            named.setdefault(name, []).append(child)
        for inner, features in by_name(child).items():
            named.setdefault(inner, []).extend(features)
    return named


STATED = Path(__file__).parents[2] / "docs" / "guide" / "hosting.md"
OPTIONAL = {
    "backdrop-filter": "what lies behind a dialog is dimmed, and not blurred",
    "break-after: avoid": "a heading may be printed at the foot of a page",
    "font-family: ui-rounded": "the next font of the list is taken",
    "forced-color-adjust": "Safari forces no colours",
    "forced-color-adjust: none": "the same",
    "hyphenate-limit-chars": "Safari has other names for it; others break shorter words",
    "hyphens": "a long word is broken anywhere",
    "scrollbar-width": "a scroll bar is seen",
    "scrollbar-width: none": "the same",
    "text-wrap": "lines of a heading differ more in length",
    "text-wrap: balance": "the same",
    "word-break: auto-phrase": "Japanese breaks anywhere, and its headings between words",
    ":user-invalid": "only the browser's own bubble says that a name is missing",
    "navigator.wakeLock": "asked for before it is used; otherwise the screen goes dark as ever",
    "navigator.share": "asked for before it is used",
    ".share()": "the same",
    ".requestPermission()": "asked for before it is used, as all of Notification",
}
"""Features that pages do without where they are missing, and what people see then."""
OWN_METHODS = {".forget()", ".lost()", ".take()", ".use()"}
"""Methods of our own objects that have the names of browsers' newer ones."""


@pytest.fixture(scope="module")
def oldest() -> Compat:
    """The oldest browsers that the documentation says are supported."""
    number = r"(\d+(?:\.\d+)*)"
    words = f"Chrome and Edge {number}, Firefox {number}, and Safari {number}"
    stated = re.search(words, STATED.read_text(encoding="utf-8"))
    assert stated is not None
    return Compat(dict(zip(("chrome", "firefox", "safari"), stated.groups(), strict=True)))


def styles() -> Iterable[tuple[str, str]]:
    return ((path.name, path.read_text(encoding="utf-8")) for path in PAGES.rglob("*.css"))


def test_pages_use_what_the_oldest_browsers_have_or_do_without_it(oldest: Compat) -> None:
    """Each property, value, function, selector, at-rule, interface and method; tsc refuses newer parts of
    the language itself (tsconfig.json).
    """
    scripts = ((path.name, path.read_text(encoding="utf-8")) for path in PAGES.rglob("*.js"))
    missing = {(name, late) for name, text in styles() for late in oldest.missing_in_style(text)}
    missing |= {(name, late) for name, text in scripts for late in oldest.missing_in_script(text)}
    known = {*OPTIONAL, *OWN_METHODS}
    assert {(name, late) for name, late in missing if late not in known} == set()
    assert {late for _, late in missing} == known


def test_what_only_newer_browsers_have_is_found(oldest: Compat) -> None:
    style = (
        "@starting-style{b{color:x}} a:open { width: round(1px, 2px); & b { color: light-dark(#fff, #000) } }"
    )
    late = {"@starting-style", ":open", "round()", "nesting", "light-dark()"}
    assert set(oldest.missing_in_style(style)) >= late
    script = "Object.groupBy(all, name); one.checkVisibility(); new CloseWatcher()"
    assert set(oldest.missing_in_script(script)) >= {"Object.groupBy", ".checkVisibility()", "CloseWatcher"}

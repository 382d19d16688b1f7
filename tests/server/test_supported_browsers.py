"""Pages need no feature that the oldest supported browsers lack."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from fivedice.server.site import PAGES
from tests.server.compat import Compat

STATED = Path(__file__).parents[2] / "docs" / "guide" / "hosting.md"
OPTIONAL = {
    "backdrop-filter": "what lies behind a dialog is dimmed, and not blurred",
    "break-after: avoid": "a heading may be printed at the foot of a page",
    "font-family: ui-rounded": "the next font of the list is taken",
    "forced-color-adjust": "Safari forces no colours",
    "forced-color-adjust: none": "the same",
    "hyphens": "a long word is broken anywhere",
    "scrollbar-width": "a scroll bar is seen",
    "scrollbar-width: none": "the same",
    "text-wrap": "lines of a heading differ more in length",
    "text-wrap: balance": "the same",
    "navigator.wakeLock": "asked for before it is used; otherwise the screen goes dark as ever",
    "navigator.share": "asked for before it is used",
    "navigator.canShare": "asked for before it is used; otherwise the picture is downloaded",
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
    """All styles of the pages."""
    return ((path.name, path.read_text(encoding="utf-8")) for path in PAGES.rglob("*.css"))


def test_styles_use_what_the_oldest_browsers_have(oldest: Compat) -> None:
    """Each property, value, function, selector and at-rule; or pages do without it."""
    missing = {(name, late) for name, text in styles() for late in oldest.missing_in_style(text)}
    assert {(name, late) for name, late in missing if late not in OPTIONAL} == set()


def test_scripts_use_what_the_oldest_browsers_have(oldest: Compat) -> None:
    """Each interface and method; tsc refuses newer parts of the language itself (tsconfig.json)."""
    scripts = [(path.name, path.read_text(encoding="utf-8")) for path in PAGES.rglob("*.js")]
    missing = {(name, late) for name, text in scripts for late in oldest.missing_in_script(text)}
    assert {(name, late) for name, late in missing if late not in {*OPTIONAL, *OWN_METHODS}} == set()


@pytest.mark.parametrize(
    ("text", "late"),
    [
        ("a { --bg: light-dark(#fff, #000) }", "light-dark()"),
        ("a { b & { color: red } }", "nesting"),
        ("@starting-style { a { opacity: 0 } }", "@starting-style"),
        ("a:open { color: red }", ":open"),
        ("a{field-sizing:content}", "field-sizing"),
        ("a { width: round(1px, 2px) }", "round()"),
        ("@property --x { syntax: '*' }", "@property"),
    ],
)
def test_a_newer_style_is_refused(text: str, late: str, oldest: Compat) -> None:
    """Dialogs with the first of these were transparent in Safari 16."""
    assert late in set(oldest.missing_in_style(text))


@pytest.mark.parametrize(
    ("text", "late"),
    [
        ("Object.groupBy(all, name)", "Object.groupBy"),
        ("URL.canParse(text)", "URL.canParse"),
        ("one.checkVisibility()", ".checkVisibility()"),
        ("new CloseWatcher()", "CloseWatcher"),
        ("document.startViewTransition?.(draw)", "document.startViewTransition"),
    ],
)
def test_a_newer_script_is_refused(text: str, late: str, oldest: Compat) -> None:
    """Names that only newer browsers know, however they are called."""
    assert late in set(oldest.missing_in_script(text))

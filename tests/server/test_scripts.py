"""The scripts of the pages keep to the form of the house, as far as no other tool looks at it."""

import re

import pytest
from playwright.sync_api import Browser

from fivedice.core.faces import FACE_SETS
from fivedice.server.site import PAGES, STYLES, Site, lean

WIDTH = 110


def test_no_line_of_a_script_is_longer_than_of_python() -> None:
    """The formatter leaves what stands in templates and comments alone, so their lines are measured here."""
    scripts = [path for path in PAGES.rglob("*.js") if "vendor" not in path.parts]
    assert len(scripts) > 30
    long = [
        f"{path.relative_to(PAGES)}:{number}"
        for path in scripts
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if len(line) > WIDTH
    ]
    assert long == []


@pytest.mark.parametrize("name", ["home/home.js", "style/table.css", "games/showdown.js"])
def test_comments_and_indents_are_not_served(name: str) -> None:
    """Nobody fetches them; whatever else there is stays, and every line has the number that it had."""
    data = (PAGES / name).read_bytes()
    served = lean(name, data)
    assert b"/*" not in served
    assert not re.search(rb"^ *//", served, re.MULTILINE)
    assert name.endswith(".css") or not re.search(rb"^[ \t]", served, re.MULTILINE)
    assert len(served) < 0.95 * len(data)
    for line, kept in zip(data.splitlines(), served.splitlines(), strict=True):
        assert kept == line or len(kept) < len(line)


def test_what_others_wrote_is_served_as_it_is() -> None:
    """With whatever it says of itself."""
    data = b"/** of others */\n// also\nexport const x = 1\n"
    assert lean("vendor/x.js", data) == data
    assert lean("x.js", data) == b"\n\nexport const x = 1\n"


def test_every_set_of_faces_is_drawn_as_itself() -> None:
    """A card of one's own may ask for any; what the pages do not know they draw as pips."""
    script = (PAGES / "drawings/faces.js").read_text("utf-8")
    (drawn,) = re.findall(r"^const SETS = {(.*)}$", script, re.MULTILINE)
    assert set(drawn.split(", ")) == set(FACE_SETS)


RULES = """text => {
    const style = new CSSStyleSheet()
    style.replaceSync(text)
    return [...style.cssRules].map(({cssText}) => cssText)
}"""


def test_joined_styles_have_the_same_rules(browser: Browser) -> None:
    """What is left out between them on the way says nothing."""
    (name,) = STYLES.findall((PAGES / "index.html").read_text("utf-8"))
    alone = (
        PAGES / f"style/{one}.css" for one in name.removeprefix("style/").removesuffix(".css").split("+")
    )
    together = Site()._joined(name).decode()
    page = browser.new_page()
    assert page.evaluate(RULES, together) == page.evaluate(RULES, "".join(one.read_text() for one in alone))
    page.close()

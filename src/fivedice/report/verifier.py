"""The page that checks the dice of a record in any browser: one file, script included, without network."""

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files

from fivedice.language import mark, spoken, tr

MODULES = ("sha256.js", "dice.js", "check.js", "page.js")
"""The scripts, each after its imports. They are joined into one script, because browsers load no modules from
a file on disk; so their names must differ.
"""
IMPORT = re.compile(r"^import .*\n", re.MULTILINE)
EXPORT = re.compile(r"^export ", re.MULTILINE)
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
FONT = re.compile(r'url\("\.\./(fonts/[^"]+)"\)')
NAMESPACE = re.compile(r' xmlns="[^"]*"')
WEB = files("fivedice") / "web"
PLACE = re.compile(r"\{\{(\w+)\}\}")
TEXTS = {
    "title": mark("Check dice"),
    "heading": mark("Check the dice of a match"),
    "about": mark(
        "All dice of a fivedice match are fixed before its first throw. This page throws them again from the "
        "record of the match, and finds every die that was changed."
    ),
    "drop": mark("Drop a record here, or choose its file."),
    "where": mark(
        "<i>Download</i> is under <i>More</i>, beside each match in <i>Matches</i> and at its end."
    ),
    "paste": mark("Or paste the text of a record"),
    "check": mark("Check the text"),
    "offline": mark("The page works without a connection and sends nothing."),
    "save": mark("Save this page"),
    "noscript": mark("This page needs JavaScript."),
}
"""The texts of the page by their places in the template."""


def page() -> str:
    """The whole page. Its own policy forbids it to load or send anything."""
    filled = {"language": spoken(), "policy": policy(), "script": _script()}
    filled |= {name: tr(text) for name, text in TEXTS.items()}
    return PLACE.sub(lambda place: filled[place[1]], _template())


@cache
def policy() -> str:
    """The Content-Security-Policy, with the hashes of the page's script and style."""
    (style,) = STYLE.findall(_template())
    script = _script()
    return (
        f"default-src 'none'; script-src {digest(script)}; style-src {digest(style)}; "
        "font-src data:; base-uri 'none'; form-action 'none'"
    )


@cache
def _template() -> str:
    text = files(__package__).joinpath("verify.html").read_text("utf-8")
    logo = NAMESPACE.sub("", WEB.joinpath("drawings/svg/logo.svg").read_text("utf-8"))
    return text.replace("{{styles}}", styles("base")).replace("{{logo}}", logo)


@cache
def _script() -> str:
    texts = [WEB.joinpath("verify", name).read_text("utf-8") for name in MODULES]
    plain = "\n".join(EXPORT.sub("", IMPORT.sub("", text)) for text in texts)
    return f"\n(() => {{\n'use strict'\n{plain}}})()\n"


def styles(*names: str) -> str:
    """These stylesheets with their fonts inside."""
    text = COMMENT.sub("", "".join(WEB.joinpath(f"style/{name}.css").read_text("utf-8") for name in names))
    return FONT.sub(lambda found: f"url({url('font/woff2', WEB.joinpath(found[1]).read_bytes())})", text)


def url(kind: str, data: bytes) -> str:
    """The data as a `data:` URL."""
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def digest(text: str) -> str:
    """The hash of an inline script or style for a Content-Security-Policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

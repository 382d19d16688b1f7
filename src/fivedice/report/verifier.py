"""The page that checks the dice of a record in any browser: one file, script included, without network."""

import base64
import hashlib
import re
from functools import cache
from importlib.resources import files

MODULES = ("sha256.js", "dice.js", "check.js", "page.js")
"""The scripts, each after its imports. They are joined into one script, because browsers load no modules from
a file on disk; so their names must differ.
"""
IMPORT = re.compile(r"^import .*\n", re.MULTILINE)
EXPORT = re.compile(r"^export ", re.MULTILINE)
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


@cache
def page() -> str:
    """The whole page. Its own policy forbids it to load or send anything."""
    return _template().replace("{{policy}}", policy()).replace("{{script}}", _script())


@cache
def policy() -> str:
    """The Content-Security-Policy, with the hashes of the page's script and style."""
    (style,) = STYLE.findall(_template())
    script = _script()
    return (
        f"default-src 'none'; script-src {digest(script)}; style-src {digest(style)}; "
        "base-uri 'none'; form-action 'none'"
    )


def _template() -> str:
    return files(__package__).joinpath("verify.html").read_text("utf-8")


@cache
def _script() -> str:
    folder = files("fivedice").joinpath("web", "verify")
    texts = [folder.joinpath(name).read_text("utf-8") for name in MODULES]
    plain = "\n".join(EXPORT.sub("", IMPORT.sub("", text)) for text in texts)
    return f"\n(() => {{\n'use strict'\n{plain}}})()\n"


def digest(text: str) -> str:
    """The hash of an inline script or style for a Content-Security-Policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

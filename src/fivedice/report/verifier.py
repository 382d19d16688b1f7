"""The page that checks the dice of a record in any browser: one file, script included, without network."""

import re
from functools import cache

from fivedice.language import mark, tag, tr
from fivedice.report import offline
from fivedice.report.offline import WEB, scripts, styles

ENTRY = "verify/page.js"
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
NAMESPACE = re.compile(r' xmlns="[^"]*"')
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
    logo = NAMESPACE.sub("", WEB.joinpath("drawings/svg/logo.svg").read_text("utf-8"))
    parts = {"language": tag(), "policy": policy(), "scripts": scripts(ENTRY), "styles": styles("base")}
    return offline.filled(
        "verify.html", **parts, logo=logo, **{name: tr(text) for name, text in TEXTS.items()}
    )


@cache
def policy() -> str:
    """The Content-Security-Policy, with the hashes of the page's script and style."""
    (style,) = STYLE.findall(offline.filled("verify.html", styles=styles("base")))
    return offline.policy(ENTRY, offline.digest(style))

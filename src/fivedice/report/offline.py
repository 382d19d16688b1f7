"""The parts of a page that is one file: scripts, styles, fonts and translations are inside.

Browsers load no modules from a file on disk. So each script is a `data:` URL with a name in an import map.
"""

import base64
import hashlib
import posixpath
import re
from functools import cache
from importlib.resources import files

import msgspec

from fivedice.language import spoken
from fivedice.language.catalogue import pages_json

WEB = files("fivedice") / "web"
IMPORT = re.compile(r"(?:from |import\()'(\.[^']+)'")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
FONT = re.compile(r'url\("\.\./(fonts/[^"]+)"\)')
PLACE = re.compile(r"\{\{(\w+)\}\}")
SCRIPT = re.compile(r'<script type="(?:importmap|module)">(.*?)</script>', re.DOTALL)


def filled(template: str, **texts: str) -> str:
    """A template of this folder with texts in their places, such as {{title}}; other places stay."""
    text = files(__package__).joinpath(template).read_text("utf-8")
    return PLACE.sub(lambda place: texts.get(place[1], place[0]), text)


def scripts(entry: str) -> str:
    """The translations of the pages, and the script `entry` with all that it imports."""
    translations = pages_json(spoken()).decode().replace("<", r"\u003c")
    return f'<script type="application/json" id="translations">{translations}</script>\n{_scripts(entry)}'


@cache
def policy(entry: str, style: str) -> str:
    """The Content-Security-Policy of a page with these scripts and the source `style` of its styles."""
    hashes = " ".join(map(digest, SCRIPT.findall(_scripts(entry))))
    return (
        f"default-src 'none'; script-src data: {hashes}; style-src {style}; font-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


@cache
def _scripts(entry: str) -> str:
    urls = {name: _url("text/javascript", script.encode()) for name, script in _modules(entry).items()}
    imports = msgspec.json.encode({"imports": urls}).decode()
    return f'<script type="importmap">{imports}</script>\n<script type="module">import "{entry}"</script>'


def _modules(entry: str) -> dict[str, str]:
    """The scripts that a page needs; they import each other by their paths from the folder of the pages."""
    modules, names = dict[str, str](), [entry]
    for name in names:  # also those that are added on the way
        text = COMMENT.sub("", _read(name))
        for path in IMPORT.findall(text):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            text = text.replace(f"'{path}'", f"'{other}'")
            names += [other] if other not in names else []
        modules[name] = text
    return modules


@cache
def styles(*names: str) -> str:
    """These stylesheets with their fonts inside."""
    text = COMMENT.sub("", "".join(_read(f"style/{name}.css") for name in names))
    return FONT.sub(lambda font: f"url({_url('font/woff2', WEB.joinpath(font[1]).read_bytes())})", text)


def _read(name: str) -> str:
    return WEB.joinpath(name).read_text("utf-8")


def _url(kind: str, data: bytes) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"


def digest(text: str) -> str:
    """The hash of an inline script or style for a Content-Security-Policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

"""The scripts of the pages: what they import, and several of them joined in one file.

Every file costs the browser and the server something, and a page has some fifty scripts. Joined, each is a
function that gives what the script exports, and runs once, when it is first needed (`shell/loader.js`).
"""

import posixpath
import re
from collections.abc import Iterable, Mapping

IMPORT = re.compile(r"^import (\w+)?(?:, )?(?:\{([^}]*)\})? from '(\.[^']+)'$", re.MULTILINE)
LATER = re.compile(r"\bimport\('(\.[^']+)'\)")
EXPORT = re.compile(r"^export (default )?((?:async )?function|const|class) (\w+)", re.MULTILINE)
EXPORTS = re.compile(r"\bexport ?\{([^}]*)\};?\s*\Z")
LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class Scripts:
    """Scripts by their names, which are paths from the folder of them all."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """Of modules written in the form of the house; `ValueError` for one that imports in another."""
        self._imported = {name: _imported(name, text) for name, text in texts.items()}
        self._parts = {name: _part(name, text) for name, text in texts.items()}
        self.later = {_path(name, path) for name, text in texts.items() for path in LATER.findall(text)}
        """The scripts that are fetched when they are needed."""

    def reached(self, *names: str) -> list[str]:
        """These scripts and all that they import, each once."""
        found = list(names)
        for name in found:  # those that are found on the way too
            found += [other for other in self._imported[name] if other not in found]
        return found

    def joined(self, names: Iterable[str]) -> str:
        """A file that has these scripts ready."""
        parts = "".join(self._parts[name] for name in names)
        return f"Object.assign((globalThis.parts ??= {{}}), {{\n{parts}}})\n"


def _path(name: str, path: str) -> str:
    """The name of what a script calls by this path."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _imported(name: str, text: str) -> list[str]:
    return list(dict.fromkeys(_path(name, path) for _, _, path in IMPORT.findall(text)))


def _part(name: str, text: str) -> str:
    """A module as a function of what gives it others, now and later."""
    exported = [("default" if default else own, own) for default, _, own in EXPORT.findall(text)]
    for listed in EXPORTS.findall(text):
        exported += [(public or own, own) for own, _, public in map(_renamed, listed.split(","))]
    text = IMPORT.sub(lambda found: _needed(name, *found.groups()), text)
    text = LATER.sub(lambda found: f"soon('{_path(name, found[1])}')", text)
    text = EXPORTS.sub("", EXPORT.sub(r"\2 \3", text))
    if left := LEFT.search(text):
        raise ValueError(f"{name} imports or exports in a form that is not read here: {left[0]}")
    given = ", ".join(_property(public, own) for public, own in exported)
    return f"'{name}'(need, soon) {{\n{text}\nreturn {{{given}}}\n}},\n"


def _needed(name: str, whole: str | None, listed: str | None, path: str) -> str:
    taken = [f"default: {whole}"] if whole else []
    for one in (listed or "").split(","):
        public, _, own = _renamed(one)
        taken += [_property(public, own or public)] if public else []
    return f"const {{{', '.join(taken)}}} = need('{_path(name, path)}')"


def _property(key: str, name: str) -> str:
    """A property of an object, in the shortest form: every page fetches hundreds of them."""
    return key if key == name else f"{key}: {name}"


def _renamed(one: str) -> tuple[str, str, str]:
    """One name of a list, which may be followed by another that it has on the other side."""
    return one.strip().partition(" as ")

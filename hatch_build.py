"""The build backend: hatchling, which also puts the documentation site into a wheel.

The site is the one that `make docs` has built, or a new one if `FIVEDICE_DOCS` is set, which needs MkDocs.
"""

import atexit
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from hatchling import build
from hatchling.build import *  # noqa: F403 - the functions of a build backend
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
SITE = ROOT / "src" / "fivedice" / "documentation"
FAILED = "The documentation site cannot be built. Run `make docs`, which says why, and then build again. ({})"
PICTURES = re.compile(r"(?:^\|.*\n)*^\|.*!\[.*\n(?:^\|.*\n)*\n", re.MULTILINE)
"""Matches a Markdown table with pictures."""
RELATIVE = re.compile(r"\[([^]]+)\]\((?!https?:|#)[^)]+\)")


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """The packages that build a wheel, and the site if it is wanted and `make docs` has not built it."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    more = project["optional-dependencies"]["docs"] if is_wanted() and not is_built() else []
    return [*build.get_requires_for_build_wheel(config_settings), *more]


def is_wanted() -> bool:
    """Whether a site is built where none is."""
    return bool(os.environ.get("FIVEDICE_DOCS"))


def is_built() -> bool:
    """Whether a site exists and is at least as new as the documents and docstrings."""
    front = SITE / "index.html"
    sources = [ROOT / "properdocs.yml", *(ROOT / "docs").rglob("*.*"), *(ROOT / "src").rglob("*.py")]
    return front.is_file() and max(each.stat().st_mtime for each in sources) <= front.stat().st_mtime


class DocumentationSite(BuildHookInterface[Any]):
    """Builds the site for a wheel, outside the checkout, which may belong to another user."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the site to the files of the wheel."""
        if version == "editable" or not (is_built() or is_wanted()):
            return
        folder = str(SITE) if is_built() else self._built()
        build_data["force_include"][folder] = "fivedice/documentation"

    @staticmethod
    def _built() -> str:
        """The folder with a new site, which is deleted when the build ends."""
        folder = mkdtemp()
        atexit.register(rmtree, folder)
        command = [sys.executable, "-m", "properdocs", "build", "--site-dir", folder]
        env = {**os.environ, "DISABLE_MKDOCS_2_WARNING": "true"}
        built = subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, env=env)
        if built.returncode:
            written = (built.stdout + built.stderr).splitlines()
            told = [line for line in written if line.startswith(("WARNING", "ERROR"))] or written
            sys.exit(FAILED.format(" ".join(told[0].split()) if told else "No reason was given."))
        return folder


class Description(MetadataHookInterface):
    """The README for a package index, without pictures and links into the checkout, which would not work
    there.
    """

    def update(self, metadata: dict[str, Any]) -> None:
        """Sets the description."""
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        text = RELATIVE.sub(r"\1", PICTURES.sub("", text))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}

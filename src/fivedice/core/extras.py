"""The optional dependencies, and the error message for a missing one."""

import json
import sys
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec

from fivedice.core.rules import IllegalMove
from fivedice.language import mark, tr

LIBRARIES = {
    "solve": ("numba",),
    "serve": (
        "cachetools",
        "fastapi",
        "httptools",
        "markdown_it",
        "mnemonic",
        "networkx",
        "prometheus_client",
        "segno",
        "sqlalchemy",
        "uvicorn",
    ),
    "postgres": ("psycopg",),
    "push": ("pywebpush", "aiohttp"),
    "plots": ("matplotlib",),
    "parquet": ("pyarrow",),
    "train": ("fsrs", "openskill"),
    "print": ("typst", "segno"),
    "rl": ("gymnasium", "pettingzoo"),
    "cluster": ("distributed",),
}
"""The modules of the libraries that each extra of pyproject.toml adds to those of other extras."""

NEEDED_FOR = {
    "solve": mark("To work this out"),
    "serve": mark("To serve the table in the browser"),
    "postgres": mark("To keep tables in PostgreSQL"),
    "push": mark("To send push messages"),
    "plots": mark("To draw a picture"),
    "parquet": mark("To write Parquet"),
    "train": mark("To train"),
    "print": mark("To make a PDF"),
    "rl": mark("To study games"),
    "cluster": mark("To play on a cluster"),
}


class Lacking(IllegalMove):
    """An optional dependency is missing; the message has the command that installs it."""

    def __init__(self, extra: str, purpose: str = "") -> None:
        lacking = mark("{purpose}, fivedice needs more than is installed: {command}")
        super().__init__(tr(lacking, purpose=purpose or tr(NEEDED_FOR[extra]), command=command(extra)))
        self.extra: str = extra
        """The extra that installs the dependency, such as "solve"."""


def command(extra: str) -> str:
    """The command that installs an extra next to this program: with pipx, uv or pip. Pipx and uv reinstall
    the program, so they need to know where it came from.
    """
    wanted, place = f"'fivedice[{extra}]'", sys.prefix.replace("\\", "/")
    again = f"'fivedice[{extra}]{_origin()}'"
    if "/pipx/venvs/" in place:
        return f"pipx install --force {again}"
    if "/uv/tools/" in place:
        return f"uv tool install {again}"
    if "/uv/archive-" in place or "/uv/environments-" in place:
        return f"uvx --from {again} fivedice"
    if sys.prefix == sys.base_prefix:
        return f"pip install {wanted}"
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    return f"{python} -m pip install {wanted}"


def _origin() -> str:
    """The installed checkout or wheel (PEP 610) as a suffix for pip; "" for a package index."""
    with suppress(PackageNotFoundError):
        origin = distribution("fivedice").read_text("direct_url.json")
        return f" @ {json.loads(origin)['url']}" if origin else ""
    return ""


def has(extra: str) -> bool:
    """Whether every library of an extra is installed."""
    return all(find_spec(library) for library in LIBRARIES[extra])


def need(extra: str, purpose: str = "") -> None:
    """Raises `Lacking` unless every library of an extra is installed."""
    if not has(extra):
        raise Lacking(extra, purpose)

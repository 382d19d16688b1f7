"""Which extra of the installation brings which library, and the sentence for who lacks one. Loads none."""

from importlib.util import find_spec

from fivedice.rules import IllegalMove

LIBRARIES = {
    "solve": ("numba",),
    "serve": ("fastapi", "markdown_it", "segno", "sqlalchemy", "uvicorn", "websockets", "httptools"),
    "postgres": ("psycopg",),
    "push": ("pywebpush", "aiohttp"),
    "plots": ("matplotlib",),
    "cluster": ("distributed",),
}
"""By the names of the extras in pyproject.toml, what is imported of each."""

NEEDED_FOR = {
    "solve": "To work this out",
    "serve": "To serve the table in the browser",
    "postgres": "To keep tables in PostgreSQL",
    "push": "To tell players by push whose turn it is",
    "plots": "To draw a picture",
    "cluster": "To play on a cluster",
}


class Lacking(IllegalMove):
    """What cannot be done with what is installed, in a sentence with the command that installs the rest."""

    def __init__(self, extra: str) -> None:
        """What is needed is in this extra."""
        super().__init__(
            f"{NEEDED_FOR[extra]}, fivedice needs more than is installed: pip install 'fivedice[{extra}]'"
        )
        self.extra = extra


def has(extra: str) -> bool:
    """Whether all of an extra is installed."""
    return all(find_spec(library) for library in LIBRARIES[extra])


def need(extra: str) -> None:
    """Raises `Lacking` where something of an extra is not installed."""
    if not has(extra):
        raise Lacking(extra)

"""Rules pages: a Markdown file for each game, and the parts that several games share in `parts/`.

Each paragraph is a message of its own. A paragraph such as {joker} stands for the part of that name. The line
mode prints a page as it is. So lines are short, and the only markup is headings, lists and the names that
players type. These names are in the last section, which the browser leaves out.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from fivedice.games import thirteen
from fivedice.language import mark, tr

LONGEST_LINE = 79
TYPING = mark("## At the terminal")
"""The heading of the last section: what to type."""
ON_SCREEN = "If a player leaves"
"""The heading of what only matters where a program keeps the score."""
_UPPER = thirteen.CARDS["forced"].sections[0]


class RulesPage:
    """The rules of a game from its Markdown file, in the reader's language."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type) -> str:
        """The page in Markdown; the bonus is that of the thirteen boxes."""
        return part(self._name, goal=_UPPER.goal, bonus=_UPPER.bonus) + "\n"


def part(name: str, **values: object) -> str:
    """The text of a Markdown file in the reader's language, without a line break at its end."""
    return "\n\n".join(_paragraphs(name, values))


def _paragraphs(name: str, values: dict[str, object]) -> Iterator[str]:
    for paragraph in _written(name):
        if paragraph.startswith("{") and paragraph.endswith("}"):
            yield from _paragraphs(f"parts/{paragraph[1:-1]}", values)
        else:
            yield tr(paragraph, **values)


@cache
def _written(name: str) -> list[str]:
    return files(__package__).joinpath(f"{name}.md").read_text("utf-8").strip().split("\n\n")


def without_typing(rules: str) -> str:
    """The page without its last section, for the browser."""
    return rules.partition(tr(TYPING))[0]

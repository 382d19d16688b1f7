"""Rules pages: a Markdown file for each game, and the parts that several games share in `parts/`.

Each paragraph is a message of its own. A paragraph such as {joker} stands for the part of that name. A
heading may end in marks such as {cards quick}: the figure below it in `printing.leaflets`, "quick" if the
section fits on one page, "away" if it only matters where a program keeps the score. The line mode prints a
page as it is. So lines are short, and the only markup is headings, lists, dice (`2 3 3 5 6` or `一`) that are
drawn in the browser and on paper, and names that players type. These are in the section "typing", which
the browser leaves out.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from fivedice.core.rules import Game, RulesSection
from fivedice.games.cardgame import card_of
from fivedice.language import tr

LONGEST_LINE = 79


class RulesPage:
    """The rules of a game from its Markdown file, in the reader's language."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, game: Game, owner: type) -> tuple[RulesSection, ...]:
        """The sections of the page, with the bonus of the first section of the game's card."""
        card = card_of(game)
        bonus = {"goal": card.sections[0].goal, "bonus": card.sections[0].bonus} if card else {}
        return sections(part(self._name, **bonus))


def sections(page: str) -> tuple[RulesSection, ...]:
    """The sections of a page, whose texts have no marks."""
    introduction, *others = page.rstrip().split("\n\n## ")
    return RulesSection(introduction), *map(_section, others)


def _section(text: str) -> RulesSection:
    marked, _, body = text.partition("\n")
    heading, _, marks = marked.removesuffix("}").partition(" {")
    return RulesSection(f"## {heading}\n{body}", tuple(marks.split()))


def part(name: str, **values: object) -> str:
    """The text of a Markdown file in the reader's language, with marks, without a line break at its end."""
    return "\n\n".join(_paragraphs(name, values))


def _paragraphs(name: str, values: dict[str, object]) -> Iterator[str]:
    for paragraph in _written(name):
        if paragraph.startswith("{"):
            yield from _paragraphs(f"parts/{paragraph[1:-1]}", values)
        elif paragraph.startswith("#"):
            heading, *marks = paragraph.split(" {")
            yield " {".join([tr(heading), *marks])
        else:
            yield tr(paragraph, **values)


@cache
def _written(name: str) -> list[str]:
    return files(__package__).joinpath(f"{name}.md").read_text("utf-8").strip().split("\n\n")


def without_typing(game: Game) -> str:
    """The rules without the section on typing, for the browser."""
    return "\n\n".join(text for text, marks in game.sections if "typing" not in marks)

"""The documents that can be printed, one for each part of a game."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import NamedTuple

from msgspec import Struct

from fivedice.core.rules import Game, IllegalMove, quoted
from fivedice.games.cardgame import card_of
from fivedice.language import mark, tr
from fivedice.printing import leaflets, pads, pieces
from fivedice.printing.document import Document, Page

EVERYTHING = "all"
MATCH = "match"


class Wanted(Struct, frozen=True):
    """The parts of a game to print."""

    game: Game
    columns: int = pads.COLUMNS
    games: bool = False
    large: bool = False
    size: int = pieces.STICKERS[-1]
    a3: bool = False


class PrintPart(NamedTuple):
    """A part of a game: its name in titles, whether a game has it, and its pages."""

    title: str
    is_in: Callable[[Game], bool]
    pages: Callable[[Wanted], tuple[Page, ...]]


def _pad(wanted: Wanted) -> tuple[Page, ...]:
    return (pads.pad(wanted.game, wanted.columns, games=wanted.games, large=wanted.large),)


def _pieces(title: str, name: str = "") -> PrintPart:
    return PrintPart(
        title,
        lambda game: bool(pieces.pages(game, name)),
        lambda wanted: tuple(pieces.pages(wanted.game, name, a3=wanted.a3)),
    )


PARTS = {
    "quick": PrintPart(
        mark("quick reference"), lambda _: True, lambda wanted: (leaflets.quick(wanted.game),)
    ),
    "rules": PrintPart(mark("rules"), lambda _: True, lambda wanted: (leaflets.leaflet(wanted.game),)),
    "pad": PrintPart(mark("score pad"), lambda game: card_of(game) is not None, _pad),
    "pieces": _pieces(mark("board and pieces")),
    "dice": PrintPart(
        mark("stickers for dice"), lambda _: True, lambda wanted: (pieces.stickers(wanted.game, wanted.size),)
    ),
}


PIECES = {name: _pieces(name, name) for name in pieces.NAMES}
"""Each kind of piece by itself."""
WORDS = (*PARTS, *PIECES, EVERYTHING, MATCH)
SYNONYMS = {"die": "dice", "sticker": "dice", "reference": "quick", "leaflet": "rules", "sheet": "pad"}


def part_meant(word: str) -> str:
    """The part that this word means, in singular or plural. Raises `IllegalMove`, with the nearest word."""
    singular = {one.removesuffix("s"): one for one in WORDS} | SYNONYMS
    typed = word.casefold().removesuffix("s")
    if typed in singular:
        return singular[typed]
    near = get_close_matches(typed, singular, 1, 0.7)
    part = quoted(word)
    if near:
        part = tr("{word} (did you mean {name}?)", word=part, name=singular[near[0]])
    wrong = mark("There is no part {part}; the parts are: {parts}.")
    raise IllegalMove(tr(wrong, part=part, parts=", ".join(WORDS)))


def document(part: str, wanted: Wanted) -> Document:
    """The document with a part of a game, or with everything. Raises `IllegalMove` if the game has none."""
    title = wanted.game.title
    if part == EVERYTHING:
        parts = (each for each in PARTS.values() if each.is_in(wanted.game))
        return Document(title, tuple(page for each in parts for page in each.pages(wanted)))
    every = PARTS | PIECES
    if not every[part].is_in(wanted.game):
        names = ", ".join(name for name, each in every.items() if each.is_in(wanted.game))
        lacking = mark("{game} has no {part}; it has: {names}.")
        raise IllegalMove(tr(lacking, game=title, part=part, names=names))
    heading = tr("{game}: {part}", game=title, part=tr(every[part].title))
    return Document(heading, every[part].pages(wanted))

"""The documents that can be printed, one for each part of a game."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import NamedTuple

from msgspec import Struct

from fivedice.core.rules import Game, IllegalMove, quoted
from fivedice.games.cardgame import card_of
from fivedice.language import comma, mark, tr
from fivedice.printing import leaflets, pads, pieces
from fivedice.printing.document import Document, Page

EVERYTHING = "all"
MATCH = "match"


class PrintRequest(Struct, frozen=True):
    """A game to print, and how."""

    game: Game
    columns: int = pads.COLUMNS
    games: bool = False
    large: bool = False
    size: int = pieces.STICKERS[-1]
    a3: bool = False


class PrintPart(NamedTuple):
    """A part of a game: its name in titles, and its pages, none if a game does not have it."""

    title: str
    pages: Callable[[PrintRequest], list[Page]]


def _pad(request: PrintRequest) -> list[Page]:
    if card_of(request.game) is None:
        return []
    return [pads.pad(request.game, request.columns, games=request.games, large=request.large)]


def _pieces(title: str, name: str = "") -> PrintPart:
    return PrintPart(title, lambda request: pieces.pages(request.game, name, a3=request.a3))


PARTS = {
    "quick": PrintPart(mark("quick reference"), lambda request: [leaflets.quick(request.game)]),
    "rules": PrintPart(mark("rules"), lambda request: [leaflets.leaflet(request.game)]),
    "pad": PrintPart(mark("score pad"), _pad),
    "pieces": _pieces(mark("board and pieces")),
    "dice": PrintPart(
        mark("stickers for dice"), lambda request: [pieces.stickers(request.game, request.size)]
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
    raise IllegalMove(tr(wrong, part=part, parts=comma(WORDS)))


def document(part: str, request: PrintRequest) -> Document:
    """The document with a part of a game, or with everything. Raises `IllegalMove` if the game has none."""
    title = request.game.title
    if part == EVERYTHING:
        return Document(title, tuple(page for each in PARTS.values() for page in each.pages(request)))
    every = PARTS | PIECES
    pages = every[part].pages(request)
    if not pages:
        names = comma(name for name, each in every.items() if each.pages(request))
        lacking = mark("{game} has no {part}; it has: {names}.")
        raise IllegalMove(tr(lacking, game=title, part=part, names=names))
    return Document(tr("{game}: {part}", game=title, part=tr(every[part].title)), tuple(pages))

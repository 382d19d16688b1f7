"""Boards, cards, tokens, chips, pawns and stickers as data: their number, size and contents.

Lengths are in millimetres. A sheet of pieces to cut out has `kind` "cut"; each piece names its own template.
"""

from collections.abc import Callable, Sequence

from fivedice.cards.boxes import Box, dice_of
from fivedice.core.dice import FACES, FIVE, ROLLS, Dice
from fivedice.core.faces import FACE, FACE_SETS, NUMBER_NAMES
from fivedice.core.rules import Game, title
from fivedice.games.junior import CHARACTERS, PICTURE
from fivedice.games.pages.owncard import PATTERNS
from fivedice.games.showdown_board import (
    CARDS,
    FULL_VALUE,
    MOST,
    NEEDS,
    NUMBER_CARDS,
    SIDE,
    SPACES,
    WILD_SPACES,
    grid_cell,
)
from fivedice.language import mark, tr
from fivedice.printing.document import Page

STICKERS = (12, 14, 16)
"""The sizes of dice stickers; the last is the default."""
BLEED = 3
"""The distance that colour extends beyond a cut."""
MARKS = tuple(f"mark-{player}" for player in range(4))
CORNERS = dict(zip(WILD_SPACES, MARKS, strict=True))
"""The mark on each corner, which belongs to the seat that starts there."""
CELL = 55
"""The side of a space of the ring: five spaces fit on A3, three on a tile."""
CARD = 45
TINTS = {
    "piecepack": ("#f7e3bd",) * 6,
    "characters": ("#fff3cf", "#fde3ea", "#e1edfb", "#efe6fb", "#dff2e6", "#fbe6dc"),
}
EASY_TOTALS = mark(
    "Easy totals for younger players: in each row, start beside the picture and count every space up to your"
    " token, row after row. A token on its picture counts nothing."
)
GLUE = mark("Cut the four tiles out and glue them together, edge to edge, on cardboard.")
ONES, FIVES = 24, 6
"""The chips of a player, worth one and five; in total as much as all cards."""

TYPICAL: tuple[Dice, ...] = (
    *((1, 3, 4, 4, 6), (5, 5, 5, 1, 2), (1, 1, 1, 4, 6), (2, 2, 2, 1, 5), (3, 3, 3, 2, 6)),
    *((4, 4, 4, 1, 3), (6, 6, 6, 2, 3), (2, 2, 2, 2, 6), (2, 2, 5, 5, 6), (3, 3, 3, 5, 5)),
    *((2, 3, 4, 5, 5), (1, 2, 3, 4, 5), (2, 3, 4, 5, 6), (4, 4, 4, 4, 4), (4, 5, 5, 6, 6)),
)
"""Rolls for pictures, the plain ones first."""


def example(box: Box) -> Dice:
    """A roll that shows what a box needs: three dice of its number, or just the dice that it requires."""
    least = 3 if box.face else 1
    counts = dice_of(box.needs)
    return next(roll for roll in (*TYPICAL, *ROLLS) if len(counts(tuple(sorted(roll)))) >= least)


def cut(
    kind: str, heading: str, hint: str, size: tuple[float, float], columns: int, pieces: list[Page]
) -> Page:
    """A sheet with pieces of one kind and size to cut out, row by row."""
    gap = 2 * BLEED if any("fill" in piece for piece in pieces) else 0
    sheet = {"size": size, "columns": columns, "gap": gap, "piece": kind, "pieces": pieces}
    return {"kind": "cut", "title": heading, "hint": hint, **sheet}


def _mirrored(pieces: Sequence[Page], columns: int) -> list[Page]:
    """The order of backs, for a printer that turns the sheet over its long edge."""
    rows = [pieces[at : at + columns] for at in range(0, len(pieces), columns)]
    return [piece for row in rows for piece in reversed(row)]


# --- Dice --------------------------------------------------------------------------------------------------


def stickers(game: Game, size: float) -> Page:
    """The labels of five dice, and of a red die if there is one: six columns of faces, a row for each die."""
    sets = [f"{game.faces}-{suit}" for suit in game.suits] or [game.faces] * FIVE
    tints = TINTS.get(game.faces, ("#ffffff",) * 6)
    dice = [(name, tints) for name in sets] + [("red", ("#b3201a",) * 6)] * ("red die" in game.pieces)
    pieces = [{"drawing": f"{name}-{n + 1}", "fill": fills[n]} for name, fills in dice for n in range(6)]
    hint = mark("On sticker paper, for blank dice of {size} mm or more. One row is for one die: six faces.")
    heading = tr("Stickers for five dice: {game}", game=game.title)
    sheet = cut("sticker", heading, tr(hint, size=f"{size:g}"), (size, size), 6, pieces)
    rule = mark("How the six faces lie on a die: opposite faces add up to seven.")
    if game.faces == "characters":
        rule = mark("How the six faces lie on a die: a different character on each side.")
    return {**sheet, "net": [piece["drawing"] for piece in pieces[:6]], "net_hint": tr(rule)}


# --- Junior ------------------------------------------------------------------------------------------------


def scoreboard(game: Game) -> Page:
    """The scoreboard of junior: a row for each character, the picture column and columns 1 to 5."""
    name = tr(FACE_SETS[game.faces][game.wild - 1].name, FACE)
    rows = [
        {"title": title(each), "drawing": f"character-{number}", "fill": TINTS["characters"][number - 1]}
        for number, each in enumerate(CHARACTERS, 2)
    ]
    columns = [*range(PICTURE + 1, PICTURE + 6)]
    counts = tr("{character} is wild and counts as any character.", character=name)
    star = {"drawing": f"character-{game.wild}", "text": counts}
    heading = tr("{game}: scoreboard", game=game.title)
    board = {"rows": rows, "columns": columns, "wild": star, "easy": tr(EASY_TOTALS)}
    return {"kind": "scoreboard", "title": heading, **board}


def tokens(game: Game) -> Page:
    """Five tokens for each of four players, who differ by colour and by shape."""
    pieces = [
        {"mark": mark, "drawing": f"character-{n}", "fill": "#ffffff"} for mark in MARKS for n in range(2, 7)
    ]
    hint = tr("Each player takes the five tokens of one shape.")
    return cut("token", tr("{game}: 20 tokens", game=game.title), hint, (24, 24), 5, pieces)


# --- Challenge ---------------------------------------------------------------------------------------------


def platforms(game: Game) -> Page:
    """A platform with five slots for each of four players."""
    pieces = [{"mark": mark, "slots": FIVE, "fill": "#f7efe0"} for mark in MARKS]
    hint = tr("One for each player. Put a marker into each slot; empty the slots that you do not keep.")
    heading = tr("{game}: platforms with five slots", game=game.title)
    return cut("platform", heading, hint, (170, 44), 1, pieces)


def markers(game: Game) -> Page:
    """Markers with the numbers 1 to 6, five of each for each of four players."""
    pieces = [{"drawing": f"{game.faces}-{n}"} for _ in MARKS for n in FACES for _ in range(FIVE)]
    hint = tr("Three rows for each player: five of every number.")
    return cut("sticker", tr("{game}: markers", game=game.title), hint, (15, 15), 10, pieces)


# --- Showdown ----------------------------------------------------------------------------------------------


def ring(*, whole: bool) -> list[Page]:
    """The board of showdown on one A3, or as four tiles that show whole spaces."""
    if whole:
        return [_tile(tr("Showdown: the board"), "", range(SIDE), range(SIDE), "a3")]
    hint, (first, second) = tr(GLUE), (range(3), range(3, SIDE))
    return [
        _tile(tr("Showdown: the board, top left"), hint, first, first),
        _tile(tr("Showdown: the board, top right"), hint, second, first),
        _tile(tr("Showdown: the board, bottom left"), hint, first, second),
        _tile(tr("Showdown: the board, bottom right"), hint, second, second),
    ]


def _tile(heading: str, hint: str, columns: range, rows: range, paper: str = "") -> Page:
    """The spaces of the ring in these columns and rows."""
    spaces = [
        {"number": space, "place": (column - columns[0], row - rows[0]), "mark": CORNERS.get(space, "")}
        for space, (column, row) in enumerate(map(grid_cell, range(SPACES)))
        if column in columns and row in rows
    ]
    has_middle = SIDE // 2 in rows and SIDE // 2 in columns
    size = {"cell": CELL, "columns": len(columns), "rows": len(rows), "has_middle": has_middle}
    return {"kind": "ring", "title": heading, "hint": hint, "spaces": spaces, "paper": paper, **size}


def cards(game: Game) -> list[Page]:
    """The twelve cards: their fronts, and their backs on the next page."""
    fronts, backs = [], []
    for place, name in enumerate(CARDS):
        is_number = name in NUMBER_CARDS
        chips = [*range(1, MOST + 1)] if is_number else [FULL_VALUE[place]]
        words = tr(PATTERNS.get(NEEDS[place], mark("a total of 25 or more")))
        words = tr("1 chip for each {face}", face=tr(NUMBER_NAMES[place], FACE)) if is_number else words
        card = {"title": title(name), "chips": chips, "words": words, "fill": "#f4ead2"}
        fronts.append({**card, "dice": [f"pips-{number}" for number in example(Box(name, NEEDS[place]))]})
        value = tr("{count, plural, one {# chip} other {# chips}}", count=chips[0])
        value = tr("1 to {most} chips", most=MOST) if is_number else value
        backs.append({**card, "value": value, "fill": "#e7d3a4"})
    hint = tr("Print both pages on one sheet, turned over its long edge, or glue two sheets together.")
    front = tr("{game}: twelve cards, fronts", game=game.title)
    back = tr("{game}: twelve cards, backs", game=game.title)
    return [
        cut("card", front, hint, (CARD, CARD), 3, fronts),
        cut("back", back, hint, (CARD, CARD), 3, _mirrored(backs, 3)),
    ]


def chips(game: Game) -> Page:
    """The chips of four players: ones and fives."""
    pieces = [{"mark": mark, "value": value} for mark in MARKS for value in [1] * ONES + [5] * FIVES]
    hint = tr("Three rows for each player: {ones} chips of one, {fives} of five.", ones=ONES, fives=FIVES)
    return cut("chip", tr("{game}: chips", game=game.title), hint, (15, 15), 10, pieces)


def pawns(game: Game) -> Page:
    """A paper pawn for each player, which stands once it is folded."""
    pieces = [{"drawing": f"pawn-{player}", "fill": "#ffffff"} for player in range(len(MARKS))]
    hint = tr("Fold along the dashed lines; glue the feet to one another, or to a coin.")
    return cut("pawn", tr("{game}: pawns", game=game.title), hint, (32, 104), 4, pieces)


PIECES: dict[str, tuple[str, Callable[[Game, bool], list[Page]]]] = {
    "ring": (mark("board"), lambda _, a3: ring(whole=a3)),
    "scoreboard": (mark("board"), lambda game, _: [scoreboard(game)]),
    "cards": (mark("cards"), lambda game, _: cards(game)),
    "tokens": (mark("tokens"), lambda game, _: [tokens(game)]),
    "chips": (mark("chips"), lambda game, _: [chips(game)]),
    "pawns": (mark("pawns"), lambda game, _: [pawns(game)]),
    "platforms": (mark("platforms"), lambda game, _: [platforms(game)]),
    "markers": (mark("markers"), lambda game, _: [markers(game)]),
}
"""The players' name and the pages of each of `Game.pieces` that is not a die; a ring may be one A3."""
NAMES = tuple(dict.fromkeys(name for name, _ in PIECES.values()))


def pages(game: Game, name: str = "", *, a3: bool = False) -> list[Page]:
    """The pieces of a game except dice and score pads: those of this name, or all."""
    known = [PIECES[piece] for piece in game.pieces if piece in PIECES]
    return [page for title, draw in known if name in ("", title) for page in draw(game, a3)]

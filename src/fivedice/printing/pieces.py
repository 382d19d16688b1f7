"""Boards, cards, tokens, chips, pawns and stickers as data: their number, size and contents.

Lengths are in millimetres. A sheet of pieces to cut out has `kind` "cut"; each piece names its own template.
"""

import re
from collections.abc import Iterable, Sequence

from fivedice.core.dice import FACES, FIVE
from fivedice.core.faces import FACE_SETS, NUMBERS
from fivedice.core.rules import Game, title, wild
from fivedice.games.junior import CHARACTERS, PICTURE
from fivedice.games.showdown_board import CARDS, FULL_VALUE, MOST, NUMBER_CARDS, SPACES, WILD_SPACES
from fivedice.printing.document import Page
from fivedice.printing.examples import of_card

STICKERS = (12, 14, 16)
"""The sizes of dice stickers; the last is the default."""
BLEED = 3
"""The distance that colour extends beyond a cut."""
MARKS = tuple(f"mark-{player}" for player in range(4))
CORNERS = dict(zip(WILD_SPACES, MARKS, strict=True))
"""The mark on each corner, which belongs to the seat that starts there."""
SIDE = 5
"""Spaces along a side of the ring."""
CELL = 55
"""The side of a space of the ring: five spaces fit on A3, three on a tile."""
CARD = 45
TINTS = {
    "piecepack": ("#f7e3bd",) * 6,
    "characters": ("#fff3cf", "#fde3ea", "#e1edfb", "#efe6fb", "#dff2e6", "#fbe6dc"),
}
EASY_TOTALS = (
    "Easy totals for younger players: in each row, start beside the picture and count every space up to your"
    " token, row after row. A token on its picture counts nothing."
)
ONES, FIVES = 24, 6
"""The chips of a player, worth one and five; in total as much as all cards."""


def cut(
    kind: str, heading: str, hint: str, size: tuple[float, float], columns: int, pieces: list[Page]
) -> Page:
    """A sheet with pieces of one kind and size to cut out, row by row."""
    gap = 2 * BLEED if any("fill" in piece for piece in pieces) else 0
    told = {"size": size, "columns": columns, "gap": gap, "piece": kind, "pieces": pieces}
    return {"kind": "cut", "title": heading, "hint": hint, **told}


def _mirrored(pieces: Sequence[Page], columns: int) -> list[Page]:
    """The order of backs, for a printer that turns the sheet over its long edge."""
    rows = [pieces[at : at + columns] for at in range(0, len(pieces), columns)]
    return [piece for row in rows for piece in reversed(row)]


# --- Dice --------------------------------------------------------------------------------------------------


def stickers(game: Game, size: float) -> Page:
    """The labels of five dice: six columns of faces, a row for each die; showdown has a red die too."""
    suits: tuple[str, ...] = getattr(game, "suits", ("",) * 5)
    sets = [f"{game.faces}-{suit}" if suit else game.faces for suit in suits]
    tints = TINTS.get(game.faces, ("#ffffff",) * 6)
    dice = [(name, tints) for name in sets] + [("red", ("#b3201a",) * 6)] * (game.board == "ring")
    pieces = [{"drawing": f"{name}-{n + 1}", "fill": fills[n]} for name, fills in dice for n in range(6)]
    hint = f"On sticker paper, for blank dice of {size:g} mm or more. One row is for one die: six faces."
    sheet = cut("sticker", f"Stickers for five dice: {game.title}", hint, (size, size), 6, pieces)
    is_named = game.faces == "characters"
    rule = "a different character on each side" if is_named else "opposite faces add up to seven"
    net = [piece["drawing"] for piece in pieces[:6]]
    return {**sheet, "net": net, "net_hint": f"How the six faces lie on a die: {rule}."}


# --- Junior ------------------------------------------------------------------------------------------------


def scoreboard(game: Game) -> Page:
    """The scoreboard of junior: a row for each character, the picture column and columns 1 to 5."""
    name = FACE_SETS[game.faces][wild(game) - 1].name
    rows = [
        {"title": title(each), "drawing": f"character-{number}", "fill": TINTS["characters"][number - 1]}
        for number, each in enumerate(CHARACTERS, 2)
    ]
    columns = [*range(PICTURE + 1, PICTURE + 6)]
    star = {"drawing": f"character-{wild(game)}", "text": f"{name} is wild and counts as any character."}
    told = {"title": f"{game.title}: scoreboard", "rows": rows, "columns": columns, "wild": star}
    return {"kind": "scoreboard", **told, "easy": EASY_TOTALS}


def tokens(game: Game) -> Page:
    """Five tokens for each of four players, who differ by colour and by shape."""
    pieces = [
        {"mark": mark, "drawing": f"character-{n}", "fill": "#ffffff"} for mark in MARKS for n in range(2, 7)
    ]
    hint = "Each player takes the five tokens of one shape."
    return cut("token", f"{game.title}: 20 tokens", hint, (24, 24), 5, pieces)


# --- Challenge ---------------------------------------------------------------------------------------------


def platforms(game: Game) -> Page:
    """A platform with five slots for each of four players."""
    pieces = [{"mark": mark, "slots": FIVE, "fill": "#f7efe0"} for mark in MARKS]
    hint = "One for each player. Put a marker into each slot; empty the slots that you do not keep."
    return cut("platform", f"{game.title}: platforms with five slots", hint, (170, 44), 1, pieces)


def markers(game: Game) -> Page:
    """Markers with the numbers 1 to 6, five of each for each of four players."""
    pieces = [{"drawing": f"{game.faces}-{n}"} for _ in MARKS for n in FACES for _ in range(FIVE)]
    hint = "Three rows for each player: five of every number."
    return cut("sticker", f"{game.title}: markers", hint, (15, 15), 10, pieces)


# --- Showdown ----------------------------------------------------------------------------------------------


def cell(space: int) -> tuple[int, int]:
    """The column and row of a space of the ring: 0 is top left, the numbers run clockwise."""
    side, along = divmod(space, SIDE - 1)
    last = SIDE - 1
    return ((along, 0), (last, along), (last - along, last), (0, last - along))[side]


def ring(*, whole: bool) -> list[Page]:
    """The board of showdown on one A3, or as four tiles that show whole spaces."""
    if whole:
        return [_tile("Showdown: the board", "", range(SIDE), range(SIDE), "a3")]
    hint = "Cut the four tiles out and glue them together, edge to edge, on cardboard."
    halves = {"top": range(3), "bottom": range(3, SIDE)}, {"left": range(3), "right": range(3, SIDE)}
    return [
        _tile(f"Showdown: the board, {above} {beside}", hint, columns, rows)
        for above, rows in halves[0].items()
        for beside, columns in halves[1].items()
    ]


def _tile(heading: str, hint: str, columns: range, rows: range, paper: str = "") -> Page:
    """The spaces of the ring in these columns and rows."""
    spaces = [
        {"number": space, "place": (column - columns[0], row - rows[0]), "mark": CORNERS.get(space, "")}
        for space, (column, row) in enumerate(map(cell, range(SPACES)))
        if column in columns and row in rows
    ]
    size = {
        "cell": CELL,
        "columns": len(columns),
        "rows": len(rows),
        "has_middle": SIDE // 2 in rows and SIDE // 2 in columns,
    }
    return {"kind": "ring", "title": heading, "hint": hint, "spaces": spaces, "paper": paper, **size}


def cards(game: Game) -> list[Page]:
    """The twelve cards: their fronts, and their backs on the next page."""
    told = dict(re.findall(r"^- ([^:]+): (.*), \d chips$", game.rules, re.MULTILINE))
    fronts, backs = [], []
    for place, name in enumerate(CARDS):
        is_number = name in NUMBER_CARDS
        chips = [*range(1, MOST + 1)] if is_number else [FULL_VALUE[place]]
        words = f"1 chip for each {NUMBERS[place]}" if is_number else told[title(name)]
        card = {"title": title(name), "chips": chips, "words": words, "fill": "#f4ead2"}
        fronts.append({**card, "dice": [f"pips-{number}" for number in of_card(name)]})
        value = f"1 to {MOST} chips" if is_number else f"{chips[0]} chips"
        backs.append({**card, "value": value, "fill": "#e7d3a4"})
    hint = "Print both pages on one sheet, turned over its long edge, or glue two sheets together."
    sides = ("card", "fronts", fronts), ("back", "backs", _mirrored(backs, 3))
    return [
        cut(kind, f"Showdown: twelve cards, {name}", hint, (CARD, CARD), 3, each)
        for kind, name, each in sides
    ]


def chips(game: Game) -> Page:
    """The chips of four players: ones and fives."""
    pieces = [{"mark": mark, "value": value} for mark in MARKS for value in [1] * ONES + [5] * FIVES]
    hint = f"Three rows for each player: {ONES} chips of one, {FIVES} of five."
    return cut("chip", f"{game.title}: chips", hint, (15, 15), 10, pieces)


def pawns(game: Game) -> Page:
    """A paper pawn for each player, which stands once it is folded."""
    pieces = [{"drawing": f"pawn-{player}", "fill": "#ffffff"} for player in range(len(MARKS))]
    hint = "Fold along the dashed lines; glue the feet to one another, or to a coin."
    return cut("pawn", f"{game.title}: pawns", hint, (32, 104), 4, pieces)


NAMES = {
    "board": ("ring", "scoreboard"),
    "cards": ("card", "back"),
    "tokens": ("token",),
    "chips": ("chip",),
    "pawns": ("pawn",),
    "platforms": ("platform",),
    "markers": ("sticker",),
}
"""The players' names for the pieces that a template draws."""


def named(page: Page) -> str:
    """The players' name for the pieces of a page."""
    return next(name for name, kinds in NAMES.items() if page.get("piece", page["kind"]) in kinds)


def pages(game: Game, *, a3: bool = False) -> Iterable[Page]:
    """All pieces of a game except dice and score pads."""
    if game.board == "ring":
        return [*ring(whole=a3), *cards(game), chips(game), pawns(game)]
    if game.board == "scoreboard":
        return [scoreboard(game), tokens(game)]
    return [platforms(game), markers(game)] if game.name == "challenge" else []

"""Boards, cards, tokens, chips, pawns and stickers as data: what there is, how large, and what stands on it.

Lengths are in millimetres. A sheet of pieces to cut out has `kind` "cut"; each piece names its own template.
"""

import re
from collections.abc import Iterable, Sequence

from fivedice.core.faces import FACE_SETS, NUMBERS
from fivedice.core.rules import Game, title, wild
from fivedice.games.junior import CHARACTERS, PICTURE
from fivedice.games.showdown_board import CARDS, FULL_VALUE, MOST, NUMBER_CARDS, SPACES, WILD_SPACES
from fivedice.printing.document import Page
from fivedice.printing.examples import of_card

STICKERS = (12, 14, 16)
"""The sizes of dice stickers; the last is the usual one."""
BLEED = 3
"""How far colour goes beyond a cut."""
PLAYERS = range(4)
SIDE = 5
"""Spaces along a side of the ring."""
CELL = 55
"""A space of the ring: five of them fit on A3, three on a tile."""
CARD = 45
TINTS = {
    "piecepack": ("#f7e3bd",) * 6,
    "characters": ("#fff3cf", "#fde3ea", "#e1edfb", "#efe6fb", "#dff2e6", "#fbe6dc"),
}
ONES, FIVES = 24, 6
"""Chips of a player, worth one and five: as much as all cards together."""


def cut(
    heading: str,
    hint: str,
    size: tuple[float, float],
    columns: int,
    pieces: Sequence[Page],
    gap: float = 2 * BLEED,
) -> Page:
    """A sheet with pieces of one size to cut out, row by row."""
    width, height = size
    told = {"width": width, "height": height, "columns": columns, "gap": gap, "pieces": pieces}
    return {"kind": "cut", "title": heading, "hint": hint, **told}


def _mirrored(pieces: Sequence[Page], columns: int) -> list[Page]:
    """The order of backs, for a printer that turns the sheet over its long edge."""
    rows = [pieces[at : at + columns] for at in range(0, len(pieces), columns)]
    return [piece for row in rows for piece in reversed(row)]


# --- Dice --------------------------------------------------------------------------------------------------


def stickers(game: Game, size: float) -> Page:
    """The labels of five dice: six columns of faces, a row for each die; showdown has a red die too."""
    suits: tuple[str, ...] = getattr(game, "suits", ("",) * 5)
    tints = TINTS.get(game.faces, ("#ffffff",) * 6)
    dice = [
        [f"{game.faces}-{suit}-{n}" if suit else f"{game.faces}-{n}" for n in range(1, 7)] for suit in suits
    ]
    pieces = [
        {"piece": "sticker", "drawing": name, "fill": fill}
        for die in dice
        for name, fill in zip(die, tints, strict=True)
    ]
    if game.board == "ring":
        pieces += [{"piece": "sticker", "drawing": f"red-{n}", "fill": "#b3201a"} for n in range(1, 7)]
    hint = f"On sticker paper, for blank dice of {size:g} mm or more. One row is for one die: six faces."
    sheet = cut(f"Stickers for five dice: {game.title}", hint, (size, size), 6, pieces)
    is_named = game.faces == "characters"
    rule = "a different character on each side" if is_named else "opposite faces add up to seven"
    return {**sheet, "net": dice[0], "net_hint": f"How the six faces lie on a die: {rule}."}


# --- Junior ------------------------------------------------------------------------------------------------


def scoreboard(game: Game) -> Page:
    """The scoreboard of junior: a row for each character, the picture column and columns 1 to 5."""
    name = FACE_SETS[game.faces][wild(game) - 1].name
    rows = [
        {"title": title(each), "drawing": f"character-{number}", "fill": TINTS["characters"][number - 1]}
        for number, each in enumerate(CHARACTERS, 2)
    ]
    return {
        "kind": "scoreboard",
        "title": f"{game.title}: scoreboard",
        "rows": rows,
        "columns": [*range(PICTURE + 1, PICTURE + 6)],
        "wild": {
            "drawing": f"character-{wild(game)}",
            "text": f"{name} is wild and counts as any character.",
        },
        "easy": (
            "Easy totals for younger players: in each row, start beside the picture and count every space"
            " up to your token, row after row. A token on its picture counts nothing."
        ),
    }


def tokens(game: Game) -> Page:
    """Five tokens for each of four players, who differ by colour and by shape."""
    pieces = [
        {"piece": "token", "mark": f"mark-{player}", "drawing": f"character-{number}", "fill": "#ffffff"}
        for player in PLAYERS
        for number in range(2, 7)
    ]
    return cut(
        f"{game.title}: 20 tokens", "Each player takes the five tokens of one shape.", (24, 24), 5, pieces
    )


# --- Challenge ---------------------------------------------------------------------------------------------


def platforms(game: Game) -> Page:
    """A platform with five slots for each of four players."""
    pieces = [
        {"piece": "platform", "mark": f"mark-{player}", "slots": 5, "fill": "#f7efe0"} for player in PLAYERS
    ]
    hint = "One for each player. Put a marker into each slot; empty the slots that you do not keep."
    return cut(f"{game.title}: platforms with five slots", hint, (170, 44), 1, pieces)


def markers(game: Game) -> Page:
    """Markers with the numbers 1 to 6, five of each for each of four players."""
    pieces = [
        {"piece": "sticker", "drawing": f"{game.faces}-{number}", "fill": "#ffffff"}
        for _ in PLAYERS
        for number in range(1, 7)
        for _ in range(5)
    ]
    return cut(
        f"{game.title}: markers",
        "Three rows for each player: five of every number.",
        (15, 15),
        10,
        pieces,
        gap=0,
    )


# --- Showdown ----------------------------------------------------------------------------------------------


def cell(space: int) -> tuple[int, int]:
    """The column and row of a space of the ring: 0 is top left, the numbers run clockwise."""
    side, along = divmod(space, SIDE - 1)
    last = SIDE - 1
    return ((along, 0), (last, along), (last - along, last), (0, last - along))[side]


def ring(*, whole: bool) -> list[Page]:
    """The board of showdown on one A3, or as four tiles that show whole spaces."""
    if whole:
        return [_tile("Showdown: the board", range(SIDE), range(SIDE), "a3")]
    halves = (range(3), range(3, SIDE))
    names = ("top left", "top right", "bottom left", "bottom right")
    parts = [(columns, rows) for rows in halves for columns in halves]
    return [_tile(f"Showdown: the board, {name}", *part) for name, part in zip(names, parts, strict=True)]


def _tile(heading: str, columns: range, rows: range, paper: str = "") -> Page:
    places = {cell(space): space for space in range(SPACES)}
    spaces = [
        {
            "column": column - columns[0],
            "row": row - rows[0],
            **_space(places.get((column, row)), (column, row)),
        }
        for row in rows
        for column in columns
    ]
    size = {"cell": CELL, "columns": len(columns), "rows": len(rows)}
    hint = "" if paper else "Cut the four tiles out and glue them together, edge to edge, on cardboard."
    return {"kind": "ring", "title": heading, "hint": hint, "spaces": spaces, "paper": paper, **size}


def _space(space: int | None, place: tuple[int, int]) -> Page:
    if space is None:
        return {"is": "middle" if place == (SIDE // 2, SIDE // 2) else "inside"}
    if space not in WILD_SPACES:
        return {"is": "diamond", "number": space}
    return {"is": "wild", "number": space, "mark": f"mark-{WILD_SPACES.index(space)}"}


def cards(game: Game) -> list[Page]:
    """The twelve cards: their fronts, and their backs on the next page."""
    told = dict(re.findall(r"^- ([^:]+): (.*), \d chips$", game.rules, re.MULTILINE))
    fronts, backs = [], []
    for place, name in enumerate(CARDS):
        is_number = name in NUMBER_CARDS
        chips = [*range(1, MOST + 1)] if is_number else [FULL_VALUE[place]]
        words = f"1 chip for each {NUMBERS[place]}" if is_number else told[title(name)]
        card = {"title": title(name), "chips": chips, "words": words, "fill": "#f4ead2"}
        fronts.append({"piece": "card", **card, "dice": [f"pips-{number}" for number in of_card(name)]})
        value = f"1 to {MOST} chips" if is_number else f"{chips[0]} chips"
        backs.append({"piece": "back", **card, "value": value, "fill": "#e7d3a4"})
    hint = "Print both pages on one sheet, turned over its long edge, or glue two sheets together."
    sheets = ("fronts", fronts), ("backs", _mirrored(backs, 3))
    return [cut(f"Showdown: twelve cards, {side}", hint, (CARD, CARD), 3, pieces) for side, pieces in sheets]


def chips(game: Game) -> Page:
    """The chips of four players: ones and fives."""
    pieces = [
        {"piece": "chip", "mark": f"mark-{player}", "value": value, "fill": "#ffffff"}
        for player in PLAYERS
        for value in (*[1] * ONES, *[5] * FIVES)
    ]
    hint = f"Three rows for each player: {ONES} chips of one, {FIVES} of five."
    return cut(f"{game.title}: chips", hint, (15, 15), 10, pieces, gap=0)


def pawns(game: Game) -> Page:
    """A pawn for each player, which stands when it is folded."""
    pieces = [{"piece": "pawn", "drawing": f"pawn-{player}", "fill": "#ffffff"} for player in PLAYERS]
    hint = "Fold along the dashed lines; glue the feet to one another, or to a coin."
    return cut(f"{game.title}: pawns", hint, (32, 104), 4, pieces)


def pages(game: Game, *, a3: bool = False) -> Iterable[Page]:
    """Everything on a game's table besides dice and score pads."""
    if game.board == "ring":
        return [*ring(whole=a3), *cards(game), chips(game), pawns(game)]
    if game.board == "scoreboard":
        return [scoreboard(game), tokens(game)]
    return [platforms(game), markers(game)] if game.name == "challenge" else []

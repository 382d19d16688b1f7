"""The rules of a game as a leaflet with figures, and as a quick reference on one page.

The text comes from the rules page; dice written there as numbers or signs are drawn.
"""

import re
from collections.abc import Callable, Iterable

from fivedice.cards.boxes import paid
from fivedice.core.faces import FACE, FACE_SETS
from fivedice.core.rules import Game, title
from fivedice.games.cardgame import card_of
from fivedice.games.pages import ON_SCREEN, without_typing
from fivedice.language import speaking, tr
from fivedice.language.catalogue import SOURCE
from fivedice.printing import inline, pieces
from fivedice.printing.document import Page
from fivedice.printing.examples import example

QUICK = re.compile(
    "The turn|Your turn|A turn in short|A round, step by step|The scoreboard|Scoring|A zero|The Upper bonus|"
    "The Yahtzee bonus|The cards|A Yahtzee|The Showdown Round|More than one Yahtzee|Another .*|The end"
)
"""The headings of the sections that fit on one page."""
ITEM = re.compile(r"(-|\d+\.) +(.*)", re.DOTALL)


def leaflet(game: Game) -> Page:
    """All rules of a game."""
    blocks = _under(game, lambda heading: heading != ON_SCREEN)
    heading = tr("{game}: rules", game=game.title)
    return {"kind": "leaflet", "title": heading, "quick": False, "blocks": blocks}


def quick(game: Game) -> Page:
    """A quick reference on one page."""
    blocks = _under(game, lambda heading: bool(QUICK.fullmatch(heading)))
    heading = tr("{game}: quick reference", game=game.title)
    return {"kind": "leaflet", "title": heading, "quick": True, "blocks": blocks}


def _under(game: Game, is_wanted: Callable[[str], bool]) -> list[Page]:
    """The blocks before the first heading and under the wanted ones, and the figure of the boxes."""
    blocks, keeps = list[Page](), True
    for block in _blocks(game):
        keeps = is_wanted(block["english"]) if block["is"] == "heading" else keeps
        if keeps or block["is"] == "boxes":
            blocks.append(block)
    return blocks


def _blocks(game: Game) -> Iterable[Page]:
    """The blocks of the rules page, with a figure below the headings that have one."""
    figures, parts = dict(_figures(game)), _parts(game)
    with speaking(SOURCE):
        in_english = _parts(game)
    for part, english in zip(parts, in_english, strict=True):
        lines = part.split("\n")
        if lines[0].startswith("# "):
            continue
        if lines[0].startswith("## "):
            heading = english.removeprefix("## ")
            yield {"is": "heading", "text": lines[0].removeprefix("## "), "english": heading}
            yield from figures.get(heading, ())
        elif ITEM.match(lines[0]):
            yield _list(lines, game)
        else:
            yield {"is": "text", "text": _text(" ".join(lines), game)}


def _parts(game: Game) -> list[str]:
    """The paragraphs of the rules page, equally many in each language."""
    return re.split(r"\n{2,}", without_typing(game.rules).strip())


def _list(lines: list[str], game: Game) -> Page:
    items = list[str]()
    for line in lines:
        if item := ITEM.match(line):
            items.append(item[2])
        else:
            items[-1] += f" {line.strip()}"
    is_numbered = lines[0][0].isdecimal()
    return {"is": "numbers" if is_numbered else "list", "items": [_text(item, game) for item in items]}


def _text(sentence: str, game: Game) -> inline.Text:
    return inline.text(sentence.replace("`", ""), game.faces, numbers=game.faces in ("pips", "chinese"))


# --- Figures -----------------------------------------------------------------------------------------------


def _figures(game: Game) -> Iterable[tuple[str, list[Page]]]:
    """Each heading that has a figure, and the figure."""
    numbered = enumerate(FACE_SETS[game.faces], 1)
    faces = [{"drawing": f"{game.faces}-{n}", "text": tr(face.name, FACE)} for n, face in numbered]
    yield "The dice", [{"is": "faces", "faces": faces}] if game.faces != "chinese" else []
    if card_of(game):
        yield from ((heading, [_boxes(game)]) for heading in ("The thirteen boxes", "The boxes"))
    if "platforms" in game.pieces:
        slots = [f"{game.faces}-{number}" for number in (2, 3, 3, 5, 6)]
        yield "What you need to picture", [{"is": "slots", "dice": slots}]
    if "ring" in game.pieces:
        yield "The board", [{"is": "ring", **pieces.ring(whole=True)[0]}]
        fronts = pieces.cards(game)[0]["pieces"]
        yield "The cards", [{"is": "cards", "cards": [fronts[1], fronts[8]], "size": pieces.CARD}]
    if "scoreboard" in game.pieces:
        yield "The scoreboard", [{"is": "scoreboard", **pieces.scoreboard(game)}]


def _boxes(game: Game) -> Page:
    """Every box with dice that fill it."""
    card = card_of(game)
    assert card is not None
    rows = [
        {
            "title": title(box.name),
            "dice": [f"{game.faces}-{number}" for number in example(box)],
            "pays": str(paid(box, tuple(sorted(example(box))))),
        }
        for box in card.boxes
    ]
    return {"is": "boxes", "rows": rows}

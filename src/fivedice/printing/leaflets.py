"""The rules of a game as a leaflet with figures, and as a quick reference on one page.

The text comes from the rules page; dice in backticks there are drawn.
"""

import re
from collections.abc import Callable, Iterator

from fivedice.cards.boxes import paid
from fivedice.core.faces import FACE, FACE_SETS
from fivedice.core.rules import Game
from fivedice.games.cardgame import card_of
from fivedice.language import tr
from fivedice.printing import inline, pieces
from fivedice.printing.document import Page
from fivedice.printing.pieces import example

ITEM = re.compile(r"(-|\d+\.) +(.*)", re.DOTALL)


def leaflet(game: Game) -> Page:
    """All rules of a game."""
    blocks = [*_blocks(game, lambda marks: not {"away", "typing"} & {*marks})]
    heading = tr("{game}: rules", game=game.title)
    return {"kind": "leaflet", "title": heading, "quick": False, "blocks": blocks}


def quick(game: Game) -> Page:
    """A quick reference on one page: some sections, and the figure of the boxes."""
    blocks = [*_blocks(game, lambda marks: "quick" in marks)]
    heading = tr("{game}: quick reference", game=game.title)
    return {"kind": "leaflet", "title": heading, "quick": True, "blocks": blocks}


def _blocks(game: Game, is_wanted: Callable[[tuple[str, ...]], bool]) -> Iterator[Page]:
    """The blocks of the introduction and of wanted sections, with figures below headings."""
    for number, (text, marks) in enumerate(game.sections):
        heading, *paragraphs = re.split(r"\n{2,}", text)
        keeps = number == 0 or is_wanted(marks)
        if number and keeps:
            yield {"is": "heading", "text": heading.removeprefix("## ")}
        yield from (FIGURES[mark](game) for mark in marks if mark in FIGURES and (keeps or mark == "boxes"))
        yield from (_paragraph(paragraph.split("\n"), game) for paragraph in paragraphs if keeps)


def _paragraph(lines: list[str], game: Game) -> Page:
    if not ITEM.match(lines[0]):
        return {"is": "text", "text": inline.text(" ".join(lines), game.faces)}
    items = list[str]()
    for line in lines:
        if item := ITEM.match(line):
            items.append(item[2])
        else:
            items[-1] += f" {line.strip()}"
    is_numbered = lines[0][0].isdecimal()
    texts = [inline.text(item, game.faces) for item in items]
    return {"is": "numbers" if is_numbered else "list", "items": texts}


# --- Figures -----------------------------------------------------------------------------------------------


def _faces(game: Game) -> Page:
    numbered = enumerate(FACE_SETS[game.faces], 1)
    faces = [{"drawing": f"{game.faces}-{n}", "text": tr(face.name, FACE)} for n, face in numbered]
    return {"is": "faces", "faces": faces}


def _boxes(game: Game) -> Page:
    """Every box with dice that fill it."""
    card = card_of(game)
    assert card is not None
    rows = [
        {
            "title": card.title(box.name),
            "dice": [f"{game.faces}-{number}" for number in example(box)],
            "pays": str(paid(box, tuple(sorted(example(box))))),
        }
        for box in card.boxes
    ]
    return {"is": "boxes", "rows": rows}


def _slots(game: Game) -> Page:
    return {"is": "slots", "dice": [f"{game.faces}-{number}" for number in (2, 3, 3, 5, 6)]}


def _board(game: Game) -> Page:
    _, draw = pieces.PIECES[game.board]
    return {"is": game.board, **draw(game, True)[0]}


def _cards(game: Game) -> Page:
    fronts = pieces.cards(game)[0]["pieces"]
    return {"is": "cards", "cards": [fronts[1], fronts[8]], "size": pieces.CARD}


FIGURES: dict[str, Callable[[Game], Page]] = {
    "dice": _faces,
    "boxes": _boxes,
    "slots": _slots,
    "board": _board,
    "cards": _cards,
}
"""The figures by the marks of the headings above them."""

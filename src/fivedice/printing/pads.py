"""Score pads: the empty card of a game, for several players or several games."""

from fivedice.cards.boxes import Box
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.faces import FACE_SETS
from fivedice.core.rules import Game, Row
from fivedice.games.cardgame import card_of
from fivedice.games.pages.owncard import in_words
from fivedice.printing.document import Page
from fivedice.report import blank

COLUMNS = 6
"""The usual number of columns, and the most."""
SMALL = {"piecepack": 4}
"""How many small pads the sheet of a game has; others have one large pad."""


def pad(game: Game, columns: int = COLUMNS, *, games: bool = False, large: bool = False) -> Page:
    """A page with score pads: a column for each player, or for each game of one player."""
    card = card_of(game)
    assert card is not None
    return {
        "kind": "pad",
        "title": game.title,
        "line": game.line,
        "copies": 1 if large else SMALL.get(game.name, 1),
        "corner": "Name" if games else "",
        "heads": [f"Game {number}" if games else "Name" for number in range(1, columns + 1)],
        "rows": [_row(row, card, game.faces) for row in blank.rows(card)],
        "sum_of_games": games,
    }


def _row(row: Row, card: ScoreCard, faces: str) -> Page:
    boxes = {box.name: box for box in card.boxes}
    box = boxes.get(row.use)
    value = "" if faces in ("pips", "digits") else str(row.face)
    return {
        "kind": row.kind,
        "title": row.title,
        "note": row.note,
        "words": in_words(box, faces) if box else "",
        "short": _short(box) if box else "",
        "die": f"{faces}-{row.face}" if row.face else "",
        "value": value if row.face and FACE_SETS[faces][row.face - 1].sign != value else "",
        "checks": row.note.endswith(blank.PER_CHECK),
    }


def _short(box: Box) -> str:
    """What a box pays, where there is little room."""
    return str(box.pays) if isinstance(box.pays, int) else "total" if box.pays == "all dice" else ""

"""Help pages at the table: keys, the legend of faces, the end of a match."""

from rich.cells import cell_len
from rich.text import Text

from fivedice.core.faces import SUIT_SIGNS, legend
from fivedice.core.rules import Game, wild
from fivedice.match import questions
from fivedice.match.match import Match
from fivedice.narration import sentences

KEYS = (
    ("1 2 3 4 5", "keep a die or put it back; so does a click on it"),
    ("0", "keep all five, or put all back"),
    ("Space", "throw the dice that you do not keep"),
    ("u", "take back the last die kept, until you throw; or own dice typed wrong"),
    ("↑ ↓ ← →", "go through what the dice can be used for"),
    ("Enter", "do what the cursor is on; a use ends your turn"),
    ("h", "a hint, where Enter takes a choice; the record notes it"),
    ("z", "zeros by choice in place of scores, and back"),
    ("c", "the whole score card or board"),
    ("g or F1", "the rules of this game"),
    ("l", "what the faces mean"),
    ("a", "leave for a while, or be back; the game plays on"),
    ("+ -", "more or less time between the moves of others"),
    ("t", "dark or light colours"),
    ("Page Up, Down", "scroll what happened"),
    ("Ctrl and arrows", "scroll a table larger than the window"),
    ("r, v", "once the match is over: a rematch, a review"),
    ("q", "leave; the match is kept: fivedice resume"),
)


def keys() -> Text:
    """Every key with what it does."""
    text = Text()
    for key, meaning in KEYS:
        text.append(f"{key:>15}  ", "bold").append(f"{meaning}\n")
    text.append("\nA score with * holds a bonus, named above the dice.")
    return text


def faces(game: Game, face_set: str) -> Text:
    """What each face means in this game, and the suits where its dice have any."""
    lines = [*legend(face_set, wild(game))]
    if suits := sentences.suits(game):
        lines += ["", *(f"{SUIT_SIGNS[suit]} is the suit {suit}" for suit in dict.fromkeys(suits))]
        lines += ["", "Suits never count."]
    return Text("\n".join(lines))


def ending(played: Match, kept: str, called: tuple[str, ...] = ()) -> Text:
    """Who won, what everybody has from the first to the last, and what is `kept` where.

    The players are `called` by their names if nothing else is given.
    """
    text = Text()
    names, unit = called or sentences.names(played.setup), played.setup.game.unit
    text.append(sentences.result(played.state, names), "bold").append("\n\n")
    wide = max(map(cell_len, names))
    scores, won = questions.scores(played.state), questions.winners(played.state)
    for seat in sorted(range(len(names)), key=lambda seat: (seat not in won, -scores[seat])):
        air = " " * (wide - cell_len(names[seat]))
        text.append(f"  {names[seat]}{air}  {scores[seat]:>5} {unit}\n")
    return text.append(f"\n{kept}")

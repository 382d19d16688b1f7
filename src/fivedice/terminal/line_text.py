"""Lines of the line mode: help, score card, dice and their uses."""

import re

from fivedice.core.faces import FACE, FACE_SETS, NUMBER_NAMES, dice_text, legend, typed
from fivedice.core.rules import Game, Use
from fivedice.games.cardgame import box_title
from fivedice.language import comma, mark, tr, with_label
from fivedice.match import questions
from fivedice.match.events import Event
from fivedice.match.state import State, hand, step
from fivedice.narration import moves, results
from fivedice.runtime.program import program
from fivedice.table.state import TableState
from fivedice.table.terms import Detail
from fivedice.terminal import answers

HELP = mark("""\
At any question you can type:
  card     the score card or board
  scores   everybody's score
  uses     what the dice could be used for
  hint     what your choices are worth; the record notes the hint
  u        take back the dice you keep, before the throw;
           with real dice, whatever was typed last, step by step
  detail   with real dice, what you type of a turn: detail every (throw),
           detail final (dice) or detail score
  rules    the rules of this game
  legend   what the faces mean
  leave    let the computer play for you
  back     everybody who left has returned
  quit     leave the table; continue the match with: {program} resume""")

DETAILS: dict[Detail, str] = {
    # Translators: what you type, in "you type {detail}" and as an answer.
    "every": mark("every throw"),
    "final": mark("the final dice of each turn"),
    "score": mark("the box and score of each turn"),
}
"""The entries for each turn with real dice, by the level of detail."""

EXAMPLE = (2, 2, 3, 3, 3)
"""Dice that have a good use in every game."""


def detail(table: TableState) -> str:
    """A sentence about what people type from the next turn on."""
    sentence = mark("From the next turn on, you type {detail}.")
    if any(one.bot for one in table.chairs):
        sentence = mark("From the next turn on, you type {detail}, and every throw for bots.")
    return tr(sentence, detail=tr(DETAILS[table.detail]))


def taken_back(before: State, event: Event, face_set: str) -> str:
    """A sentence about the event taken back; reveals no hidden decision."""
    sentence, *_ = moves.describe(before, event, step(before, event), face_set)
    return tr("Taken back: {sentence}", sentence=sentence)


def help_with(state: State, face_set: str) -> list[str]:
    """Explains the possible entries, with examples from this game."""
    six = FACE_SETS[face_set][5]
    keeps = mark(
        "To keep dice, type their numbers: 66 keeps two that show {face}; so does {word} {word}; "
        "none throws all five again; stop keeps all."
    )
    if six.name in NUMBER_NAMES:
        keeps = mark(
            "To keep dice, type their numbers: 66 keeps two that show {face}; "
            "none throws all five again; stop keeps all."
        )
    lines = [tr(keeps, face=tr(six.name, FACE), word=six.word.lower())]
    if state.turn is None or len(state.turn.hands) == 1:
        name, part = _example(state.setup.game, len(state.setup.players), face_set)
        stops = mark("To stop and use the dice at once, type the use or a word of it: {name}, {part}.")
        lines.append(tr(stops, name=name, part=part))
    return [*lines, tr(HELP, program=program())]


def _example(game: Game, seats: int, face_set: str) -> tuple[str, str]:
    """A use of the game, if possible of several words, and a short form that is not a face."""
    uses = game.uses(game.start(seats, 0), 0, EXAMPLE)
    name = max((use for use in uses if not use.waives), key=lambda use: ("-" in use.name, use.pays)).name
    word = ["", *name.split("-")][-2]
    return name, name[:3] if word in ("", *typed(face_set)) else word


def faces(game: Game, face_set: str) -> list[str]:
    """The meaning of the faces in this game, and the suits of its dice, if any."""
    suits = game.suits
    lines = legend(face_set, game.wild)
    if suits:
        lines = (*lines, tr("The dice have suits, which never count: {suits}.", suits=comma(suits)))
    return [f"  {line}" for line in lines]


def rules(game: Game) -> list[str]:
    """The rules as plain lines without Markdown."""
    return [re.sub(r"^#+ |[`*]", "", line) for line in game.rules.splitlines()]


def card(state: State) -> list[str]:
    """The score card or board, and the scores."""
    if state.position is None:
        return [tr("The game has not begun.")]
    game, names = state.setup.game, state.setup.names
    lines = game.aloud(state.position, names)
    over = questions.is_over(state)
    played = len(state.finished) + (not over)
    standing = mark("At the end: {scores}.") if over else mark("So far: {scores}.")
    if played > 1:
        ended = mark("At the end, over {games} games: {scores}.")
        standing = ended if over else mark("So far, over {games} games: {scores}.")
    turns = moves.last_turns(state)
    scores = tr(standing, games=played, scores=results.standing(state))
    return [*lines, *([turns] if turns else []), scores]


def position(state: State, seat: int, face_set: str) -> list[str]:
    """The score card or board, and the dice of the seat, if it decides on them."""
    dice = []
    if state.awaited.kind == "keep":
        dice = thrown(state, seat, face_set)
    elif state.awaited.kind == "use":
        dice = final(state, seat, questions.uses(state, seat), face_set)
    return [*card(state), *dice]


def dice(state: State, seat: int, face_set: str) -> str:
    """The dice of a seat without their suits, which never count and take long to read aloud."""
    return dice_text(hand(state, seat), face_set)


def thrown(state: State, seat: int, face_set: str) -> list[str]:
    """The number of the throw, the dice, and what they would pay."""
    number = state.turn.step if state.turn else 0
    name = state.setup.players[seat].name
    paying = tuple(use for use in answers.listed(questions.uses(state, seat)) if use.pays)
    would = moves.would_pay(state.setup.game, paying)
    hand = dice(state, seat, face_set)
    throw = tr("{name}, throw {number} of 3: {dice}.", name=name, number=number, dice=hand)
    return [throw, would, *explained(state, seat)]


def explained(state: State, seat: int) -> list[str]:
    """Why the dice do not count at face value, if that is so."""
    why = questions.explained(state, seat)
    return [why] if why else []


def uses(state: State, seat: int | None, detail: Detail = "every") -> list[str]:
    """The possible uses of a seat's dice, or scores of its turn."""
    if seat is not None and detail == "score" and (possible := questions.possible_scores(state, seat)):
        boxes = dict.fromkeys(one.box for one in possible)
        return [
            "  " + with_label(box_title(state.setup.game, box), answers.cells(possible, box)) for box in boxes
        ]
    if seat is None or state.awaited.kind not in ("keep", "use"):
        return [tr("There are no dice to use now.")]
    return [f"  {moves.offer(state.setup.game, use)}" for use in questions.uses(state, seat)]


def final(state: State, seat: int, offered: tuple[Use, ...], face_set: str) -> list[str]:
    """Final dice with their listed uses, numbered if possible."""
    name, game, listed = state.setup.players[seat].name, state.setup.game, answers.listed(offered)
    heading = mark("{name}, your dice are final: {dice}. They can be used for:")
    lines = [tr(heading, name=name, dice=dice(state, seat, face_set))]
    has_numbers = bool(answers.numbered(offered))
    for number, use in enumerate(listed, start=1):
        lines.append(f"  {f'{number} ' if has_numbers else ''}{moves.offer(game, use)}")
    lines += explained(state, seat)
    if len(listed) < len(offered):
        lines.append(tr("You may also take a zero by choice: type zero and the box."))
    return lines

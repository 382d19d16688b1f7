"""Arranges the widgets of the table and fills them from the match."""

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.widgets import Static

from fivedice.core.dice import FIVE, Dice
from fivedice.core.faces import SUIT_SIGNS
from fivedice.core.turn import EMPTY
from fivedice.language import tr, with_label
from fivedice.match import questions
from fivedice.match.state import State
from fivedice.narration import results
from fivedice.terminal.screen import board
from fivedice.terminal.screen.board import Board
from fivedice.terminal.screen.prompts import advice, entries, headline
from fivedice.terminal.screen.scene import Scene
from fivedice.terminal.screen.theme import fitted, short_names, shortened
from fivedice.terminal.screen.widgets import ChoiceTable, DiceRow, EventLog

ROOMY_DICE, LEAST_DICE = 49, 45
"""The width of five dice, with gaps and without."""
LEAST_BOARD = 31
FRAME = 2
AIR = 4
AROUND_DICE = 12
"""Lines beside the dice in one column: title, headline, advice, and most choices."""
ABUNDANT = 1000
"""Enough lines for any dice."""
NARROW, SLIM = "-narrow", "-slim"
"""CSS classes of screens too narrow for two columns, or for five dice in a row."""
ROOMY = (100, 30)
"""The screen size from which there are margins."""


class View(Container):
    """The layout: low boards are below the dice and tall boards beside them; narrow screens put all below."""

    def __init__(self, scene: Scene, face_set: str) -> None:
        super().__init__()
        self._scene, state = scene, scene.state
        self._low = board.is_low(state)
        self._ring = board.is_drawn(state.setup.game)
        suits = tuple(SUIT_SIGNS[suit] for suit in state.setup.game.suits)
        self._dice_row = DiceRow(face_set, suits)
        self._offered: tuple[object, ...] = ()
        self._said: dict[str, str] = {}

    def compose(self) -> ComposeResult:
        """The title above one of the two arrangements."""
        yield Static(id="title", markup=False)
        words = [Static(id=part, markup=False) for part in ("headline", "advice", "hands")]
        dice = (*words[:2], self._dice_row, words[2])
        board = Board(classes="ring" if self._ring else "")
        if self._low:
            upper = Horizontal(Vertical(*dice, id="dice"), ChoiceTable(), id="upper")
            yield Vertical(upper, board, EventLog(), id="body", classes="low")
        else:
            left = Vertical(*dice, ChoiceTable(), EventLog(), id="dice")
            yield Horizontal(left, board, id="body", classes="tall")

    def show(self) -> None:
        """Draws everything again."""
        scene, sitting, state = self._scene, self._scene.sitting, self._scene.state
        self.set_class(self.size.width >= ROOMY[0] and self.size.height >= ROOMY[1], "roomy")
        self._say("title", _title(state, self.scrollable_content_region.width))
        self._say("headline", headline(scene, self.words_width))
        self._say("hands", _hands(state, self.words_width))
        self.query_one("#hands").display = scene.shares_dice
        self._show_dice()
        handed_over = scene.just_handed_over
        offered = (len(sitting.match.events), sitting.decider(), scene.zeros, handed_over)
        self.query_one(ChoiceTable).offer(entries(scene), fresh=offered != self._offered, waits=handed_over)
        self._offered = offered
        self.advise()
        self._show_board()

    def _show_dice(self) -> None:
        dice, kept, state, thrower = self._scene.tray.drawing(self._scene.state, self._scene.seat)
        width = self.scrollable_content_region.width
        name = "" if thrower is None else self._scene.sitting.names[thrower]
        caption = " " + tr("Thrown by {name}", name=shortened(name, width - 12)) if name else ""
        self._dice_row.fit(width, self.size.height - AROUND_DICE if self._in_one_column else ABUNDANT)
        self._dice_row.show(dice, kept, state, caption)

    def advise(self, sentence: str = "") -> None:
        """Shows a sentence, or the bonus under the cursor, or what can be done now."""
        entry = self.query_one(ChoiceTable).picked
        note = with_label(f"{entry.label} {entry.pays}", entry.note) if entry and entry.note else ""
        self._say("advice", sentence or note or advice(self._scene, self.words_width))

    def answer(self, sentence: str) -> None:
        """Shows a sentence in place of the headline until something changes."""
        self._say("headline", sentence)

    @property
    def words_width(self) -> int:
        """The width of the lines above the dice; before layout, the minimum width."""
        laid_out = self.query_one("#headline").content_size.width
        return laid_out or min(self.scrollable_content_region.width, LEAST_DICE) - 2

    @property
    def _in_one_column(self) -> bool:
        return self.screen.has_class(NARROW) or self.screen.has_class(SLIM)

    def _say(self, where: str, text: str) -> None:
        if self._said.get(where) != text:
            self._said[where] = text
            self.query_one(f"#{where}", Static).update(text, layout=False)

    def _show_board(self) -> None:
        drawn, frame, state = self.query_one(Board), 0 if self._ring else FRAME, self._scene.state
        width = self.scrollable_content_region.width
        if self._in_one_column:
            drawn.styles.clear_rule("width")
        elif not self._low:
            air = AIR if self.has_class("roomy") else 0
            least, most = board.widths_wanted(state)
            width = _board_width(least + frame, most + frame, width - air)
            drawn.styles.width = width
        drawn.border_title = tr("Board") if self._low else tr("Score card")  # Translators: of a game
        drawn.show(state, self._scene.seats, width - frame, self.size.height - 1)


def _board_width(least: int, most: int, width: int) -> int:
    """The width of the board; the dice keep their gaps unless the board would be cut."""
    roomy, close = width - ROOMY_DICE, width - LEAST_DICE
    return max(min(most, roomy if least <= roomy else close), LEAST_BOARD)


def _title(state: State, width: int) -> str:
    setup = state.setup
    left = f" {setup.game.title}"
    if setup.games > 1:
        number = min(len(state.finished) + 1, setup.games)
        left += " · " + tr("game {number} of {games}", number=number, games=setup.games)
    right = _standing(state, max(width - cell_len(left) - 3, width // 2))
    left = shortened(left, max(width - cell_len(right) - 1, 0))
    return left + " " * (width - cell_len(left) - cell_len(right)) + right


def _standing(state: State, width: int) -> str:
    """The scores in one line: shortens names and drops seats, but never cuts a figure."""
    names, scores, unit = state.setup.names, questions.scores(state), state.setup.game.unit
    figures = tuple(map(str, scores))
    whole = (*figures[:-1], results.amount(scores[-1], unit))
    fewer = ((number, figures, ", … ") for number in range(len(names) - 1, 0, -1))
    ways = ((len(names), whole, " "), (len(names), figures, " "), *fewer)
    lines = (_scored(names[:number], points[:number], width - len(end)) + end for number, points, end in ways)
    return next((line for line in lines if cell_len(line) <= width), "")


def _scored(names: tuple[str, ...], scores: tuple[str, ...], width: int) -> str:
    return fitted(names, width, lambda short: results.with_scores(short, scores))


def _hands(state: State, width: int) -> str:
    """The dice of all seats in a shared turn, in one line or two."""
    if state.turn is None:
        return ""
    hands = state.turn.hands
    room = (LEAST_DICE - 2) // len(hands) - FIVE - len("   ")
    names = short_names(state.setup.names, max(room, 3))
    parts = [f"{name} {_digits(hand)}" for name, hand in zip(names, hands, strict=False)]
    line, half = "  ".join(parts), -(-len(parts) // 2)
    return line if cell_len(line) <= width else "\n".join(map("  ".join, (parts[:half], parts[half:])))


def _digits(hand: Dice) -> str:
    return "".join("·" if face == EMPTY else str(face) for face in hand)

"""The widgets of the table: dice, choices, the event log, the line of keys."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment
from rich.text import Text
from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from fivedice.core.dice import FIVE, Dice
from fivedice.core.turn import EMPTY, NO_DICE
from fivedice.language import mark, tr
from fivedice.language.lines import wrapped
from fivedice.terminal.screen import faces
from fivedice.terminal.screen.prompts import Entry
from fivedice.terminal.screen.theme import shortened

LINES = faces.HEIGHT + 2
"""The height of a row of dice: a die, one line by which kept dice are lowered, and a label."""
SMALL_LINES = faces.SMALL_HEIGHT + 1


class DiceRow(Widget):
    """Five dice; kept dice are one line lower, in a heavy frame, with a label."""

    PARTS = ("free", "kept", "vacant", "red", "stale", "label")
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"dice--{part}" for part in PARTS}

    class Pressed(Message):
        """The die in this place was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, face_set: str, suits: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._face_set = face_set
        self._suits = suits
        self._dice: Dice = NO_DICE
        self._kept: frozenset[int] = frozenset()
        self._state = "free"
        self._caption = ""
        self._small = False

    def show(self, dice: Dice, kept: frozenset[int], state: str = "free", caption: str = "") -> None:
        """Shows dice; `state` is "free" for a hand, "stale" for used dice, or "red"."""
        self._dice, self._kept, self._state, self._caption = dice, kept, state, caption
        self.refresh()

    def fit(self, width: int, height: int) -> None:
        """Draws one-line dice if whole ones do not fit."""
        before, self._small = self._small, False
        self._small = self.get_content_height(self.size, self.size, width) > height
        if self._small != before:
            self.refresh(layout=True)

    def step(self, width: int) -> int:
        """The columns from one die to the next."""
        beside = self._beside(width)
        return self._die_width + min(max((width - beside * self._die_width) // max(beside - 1, 1), 0), 2)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual asks so
        """The lines of all rows of dice."""
        return self._lines * -(-FIVE // self._beside(width))

    @property
    def _die_width(self) -> int:
        return faces.SMALL_WIDTH if self._small else faces.WIDTH

    @property
    def _lines(self) -> int:
        return SMALL_LINES if self._small else LINES

    def render(self) -> Text:
        """All rows of dice."""
        text, beside = Text(no_wrap=True), self._beside(self.size.width)
        for first in range(0, len(self._dice), beside):
            dice = [self._draw_die(place) for place in range(first, min(first + beside, len(self._dice)))]
            *lines, labels = zip(*dice, strict=True)
            for line in lines:
                self._add(text, line)
            self._add(text, ((self._caption, "label"),) if self._caption and not first else labels)
        return text

    def _add(self, text: Text, line: Sequence[tuple[str, str]]) -> None:
        gap = " " * (self.step(self.size.width) - self._die_width)
        for characters, part in line:
            text.append(characters, self.get_component_rich_style(f"dice--{part}", partial=True)).append(gap)
        text.append("\n")

    def on_click(self, event: events.Click) -> None:
        """Reports which die was clicked."""
        width = self.size.width
        column, row = event.x // self.step(width), event.y // self._lines
        place = row * self._beside(width) + column
        if column < self._beside(width) and place < FIVE:
            self.post_message(self.Pressed(place))

    def _beside(self, width: int) -> int:
        """Dice per row: all five, or a number that fills the rows evenly."""
        most = min(max(width // self._die_width, 1), FIVE)
        rows = -(-FIVE // most)
        return -(-FIVE // rows)

    def _draw_die(self, place: int) -> list[tuple[str, str]]:
        """The lines of one die, its label last, each with its style name."""
        kept, face = place in self._kept, self._dice[place]
        border = faces.VACANT if face == EMPTY else faces.KEPT if kept else faces.FREE
        part = "vacant" if face == EMPTY else "kept" if kept else self._state
        suit = self._suits[place] if self._suits else ""
        # Translators: below the die with this number, in at most nine columns.
        label = tr("{number} kept", number=place + 1) if kept else str(place + 1)
        below = (faces.centred(label if self._state == "free" else "", self._die_width), "label")
        if self._small:
            return [*((line, part) for line in faces.small(face, self._face_set, border, suit)), below]
        lines = [(line, part) for line in faces.drawn(face, self._face_set, border, suit)]
        beside = (" " * faces.WIDTH, "label")
        return [beside, *lines, below] if kept else [*lines, beside, below]


class ChoiceTable(Widget):
    """The choices with their scores, in as many columns as fit; Enter picks the one at the cursor."""

    PARTS = ("entry", "throw", "nothing", "closed", "cursor")
    COMPONENT_CLASSES: ClassVar[set[str]] = {f"choices--{part}" for part in PARTS}
    LEAST_COLUMN = 22
    LONGEST_COLUMN = 7

    class Picked(Message):
        """An entry was clicked."""

        def __init__(self, entry: Entry) -> None:
            super().__init__()
            self.entry = entry

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[Entry] = []
        self.cursor: int | None = None

    def offer(self, entries: list[Entry], *, fresh: bool, waits: bool = False) -> None:
        """Shows entries. The cursor of a `fresh` list is on the throw or the only entry; `waits` hides it."""
        if fresh or len(entries) != len(self.entries):
            self.cursor = None if waits else _first_place(entries)
        elif self.cursor is not None and not entries[self.cursor].open:
            self.cursor = None
        before, self.entries = self._rows(self.size.width), entries
        self.refresh(layout=before != self._rows(self.size.width))

    @property
    def picked(self) -> Entry | None:
        """The entry under the cursor."""
        return None if self.cursor is None else self.entries[self.cursor]

    def move(self, down: int, right: int) -> None:
        """Moves the cursor among the open entries, by entries (wrapping around) or by columns."""
        pickable = [place for place, entry in enumerate(self.entries) if entry.open]
        if not pickable:
            return
        if self.cursor is None:
            self.cursor = pickable[-1 if down < 0 else 0]
        elif right:
            wanted = self.cursor + right * self._rows(self.size.width)
            self.cursor = min(pickable, key=lambda place: abs(place - wanted))
        else:
            here = pickable.index(self.cursor)
            self.cursor = pickable[(here + down) % len(pickable)]
        self.refresh()

    def leave(self) -> None:
        """Hides the cursor."""
        self.cursor = None
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002 - Textual asks so
        """The number of rows."""
        return self._rows(width)

    def render(self) -> Text:
        """The entries, column by column."""
        rows = self._rows(self.size.width)
        cells = self._cells(self.size.width)
        text = Text(no_wrap=True)
        for row in range(rows):
            for place in range(row, len(self.entries), rows):
                style = self.get_component_rich_style(f"choices--{self._part(place)}", partial=True)
                text.append(_entry_line(self.entries[place], cells, place == self.cursor), style)
            text.append("\n")
        return text

    def on_click(self, event: events.Click) -> None:
        """A click picks an entry."""
        rows = self._rows(self.size.width)
        place = event.x // self._cells(self.size.width) * rows + event.y
        if event.y < rows and place < len(self.entries) and self.entries[place].open:
            self.cursor = place
            self.post_message(self.Picked(self.entries[place]))

    def _columns(self, width: int) -> int:
        wanted = -(-len(self.entries) // self.LONGEST_COLUMN)
        return max(min(width // self.LEAST_COLUMN, wanted), 1)

    def _cells(self, width: int) -> int:
        return min(width // self._columns(width), 36)

    def _rows(self, width: int) -> int:
        return max(-(-len(self.entries) // self._columns(width)), 1)

    def _part(self, place: int) -> str:
        entry = self.entries[place]
        if place == self.cursor:
            return "cursor"
        if not entry.open:
            return "closed"
        if entry.kind == "throw":
            return "throw"
        return "nothing" if entry.pays == 0 else "entry"


def _first_place(entries: Sequence[Entry]) -> int | None:
    """The place of the throw or the only use; None for several, so that no extra key press uses the dice."""
    if entries and entries[0].kind == "throw":
        return 0 if entries[0].open else None
    return 0 if len(entries) == 1 else None


def _entry_line(entry: Entry, width: int, under_cursor: bool) -> str:
    mark = "▸" if under_cursor else " "
    pays = "" if entry.pays is None else f" {entry.pays}" + ("*" if entry.note else " ")
    label = shortened(mark + entry.label, width - len(pays))
    return label + " " * (width - cell_len(label) - len(pays)) + pays


class EventLog(ScrollView, can_focus=False):
    """The log of events as sentences, newest last; the last event stands out."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"event-log--old", "event-log--new"}
    LONGEST = 500

    def __init__(self) -> None:
        super().__init__()
        self.border_title = tr("What happened")
        self.sentences: list[str] = []
        self._lines: list[str] = []
        self._news = 0
        self._first_new = 0

    def add(self, *sentences: str) -> None:
        """Adds the sentences of one event."""
        self.sentences = [*self.sentences, *sentences][-self.LONGEST :]
        self._news = len(sentences)
        self._break_lines()

    def on_resize(self) -> None:
        """Wraps the lines again."""
        self._break_lines()

    def render_line(self, y: int) -> Strip:
        """Draws one visible line."""
        place = y + self.scroll_offset.y
        line = self._lines[place] if place < len(self._lines) else ""
        part = "event-log--new" if place >= self._first_new else "event-log--old"
        strip = Strip([Segment(line, self.get_component_rich_style(part))])
        return strip.adjust_cell_length(self.scrollable_content_region.width, self.rich_style)

    def _break_lines(self) -> None:
        width = max(self.scrollable_content_region.width, 20)
        broken = [_wrapped(sentence, width) for sentence in self.sentences]
        self._lines = list(chain(*broken))
        self._first_new = sum(map(len, broken[: len(broken) - self._news]))
        self.virtual_size = Size(0, len(self._lines))
        self.scroll_end(animate=False)
        self.refresh()


@lru_cache(2 * EventLog.LONGEST)
def _wrapped(sentence: str, width: int) -> list[str]:
    return wrapped(sentence, "", width)


class Key(NamedTuple):
    """A key, its label, the action of the screen behind it, and the moments when it does something."""

    key: str
    does: str
    action: str
    when: str = ""


KEY_NAMES = {
    **{"?": "question_mark", "↵": "enter", "↑ ↓": "down", "← →": "right", "1-5": "0", "g": "g,f1"},
    **{mark("Esc", "a key"): "escape", mark("Space", "a key"): "space"},
    **{"+": "plus,equals_sign", "-": "minus"},
}


def name_of(key: str) -> str:
    """The name that Textual has for a key in the footer."""
    return KEY_NAMES.get(key, key)


class KeyFooter(Static):
    """The footer: the keys that do something now, as many as fit. A click works like a key."""

    def __init__(self, keys: Iterable[Key] = ()) -> None:
        super().__init__()
        self._keys, self._notice, self._said = [*keys], "", Content()

    def show(self, keys: Iterable[Key], notice: str = "") -> None:
        """Shows the keys, the most important first, and the notice, if any."""
        self._keys, self._notice = [*keys], notice
        self.on_resize()

    def on_resize(self) -> None:
        """Fills two lines in narrow windows, one in wide ones."""
        lines, before = [Content()], self._said
        for key in self._keys:
            longer = lines[-1] + Content(" " if lines[-1] else "") + _key(key)
            if longer.cell_length <= self.size.width:
                lines[-1] = longer
            else:
                lines.append(_key(key))
        most = 1 if self.screen.has_class("-wide") else 2
        self._said = Content("\n").join([*([Content(self._notice)] if self._notice else []), *lines[:most]])
        if self._said != before:
            self.update(self._said)


def _key(key: Key) -> Content:
    click = f"@click={'' if key.action.startswith('app.') else 'screen.'}{key.action}"
    name, does = tr(key.key, "a key"), tr(key.does, "what a key does")
    return Content.from_markup(f"[{click}][bold $primary]{name}[/] [$foreground]{does}[/][/]")

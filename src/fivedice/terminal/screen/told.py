"""The log of events as scrolling sentences, and the line of keys."""

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.text import Text
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static


class Told(ScrollView, can_focus=False):
    """Sentences, the newest last; what the last event brought stands out."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"told--old", "told--new"}
    LONGEST = 500

    def __init__(self) -> None:
        super().__init__()
        self.border_title = "What happened"
        self.sentences: list[str] = []
        self._lines: list[str] = []
        self._news = 0
        self._first_new = 0
        self._broken: dict[tuple[str, int], list[str]] = {}

    def add(self, *sentences: str) -> None:
        """Adds sentences; those of before are no news any more."""
        self.sentences = [*self.sentences, *sentences][-self.LONGEST :]
        self._news = len(sentences)
        self._break_lines()

    def on_resize(self) -> None:
        """Lines are broken anew."""
        self._break_lines()

    def render_line(self, y: int) -> Strip:
        """One line of what can be seen."""
        place = y + self.scroll_offset.y
        line = self._lines[place] if place < len(self._lines) else ""
        part = "told--new" if place >= self._first_new else "told--old"
        return Strip([Segment(line, self.get_component_rich_style(part))]).adjust_cell_length(
            self.scrollable_content_region.width, self.rich_style
        )

    def _break_lines(self) -> None:
        width = max(self.scrollable_content_region.width, 20)
        first_new = len(self.sentences) - self._news
        old, new = self.sentences[:first_new], self.sentences[first_new:]
        self._lines = [line for sentence in old for line in self._wrapped(sentence, width)]
        self._first_new = len(self._lines)
        self._lines += [line for sentence in new for line in self._wrapped(sentence, width)]
        self.virtual_size = Size(0, len(self._lines))
        self.scroll_end(animate=False)
        self.refresh()

    def _wrapped(self, sentence: str, width: int) -> list[str]:
        if (sentence, width) not in self._broken:
            lines = Text(sentence).wrap(self.app.console, width)
            self._broken[sentence, width] = [line.plain for line in lines]
        return self._broken[sentence, width]


class Key(NamedTuple):
    """A key as it is shown, what it does, and the action of the table behind it."""

    key: str
    does: str
    action: str


class Keys(Static):
    """The keys and what they do; those that would do nothing now are faint. A click does the same."""

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[tuple[Key, bool]] = []

    def show(self, keys: Iterable[tuple[Key, bool]]) -> None:
        """Shows these keys, each with whether it does something now, where that is not shown already."""
        before, self._shown = self._shown, [*keys]
        if self._shown != before:
            self.update(Content(" ").join(_key(key, active) for key, active in self._shown), layout=False)


def _key(key: Key, active: bool) -> Content:
    if not active:
        return Content.styled(f"{key.key} {key.does}", "$line")
    click = f"@click=screen.{key.action}"
    return Content.from_markup(f"[{click}][bold $primary]{key.key}[/] [$foreground]{key.does}[/][/]")

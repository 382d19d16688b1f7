"""What happened, as sentences that scroll, and the line of keys below the table. Knows no match."""

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

    def add(self, *sentences: str) -> None:
        """Adds sentences; those of before are no news any more."""
        self.sentences = [*self.sentences, *sentences][-self.LONGEST :]
        lines = self._wrapped(sentences)
        self._lines = [*self._lines, *lines][-2 * self.LONGEST :]
        self._news = len(self._lines) - len(lines)
        self._scroll_to_news()

    def on_resize(self) -> None:
        """Lines are broken anew."""
        self._lines = self._wrapped(self.sentences)
        self._news = len(self._lines)
        self._scroll_to_news()

    def render_line(self, y: int) -> Strip:
        """One line of what can be seen."""
        place = y + self.scroll_offset.y
        line = self._lines[place] if place < len(self._lines) else ""
        part = "told--new" if place >= self._news else "told--old"
        return Strip([Segment(line, self.get_component_rich_style(part))]).adjust_cell_length(
            self.scrollable_content_region.width, self.rich_style
        )

    def _wrapped(self, sentences: Iterable[str]) -> list[str]:
        width = max(self.scrollable_content_region.width, 20)
        wrap = Text.wrap
        return [line.plain for text in sentences for line in wrap(Text(text), self.app.console, width)]

    def _scroll_to_news(self) -> None:
        self.virtual_size = Size(0, len(self._lines))
        self.scroll_end(animate=False)
        self.refresh()


class Key(NamedTuple):
    """A key as it is shown, what it does, and the action of the table behind it."""

    key: str
    does: str
    action: str


class Keys(Static):
    """The keys and what they do; those that would do nothing now are faint. A click does the same."""

    def show(self, keys: Iterable[tuple[Key, bool]]) -> None:
        """Shows these keys, each with whether it does something now."""
        shown = (_key(key, active) for key, active in keys)
        self.update(Content("  ").join(shown), layout=False)


def _key(key: Key, active: bool) -> Content:
    if not active:
        return Content.styled(f"{key.key} {key.does}", "$line")
    click = f"@click=screen.{key.action}"
    return Content.from_markup(f"[{click}][bold $primary]{key.key}[/] [$foreground]{key.does}[/][/]")

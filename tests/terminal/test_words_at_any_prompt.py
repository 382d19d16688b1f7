"""The words that work at every prompt of the line mode, typed at each prompt of each game."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from fivedice.games import FIVE_GAMES
from fivedice.notation import record
from fivedice.runtime.library import Library
from fivedice.terminal.sitting import NOTHING_TO_DECIDE, THROW_FIRST
from tests.terminal.lines import Lines, agreed
from tests.terminal.test_plain import any_game

WORDS = (
    *("?", "help", "rules", "legend", "card", "scores", "uses", "hint", "undo", "u"),
    *("leave", "back", "quit", "exit", "", "no", "0", "nonsense", "\x1b[A"),
)


class Walk:
    """Plays a match with real dice, and first types every word at every kind of prompt."""

    def __init__(self, game: str, home: Path, library: Library) -> None:
        self.typed = set[tuple[str, str]]()
        self.lines = Lines(agreed(game, "Ann,Ben,greedy"), home, self._answers(), manual=True)
        self.lines.sitting.knowing = library

    def to_the_end(self) -> None:
        while not self.lines.play():
            pass

    @property
    def kinds(self) -> set[str]:
        return {kind for kind, _ in self.typed}

    def _answers(self) -> Iterator[str]:
        plays, dice = any_game(self.lines), Random(1)
        while True:
            kind, played = self._kind(), next(plays)
            new = next((word for word in WORDS if (kind, word) not in self.typed), None)
            if new is not None:
                self.typed.add((kind, new))
                yield new
            else:  # other dice each time, or a roll-off would never end
                yield "".join(dice.choice("123456") for _ in played) if "type what" in kind else played

    def _kind(self) -> str:
        """The last prompt without names and dice, and for whom it is: a person or a bot."""
        bot = "greedy" in self.lines.asked[-1].partition(",")[0]
        return re.sub(r"^\w+( \d)?, |\(u takes.*?\)|\d|\(.\) *", "", self.lines.asked[-1]) + str(bot)


@pytest.mark.parametrize("game", FIVE_GAMES)
def test_no_word_at_any_prompt_ends_the_match(game: str, home: Path, library: Library) -> None:
    walk = Walk(game, home, library)
    walk.to_the_end()
    for asked in ("type what", "which dice do you keep", "use them for", "Press Enter"):
        assert any(asked in kind for kind in walk.kinds) or (game, asked) == ("challenge", "Press Enter")
    kept = record.replay(walk.lines.sitting.log.path.read_bytes())
    assert kept.complete
    assert kept.match == walk.lines.sitting.match


@pytest.mark.parametrize(
    ("seats", "first", "said"), [("Ann,greedy", "0", THROW_FIRST), ("Ann,greedy", "1", NOTHING_TO_DECIDE)]
)
def test_before_dice_lie_there_is_no_hint(seats: str, first: str, said: str, home: Path) -> None:
    lines = Lines(agreed("junior", seats, first), home, iter(["hint", "quit"]), manual=True)
    assert not lines.play()
    assert lines.said[-1] == said
    assert lines.asked[0] == lines.asked[1]
    assert lines.sitting.match.events == ()

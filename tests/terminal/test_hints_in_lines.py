"""Hints in the line mode name answers that do what they say."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fivedice.core.faces import dice_text
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.match.events import Spend, Throw
from fivedice.runtime.library import Library
from tests.terminal.lines import Lines, agreed

SHOWN_AS = [
    *((game, GAMES[game].faces) for game in FIVE_GAMES),
    ("junior", "digits"),
    ("traditional", "digits"),
]
TURNS = 6
"""Of both seats together."""


def followed(lines: Lines) -> Iterator[str]:
    """Asks for a hint before every decision, and types its best to the letter; Enter elsewhere."""
    while True:
        prompt = lines.asked[-1]
        if "do you keep" in prompt or "use them for" in prompt or " or stay" in prompt:
            yield "hint"
            yield hinted(lines)
        elif "zero" in prompt:
            yield "yes"
        else:
            yield ""


def hinted(lines: Lines) -> str:
    """The answer that the last hint names for its best choice."""
    last = max(place for place, line in enumerate(lines.said) if "worth in" in line)
    return next(found[1] for line in lines.said[last:] if (found := re.match(r"  type (\S+)", line)))


@pytest.mark.parametrize("width", [40, 80])
def test_a_hint_is_laid_out_for_its_window(width: int, home: Path, library: Library) -> None:
    lines = Lines(agreed("traditional", "Ann"), home, iter(["hint", "quit"]), width=width)
    lines.sitting.knowing = library
    assert not lines.play()
    first = next(place for place, line in enumerate(lines.said) if "worth in" in line)
    widths = [len(line) for line in lines.said[first:-1]]
    assert width - 10 < max(widths) <= width


def sat_down(game: str, faces: str, home: Path, library: Library, answers: Iterator[str]) -> Lines:
    lines = Lines(agreed(game, "Ann,greedy"), home, answers)
    lines.sitting.knowing = library
    lines.table.face_set = faces
    return lines


@pytest.mark.parametrize(("game", "faces"), SHOWN_AS)
def test_each_choice_of_a_hint_is_understood_as_it_is_told(
    game: str, faces: str, home: Path, library: Library
) -> None:
    answers: list[str] = ["hint"]
    told: list[tuple[str, str]] = []

    def given() -> Iterator[str]:
        yield from answers
        told.extend(re.findall(r"^  type (\S+) to keep (.*?): ", lines.text(), re.MULTILINE))
        for typed, named in told:
            yield typed
            asked = "use" if named == "all five" else f"You keep {named}. "
            assert asked in lines.asked[-1]
            yield "undo"
        yield "quit"

    lines = sat_down(game, faces, home, library, given())
    assert not lines.play()
    assert len(told) == 5


@pytest.mark.parametrize("game", FIVE_GAMES)
def test_turns_can_be_played_by_hints_alone(game: str, home: Path, library: Library) -> None:
    begun: list[Iterator[str]] = []

    def later() -> Iterator[str]:
        while sum(isinstance(event, Spend) for event in lines.sitting.match.events) < TURNS:
            yield next(begun[0])
        yield "quit"

    lines = sat_down(game, GAMES[game].faces, home, library, later())
    begun.append(followed(lines))
    assert not lines.play()
    assert not [line for line in lines.said if "Please type" in line or "or ? for help" in line]
    assert not [line for line in lines.said if "not one of these uses" in line]


def test_a_hint_for_five_that_are_best_kept_says_stop(home: Path, library: Library) -> None:
    lines = sat_down("traditional", "chinese", home, library, iter(["hint", "stop", "quit"]))
    lines.sitting.step(Throw(0, (6, 6, 6, 6, 6)))
    assert not lines.play()
    assert "type stop to keep all five: " in lines.text()
    assert "What do you use them for?" in lines.asked[-1]


def test_dice_are_told_by_their_names_and_typed_by_their_numbers() -> None:
    assert dice_text((1, 6), "characters") == "Mickey(1) Pluto(6)"

"""Lessons: a table would play them the same way, and their texts are short and true."""

import re
from functools import partial

import pytest

from fivedice import lessons
from fivedice.cards import written
from fivedice.core.rules import title
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.games.owncard import OwnCard
from fivedice.lessons import script
from fivedice.lessons.script import LEARNER, Lesson, PlayedStep
from fivedice.match import questions
from fivedice.match.events import Event, Keep, Spend, Throw
from fivedice.table.log import Happened
from fivedice.table.protocol import messages as say
from fivedice.table.protocol import requests
from fivedice.table.state import TableState
from tests.server.own_cards import CARD
from tests.typed import as_a

STEPS = range(4, 10)
LONGEST = 260
"""Letters of a caption at most: three lines on a phone."""
FEWEST_WORDS, MOST_WORDS = 110, 260
"""All that is read in a lesson: a minute of it, four words a second at most."""
_NAMED = "Press “{}”: it pays {}."
ASKED = {"cards": _NAMED, "scoreboard": _NAMED, "ring": "{}: press the card. It pays {}."}
"""How a use is asked for: by what is written where it is pressed, but on cards of a ring that is no verb."""
UNKNOWN = {"book", "worth", "seat", "use", "roll", "hand"}
"""Words of the house that nobody knows who has never played."""


def lesson(game: str) -> Lesson:
    """The lesson of a game that has one."""
    known = lessons.of(GAMES[game])
    assert known is not None
    return known


def sent(played: PlayedStep) -> say.Move:
    """What a table would hear for what is pressed."""
    press, number = played.press, played.rooms[0].number
    match press["type"]:
        case "throw":
            return say.ThrowMessage(number)
        case "keep":
            return say.KeepMessage(press["dice"], number)
        case _:
            return say.UseMessage(press["use"], number)


def _first(played: PlayedStep, _: TableState) -> Event:
    return played.events[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_makes_the_same_of_what_is_pressed(game: str) -> None:
    for played in script.play(lesson(game)):
        room = played.rooms[0]
        entries = requests.entries(sent(played), room, LEARNER, partial(_first, played))
        assert LEARNER in room.waits_for.asked
        assert tuple(as_a(Happened, entry).event for entry in entries) == played.move


@pytest.mark.parametrize("game", GAMES)
def test_what_follows_a_press_takes_nobodys_press(game: str) -> None:
    for played in script.play(lesson(game)):
        after = played.rooms[len(played.move) : -1]
        for room, event in zip(after, played.events[len(played.move) :], strict=True):
            waits = room.waits_for.due
            assert waits is not None
            assert isinstance(event, Throw) == (waits.kind == "chance")
            assert event.seat in room_awaits(room)
            assert isinstance(event, Throw) or event.seat != LEARNER


def room_awaits(room: TableState) -> tuple[int, ...]:
    """The seats that the match waits for."""
    assert room.match is not None
    return room.match.awaited.seats


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_takes_a_minute_and_is_plain(game: str) -> None:
    known = lesson(game)
    steps = list(script.play(known))
    assert len(steps) + 1 in STEPS
    said = [text for one in steps for text in (one.step.caption, one.asks, one.step.meanwhile)]
    assert max(map(len, (*said, known.ending))) <= LONGEST
    assert all(one.step.caption and one.asks for one in steps)
    assert FEWEST_WORDS <= len(" ".join((*said, known.ending)).split()) <= MOST_WORDS
    words = " ".join((*(step.caption + step.meanwhile for step in known.steps), known.ending))
    unknown = UNKNOWN | (set() if GAMES[game].board == "cards" else {"box", "boxes"})
    assert not unknown & set(re.findall(r"[a-z]+", words.casefold()))


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_never_shows_what_the_learner_would_not_take(game: str) -> None:
    for played in script.play(lesson(game)):
        (*_, last), room = played.move, played.rooms[0]
        assert room.match is not None
        if isinstance(last, Spend):
            (use,) = (one for one in questions.uses(room.match.state, LEARNER) if one.name == last.use)
            assert played.asks == ASKED[GAMES[game].board].format(title(use.name), use.pays)
            assert use.pays > 0
        elif isinstance(last, Keep):
            assert re.search(r"[⚀-⚅]", played.asks)
        else:
            assert isinstance(last, Throw)


def test_the_five_games_have_a_lesson_of_their_own() -> None:
    assert len({lesson(game).steps for game in FIVE_GAMES}) == len(FIVE_GAMES)
    assert "In Vierer every four counts." in lesson("kniffel").steps[3].caption
    assert "100 points" not in lesson("yacht").ending  # it has no bonus


def test_a_card_without_fours_has_no_lesson() -> None:
    assert lessons.of(OwnCard(written.read(CARD))) is None

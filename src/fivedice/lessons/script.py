"""A lesson as data: scripted first turns with captions, and the messages that a page receives.

Each step is played by the rules, as at a table; an illegal script cannot be shown.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from fivedice.bots import personas
from fivedice.core.dice import Dice
from fivedice.core.faces import DRAWN, dice_text
from fivedice.core.rules import Game, Use
from fivedice.language import mark, sentences, tr
from fivedice.match import questions
from fivedice.match.events import Event, Keep, Spend
from fivedice.match.match import EventMatch, begin
from fivedice.match.setup import game_called
from fivedice.notation import read, write
from fivedice.table.log import Happened
from fivedice.table.protocol import narrated, player_view
from fivedice.table.protocol.messages import ToldMessage
from fivedice.table.seating import Chair, players
from fivedice.table.state import TableState
from fivedice.table.terms import Terms

LEARNER = 0
"""The learner's seat."""
NAME = mark("Player")
BUTTON = "{button}"
"""Stands for the label of the main button, which the page knows."""


class LessonStep(Struct, frozen=True):
    """A caption and what happens then: first the learner's move, then everything after it.

    `events` are separated by commas, such as "keep 44, throw 435"; another seat's number comes first: "1 keep
    33". `meanwhile` is shown while others play.
    """

    caption: str
    events: str
    meanwhile: str = ""


class Lesson(Struct, frozen=True):
    """The steps, the final caption, and the bots at the table."""

    game: str
    steps: tuple[LessonStep, ...]
    ending: str
    bots: tuple[str, ...] = ()


class PlayedStep(Struct, frozen=True):
    """A played step: the table before it and after each of its events."""

    step: LessonStep
    events: tuple[Event, ...]
    rooms: tuple[TableState, ...]

    @property
    def move(self) -> tuple[Event, ...]:
        """The events of one click of the learner."""
        stops = isinstance(self.events[0], Keep) and isinstance(self.events[1], Spend)
        return self.events[: 2 if stops and self.events[1].seat == LEARNER else 1]

    @property
    def press(self) -> dict[str, Any]:
        """The message that the page sends for this click."""
        match self.move[-1]:
            case Keep(dice=dice):
                return {"type": "keep", "dice": write.dice(dice)}
            case Spend(use=use):
                return {"type": "use", "use": use}
            case _:
                return {"type": "throw"}

    @property
    def asks(self) -> str:
        """The sentence that asks the learner for this click."""
        state = _match(self.rooms[0]).state
        match self.move[-1]:
            case Keep(dice=dice):
                return sentences(self._to_keep(dice), tr("Then press “{button}”.", button=BUTTON))
            case Spend(use=name):
                return _to_use(state.setup.game, questions.used(state, Spend(LEARNER, name)))
            case _:
                return tr("Press “{button}”.", button=BUTTON)

    def _to_keep(self, dice: Dice) -> str:
        """Which dice to press; some may be kept already."""
        new, before = list(dice), _kept(_match(self.rooms[0]))
        for die in before:
            new.remove(die)
        values = {"count": len(new), "dice": dice_text(tuple(new), DRAWN)}
        if not before:
            return tr("Press {dice} to keep {count, plural, one {it} other {them}}.", **values)
        return tr("Press the new {dice} to keep {count, plural, one {it} other {them}}, too.", **values)


def _to_use(game: Game, use: Use) -> str:
    """Asks for a use: a card on the ring, or a button."""
    press = mark("Press “{use}”: it pays {points}.")
    if not game.fills_boxes:
        press = mark("{use}: press the card. It pays {points}.")
    return tr(press, use=use.title, points=use.pays)


def _kept(match: EventMatch) -> Dice:
    """The learner's dice kept since the previous throw."""
    if match.state.turn is None or match.state.turn.step == 1:
        return ()
    keeps = (event for event in reversed(match.events) if isinstance(event, Keep) and event.seat == LEARNER)
    return next((keep.dice for keep in keeps), ())


def play(lesson: Lesson) -> Iterator[PlayedStep]:
    """Plays the steps in order. Raises `IllegalMove` or `BadText` for a wrong script."""
    room = open_table(lesson)
    for step in lesson.steps:
        events, rooms = list[Event](), [room]
        for text in step.events.split(", "):
            events.append(_event(text, _match(room)))
            room = room.after(Happened(events[-1]))
            rooms.append(room)
        yield PlayedStep(step, tuple(events), tuple(rooms))


def open_table(lesson: Lesson) -> TableState:
    """The table at the start, with the learner seated; it is not stored."""
    bots = (Chair(personas.of(bot).name, bot) for bot in lesson.bots)
    chairs = (Chair(tr(NAME), holder=NAME), *bots)
    terms = Terms(lesson.game, tuple(chair.bot for chair in chairs), first=LEARNER, hints=False)
    return TableState(terms, chairs, match=begin(terms.setup(players(chairs))))


def for_page(lesson: Lesson) -> dict[str, Any]:
    """Everything a page needs: the table at the start, and each step with its messages."""
    room = open_table(lesson)
    return {
        "game": lesson.game,
        "title": game_called(lesson.game).title,
        "start": {"picture": player_view.picture(room, ""), "you": player_view.seen_by(room, LEARNER)},
        "steps": [_step(played) for played in play(lesson)],
        "ending": lesson.ending,
    }


def _step(played: PlayedStep) -> dict[str, Any]:
    step, rooms = played.step, played.rooms
    entries = zip(map(Happened, played.events), rooms, rooms[1:], strict=False)
    return {
        "number": rooms[0].number,
        "caption": step.caption,
        "asks": played.asks,
        "press": played.press,
        "meanwhile": step.meanwhile,
        "told": [_message(entry, before, after) for entry, before, after in entries],
    }


def _message(entry: Happened, before: TableState, after: TableState) -> ToldMessage:
    """The message that a table would send to the learner."""
    message = narrated.update(entry, before, after, player_view.picture(after, ""))
    return narrated.seen_by(LEARNER, None, message, entry, after)


def _event(text: str, match: EventMatch) -> Event:
    """Parses an event of a script; default: the seat that the match waits for."""
    first, *others = text.split()
    seat = int(first) if first.isdigit() else match.awaited.seats[0]
    kind, *what = others if first.isdigit() else (first, *others)
    return read.OF_A_SEAT[kind](seat, "".join(what))


def _match(room: TableState) -> EventMatch:
    assert room.match is not None
    return room.match

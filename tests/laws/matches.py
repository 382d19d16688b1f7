"""Random matches for the laws: any game, seats, options and opening; and parsers that may refuse."""

from collections.abc import Iterator
from random import Random
from typing import Any, Literal, cast, get_args, get_origin

import msgspec
from hypothesis import strategies as st

from fivedice.bots import random
from fivedice.core.dice import FACES, ROLLS, YAHTZEES
from fivedice.core.rules import Hands, IllegalMove
from fivedice.games import GAMES
from fivedice.match.events import Choose, Event, Final, First, HintTaken, Keep, Score, Spend, Throw
from fivedice.match.match import EventMatch, begin
from fivedice.match.questions import is_over, view
from fivedice.match.setup import Player, Setup, game_called
from fivedice.match.state import HIDDEN, State, may_enter
from fivedice.notation import read
from fivedice.notation.read import BadText
from fivedice.notation.record import BadRecord
from fivedice.runtime.chance import happen

NAMES = ("Ann", "Ben", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")
SOME_PAWNS = {2: "8,0", 3: "12,4,0", 4: "4,0,12,8"}
LONGEST = 50_000
"""More events than any match comes to: random decisions in showdown need some 1,500, seldom 6,000."""

LEVELS = ("throws", "final", "score")
"""The levels of detail of a turn."""

seeds = st.integers(0, 2**32)


def options(name: str, seats: int) -> list[dict[str, Any]]:
    """The house options of a game to play with: every value of a choice, and some of what is freer."""
    found: list[dict[str, Any]] = [{}]
    for field in msgspec.structs.fields(cast(type[msgspec.Struct], GAMES[name])):
        if get_origin(field.type) is Literal:
            found += [{field.name: value} for value in get_args(field.type)]
    if name == "showdown":
        found.append({"pawns": SOME_PAWNS[seats]})
    if name == "piecepack":
        found.append({"suits": "arms,arms,moon,moon,sun"})
    return found


@st.composite
def setups(draw: st.DrawFn, name: str, number: int | None = None, most_games: int = 2) -> Setup:
    """Any setup of a game that can be played, with any number of seats where none is named."""
    game = GAMES[name]
    seats = number or draw(st.sampled_from(game.seats))
    opening = draw(st.sampled_from([*map(str, range(seats)), *game.openings]))
    players = tuple(Player(name, draw(st.sampled_from(["", "greedy", "random"]))) for name in NAMES[:seats])
    games = draw(st.integers(1, min(most_games, game.max_games)))
    return Setup(
        game_called(name, draw(st.sampled_from(options(name, seats)))), players, games, read.first(opening)
    )


def next_event(state: State, chance: Random) -> Event:
    """Something legal that may happen next: dice, a drawn seat, or a decision of any seat that is asked."""
    if state.awaited.kind in ("throw", "first"):
        return happen(state.awaited, chance)
    seat = chance.choice(state.awaited.seats)
    return random(view(state, seat), seat, chance)


def moves(setup: Setup, seed: int, most: int = LONGEST) -> Iterator[tuple[EventMatch, Event]]:
    """A match from its start, as it stands before each event, with the event; at most so many."""
    chance, match = Random(seed), begin(setup)
    for _ in range(most):
        if is_over(match.state):
            return
        event = next_event(match.state, chance)
        yield match, event
        match = match.step(event)


def played(setup: Setup, seed: int, most: int = LONGEST) -> EventMatch:
    """A match played at random for at most so many events."""
    match = begin(setup)
    for before, event in moves(setup, seed, most):
        match = before.step(event)
    return match


def entered(setup: Setup, seed: int, most: int = LONGEST, levels: tuple[str, ...] = LEVELS) -> EventMatch:
    """A match at random of which some turns, chosen by chance, are entered without their throws."""
    chance, match = Random(seed), begin(setup)
    while not is_over(match.state) and len(match.events) < most:
        match = match.step(_next_entered(match.state, chance, levels) or next_event(match.state, chance))
    return match


def _next_entered(state: State, chance: Random, levels: tuple[str, ...]) -> Event | None:
    """Final dice or a score of a seat whose turn begins; nothing where it is thrown."""
    seats = may_enter(state)
    level = chance.choice(levels if state.awaited.kind == "throw" else levels[-2:])
    if not seats or level == "throws":
        return None
    seat, dice = chance.choice(seats), tuple(chance.choices(FACES, k=5))
    if level == "final" or state.setup.game.board != "cards":
        return Final(seat, dice)
    roll = tuple(sorted(dice))
    use = chance.choice(state.setup.game.uses(state.position, seat, roll))
    return Score(seat, use.name, use.pays, roll in YAHTZEES)


def some_of(setup: Setup, seed: int, number: int = 20) -> Iterator[tuple[EventMatch, Event]]:
    """About so many points of a whole match, spread over it by chance, and the event that follows each."""
    chance, whole = Random(seed), list(moves(setup, seed))
    return (move for move in whole if chance.random() < number / len(whole))


@st.composite
def matches(draw: st.DrawFn, name: str, over: bool = False) -> EventMatch:
    """A match at any point of it (or at its end)."""
    setup = draw(setups(name, most_games=1 if over else 2))
    if over:
        return played(setup, draw(seeds))
    return played(setup, draw(seeds), draw(st.integers(0, 200)))


def is_legal(match: EventMatch, event: Event) -> bool:
    """Whether the event is one of those that the match waits for, said in another way than by `step`."""
    awaited = match.awaited
    if isinstance(event, Final | Score):
        return _may_be_entered(match.state, event)
    if event.seat not in awaited.seats:
        return False
    match event:
        case Throw(dice=dice):
            right = len(dice) == awaited.dice and all(die in FACES for die in dice)
            return awaited.kind == "throw" and right
        case First():
            return awaited.kind == "first"
        case HintTaken():
            return awaited.kind in ("keep", "use", "choose")
        case Keep(dice=dice):
            event = Keep(event.seat, tuple(sorted(dice)))
    return event in match.decisions(event.seat)


def _may_be_entered(state: State, event: Final | Score) -> bool:
    hands = state.game_awaits
    fresh = state.turn is not None and state.turn.step == 1 and set(sum(state.turn.hands, ())) == {0}
    if not fresh or not isinstance(hands, Hands) or event.seat not in hands.seats:
        return False
    if any(made is not None and made.seat == event.seat for made in state.pending if made != HIDDEN):
        return False
    if isinstance(event, Final):
        return len(event.dice) == 5 and all(die in FACES for die in event.dice)
    game = state.setup.game
    rolls = [roll for roll in ROLLS if (roll in YAHTZEES) == event.five]
    paid = {(one.name, one.pays) for roll in rolls for one in game.uses(state.position, event.seat, roll)}
    return game.board == "cards" and (event.use, event.pays) in paid


few_dice = st.lists(st.sampled_from(FACES), max_size=6).map(tuple)
seats_and_beyond = st.integers(-2, 11)
words = st.one_of(
    st.sampled_from(["", "chance", "zero-chance", "sixes", "zero-yahtzee", "goofy", "pluto", "nothing"]),
    st.sampled_from(["place-sixes", "steal-chance", "raise-aces", "move", "stay", "full-house"]),
    st.text(max_size=12),
)
events = st.one_of(
    st.builds(Throw, seats_and_beyond, few_dice),
    st.builds(Throw, seats_and_beyond, st.sampled_from(ROLLS)),
    st.builds(Keep, seats_and_beyond, few_dice),
    st.builds(Spend, seats_and_beyond, words),
    st.builds(Choose, seats_and_beyond, words),
    st.builds(First, seats_and_beyond),
    st.builds(HintTaken, seats_and_beyond),
    st.builds(Final, seats_and_beyond, few_dice),
    st.builds(Final, seats_and_beyond, st.sampled_from(ROLLS)),
    st.builds(Score, seats_and_beyond, words, st.integers(-1, 30), st.booleans()),
)
"""Anything that may be said to happen, mostly wrong."""


def assert_same_or_refused(text: Any, reader: Any, writer: Any) -> None:
    """What is read of a text is read again of what is written of it; else it is refused in a sentence."""
    if tried(reader, text) is None:
        assert reader(writer(reader(text))) == reader(text)


def tried(reader: Any, *arguments: Any) -> Exception | None:
    """Why the reader refuses, in a sentence; nothing if it reads. Any other error comes through."""
    refused: Exception | None = None
    try:
        reader(*arguments)
    except (BadText, IllegalMove, BadRecord) as error:
        refused = error
    assert refused is None or str(refused).endswith(".")
    return refused

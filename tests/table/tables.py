"""Tables to hold the laws against: any terms, people who come, leave and decide at random. No server."""

from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from hypothesis import strategies as st
from msgspec import Struct

from fivedice.bots import away, random
from fivedice.games import GAMES
from fivedice.match.events import Choose, Decision, Event, Keep, Spend
from fivedice.match.questions import view
from fivedice.match.state import State
from fivedice.notation import read, write
from fivedice.runtime.chance import happen
from fivedice.table.advance import Happen
from fivedice.table.log import Entry, Happened, SeatReturned, SeatTaken, Started
from fivedice.table.protocol import messages as say
from fivedice.table.protocol import requests
from fivedice.table.state import TableState, open_chair, opened
from fivedice.table.terms import Terms
from tests.laws.matches import NAMES, options

BOTS = ("greedy", "random")
RESTLESS = 0.2
"""How often somebody gives a chair back before the match."""


class Step(Struct, frozen=True):
    """One entry of a table's log, with the table before and after it."""

    before: TableState
    entry: Entry
    after: TableState


def by_chance(chance: Random) -> Happen:
    """Dice of a generator."""

    def thrown(table: TableState) -> Event:
        assert table.match is not None
        return happen(table.match.awaited, chance)

    return thrown


def holder(chair: int) -> str:
    """What stands for the digest of a token: a text that occurs nowhere else."""
    return f"holder-of-{chair}-is-secret"


@st.composite
def terms(draw: st.DrawFn, name: str, least_people: int = 1, most_seats: int = 4) -> Terms:
    """Any terms of a game, with a chair or more for people."""
    game = GAMES[name]
    least = max(least_people, game.seats[0])
    seats = draw(st.sampled_from([number for number in game.seats if least <= number <= most_seats]))
    people = draw(st.integers(least_people, seats))
    chairs = draw(
        st.permutations([""] * people + [draw(st.sampled_from(BOTS)) for _ in range(people, seats)])
    )
    return Terms(
        name,
        tuple(chairs),
        draw(st.sampled_from(options(name, seats))),
        games=draw(st.integers(1, min(2, game.max_games))),
        first=draw(st.sampled_from([None, *map(read.first, game.openings), *range(seats)])),
        hints=draw(st.booleans()),
    )


def seated(agreed: Terms) -> Iterator[Step]:
    """Everybody sits down, and the match begins."""
    room = opened(agreed)
    while any(chair.is_open for chair in room.chairs):
        chair = open_chair(room)
        step = _step(room, SeatTaken(chair, NAMES[chair], holder(chair)))
        yield step
        room = step.after
    yield _step(room, Started())


def gathering(agreed: Terms, chance: Random) -> Iterator[Step]:
    """People sit down and give chairs back at random until all are taken, and the match begins."""
    room = opened(agreed)
    for turn in count():
        if not any(chair.is_open for chair in room.chairs):
            break
        if room.people and chance.random() < RESTLESS:
            seat = chance.choice(room.people)
            (entry,) = requests.entries(say.LeaveMessage(), room, seat, by_chance(chance))
        else:
            chair = chance.choice([place for place, chair in enumerate(room.chairs) if chair.is_open])
            free = [name for name in NAMES if name not in {chair.name for chair in room.chairs}]
            entry = SeatTaken(chair, chance.choice(free), holder(turn))
        step = _step(room, entry)
        yield step
        room = step.after
    yield _step(room, Started())


def playing(agreed: Terms) -> TableState:
    """The room in which the match has just begun."""
    *_, last = seated(agreed)
    return last.after


def life(agreed: Terms, seed: int, most: int = 50_000, restless: float = 0.05) -> Iterator[Step]:
    """A table from its opening to the end of its match; now and then somebody leaves, returns or speaks."""
    chance, room = Random(seed), opened(agreed)
    for step in gathering(agreed, chance):
        yield step
        room = step.after
    for _ in range(most):
        if room.is_over:
            return
        make = _aside if chance.random() < restless else _onwards
        for entry in make(room, chance):
            step = _step(room, entry)
            yield step
            room = step.after


def ended(agreed: Terms, seed: int) -> TableState:
    """The room at the end of such a life."""
    *_, last = life(agreed, seed)
    return last.after


def some_of(agreed: Terms, seed: int, number: int = 30) -> list[Step]:
    """About so many steps of a whole life, spread over it by chance."""
    steps, chance = list(life(agreed, seed)), Random(seed)
    return [step for step in steps if chance.random() < number / len(steps)]


def message_of(decision: Decision, seen: int) -> say.Wish:
    """What a client sends who decides so."""
    match decision:
        case Keep():
            return say.KeepMessage(write.dice(decision.dice), seen)
        case Spend():
            return say.UseMessage(decision.use, seen)
        case Choose():
            return say.ChooseMessage(decision.option, seen)


def _step(room: TableState, entry: Entry) -> Step:
    return Step(room, entry, room.after(entry))


def _onwards(room: TableState, chance: Random) -> list[Entry]:
    """What happens by itself, a present person's move, or somebody's return where nobody is here."""
    assert room.match is not None
    next_ = room.waits_for.due
    if next_ is not None and (next_.kind == "chance" or chance.random() < 0.5 or not room.waits_for.asked):
        return [_due(room, chance)]
    if room.waits_for.asked:
        seat = chance.choice(room.waits_for.asked)
        message = _move(room, seat, chance.randint(room.asked_since, room.number), chance)
        return requests.entries(message, room, seat, by_chance(chance))
    return [SeatReturned(chance.choice([seat for seat in room.people if room.chairs[seat].away]))]


def _due(room: TableState, chance: Random) -> Entry:
    next_ = room.waits_for.due
    assert next_ is not None
    assert room.match is not None
    if next_.kind == "chance":
        return Happened(happen(room.match.awaited, chance))
    decide: Callable[..., Decision] = random if room.chairs[next_.seat].bot else _away
    return Happened(decide(view(room.match.state, next_.seat), next_.seat, chance))


def _away(state: State, seat: int, chance: Random) -> Decision:  # noqa: ARG001 - called like a bot
    return away(state, seat)


def _move(room: TableState, seat: int, seen: int, chance: Random) -> say.Wish:
    assert room.match is not None
    if room.waits_for.thrower == seat:
        return say.ThrowMessage(seen)
    state = room.match.state
    alone = state.turn and len(state.turn.hands) == 1
    if room.match.awaited.kind == "keep" and alone and chance.random() < 0.2:
        return say.UseMessage(chance.choice(room.match.uses(seat)).name, seen)
    return message_of(random(view(state, seat), seat, chance), seen)


def _aside(room: TableState, chance: Random) -> list[Entry]:
    """Somebody leaves, comes back or speaks, all by messages."""
    seat = chance.choice(room.people)
    moved = say.BackMessage() if room.chairs[seat].away else say.LeaveMessage()
    message = chance.choice([moved, say.SayMessage(chance.randrange(9))])
    return requests.entries(message, room, seat, by_chance(chance))

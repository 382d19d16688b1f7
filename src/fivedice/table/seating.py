"""The chairs of a table: taking one, leaving it, being away and returning."""

from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from fivedice import bots
from fivedice.bots import personas
from fivedice.core.rules import IllegalMove, quoted
from fivedice.match.events import Decision
from fivedice.match.setup import Player
from fivedice.match.state import State
from fivedice.names.check import check_apart, check_name, check_new_name
from fivedice.names.unicode import as_seen, look_alike


class Made(Struct, frozen=True):
    """A decision that the game made for a person who was away, and the state that it answered."""

    decision: Decision
    before: State


class Chair(Struct, frozen=True):
    """A place at the table: open, or a bot's or a person's who may be away, so that the game plays for it."""

    name: str = ""
    bot: str = ""
    holder: str = ""
    away: bool = False
    meant: bool = False
    """Whether its person left on purpose: to be connected again is then no return."""
    meanwhile: tuple[Made, ...] = ()
    """What the game has played for a person since that person threw or decided last."""
    said: int = 0
    """How often its person has said something while the table asked what it asks since entry `said_since`."""
    said_since: int = 0

    @property
    def is_open(self) -> bool:
        """Whether nobody has it yet."""
        return not self.name and not self.bot

    @property
    def is_person(self) -> bool:
        """Whether a person has it."""
        return bool(self.holder)

    @property
    def is_here(self) -> bool:
        """Whether a person has it who is not away."""
        return self.is_person and not self.away

    @property
    def is_lost(self) -> bool:
        """Whether a person has it who is away without having said so, and is back when connected again."""
        return self.is_person and self.away and not self.meant

    @property
    def played_by(self) -> str:
        """The bot that decides where no person does; empty where the game plays for who is away (R6)."""
        return "" if self.away else self.bot


Chairs = tuple[Chair, ...]


def person(chairs: Chairs, place: int) -> Chair:
    """The chair of a person. Raises `IllegalMove` where none sits."""
    if not 0 <= place < len(chairs) or not chairs[place].is_person:
        raise IllegalMove("Nobody sits there.")
    return chairs[place]


def player(chairs: Chairs, place: int) -> Chair:
    """The chair of a person or a bot. Raises `IllegalMove` where none sits."""
    if not 0 <= place < len(chairs) or chairs[place].is_open:
        raise IllegalMove("Nobody sits there.")
    return chairs[place]


def check_person(name: str) -> None:
    """Raises `IllegalMove` for a name that no person can take, or by which one would be taken for a bot.

    It is checked at the door and not when somebody sits down, so that a table that stands can always be read.
    """
    if bots.is_bot(name) or bots.looks_like(name.capitalize()):
        raise IllegalMove(f"{quoted(name)} would be taken for a bot; please take another name.")
    check_new_name(name)
    twin = next((one.name for one in personas.PERSONAS if look_alike(name, one.name)), "")
    if twin and as_seen(name) != as_seen(twin):
        raise IllegalMove(f"{quoted(name)} would be taken for {twin}, a bot; please take another name.")


def check_twin(chairs: Chairs, name: str) -> None:
    """Raises `IllegalMove` for a name that looks like another person's; at the door, too."""
    check_apart(name, (chair.name for chair in chairs if chair.is_person))


def sat(chairs: Chairs, place: int, name: str, holder: str) -> Chairs:
    """Somebody sits down. Raises `IllegalMove` for a chair or a name that cannot be had."""
    if not 0 <= place < len(chairs):
        raise IllegalMove("This chair cannot be taken.")
    if not chairs[place].is_open:
        raise IllegalMove("This chair is taken.")
    check_name(name)
    if name in (chair.name for chair in chairs):
        raise IllegalMove(f"Somebody here is called {quoted(name)} already.")
    return _with(chairs, place, Chair(name=name, holder=holder))


def rose(chairs: Chairs, place: int) -> Chairs:
    """A person gives the chair back. Raises `IllegalMove`."""
    person(chairs, place)
    return _with(chairs, place, Chair())


def moved(chairs: Chairs, place: int, *, away: bool, meant: bool = False) -> Chairs:
    """Who plays goes away, or a person is back; a bot that failed stays away. Raises `IllegalMove`."""
    chair = player(chairs, place) if away else person(chairs, place)
    if chair.away == away:
        raise IllegalMove(f"{chair.name} is {'away' if away else 'back'} already.")
    return _with(chairs, place, replace(chair, away=away, meant=meant))


def spoke(chairs: Chairs, place: int, since: int) -> Chairs:
    """A person says something, while the table asks what it asks since this entry. Raises `IllegalMove`."""
    said = times_said(person(chairs, place), since) + 1
    return _with(chairs, place, replace(chairs[place], said=said, said_since=since))


def times_said(chair: Chair, since: int) -> int:
    """How often its person has spoken while the table asks what it asks since this entry."""
    return chair.said if chair.said_since == since else 0


def filled(chairs: Chairs, bot: str) -> Chairs:
    """The chairs of those who play: open ones go to this bot, or away where none is named."""
    given = tuple(Chair(bot=bot) if chair.is_open else chair for chair in chairs)
    seated = tuple(chair for chair in given if not chair.is_open)
    names = _bot_names(seated)
    return tuple(replace(c, name=n) if c.bot else c for c, n in zip(seated, names, strict=True))


def taken(players: tuple[Player, ...], holder: str) -> Chairs:
    """The chairs of a match that is agreed already; all its persons hold theirs by one token."""
    return tuple(Chair(one.name, one.bot, "" if one.bot else holder) for one in players)


def players(chairs: Chairs) -> tuple[Player, ...]:
    """Who plays, by seat."""
    return tuple(Player(chair.name, chair.bot) for chair in chairs)


def _with(chairs: Chairs, place: int, chair: Chair) -> Chairs:
    return (*chairs[:place], chair, *chairs[place + 1 :])


def _bot_names(chairs: Chairs) -> list[str]:
    """The names of the bots by chair, each unlike all others at the table; nothing for others."""
    taken = {chair.name.casefold() for chair in chairs if chair.is_person}
    names: list[str] = []
    for chair in chairs:
        own = personas.of(chair.bot).name if chair.bot else ""
        numbered = (f"{own} {number}" if number > 1 else own for number in count(1))
        name = next(name for name in numbered if name.casefold() not in taken) if chair.bot else ""
        taken.add(name.casefold())
        names.append(name)
    return names

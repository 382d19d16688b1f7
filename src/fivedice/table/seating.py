"""The chairs of a table: taking one, giving it back, going away and returning."""

from msgspec import Struct
from msgspec.structs import replace

from fivedice import bots
from fivedice.bots import personas
from fivedice.core.rules import IllegalMove, quoted
from fivedice.language import mark, tr
from fivedice.match.events import Decision, Event, Keep, Spend, Throw
from fivedice.match.setup import Player
from fivedice.match.state import State
from fivedice.names import as_seen, check_apart, check_name, check_new_name, look_alike, numbered


class AbsentDecision(Struct, frozen=True):
    """A decision that the game made for an absent player, and the state before it."""

    decision: Decision
    before: State


class Chair(Struct, frozen=True):
    """A place at the table: open, or taken by a bot or by a person, who may be away."""

    name: str = ""
    bot: str = ""
    holder: str = ""
    device: str = ""
    """The second part of the token's digest, once the seat has moved to another device."""
    handed: bool = False
    """Whether the person has not moved since then, so that the device before may take the seat back."""
    contribution: str = ""
    """The contribution to the dice: 16 bytes in hexadecimal that the person's program drew, or ""."""
    colour: str = ""
    away: bool = False
    meant: bool = False
    """Whether the person left on purpose; reconnecting is then not a return."""
    meanwhile: tuple[AbsentDecision, ...] = ()
    """The game's decisions for the absent person since their own last throw or decision."""
    said: int = 0
    """The number of phrases the person has sent since entry `said_since`, which asked the open question."""
    said_since: int = 0

    @property
    def is_open(self) -> bool:
        """Whether the chair is open."""
        return not self.name and not self.bot

    @property
    def is_person(self) -> bool:
        """Whether a person has the chair."""
        return bool(self.holder)

    @property
    def is_present(self) -> bool:
        """Whether a person has the chair and is not away."""
        return self.is_person and not self.away

    @property
    def is_lost(self) -> bool:
        """Whether its person is away, but did not leave on purpose; reconnecting then counts as a return."""
        return self.is_person and self.away and not self.meant

    @property
    def played_by(self) -> str:
        """The bot that decides; "" if a person decides, or the game for an absent player (R6)."""
        return "" if self.away else self.bot


Chairs = tuple[Chair, ...]


def person(chairs: Chairs, place: int, *, or_bot: bool = False) -> Chair:
    """The chair of a person, or of a bot if that will do. Raises `IllegalMove` if nobody has it."""
    if not 0 <= place < len(chairs) or not (chairs[place].is_person or (or_bot and chairs[place].bot)):
        raise IllegalMove(tr("Nobody sits there."))
    return chairs[place]


def check_person(name: str) -> None:
    """Raises `IllegalMove` for a name that a person may not take, such as one like a bot's.

    Checked only when somebody joins, not for each log entry, so stored tables always stay readable.
    """
    if bots.is_bot(name) or bots.looks_like(name.capitalize()):
        misleads = mark("{name} would be taken for a bot; please choose another name.")
        raise IllegalMove(tr(misleads, name=quoted(name)))
    check_new_name(name)
    twin = next((one.name for one in personas.PERSONAS if look_alike(name, one.name)), "")
    if twin and as_seen(name) != as_seen(twin):
        misleads = mark("{name} would be taken for {bot}, a bot; please choose another name.")
        raise IllegalMove(tr(misleads, name=quoted(name), bot=twin))


def check_twin(chairs: Chairs, name: str) -> None:
    """Raises `IllegalMove` for a name that looks like another person's. Called only when somebody joins."""
    check_apart(name, (chair.name for chair in chairs if chair.is_person))


def take(chairs: Chairs, place: int, person: Chair) -> Chairs:
    """Seats a person. Raises `IllegalMove` if the chair or the name is not available."""
    if not 0 <= place < len(chairs):
        raise IllegalMove(tr("This chair cannot be taken."))
    if not chairs[place].is_open:
        raise IllegalMove(tr("This chair is taken."))
    check_name(person.name)
    if person.name in (chair.name for chair in chairs):
        raise IllegalMove(tr("Somebody at this table is already called {name}.", name=quoted(person.name)))
    return put(chairs, place, person)


def give_back(chairs: Chairs, place: int) -> Chairs:
    """A person gives the chair back. Raises `IllegalMove`."""
    person(chairs, place)
    return put(chairs, place, Chair())


def arrange(chairs: Chairs, place: int, bot: str) -> Chairs:
    """Opens a chair or gives it to a bot; a place after the last chair adds one. Raises `IllegalMove`."""
    if not 0 <= place <= len(chairs):
        raise IllegalMove(tr("There is no such chair."))
    if place < len(chairs) and chairs[place] == Chair(bot=bot):
        raise IllegalMove(tr("This chair is already that way."))
    return put(chairs, place, Chair(bot=bot))


def set_away(chairs: Chairs, place: int, *, away: bool, meant: bool = False) -> Chairs:
    """A player goes away, or a person returns; a failed bot stays away. Raises `IllegalMove`."""
    chair = person(chairs, place, or_bot=away)
    if chair.away == away:
        already = mark("{name} is already away.") if away else mark("{name} is already back.")
        raise IllegalMove(tr(already, name=chair.name))
    return put(chairs, place, replace(chair, away=away, meant=meant))


def count_phrase(chairs: Chairs, place: int, since: int) -> Chairs:
    """Counts a phrase that a person says after entry `since`. Raises `IllegalMove`."""
    phrases = times_said(person(chairs, place), since) + 1
    return put(chairs, place, replace(chairs[place], said=phrases, said_since=since))


def times_said(chair: Chair, since: int) -> int:
    """The number of phrases that the person has sent since entry `since`."""
    return chair.said if chair.said_since == since else 0


def fill(chairs: Chairs, bot: str) -> Chairs:
    """The chairs of the match: the bot `bot` takes open ones; without one they are removed. Each bot gets a
    name different from every other name at the table.
    """
    occupied = [Chair(bot=bot) if chair.is_open else chair for chair in chairs if bot or not chair.is_open]
    names = {chair.name.casefold() for chair in occupied if chair.is_person}
    for place, chair in enumerate(occupied):
        if chair.bot:
            own = personas.of(chair.bot).name
            name = next(name for name in numbered(own) if name.casefold() not in names)
            names.add(name.casefold())
            occupied[place] = replace(chair, name=name)
    return tuple(occupied)


def chairs_of(players: tuple[Player, ...], holder: str) -> Chairs:
    """The chairs of a match whose players are already known; one token holds the chairs of all persons."""
    return tuple(Chair(one.name, one.bot, "" if one.bot else holder) for one in players)


def players(chairs: Chairs) -> tuple[Player, ...]:
    """The players by seat."""
    return tuple(Player(chair.name, chair.bot) for chair in chairs)


def with_meanwhile(chairs: Chairs, before: State, event: Event) -> Chairs:
    """The chairs after an event. Each absent player's chair lists the decisions that the game made for them.

    The lists depend only on the log, so every server and every reload shows the same ones.
    """
    if not isinstance(event, Decision | Throw):
        return chairs
    chair = chairs[event.seat]
    meanwhile = _meanwhile(chair, before, event) if chair.is_person else chair.meanwhile
    if meanwhile == chair.meanwhile and not chair.handed:
        return chairs
    return put(chairs, event.seat, replace(chair, meanwhile=meanwhile, handed=False))


def _meanwhile(chair: Chair, before: State, event: Decision | Throw) -> tuple[AbsentDecision, ...]:
    """The decisions to show: one more, none after the person plays on, or the same as before.

    Only the first throw of a turn is the player's own action; the others follow from the kept dice.
    A use replaces the keeps before it, because its sentence covers them.
    """
    if isinstance(event, Throw):
        is_first = before.turn is None or before.turn.step <= 1
        return () if is_first and not chair.away else chair.meanwhile
    if not chair.away:
        return ()
    is_covered = isinstance(event, Spend)
    others = (one for one in chair.meanwhile if not (is_covered and isinstance(one.decision, Keep)))
    return (*others, AbsentDecision(event, before))


def put(chairs: Chairs, place: int, chair: Chair) -> Chairs:
    """The chairs with another one in this place."""
    return (*chairs[:place], chair, *chairs[place + 1 :])

"""What the game played for an absent player, kept until that player plays on.

It follows from the log, so it is there after a reload, at another server and after a restart.
"""

from msgspec.structs import replace

from fivedice.match.events import Decision, Event, Keep, Spend, Throw
from fivedice.match.state import State
from fivedice.table.seating import Chair, Chairs, Made


def after(chairs: Chairs, before: State, event: Event) -> Chairs:
    """The chairs after an event that followed this state."""
    if not isinstance(event, Decision | Throw):
        return chairs
    chair = chairs[event.seat]
    played = _played(chair, before, event) if chair.is_person else chair.meanwhile
    if played == chair.meanwhile:
        return chairs
    return (*chairs[: event.seat], replace(chair, meanwhile=played), *chairs[event.seat + 1 :])


def _played(chair: Chair, before: State, event: Decision | Throw) -> tuple[Made, ...]:
    """One decision more, nothing once the person plays on, or the same as before.

    Only the first throw of a turn is pressed for; the others follow what was kept.
    """
    if isinstance(event, Throw):
        is_first = before.turn is None or before.turn.step <= 1
        return () if is_first and not chair.away else chair.meanwhile
    return _noted(chair.meanwhile, before, event) if chair.away else ()


def _noted(played: tuple[Made, ...], before: State, made: Decision) -> tuple[Made, ...]:
    """With one decision more; what dice are used for tells what was kept before it as well."""
    if isinstance(made, Spend):
        played = tuple(one for one in played if not isinstance(one.decision, Keep))
    return (*played, Made(made, before))

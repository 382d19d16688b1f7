"""What the game has played for a person who was away, told until that person decides again. Plays nothing.

It follows from the log, so it is there after a reload, at another server and after a restart.
"""

from msgspec.structs import replace

from fivedice.coach import sentences
from fivedice.faces import DRAWN
from fivedice.play.events import Decision, Event, Keep, Spend
from fivedice.play.state import State
from fivedice.room.seating import Chairs, Made


def after(chairs: Chairs, before: State, event: Event) -> Chairs:
    """The chairs after an event that followed this state."""
    if not isinstance(event, Decision):
        return chairs
    chair = chairs[event.seat]
    if not chair.is_person or not (chair.away or chair.meanwhile):
        return chairs
    played = _noted(chair.meanwhile, before, event) if chair.away else ()
    return (*chairs[: event.seat], replace(chair, meanwhile=played), *chairs[event.seat + 1 :])


def _noted(played: tuple[Made, ...], before: State, made: Decision) -> tuple[Made, ...]:
    """With one decision more; what dice are used for tells what was kept before it as well."""
    if isinstance(made, Spend):
        played = tuple(one for one in played if not isinstance(one.decision, Keep))
    return (*played, Made(made, sentences.made(before, made, DRAWN)))

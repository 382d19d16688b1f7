"""One match at this keyboard: stores every event before anyone hears of it, throws dice, lets bots play.

Knows nothing of screens: both tables ask it what is next and hand it what people decide.
"""

from random import Random

from fivedice import bots
from fivedice import chance as dice_source
from fivedice.bots import Bot, away
from fivedice.coach.knowledge import Knowing
from fivedice.notation import write
from fivedice.play import record
from fivedice.play.events import Decision, Event, First, Hint, Throw
from fivedice.play.match import Match, begin
from fivedice.play.questions import is_over, view
from fivedice.play.state import Awaited, step
from fivedice.store import Log


class Sitting:
    """A match, the log it is kept in, the source of its dice and the seats that are away.

    `away` are seats whose player has left for a while: the game plays for them (R6). What bots may want to
    know of the game they ask of `knowing`.
    """

    def __init__(
        self, match: Match, log: Log, chance: Random, knowing: Knowing, *, manual_dice: bool = False
    ) -> None:
        self.match = match
        self.log = log
        self.manual_dice = manual_dice
        self.away: set[int] = set()
        self.knowing = knowing
        self._chance = chance
        self._begun = len(match.events)
        self._bots: dict[int, Bot] = {
            seat: bots.make(player.bot, knowing)
            for seat, player in enumerate(match.setup.players)
            if player.bot
        }

    @property
    def awaited(self) -> Awaited:
        """What the match waits for."""
        return self.match.awaited

    @property
    def names(self) -> tuple[str, ...]:
        """The players by seat."""
        return tuple(player.name for player in self.match.setup.players)

    def bot(self, seat: int) -> str:
        """The bot in a seat, or an empty text for a person."""
        return self.match.setup.players[seat].bot

    def people(self) -> tuple[int, ...]:
        """The seats of people at this keyboard."""
        return tuple(seat for seat in range(len(self.names)) if not self.bot(seat))

    def asked(self) -> int | None:
        """The person who must act now, if one must; of several the lowest seat."""
        if self.awaited.kind in ("keep", "use", "choose"):
            return next((seat for seat in self.awaited.seats if self._is_here(seat)), None)
        return None

    def throws_by_hand(self) -> bool:
        """Whether people must throw the dice now and say what they show."""
        return self.manual_dice and self.awaited.kind == "throw"

    def automatic(self) -> Event | None:
        """The next event that needs no person, or None when somebody must act or the match is over."""
        kind = self.awaited.kind
        if kind == "over" or self.throws_by_hand() or self.asked() is not None:
            return None
        if kind in ("throw", "first"):
            return dice_source.happen(self.awaited, self._chance)
        return self._decision(self.awaited.seats[0])

    def step(self, *events: Event) -> None:
        """Plays these events, stored together before they count.

        Raises `IllegalMove` or `StoreError`, and then nothing has changed.
        """
        after, lines = self.match, []
        for event in events:
            after = after.step(event)
            lines.append(write.event(event))
        if is_over(after.state):
            lines.append(record.result(after))
        self.log.append(*lines)
        self.match = after

    def mistyped(self) -> Throw | None:
        """The last throw, as long as it can be taken back: people typed it here, and none has decided since.

        What bots and the game did with these dice counts for nothing; a hint taken is the end of it.
        """
        if self.manual_dice:
            for event in reversed(self.match.events[self._begun :]):
                if isinstance(event, Throw):
                    return event
                if isinstance(event, Hint) or (not isinstance(event, First) and self._is_here(event.seat)):
                    return None
        return None

    def take_back(self) -> None:
        """The last throw has not been thrown, nor what came after it; the record says no word of them.

        Raises `StoreError`, and then nothing has changed.
        """
        events = self.match.events
        place = max(number for number, event in enumerate(events) if isinstance(event, Throw))
        state = begin(self.match.setup).state
        for event in events[:place]:
            state = step(state, event)
        self.log.drop(len(events) - place + is_over(self.match.state))
        self.match = Match(self.match.setup, events.first(place), state)

    def _is_here(self, seat: int) -> bool:
        return not self.bot(seat) and seat not in self.away

    def _decision(self, seat: int) -> Decision:
        seen = view(self.match.state, seat)
        if seat in self.away:
            return away(seen, seat)
        return self._bots[seat](seen, seat, self._chance)

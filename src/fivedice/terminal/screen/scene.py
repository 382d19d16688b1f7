"""The state of the full screen: the match, the dice as they lie, and the question to the players."""

from typing import Literal

from fivedice.core.rules import Use
from fivedice.match import questions
from fivedice.match.state import State
from fivedice.terminal.screen.board import SeatList
from fivedice.terminal.screen.tray import Laid, Tray
from fivedice.terminal.sitting import Sitting

Moment = Literal["over", "type", "press", "keep", "use", "choose", "wait"]
"""The match is over, or it waits for typed dice, for a throw, for one of three kinds of decision, or for
others.
"""


class Scene:
    """The state of the screen; `face_set` is the one for dice in sentences."""

    def __init__(self, sitting: Sitting, face_set: str) -> None:
        self.sitting, self.face_set = sitting, face_set
        self.tray = Tray()
        self.zeros = False
        """Whether zeros by choice are listed instead of scores (R19)."""

    @property
    def state(self) -> State:
        """The state of the match."""
        return self.sitting.match.state

    @property
    def moment(self) -> Moment:
        """The current question to the players at the keyboard."""
        sitting = self.sitting
        if sitting.table.is_over:
            return "over"
        if sitting.entering() is not None or sitting.thrower() is not None:
            return "type" if sitting.manual_dice else "press"
        if sitting.decider() is not None:
            kind = sitting.awaited.kind
            return "keep" if kind == "keep" else "use" if kind == "use" else "choose"
        return "wait"

    @property
    def seat(self) -> int:
        """The seat whose dice are shown."""
        decider = self.sitting.decider()
        if decider is not None:
            return decider
        if self.shares_dice:
            return next(iter(self.sitting.here or self.sitting.table.people), 0)
        return next(iter(self.state.awaited.seats), 0)

    @property
    def laid(self) -> Laid:
        """The hand that is shown."""
        return self.tray.laid(self.state, self.seat) if self.state.turn else Laid()

    @property
    def seats(self) -> SeatList:
        """Highlights the asked seat, or the only player; marks whose turn it is."""
        people, decider = self.sitting.table.people, self.sitting.decider()
        own = decider if decider is not None else people[0] if len(people) == 1 else None
        return SeatList(own, self.sitting.awaited.seats if decider is None else (decider,))

    @property
    def shares_dice(self) -> bool:
        """Whether several seats share the turn, so that decisions are made in secret, one by one."""
        return self.state.turn is not None and len(self.state.turn.hands) > 1

    @property
    def keeps_changed(self) -> bool:
        """Whether the player has kept dice or put some back since the throw."""
        return self.moment == "keep" and self.laid.changed

    @property
    def only_keeps(self) -> bool:
        """Whether dice can be kept but not used yet, as in a shared turn."""
        return self.moment == "keep" and self.shares_dice

    @property
    def just_handed_over(self) -> bool:
        """Whether the player has just lifted the cover and not yet touched a die."""
        return self.only_keeps and len(self.sitting.here) > 1 and not self.laid.changed

    @property
    def offered(self) -> tuple[Use, ...]:
        """The possible uses of the asked player's dice."""
        decider = self.sitting.decider()
        return () if decider is None else questions.uses(self.state, decider)

    @property
    def waived(self) -> frozenset[str]:
        """The zeros by choice that the asked player could take."""
        return frozenset(use.name for use in self.offered if use.waives)

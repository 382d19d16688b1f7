"""What matches that have ended came to for who played them: worked out once for all who ask."""

import asyncio

from fivedice.coach import accounts, ending
from fivedice.coach.ending import Ending
from fivedice.faces import DRAWN
from fivedice.play.match import Match
from fivedice.rules import IllegalMove
from fivedice.web.lately import Lately
from fivedice.web.reading import KEPT, Reading
from fivedice.web.solving import Solving


class Endings:
    """By the codes of matches; who asks while one is worked out waits for it, and who goes stops nothing."""

    def __init__(self, solving: Solving, reading: Reading) -> None:
        """Nothing is worked out yet."""
        self._solving, self._reading = solving, reading
        self._made = Lately[str, asyncio.Task[tuple[Ending, ...]]](KEPT)

    async def of(self, code: str, match: Match) -> tuple[Ending, ...]:
        """For each seat; nothing where nothing is known of the game."""
        made = self._made.of(code)
        if made is None or (made.done() and (made.cancelled() or made.exception())):
            made = self._made.keep(code, asyncio.ensure_future(self._work_out(match)))
        return await asyncio.shield(made)

    async def _work_out(self, match: Match) -> tuple[Ending, ...]:
        try:
            known = await self._solving.knowledge(match.setup.game, len(match.setup.players), "score")
        except IllegalMove:
            return ()
        return await self._reading.review(lambda: ending.endings(accounts.review(match, known), DRAWN))

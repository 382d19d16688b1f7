"""Reviews of matches in the background, a few moments at a time, so that readers see progress.

The final summaries of the seats come from the same review. The slow comparison with best play comes last.
"""

import asyncio
import logging
import math
import time
from functools import partial
from itertools import islice
from typing import Any, Literal

import msgspec
from cachetools import LRUCache

from fivedice.analysis import annotate, luck_and_cost
from fivedice.analysis.annotate import Moment
from fivedice.analysis.luck_and_cost import MatchReview
from fivedice.analysis.solver_api import Knowledge
from fivedice.core.faces import DRAWN
from fivedice.core.rules import IllegalMove
from fivedice.language import spoken, tr
from fivedice.match.match import EventMatch
from fivedice.narration import costs
from fivedice.narration.costs import EndSummary
from fivedice.report import chart_axes, review_json, summary
from fivedice.server.compute.reading import KEPT, RecordReader
from fivedice.server.compute.solving import SolverPool

AT_ONCE = 16
"""The number of moments to analyse before another review gets its turn."""
MOST = 400
"""The most moments in one response."""
MOST_UNDER_WAY = 32
"""The most reviews at a time."""
TRY_AGAIN = 60.0
"""Seconds before a failed review may be started again."""

Stage = Literal["knowing", "weighing", "totals", "done", "unknown"]

log = logging.getLogger(__name__)


class Busy(Exception):  # noqa: N818 - not a failure
    """Too many reviews are running."""


class Progress:
    """The finished part of the review of one match."""

    def __init__(self, match: EventMatch, aim: str, by_game: frozenset[int]) -> None:
        self.match, self.aim, self.by_game = match, aim, by_game
        self.stage: Stage = "knowing"
        self.told = tr("Solving {game} …", game=match.setup.game.title)
        self.counts: dict[str, Any] | None = None
        self.axis: dict[str, Any] | None = None
        """The axis of a chart of the worths computed so far."""
        self.review: dict[str, Any] | None = None
        self.summaries: dict[int | None, dict[str, Any]] = {}
        """The summaries by the reader's seat; the key None is for spectators."""
        self.totals: dict[str, Any] | None = None
        self.turns: list[dict[str, Any]] = []
        self.of = 0
        self.endings: tuple[EndSummary, ...] = ()
        """The final summary for each seat; empty if the game has no solver."""
        self.reviewed: MatchReview | None = None
        """The complete review; None before it is done or if the game has no solver."""
        self.summed = asyncio.Event()
        """Set once every moment is analysed, or after a failure."""
        self.failed_at = math.inf
        """The monotonic time of an internal error."""
        self.moments: list[msgspec.Raw] = []

    @property
    def has_failed(self) -> bool:
        """Whether the review ended with an internal error."""
        return self.failed_at < math.inf

    def sum_up(self, review: MatchReview) -> None:
        """Adds the complete review and its summaries."""
        viewers = (None, *(account.seat for account in review.accounts))
        self.summaries = {viewer: summary.summary(review, viewer) for viewer in viewers}
        self.endings = costs.endings(review, DRAWN)
        self.reviewed, self.review = review, review_json.head(review)

    def after(self, number: int, viewer: int | None) -> dict[str, Any]:
        """The part of the review after `number` moments, as the seat `viewer` sees it."""
        return {
            "stage": self.stage,
            "told": self.told,
            "counts": self.counts,
            "axis": self.axis,
            "of": self.of,
            "turns": self.turns if number == 0 else [],
            "after": number,
            "moments": self.moments[number : number + MOST],
            "review": self.review,
            "summary": self.summaries.get(viewer),
            "totals": self.totals,
        }


class ReviewRunner:
    """The reviews of one worker."""

    def __init__(self, reading: RecordReader, solving: SolverPool) -> None:
        self._reading, self._solving = reading, solving
        self._done = LRUCache[str, Progress](KEPT)
        self._under_way: dict[str, tuple[Progress, asyncio.Task[None]]] = {}
        self._one = asyncio.Lock()

    async def progress(self, code: str, match: EventMatch, aim: str, by_game: frozenset[int]) -> Progress:
        """The progress of a review; the first request starts it. Raises `Busy`.

        `by_game` contains the numbers of the events that the game decided for absent players.
        """
        # real dice can be corrected after the end, and forgotten players lose their names
        key = f"{code} {aim} {spoken()} {hash((match.events, match.setup.players))}"
        async with self._one:
            known = self._done.get(key)
            if known and time.monotonic() < known.failed_at + TRY_AGAIN:
                return known
            if key not in self._under_way:
                if len(self._under_way) >= MOST_UNDER_WAY:
                    raise Busy(tr("Too many reviews are running; try again in a moment."))
                progress = await self._reading.records.do(lambda: _new_progress(match, aim, by_game))
                task = asyncio.ensure_future(self._to_its_end(key, progress))
                self._under_way[key] = progress, task
            return self._under_way[key][0]

    async def summed(self, code: str, match: EventMatch, by_game: frozenset[int]) -> Progress:
        """The progress once every moment is analysed, or after a failure. Raises `Busy`."""
        progress = await self.progress(code, match, "score", by_game)
        await progress.summed.wait()
        return progress

    def close(self) -> None:
        """Cancels all reviews."""
        for _, task in self._under_way.values():
            task.cancel()

    async def _to_its_end(self, key: str, progress: Progress) -> None:
        try:
            await self._work_out(progress)
        except IllegalMove as error:
            progress.stage, progress.told = "unknown", str(error)
        except Exception:
            log.exception("The review of %s failed.", key)
            progress.stage, progress.told = "unknown", tr("The review failed. Try again in a minute.")
            progress.failed_at = time.monotonic()
        finally:
            self._done[key] = progress  # failures too, or a polling page would restart it again and again
            progress.summed.set()
            self._under_way.pop(key, None)

    async def _work_out(self, progress: Progress) -> None:
        match, game = progress.match, progress.match.setup.game
        known = await self._solving.knowledge(game, len(match.setup.players), progress.aim)
        known = known.at_leisure()
        progress.stage, progress.told = "weighing", tr("Analysing every throw and choice …")
        progress.counts = review_json.counts(known.aim, exact=known.exact)
        weighed = list[Moment]()
        coming = annotate.each_moment(match, known, progress.by_game)
        while some := await self._reading.reviews.do(lambda: list(islice(coming, AT_ONCE))):
            weighed += some
            progress.moments += await self._reading.reviews.do(partial(_encode, some, known))
            worths = [worth for one in weighed for worth in (one.before, one.after)]
            progress.axis = chart_axes.axis(worths, known.aim)
        summed = await self._reading.reviews.do(lambda: luck_and_cost.summed(match, known, tuple(weighed)))
        await self._reading.reviews.do(lambda: progress.sum_up(summed))
        progress.axis = chart_axes.axis([worth for line in summed.lines for _, worth in line], known.aim)
        progress.summed.set()
        progress.stage, progress.told = "totals", tr("Computing the totals of best play …")
        best = await self._solving.best_play(game)
        progress.totals = summary.totals(summed, best.chances) if best else None
        progress.stage, progress.told = "done", ""


def _new_progress(match: EventMatch, aim: str, by_game: frozenset[int]) -> Progress:
    """A new review with its list of turns; the list does not need a solved game."""
    progress = Progress(match, aim, by_game)
    moments = tuple(annotate.unrated_moments(match))
    progress.of = len(moments)
    progress.turns = [review_json.turn(turn) for turn in luck_and_cost.turns_of(moments)]
    return progress


def _encode(some: list[Moment], known: Knowledge) -> list[msgspec.Raw]:
    return [msgspec.Raw(msgspec.json.encode(review_json.moment(one, known, DRAWN))) for one in some]

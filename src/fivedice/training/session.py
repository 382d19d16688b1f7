"""A player's training: the drills of each game, the daily goal, and the next drill. Stores nothing."""

from collections.abc import Iterable
from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import replace

from fivedice.games import GAMES
from fivedice.language import sentences, tr
from fivedice.runtime.days import DAY, Zone, date_at, spoken, streak
from fivedice.training import drills
from fivedice.training.drills import Drill
from fivedice.training.grading import Grade
from fivedice.training.proficiency import TestAttempt

USUAL_GOAL = 10
"""The default goal, in drills per day."""
MOST_A_DAY = 100


class Training(Struct, frozen=True):
    """What is kept of a player between two sessions."""

    drills: dict[str, Drill] = {}
    """The drills by the key of their exercise, once answered or added."""
    days: dict[str, int] = {}
    """The number of drills answered on each day."""
    goal: int = USUAL_GOAL
    first: tuple[str, ...] = ()
    """The keys of drills to show before all others while they are new."""

    def of_game(self, game: str) -> dict[str, Drill]:
        """The drills of a game by key: those of the package, and the player's own."""
        own = {key: drill for key, drill in self.drills.items() if drill.terms.game == game}
        return {**drills.of_game(game), **own}

    def upcoming(self, game: str, now: float, where: Zone) -> Drill | None:
        """The next drill of a game; None if all can wait."""
        return drills.upcoming(self.of_game(game).values(), now, where, self.first)

    def is_own(self, drill: Drill) -> bool:
        """Whether a drill comes from one of the player's matches."""
        return drill.key in self.drills and drill.key not in drills.of_game(drill.terms.game)

    def answered(self, drill: Drill, grade: Grade, now: float, where: Zone) -> "Training":
        """The training after an answer."""
        after, today = drills.answered(drill, grade, now, where), date_at(now, where).isoformat()
        days = {**self.days, today: self.days.get(today, 0) + 1}
        return replace(self, drills={**self.drills, after.key: after}, days=days)

    def today(self, now: float, where: Zone) -> int:
        """The number of drills answered today."""
        return self.days.get(date_at(now, where).isoformat(), 0)

    def due(self, now: float, where: Zone) -> int:
        """The number of answered drills that are due."""
        return sum(drills.is_due(drill, now, where) for drill in self.drills.values())

    def next_game(self, games: Iterable[str], now: float, where: Zone) -> str:
        """The game of which most answered or added drills wait; the first game if none does."""
        mine = self.drills.values()
        waiting = [one.terms.game for one in mine if not one.card or drills.is_due(one, now, where)]
        return max(games, key=waiting.count)

    def goal_sentence(self, now: float, where: Zone) -> str:
        """A sentence on the drills answered today, the goal if there is one, and the days in a row."""
        done, row = self.today(now, where), streak(self.days, date_at(now, where).isoformat())
        count = tr("Drills today: {done}.", done=done)
        if self.goal:
            count = tr("Today: {done} of {goal} drills.", done=done, goal=self.goal)
        return sentences(count, tr("{count} days in a row.", count=row) if row > 1 else "")


def overview(
    training: Training, game: str, tested: list[TestAttempt], now: float, where: Zone
) -> dict[str, str]:
    """The drills that wait in a game, and the newest finished test."""
    waiting = training.of_game(game).values()
    due = sum(drills.is_due(drill, now, where) for drill in waiting)
    new = sum(not drill.card for drill in waiting)
    test = next((one for one in tested if one.result.over), None)
    result = ""
    if test:
        day = spoken(datetime.fromtimestamp(test.at, UTC).date().isoformat(), year=True)
        result = sentences(tr("Tested on {date}.", date=day), test.result.standing(game))
    waits = tr("{new, plural, one {# new position} other {# new positions}}", new=new)
    if due:
        waits = f"{tr('{due} to repeat', due=due)} · {waits}"
    return {"game": game, "title": GAMES[game].title, "told": waits, "test": result}


def comes_back(drill: Drill, now: float) -> str:
    """When an answered drill comes back."""
    wait = round((drill.due - now) / DAY)
    if wait > 0:
        return tr("It comes back in {count, plural, one {# day} other {# days}}.", count=wait)
    return tr("It comes back soon.")  # Translators: the position

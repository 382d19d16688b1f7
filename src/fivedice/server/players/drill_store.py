"""Drills, answers and tests of players in the database."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select

from fivedice.runtime.days import Zone, date_at
from fivedice.server.players import store
from fivedice.server.storage import schema
from fivedice.server.storage.schema import answers, drills, proficiency
from fivedice.training import exercise
from fivedice.training.drills import Drill, answered, is_due
from fivedice.training.grading import Verdict
from fivedice.training.proficiency import TestAttempt

MOST = 500
"""The most drills of a player; beyond that, mistakes are not added automatically."""


def of_player(connection: Connection, player: str) -> dict[str, Drill]:
    """The drills of a player by the key of their exercise."""
    rows = connection.execute(select(drills).where(drills.c.player == player))
    return {
        row.drill: Drill(exercise.read(row.position), row.kind, row.weight, row.card, row.due) for row in rows
    }


def save(connection: Connection, player: str, drill: Drill, now: float) -> None:
    """Adds a drill or changes it."""
    which, now_due = {"player": player, "drill": drill.key}, {"card": drill.card, "due": drill.due}
    row = {"kind": drill.kind, "weight": drill.weight, "position": exercise.text(drill.terms), "at": now}
    schema.put(connection, drills, which, now_due, **row)


def add_mistakes(connection: Connection, mistakes: Mapping[str, Iterable[Drill]], now: float) -> None:
    """Adds drills for the players whose setting allows it."""
    for player, some in mistakes.items():
        settings, known = store.settings_of(connection, player), of_player(connection, player)
        if settings is not None and settings.get(store.ADDS, True) and len(known) < MOST:
            for drill in some:
                if drill.key not in known:
                    save(connection, player, drill, now)


def answer(
    connection: Connection, player: str, drill: Drill, verdict: Verdict, now: float, where: Zone
) -> Drill | None:
    """Stores an answer and returns the drill after it; None if it was answered and is not due again."""
    store.lock(connection, player)
    known = of_player(connection, player).get(drill.key, drill)
    if known.card and not is_due(known, now, where):
        return None
    after, day = answered(known, verdict.grade, now, where), date_at(now, where).isoformat()
    save(connection, player, after, now)
    last = select(func.coalesce(func.max(answers.c.number), 0)).where(answers.c.player == player)
    number = connection.execute(last).scalar_one() + 1
    row = {"player": player, "number": number, "drill": drill.key, "kind": drill.kind}
    connection.execute(insert(answers).values(cost=verdict.cost, at=now, day=day, **row))
    return after


def days(connection: Connection, player: str) -> dict[str, int]:
    """The number of drills that a player answered on each day."""
    counted = select(answers.c.day, func.count().label("answered")).where(answers.c.player == player)
    return {row.day: row.answered for row in connection.execute(counted.group_by(answers.c.day))}


# --- Tests -------------------------------------------------------------------------------------------------


def tests(connection: Connection, player: str, game: str) -> list[TestAttempt]:
    """The tests of a player in one game, the newest first."""
    own = select(proficiency).filter_by(player=player, kind=game)
    rows = connection.execute(own.order_by(proficiency.c.at.desc()))
    return [_test(row) for row in rows]


def answer_test(connection: Connection, player: str, before: TestAttempt, cost: float, now: float) -> bool:
    """Stores the next answer of a test; false if its position was answered meanwhile."""
    store.lock(connection, player)
    same = (one for one in tests(connection, player, before.game) if one.seed == before.seed)
    if next(same, TestAttempt(before.game, before.seed)).costs != before.costs:
        return False
    test = before.plus(cost)
    which = {"player": player, "kind": test.game, "seed": test.seed}
    costs = msgspec.json.encode(test.costs).decode()
    values = {"answers": costs, "lost": test.result.lost, "error": test.result.error}
    schema.put(connection, proficiency, which, values, at=now)
    return True


def others(connection: Connection, player: str, game: str, seed: str) -> list[TestAttempt]:
    """The results of other players in the same test."""
    same = (proficiency.c.kind == game) & (proficiency.c.seed == seed) & (proficiency.c.player != player)
    rows = connection.execute(select(proficiency).where(same).order_by(proficiency.c.lost))
    return [_test(row) for row in rows]


def _test(row: Any) -> TestAttempt:
    return TestAttempt(row.kind, row.seed, tuple(msgspec.json.decode(row.answers)), row.at)

"""Correspondence deadlines, in seconds that the server was running."""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select, update

from fivedice.server.storage.append_entries import Append
from fivedice.server.storage.schema import deadlines, served

_now_served = select(served.c.seconds).scalar_subquery()


class Overdue(Struct, frozen=True):
    """A correspondence table whose `question` was not answered in time."""

    code: str
    question: int
    due: float


def begin(connection: Connection, append: Append) -> None:
    """Begins the time for a new question, if these entries ask one."""
    if append.within is None:
        return
    connection.execute(delete(deadlines).where(deadlines.c.code == append.code))
    due = _now_served + append.within
    connection.execute(insert(deadlines).values(code=append.code, question=append.question, due=due))


def of_table(connection: Connection, code: str) -> float | None:
    """Seconds until the deadline of a table, negative if it has passed; None without one."""
    return connection.scalar(select(deadlines.c.due - _now_served).where(deadlines.c.code == code))


def left(connection: Connection, codes: Sequence[str]) -> dict[str, float]:
    """Seconds until the deadlines of these tables, by code."""
    code = deadlines.c.code
    rows = connection.execute(select(code, deadlines.c.due - _now_served).where(code.in_(codes)))
    return {row[0]: max(0.0, row[1]) for row in rows}


def serve(connection: Connection, before: float, more: float) -> float:
    """Adds to the served time if it is still as `before`. Returns its current value."""
    connection.execute(update(served).where(served.c.seconds == before).values(seconds=before + more))
    return float(connection.execute(select(served.c.seconds)).scalar_one())


def overdue(connection: Connection, most: int) -> tuple[Overdue, ...]:
    """Up to `most` overdue tables, the longest overdue first."""
    late = select(deadlines).where(deadlines.c.due <= _now_served).order_by(deadlines.c.due)
    return tuple(Overdue(*row) for row in connection.execute(late.limit(most)))


def settle(connection: Connection, late: Overdue, again: float | None) -> None:
    """Postpones a deadline by `again` seconds, or deletes it, unless the table has moved on."""
    same = (deadlines.c.code == late.code) & (deadlines.c.due == late.due)
    put_off = update(deadlines).where(same).values(due=_now_served + (again or 0.0))
    connection.execute(delete(deadlines).where(same) if again is None else put_off)

"""All that a database keeps, for whoever serves it: what became of each table, records of what has ended.

Serves nothing, and tells no more of a match that goes on than a list does: whoever serves may play there.
"""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fivedice.notation import record
from fivedice.web import reading, summary
from fivedice.web.database import Database
from fivedice.web.summary import Summary

AT_ONCE = 500


class Shelved(Struct, frozen=True):
    """A table or a brought record: since when it is kept, and what became of it."""

    code: str
    at: float
    summary: Summary


def shelved(database: Database, kept: Mapping[str, float]) -> Iterator[Shelved]:
    """What is kept under these codes since then. Costs a match played again for each that still goes on."""
    codes = [*kept]
    for first in range(0, len(codes), AT_ONCE):
        some = codes[first : first + AT_ONCE]
        known = database.summaries(some)
        for code in some:
            found = summary.read(known[code]) if code in known else _summed_up(database, code)
            if found:
                yield Shelved(code, kept[code], found)


def ended(database: Database, code: str) -> str | None:
    """The record of a match that has ended, or that was brought; None where there is none."""
    brought = database.uploaded(code)
    if brought is not None:
        return brought
    kept = database.load(code)
    room = reading.room(kept) if kept else None
    return record.text(room.match) if room and room.match and room.is_over else None


def _summed_up(database: Database, code: str) -> Summary | None:
    kept = database.load(code)
    return summary.of(reading.room(kept), code) if kept else None

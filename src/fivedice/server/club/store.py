"""Club nights in the database: their logs, stored like those of tables, and the guest ids of players."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, insert, select, update

from fivedice.club import entries
from fivedice.club.night import ClubNight, folded
from fivedice.names import SOMEONE
from fivedice.server.players.store import lock
from fivedice.server.storage import errors, table_rows
from fivedice.server.storage.append_entries import Append
from fivedice.server.storage.schema import entries as _entries
from fivedice.server.storage.schema import guests, results, tables
from fivedice.statistics.figures import MatchFigures

HOST = "host"
"""The guest id of the host; players have random ids."""


def log_of(connection: Connection, code: str) -> tuple[str, ...]:
    """The entries of a club night; none for other codes."""
    is_table = connection.execute(select(tables.c.code).where(tables.c.code == code)).first()
    return () if is_table else table_rows.since(connection, code, 0)


def nights(connection: Connection) -> set[str]:
    """The codes of all club nights."""
    return {*connection.scalars(select(_entries.c.code).where(_entries.c.code.not_in(select(tables.c.code))))}


def read(code: str, log: Iterable[str]) -> ClubNight:
    """The club night of a stored log. Raises `Damaged`."""
    with errors.reading(code):
        return folded(map(entries.entry, log))


def welcome(connection: Connection, code: str, player: str, guest: str) -> str:
    """The guest id of a player, from now on `guest` if there was none."""
    lock(connection, player)
    known = min(guests_of(connection, code, player) - {HOST}, default="")
    if not known:
        connection.execute(insert(guests).values(code=code, player=player, guest=guest))
    return known or guest


def guests_of(connection: Connection, code: str, player: str) -> set[str]:
    """The guest ids of a player: as the host, as a participant, both or none."""
    return set(connection.scalars(select(guests.c.guest).filter_by(code=code, player=player)))


def _attended(
    connection: Connection, player: str
) -> Iterator[tuple[str, list[entries.Entry | None], ClubNight | None, set[str]]]:
    """The nights of a player: code, entries, night and the player's guest ids; what is damaged is None."""
    for code in connection.scalars(select(guests.c.code).filter_by(player=player).distinct()).all():
        log = [errors.read_or_log(code, entries.entry, line) for line in log_of(connection, code)]
        night = errors.read_or_log(code, folded, log) if None not in log else None
        yield code, log, night, guests_of(connection, code, player)


def holders_of(connection: Connection, player: str) -> Iterator[tuple[str, set[str]]]:
    """The tables of rounds at which a player has a chair, with the digests of the player's tokens."""
    for _, _, night, mine in _attended(connection, player):
        tables = [table for one in night.rounds for table in one.tables] if night else []
        for number, one in enumerate(night.players if night else ()):
            if one.guest in mine:
                own = (table.codes for table in tables if number in table.players)
                yield from ((code, {*one.holders}) for codes in own for code in codes)


def abandoned(connection: Connection, player: str) -> list[str]:
    """The nights with a running round that end once this host is forgotten, as nobody else is present."""
    attended = [(code, night, mine) for code, _, night, mine in _attended(connection, player) if night]
    return [
        code
        for code, night, mine in attended
        if night.round and HOST in mine and {night.players[number].guest for number in night.present} <= mine
    ]


def costs(connection: Connection, codes: list[str]) -> dict[tuple[str | int, ...], float]:
    """The cost of each chair's choices at these tables, if it has been counted for a player."""
    rows = connection.execute(select(results).where(results.c.code.in_(codes)))
    known = [msgspec.json.decode(row.figures, type=MatchFigures) for row in rows]
    return {(one.code, one.seat): one.cost for one in known if one.cost is not None}


def forget(connection: Connection, player: str) -> None:
    """Renames a player in the club nights that they attended, and takes them out of those that go on. The
    present player who came first becomes the host; without one, the night ends.
    """
    for code, log, night, mine in _attended(connection, player):
        for number, entry in enumerate(log, 1):
            if isinstance(entry, entries.PlayerArrived) and entry.guest in mine:
                _change(connection, code, number, replace(entry, name=f"{SOMEONE} {number}"))
        if night is None:
            continue
        people = {row.guest: row.player for row in connection.execute(select(guests).filter_by(code=code))}
        here = {night.players[number].guest: number for number in night.present}
        new: list[entries.Entry] = [entries.PlayerLeft(here[guest]) for guest in here if guest in mine]
        heir = next((people[guest] for guest in here if guest in people.keys() - mine), "")
        if heir and HOST in mine:
            connection.execute(update(guests).filter_by(code=code, guest=HOST).values(player=heir))
        elif HOST in mine:
            new += [*([entries.RoundOver()] if night.round else []), entries.ClubEnded()]
        if new and not night.ended:
            table_rows.append(connection, [Append(code, len(log), [entries.text(one) for one in new])])


def delete_seals(connection: Connection) -> None:
    """Deletes the seals of club nights, from which the tokens of seats followed in earlier versions."""
    sealed = (_entries.c.number == 1) & _entries.c.entry.contains('"seal"')
    of_clubs = sealed & _entries.c.code.in_(select(guests.c.code))
    for row in connection.execute(select(_entries).where(of_clubs)).all():
        if entry := errors.read_or_log(row.code, entries.entry, row.entry):
            _change(connection, row.code, 1, entry)


def _change(connection: Connection, code: str, number: int, entry: entries.Entry) -> None:
    this = update(_entries).filter_by(code=code, number=number)
    connection.execute(this.values(entry=entries.text(entry)))

"""Players and their devices in the database.

The database holds a player's key only in encrypted form: with the secret of each device, and with the twelve
words. The key encrypts the tokens of the player's seats, so a stolen database gives nobody a seat.
"""

import hmac
import secrets
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from sqlalchemy import Connection, delete, exists, func, insert, select, tuple_, update

from fivedice.runtime.days import DAY
from fivedice.server.storage import schema
from fivedice.server.storage.schema import answers, devices, open_tables, players, seats, tables, uploads
from fivedice.server.tables import codes, passes
from fivedice.training.session import MOST_A_DAY

LONGEST_SETTINGS = 4000
"""The most characters of all settings of a player, as JSON."""
GOAL, ADDS, SHOWS_RATINGS = "goal", "adds", "ratings"
"""Settings: the drills per day, whether costly mistakes become drills, and whether others see the ratings."""
READ = {GOAL: Annotated[float, Meta(ge=0, le=MOST_A_DAY)], ADDS: bool, SHOWS_RATINGS: bool}
"""The types of the settings that the server reads; all others are for pages."""
MOST_SEATS = 300
"""The most seats that a page remembers."""
APART = 0.001
"""Seconds between the times of seats that are added at once, so that they keep their order."""


class KnownPlayer(Struct, frozen=True):
    """A player whose key was decrypted with a device's secret or the twelve words."""

    id: str
    key: str
    """Encrypts the player's tokens; never leaves the server."""
    name: str
    colour: str = ""
    barred: str = ""
    """The host's reason for barring the player, or ""."""
    has_words: bool = False
    settings: dict[str, Any] = {}


def create(connection: Connection, name: str) -> tuple[KnownPlayer, str]:
    """Creates a player, and the secret of their first device."""
    player, now = KnownPlayer(secrets.token_hex(8), codes.new_token(), name), time.time()
    row = {"player": player.id, "name": name, "colour": "", "at": now, "seen": now}
    connection.execute(insert(players).values(barred="", words="", sealed="", settings="{}", **row))
    return player, add_device(connection, player)


def add_device(connection: Connection, player: KnownPlayer) -> str:
    """Adds a device and returns its secret."""
    secret = codes.new_token()
    row = {"digest": codes.digest(secret), "player": player.id, "seen": time.time()}
    connection.execute(insert(devices).values(sealed=codes.seal(player.key, secret), **row))
    return secret


def remove_device(connection: Connection, secret: str) -> None:
    """Signs a device out."""
    connection.execute(delete(devices).where(devices.c.digest == codes.digest(secret)))


def find(connection: Connection, device_secrets: Sequence[str]) -> dict[str, KnownPlayer]:
    """The players with these device secrets, by secret and in their order; unknown secrets are left out."""
    digests = {codes.digest(secret): secret for secret in device_secrets}
    its = (players.c.player == devices.c.player) & devices.c.digest.in_(digests)
    rows = connection.execute(select(devices.c.digest, devices.c.sealed.label("kept"), players).where(its))
    known = {digests[row.digest]: _player(row, codes.unseal(row.kept, digests[row.digest])) for row in rows}
    return {secret: known[secret] for secret in device_secrets if secret in known}


class Listed(Struct, frozen=True):
    """A player in the host's list."""

    id: str
    name: str
    seen: float
    barred: str
    seats: int


def everybody(connection: Connection) -> list[Listed]:
    """All players, the most recently seen first."""
    number = select(func.count()).where(seats.c.player == players.c.player).scalar_subquery()
    wanted = select(players.c.player, players.c.name, players.c.seen, players.c.barred, number)
    return [Listed(*row) for row in connection.execute(wanted.order_by(players.c.seen.desc()))]


def lock(connection: Connection, player: str) -> None:
    """Lets one writer at a time do the rest of its transaction for a player."""
    connection.execute(update(players).filter_by(player=player).values(player=player))


def settings_of(connection: Connection, player: str) -> dict[str, Any] | None:
    """The settings of a player; None if nobody has this id."""
    text = connection.scalar(select(players.c.settings).filter_by(player=player))
    return None if text is None else _settings(text)


def fits(name: str, value: Any) -> bool:
    """Whether the server can read this value of a setting."""
    with suppress(msgspec.ValidationError):
        msgspec.convert(value, READ.get(name, Any))
        return True
    return False


def _settings(text: str) -> dict[str, Any]:
    """The stored settings, without values that earlier versions did not refuse."""
    known = msgspec.json.decode(text, type=dict[str, Any])
    return {name: value for name, value in known.items() if fits(name, value)}


def change_settings(connection: Connection, player: str, changes: dict[str, Any]) -> dict[str, Any] | None:
    """Changes a player's settings and removes those that are None. Returns all; None if they are too many."""
    lock(connection, player)
    merged = (settings_of(connection, player) or {}) | changes
    settings = {name: value for name, value in merged.items() if value is not None}
    text = msgspec.json.encode(settings).decode()
    return (
        settings if len(text) <= LONGEST_SETTINGS and change(connection, player, {"settings": text}) else None
    )


def change(connection: Connection, player: str, values: Mapping[str, str]) -> bool:
    """Changes columns of a player; false if no player has this id."""
    changed = update(players).where(players.c.player == player).values(**values)
    return connection.execute(changed).rowcount == 1


def _player(row: Any, key: str) -> KnownPlayer:
    settings = _settings(row.settings)
    return KnownPlayer(row.player, key, row.name, row.colour, row.barred, bool(row.words), settings)


# --- Twelve words, and passes to other devices -------------------------------------------------------------


def register_words(connection: Connection, player: KnownPlayer, words: str) -> None:
    """Registers words that restore a player; earlier words stop working."""
    sealed = codes.seal(player.key, words)
    change(connection, player.id, {"words": codes.digest(words), "sealed": sealed})


def by_words(connection: Connection, words: str) -> KnownPlayer | None:
    """The player with these words."""
    digest = codes.digest(words)
    for row in connection.execute(select(players).where(players.c.words == digest)):
        if hmac.compare_digest(row.words, digest):
            return _player(row, codes.unseal(row.sealed, words))
    return None


def take_pass(connection: Connection, pass_: str) -> KnownPlayer | None:
    """The player of a pass, which is valid once; None if it was used or has expired."""
    owner, key = passes.take(connection, pass_, select(players.c.player)) or ("", "")
    row = connection.execute(select(players).where(players.c.player == owner)).one_or_none()
    return _player(row, key) if row else None


# --- Seats -------------------------------------------------------------------------------------------------


class _Terms(Struct):
    game: str = ""


def keep_seats(
    connection: Connection, player: KnownPlayer, newest: Sequence[codes.TakenSeat], beside: Iterable[str]
) -> None:
    """Adds seats, the newest first, except seats of the other players on the device (`beside`)."""
    same_code = seats.c.code.in_([seat.code for seat in newest])
    owners = seats.c.player.in_([player.id, *beside])
    rows = connection.execute(select(seats.c.code, seats.c.holder).where(same_code, owners))
    known, now = {(code, holder) for code, holder in rows}, time.time()
    for place, seat in enumerate(newest):
        this = {"player": player.id, "code": seat.code, "holder": seat.holder}
        sealed = codes.seal(seat.token, _seat_key(player, seat.code, seat.holder))
        row = {"sealed": sealed, "at": now - place * APART}
        if (seat.code, seat.holder) in known:  # the seat may have moved to another device since
            connection.execute(update(seats).filter_by(**this).where(seats.c.sealed != sealed).values(row))
        else:
            connection.execute(insert(seats).values(chair=seat.chair, counted=0, **this, **row))
            known.add((seat.code, seat.holder))


def visit(
    connection: Connection, secret: str, player: KnownPlayer, since: float
) -> tuple[list[dict[str, Any]], float]:
    """The newest seats of a player that were added after `since`, as the page gets them, and the time of the
    last one. `when` is the time at which the table was opened.

    Records, at most once a day, that the player used this device.
    """
    digest, now = codes.digest(secret), time.time()
    for table, own in ((devices, {"digest": digest}), (players, {"player": player.id})):
        stale = update(table).filter_by(**own).where(table.c.seen < now - DAY)
        connection.execute(stale.values(seen=now))
    wanted = (
        select(seats, tables.c.opened, tables.c.terms, open_tables.c.code.label("still"))
        .join(tables, tables.c.code == seats.c.code)
        .outerjoin(open_tables, open_tables.c.code == seats.c.code)
        .where(seats.c.player == player.id, seats.c.at > since)
        .order_by(seats.c.at.desc())
    )
    rows = connection.execute(wanted.limit(MOST_SEATS)).all()
    visible = [
        {
            **{"code": row.code, "chair": row.chair, "when": row.opened, "over": row.still is None},
            "token": codes.unseal(row.sealed, _seat_key(player, row.code, row.holder)),
            "game": msgspec.json.decode(row.terms, type=_Terms).game,
        }
        for row in rows
    ]
    return visible, rows[0].at if rows else since


def keep_imports(connection: Connection, player: str, records: Sequence[str], now: float) -> None:
    """Adds uploaded records to the matches of a player; ignores codes of anything else."""
    known = select(schema.imports.c.code).where(schema.imports.c.player == player)
    new = select(uploads.c.code).where(uploads.c.code.in_(records), uploads.c.code.not_in(known))
    for code in connection.scalars(new).all():
        connection.execute(insert(schema.imports).values(player=player, code=code, at=now))


def imports(connection: Connection, player: str) -> list[str]:
    """The codes of the newest uploaded records of a player."""
    wanted = select(schema.imports.c.code).where(schema.imports.c.player == player)
    newest = wanted.order_by(schema.imports.c.at.desc(), schema.imports.c.code)
    return list(connection.scalars(newest.limit(MOST_SEATS)))


def merge(connection: Connection, old: KnownPlayer, new: KnownPlayer) -> None:
    """Gives all data of `old` to `new` and deletes `old`; where both have a row, the row of `new` stays.

    The exception is ratings: the one from more matches stays. Ratings cannot be recomputed, because the
    opponents' ratings at the time are not stored.
    """
    for row in connection.execute(select(seats).where(seats.c.player == old.id)).all():
        token = codes.unseal(row.sealed, _seat_key(old, row.code, row.holder))
        sealed = codes.seal(token, _seat_key(new, row.code, row.holder))
        this = update(seats).filter_by(player=old.id, code=row.code, holder=row.holder)
        connection.execute(this.values(sealed=sealed))
    _drop_lesser_ratings(connection, old, new)
    last = select(func.coalesce(func.max(answers.c.number), 0)).where(answers.c.player == new.id)
    number = answers.c.number + connection.execute(last).scalar_one()
    for table in schema.of_players():
        keys = [column for column in table.primary_key if column.name != "player"]
        own = update(table).where(table.c.player == old.id).values(player=new.id)
        if table is answers:
            connection.execute(own.values(number=number))
        elif table not in (players, devices):
            theirs = select(*keys).where(table.c.player == new.id)
            connection.execute(own.where(tuple_(*keys).not_in(theirs)))
        connection.execute(delete(table).where(table.c.player == old.id))


def _drop_lesser_ratings(connection: Connection, old: KnownPlayer, new: KnownPlayer) -> None:
    """Deletes the ratings of `new` in kinds in which `old` has a rating from more matches."""
    other = schema.ratings.alias()
    better = (other.c.player == old.id) & (other.c.kind == schema.ratings.c.kind)
    more = exists().where(better, other.c.matches > schema.ratings.c.matches)
    connection.execute(delete(schema.ratings).where(schema.ratings.c.player == new.id, more))


def _seat_key(player: KnownPlayer, code: str, holder: str) -> str:
    return f"{player.key} {code} {holder}"

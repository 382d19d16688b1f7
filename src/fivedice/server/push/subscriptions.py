"""Web Push subscriptions, stored per seat."""

import time
from collections.abc import Sequence
from hashlib import sha256

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, delete, select, update

from fivedice.language.languages import SOURCE
from fivedice.server.storage import schema
from fivedice.server.storage.schema import browsers as _browsers

MOST = 5
"""The most browsers per seat; the newest stay."""
MOST_SEATS = 300
"""The most seats per browser, which is also the most that a page remembers."""

SeatKey = tuple[str, str]
"""A seat: the code of its table, and the digest of the token that holds it."""


class TurnAlert(Struct, frozen=True):
    """A player's turn at a table; names the players but reveals nothing about the dice."""

    code: str
    holder: str
    question: int
    """The number of the entry that asked; a seat gets one push per question."""
    title: str
    others: tuple[str, ...]
    days: int


class Subscription(Struct, frozen=True):
    """A browser's push endpoint, its encryption keys in base64url, and the language of its pages."""

    endpoint: str
    p256dh: str
    auth: str
    language: str = SOURCE

    @property
    def name(self) -> str:
        """The key in the database; the endpoint itself is a secret."""
        return key(self.endpoint)


def key(endpoint: str) -> str:
    """The database key of an endpoint."""
    return sha256(endpoint.encode(errors="replace")).hexdigest()


def keep(connection: Connection, browser: Subscription, seats: Sequence[SeatKey]) -> None:
    """Adds seats to a browser's subscription; the oldest are removed if a seat or browser has too many."""
    subscription = msgspec.json.encode(browser).decode()
    its, now = _browsers.c.browser == browser.name, time.time()
    for seat in sorted(set(seats)):
        row = {"code": seat[0], "holder": seat[1], "browser": browser.name}
        schema.put(connection, _browsers, row, {"subscription": subscription, "at": now}, told=0)
        newest = select(_browsers.c.browser).where(_of(seat)).order_by(_browsers.c.at.desc()).limit(MOST)
        connection.execute(delete(_browsers).where(_of(seat), _browsers.c.browser.not_in(newest)))
    lately = select(_browsers.c.holder).where(its).order_by(_browsers.c.at.desc()).limit(MOST_SEATS)
    connection.execute(delete(_browsers).where(its, _browsers.c.holder.not_in(lately)))


def forget(connection: Connection, browser: str) -> None:
    """Removes a browser's subscription."""
    connection.execute(delete(_browsers).where(_browsers.c.browser == browser))


def forget_seat(connection: Connection, seat: SeatKey) -> None:
    """Removes all subscriptions of a seat."""
    connection.execute(delete(_browsers).where(_of(seat)))


def to_call(connection: Connection, seat: SeatKey, question: int) -> tuple[Subscription, ...]:
    """The browsers not yet notified of a question; each is returned to one worker only."""
    late = _of(seat) & (_browsers.c.told < question)
    rows = connection.execute(select(_browsers.c.browser, _browsers.c.subscription).where(late)).all()
    return tuple(
        msgspec.json.decode(row.subscription, type=Subscription)
        for row in rows
        if connection.execute(
            update(_browsers).where(late, _browsers.c.browser == row.browser).values(told=question)
        ).rowcount
    )


def _of(seat: SeatKey) -> ColumnElement[bool]:
    code, holder = seat
    return (_browsers.c.code == code) & (_browsers.c.holder == holder)

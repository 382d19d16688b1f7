"""How many cards of their own the devices of one address may bring."""

from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import Scope

from fivedice.server.protection.rate_limits import Senders

AN_HOUR = 60
"""New cards in an hour: each may take seconds to read and a minute to solve."""
TOO_MANY = "There are too many new cards from your address; bring the next in a while"
TAKE = "fivedice.bring"
"""The key in a request's scope of the function that counts a new card."""


def watch(scope: Scope, senders: Senders, sender: str) -> None:
    """New cards of this request will be this sender's."""
    scope[TAKE] = partial(senders.take, sender)


def bring(connection: HTTPConnection) -> None:
    """A request brings a new card. Raises `HTTPException` for one too many."""
    if not connection.scope[TAKE]():
        raise HTTPException(429, TOO_MANY)

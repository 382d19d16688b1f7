"""How often a sender may name a code that there is not, before no code of its is looked up."""

from functools import partial

from starlette.requests import HTTPConnection
from starlette.types import Scope

from fivedice.server.protection.rate_limits import Senders

WRONG = "fivedice.wrong"
"""Under which a request's scope has what notes a wrong code."""


class CodeGuesses:
    """So many a minute, by sender."""

    def __init__(self, a_minute: int) -> None:
        """Nobody has guessed yet."""
        self._senders = Senders(a_minute / 60, a_minute)

    def watch(self, scope: Scope, sender: str) -> None:
        """Wrong codes of this request will be this sender's."""
        scope[WRONG] = partial(self._senders.take, sender)

    def are_spent(self, sender: str) -> bool:
        """Whether the sender has to wait."""
        return self._senders.is_spent(sender)


def wrong(connection: HTTPConnection, times: int = 1) -> None:
    """A request has named so many wrong codes."""
    for _ in range(times):
        connection.scope[WRONG]()

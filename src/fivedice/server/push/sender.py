"""Sends push messages in the background, with a limit on parallel requests.

A call is tried once. What does not arrive is lost: the pages tell whose turn it is all the same.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from socket import AF_INET, AddressFamily

from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from aiohttp.abc import ResolveResult
from aiohttp.resolver import ThreadedResolver
from yarl import URL

from fivedice.runtime.store import StoreError
from fivedice.server.push.egress_policy import EgressPolicy
from fivedice.server.push.encryption import BadKeys, PushEncryption
from fivedice.server.push.subscriptions import Held, Subscription, named
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.tables.turn_alerts import TurnAlert

MOST = 1000
"""How many calls wait; one more is not made."""
AT_ONCE = 8
PATIENCE = 10.0
"""Seconds that a push service may take for everything."""
GONE = (404, 410)
"""What a service answers for a browser that is called no more."""

log = logging.getLogger(__name__)


class PushSender:
    """The calls of one worker; the browsers are kept in the database for all of them."""

    def __init__(self, storage: AsyncDatabase, letters: PushEncryption, outside: EgressPolicy) -> None:
        """Nothing is to be carried yet."""
        self.key, self.outside = letters.key, outside
        self._storage, self._letters = storage, letters
        self._waiting = asyncio.Queue[TurnAlert](MOST)
        self._has_complained = False

    def take(self, call: TurnAlert) -> None:
        """Takes a call along, unless too many wait."""
        with suppress(asyncio.QueueFull):
            self._waiting.put_nowait(call)

    async def keep(self, browser: Subscription, seats: Sequence[Held]) -> None:
        """A browser is called for these seats from now on."""
        await self._storage.ask(Database.keep_browser, browser, seats)

    async def forget(self, endpoint: str) -> None:
        """The browser with this endpoint is called no more."""
        await self._storage.ask(Database.forget_browser, named(endpoint))

    async def work(self) -> None:
        """Carries calls, until cancelled."""
        connector = TCPConnector(resolver=Checked(self.outside), use_dns_cache=False)
        timeout = ClientTimeout(PATIENCE)
        async with ClientSession(
            connector=connector, timeout=timeout, cookie_jar=DummyCookieJar()
        ) as session:
            await asyncio.gather(*(self._carry(session) for _ in range(AT_ONCE)))

    async def _carry(self, session: ClientSession) -> None:
        while True:
            call = await self._waiting.get()
            try:
                held = call.code, call.holder
                for browser in await self._storage.ask(Database.browsers_to_call, held, call.question):
                    await self._send(session, browser, call)
            except StoreError:
                continue
            except Exception:
                log.exception("A push ended in an error.")

    async def _send(self, session: ClientSession, browser: Subscription, call: TurnAlert) -> None:
        """Follows no redirection, which could lead anywhere."""
        try:
            url = URL(browser.endpoint)
            if not self.outside.may_be(url.scheme, url.host):
                raise BadKeys
            headers, body = self._letters.letter(browser, call)
            async with session.post(url, data=body, headers=headers, allow_redirects=False) as answer:
                status = answer.status
        except ValueError:
            status = GONE[0]
        except (ClientError, TimeoutError, OSError):
            return
        if status in GONE:
            await self.forget(browser.endpoint)
        elif status >= 400:
            self._complain(url.host, status)

    def _complain(self, host: str | None, status: int) -> None:
        """Once, for whoever serves: strangers could name a service that always refuses."""
        if not self._has_complained:
            self._has_complained = True
            log.error("The push service at %s refuses what is pushed: it answers %s.", host, status)


class Checked(ThreadedResolver):
    """Looks names up, and knows none that leads inside: a name may change between a look and the next."""

    def __init__(self, outside: EgressPolicy) -> None:
        """Asks the system."""
        super().__init__()
        self._outside = outside

    async def resolve(self, host: str, port: int = 0, family: AddressFamily = AF_INET) -> list[ResolveResult]:
        """The addresses of a name that may be sent to. Raises `OSError` where there is none."""
        found = await super().resolve(host, port, family)
        allowed = [one for one in found if self._outside.allows_text(one["host"])]
        if not allowed:
            raise OSError(f"{host} is not outside.")
        return allowed

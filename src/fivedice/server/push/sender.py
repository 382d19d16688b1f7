"""Web Push: encrypts messages, signs requests and sends them in the background.

A push is tried once; the pages show whose turn it is anyway. A push service learns only that this server has
a message for that browser."""

import asyncio
import logging
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from socket import AF_INET, AddressFamily

import msgspec
from aiohttp import ClientError, ClientSession, ClientTimeout, DummyCookieJar, TCPConnector
from aiohttp.abc import ResolveResult
from aiohttp.resolver import ThreadedResolver
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from py_vapid import Vapid, VapidException, b64urldecode, b64urlencode
from pywebpush import WebPusher, WebPushException
from yarl import URL

from fivedice import private_files
from fivedice.language import all_of, speaking, tr
from fivedice.runtime import store
from fivedice.runtime.days import DAY
from fivedice.runtime.store import HostError, StoreError, reason
from fivedice.server.protection.addresses import EgressPolicy
from fivedice.server.push import subscriptions
from fivedice.server.push.subscriptions import Subscription, TurnAlert
from fivedice.server.storage.async_database import AsyncDatabase

LIVE = 600
"""Seconds for which a push service keeps a message about a live match."""
POINT, SECRET = 65, 16
"""The lengths of a browser's two keys, in bytes."""


class BadKeys(ValueError):  # noqa: N818 - the client is at fault
    """A browser's keys are invalid."""


class PushEncryption:
    """Encrypts and signs push messages; `contact` is the host's address for push services.

    Raises `StoreError` if the file contains no signing key or the contact is invalid.
    """

    def __init__(self, key: Path, contact: str) -> None:
        self._vapid, self._contact = Vapid(_read(key)), contact
        public = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.key: str = b64urlencode(public)
        """The public key in the form that browsers expect."""
        try:
            self._signed("https://example.org")
        except VapidException:
            sentence = f"{contact!r} is not a contact; use mailto:you@example.org or https://example.org."
            raise HostError(sentence) from None

    def push_request(self, browser: Subscription, call: TurnAlert) -> tuple[dict[str, str], bytes]:
        """The headers and body of a push request. Raises `BadKeys`."""
        headers = {
            **self._signed(str(URL(browser.endpoint).origin())),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(call.days * DAY or LIVE),
            "urgency": "normal" if call.days else "high",
            "topic": sha256(f"{call.code} {call.holder}".encode()).hexdigest()[:32],
        }
        return headers, seal(browser, msgspec.json.encode(notification(call)))

    def _signed(self, origin: str) -> dict[str, str]:
        claims = {"aud": origin, "sub": self._contact}
        return {name.lower(): str(value) for name, value in self._vapid.sign(claims).items()}


def notification(call: TurnAlert) -> dict[str, str]:
    """The notification that a browser shows; it reveals nothing about the dice."""
    game, others = tr(call.title), all_of(call.others)
    body = tr("{game}, with {others}.", game=game, others=others) if others else f"{game}."
    if call.days:
        body += " " + tr("You have {days, plural, one {# day} other {# days}}.", days=call.days)
    return {"title": tr("It is your turn"), "body": body, "path": f"/t/{call.code}"}


def seal(browser: Subscription, data: bytes) -> bytes:
    """Encrypts data for a browser. Raises `BadKeys`."""
    keys = {"p256dh": browser.p256dh, "auth": browser.auth}
    try:
        if [len(b64urldecode(key.encode())) for key in keys.values()] != [POINT, SECRET]:
            raise BadKeys
        return bytes(WebPusher({"endpoint": browser.endpoint, "keys": keys}).encode(data)["body"])
    except (ValueError, WebPushException):
        raise BadKeys from None


def prepare(key: Path, contact: str) -> bool:
    """Creates the key file if there is none. Returns whether it did. Raises `StoreError`."""
    is_missing = not key.exists()
    private_files.tighten(key)
    if is_missing:
        new = Vapid()
        new.generate_keys()
        store.write_bytes(key, new.private_pem(), private=True)
    PushEncryption(key, contact)
    return is_missing


def _read(key: Path) -> EllipticCurvePrivateKey:
    try:
        private = load_pem_private_key(key.read_bytes(), None)
    except OSError as error:
        raise HostError(f"{key} cannot be read: {reason(error)}.") from None
    except (ValueError, TypeError):
        private = None
    if not isinstance(private, EllipticCurvePrivateKey) or not isinstance(private.curve, SECP256R1):
        raise HostError(f"{key} does not contain a private P-256 key in PEM format.")
    return private


MOST = 1000
"""The longest queue; further messages are dropped."""
AT_ONCE = 8
PATIENCE = 10.0
"""Seconds for one request to a push service."""
GONE = (404, 410)
"""The status codes of a push service for an expired subscription."""

log = logging.getLogger(__name__)


class PushSender:
    """Sends the push messages of one worker; all workers share the subscriptions in the database."""

    def __init__(self, storage: AsyncDatabase, encryption: PushEncryption, outside: EgressPolicy) -> None:
        self.key, self.outside = encryption.key, outside
        self._storage, self._encryption = storage, encryption
        self._waiting = asyncio.Queue[TurnAlert](MOST)
        self._has_complained = False

    def take(self, call: TurnAlert) -> None:
        """Queues a message, unless too many are waiting."""
        with suppress(asyncio.QueueFull):
            self._waiting.put_nowait(call)

    async def work(self) -> None:
        """Sends queued messages, until cancelled."""
        connector = TCPConnector(resolver=CheckedResolver(self.outside), use_dns_cache=False)
        timeout = ClientTimeout(PATIENCE)
        async with ClientSession(
            connector=connector, timeout=timeout, cookie_jar=DummyCookieJar()
        ) as session:
            await asyncio.gather(*(self._carry(session) for _ in range(AT_ONCE)))

    async def _carry(self, session: ClientSession) -> None:
        while True:
            call = await self._waiting.get()
            try:
                seat = call.code, call.holder
                for browser in await self._storage.ask(subscriptions.to_call, seat, call.question):
                    await self._send(session, browser, call)
            except StoreError:
                continue
            except Exception:
                log.exception("A push failed.")

    async def _send(self, session: ClientSession, browser: Subscription, call: TurnAlert) -> None:
        """Sends one message without following redirects, which could lead anywhere."""
        try:
            url = URL(browser.endpoint)
            if not self.outside.may_be(url.scheme, url.host):
                raise BadKeys
            with speaking(browser.language):
                headers, body = self._encryption.push_request(browser, call)
            async with session.post(url, data=body, headers=headers, allow_redirects=False) as answer:
                status = answer.status
        except ValueError:
            status = GONE[0]
        except (ClientError, TimeoutError, OSError):
            return
        if status in GONE:
            await self._storage.ask(subscriptions.forget, browser.name)
        elif status >= 400 and not self._has_complained:
            self._has_complained = True  # strangers could name a service that always refuses
            log.error("The push service at %s refuses messages with status %s.", url.host, status)


class CheckedResolver(ThreadedResolver):
    """Resolves host names and checks each result, because the addresses may change between two lookups."""

    def __init__(self, outside: EgressPolicy) -> None:
        super().__init__()
        self._outside = outside

    async def resolve(self, host: str, port: int = 0, family: AddressFamily = AF_INET) -> list[ResolveResult]:
        """The allowed addresses of a host name. Raises `OSError` if there are none."""
        results = await super().resolve(host, port, family)
        allowed = [one for one in results if self._outside.allows_text(one["host"])]
        if not allowed:
            raise OSError(f"{host} has no allowed address.")
        return allowed

"""Web Push encryption and VAPID signatures.

The service that passes it on learns that this server has something to say to that browser, and no more.
"""

import base64
import os
from hashlib import sha256
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from py_vapid import Vapid, VapidException
from pywebpush import WebPusher, WebPushException
from yarl import URL

from fivedice import private_files
from fivedice.runtime.store import StoreError, reason
from fivedice.server.push.subscriptions import Subscription
from fivedice.server.tables.turn_alerts import TurnAlert

DAY = 24 * 3600
LIVE = 600
"""Seconds for which a service keeps a push of a match at which the others sit and wait."""
POINT, SECRET = 65, 16
"""Bytes of the two keys of a browser."""


class BadKeys(ValueError):  # noqa: N818 - the browser is at fault
    """Nothing can be sealed with the keys of this browser."""


class PushEncryption:
    """What this server writes, with its key; `contact` is whom a push service writes to."""

    def __init__(self, key: Path, contact: str) -> None:
        """Raises `StoreError` where the file has no such key, or the contact is none."""
        self._vapid, self._contact = Vapid(_read(key)), contact
        numbers = self._vapid.public_key.public_numbers()
        self.key = _text(b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big"))
        """The public half, as a browser wants it."""
        try:
            self._signed("https://example.org")
        except VapidException:
            sentence = f"{contact!r} is nobody to write to; mailto:you@example.org or https://example.org is."
            raise StoreError(sentence) from None

    def letter(self, browser: Subscription, call: TurnAlert) -> tuple[dict[str, str], bytes]:
        """The headers and the body of a request that calls this browser. Raises `BadKeys`."""
        headers = {
            **self._signed(str(URL(browser.endpoint).origin())),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(call.days * DAY or LIVE),
            "urgency": "normal" if call.days else "high",
            "topic": sha256(f"{call.code} {call.holder}".encode()).hexdigest()[:32],
        }
        return headers, sealed(browser, msgspec.json.encode(said(call)))

    def _signed(self, origin: str) -> dict[str, str]:
        claims = {"aud": origin, "sub": self._contact}
        return {name.lower(): str(value) for name, value in self._vapid.sign(claims).items()}


def said(call: TurnAlert) -> dict[str, str]:
    """What a browser shows: whose turn it is, at which game, with whom and where. Nothing of any dice."""
    *most, last = call.others or ("",)
    names = f"{', '.join(most)} and {last}" if most else last
    at = f"{call.title}, with {names}." if names else f"{call.title}."
    time = f" You have {call.days} {'day' if call.days == 1 else 'days'}." if call.days else ""
    return {"title": "It is your turn", "body": at + time, "path": f"/t/{call.code}"}


def sealed(browser: Subscription, data: bytes) -> bytes:
    """Data that only this browser reads. Raises `BadKeys`."""
    keys = {"p256dh": browser.p256dh, "auth": browser.auth}
    try:
        if (len(_bytes(browser.p256dh)), len(_bytes(browser.auth))) != (POINT, SECRET):
            raise BadKeys
        return bytes(WebPusher({"endpoint": browser.endpoint, "keys": keys}).encode(data)["body"])
    except (ValueError, WebPushException):
        raise BadKeys from None


def prepare(key: Path, contact: str) -> bool:
    """Makes a key where there is none, for its owner alone; whether it did. Raises `StoreError`."""
    made = not key.exists()
    private_files.tighten(key)
    if made:
        new = Vapid()
        new.generate_keys()
        try:
            with os.fdopen(
                os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, private_files.FILE), "wb"
            ) as file:
                file.write(new.private_pem())
        except OSError as error:
            raise StoreError(f"No key can be kept in {key}: {reason(error)}.") from None
    PushEncryption(key, contact)
    return made


def _read(key: Path) -> EllipticCurvePrivateKey:
    try:
        found = load_pem_private_key(key.read_bytes(), None)
    except OSError as error:
        raise StoreError(f"{key} cannot be read: {reason(error)}.") from None
    except (ValueError, TypeError):
        found = None
    if not isinstance(found, EllipticCurvePrivateKey) or not isinstance(found.curve, SECP256R1):
        raise StoreError(f"{key} holds no private key of the curve P-256 as PEM.")
    return found


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

"""Makes PDFs one at a time, each in a process of its own, which returns its memory when it ends."""

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable, Hashable

import msgspec
from cachetools import LRUCache

from fivedice.core.rules import IllegalMove
from fivedice.language import spoken, tr
from fivedice.printing.document import Document, Look
from fivedice.server.compute.reviewing import Busy

MOST = 8
"""The most PDFs that are being made or wait for that."""
KEPT_BYTES = 8_000_000
COMMAND = (sys.executable, "-m", "fivedice.printing")

log = logging.getLogger(__name__)


class PdfMaker:
    """Makes and caches the PDFs of one worker."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._kept = LRUCache[Hashable, bytes](KEPT_BYTES, len)
        self._under_way: dict[Hashable, tuple[str, asyncio.Event]] = {}
        """The senders of the first requests, and what others who want the same wait for."""

    async def pdf(self, key: Hashable, build: Callable[[], Document], look: Look, sender: str) -> bytes:
        """The PDF of a document in the reader's language; equal keys mean equal documents.

        Cancelling the caller ends the process. Raises `Busy`, or `IllegalMove` as `build` and `pdf` do.
        """
        key = key, look, spoken()
        while key not in self._kept:
            if key not in self._under_way:
                return await self._make(key, build, look, sender)
            await self._under_way[key][1].wait()
        return self._kept[key]

    async def _make(self, key: Hashable, build: Callable[[], Document], look: Look, sender: str) -> bytes:
        if sender in (other for other, _ in self._under_way.values()):
            raise Busy(tr("Another PDF is being made for your address; try again in a moment."))
        if len(self._under_way) >= MOST:
            raise Busy(tr("Too many PDFs are being made; try again in a moment."))
        _, done = self._under_way[key] = sender, asyncio.Event()
        try:
            async with self._one:
                job = spoken(), look, await asyncio.to_thread(build)
                pdf = await _typeset(msgspec.json.encode(job))
        finally:
            del self._under_way[key]
            done.set()
        if len(pdf) <= KEPT_BYTES:
            self._kept[key] = pdf
        return pdf


async def _typeset(job: bytes) -> bytes:
    process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    try:
        output, error = await process.communicate(job)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        log.error("A PDF could not be made (exit code %d): %s", process.returncode, error.decode())
        raise Busy(tr("The PDF could not be made; try again in a moment."))
    if not output.startswith(b"%PDF"):
        raise IllegalMove(output.decode())
    return output

"""Results of an arena on disk, one line per deal, so that it can be resumed.

The first line is JSON with everything that the results depend on; each further line is a deal, in order from
1.
"""

from importlib.metadata import version
from pathlib import Path

import msgspec
from msgspec import Struct

from fivedice.match.external_bots import is_guest
from fivedice.notation import write
from fivedice.runtime import chance, store
from fivedice.runtime.store import HostError, Log, StoreError
from fivedice.study.arena.plan import ArenaPlan, PlayedDeal

VERSION = 1
LONGEST_HEADER = 100_000
"""The maximum length of a first line in bytes; the longest contains a card of 10,000 characters."""
OTHERS = "{} was not made with these arguments; name another file, or leave it out."


def header(plan: ArenaPlan) -> str:
    """The first line, which is equal only for equal arguments."""
    agreed = write.setup(plan.setup(0))
    dice = {"seed": plan.seed, "duplicate": plan.duplicate}
    guests = any(is_guest(player.bot) for player in plan.players)
    patience = {"patience": plan.patience} if guests else {}
    adjusted = {"adjusted": True} if plan.adjusted else {}
    made_by = {"fivedice_arena": VERSION, "made_by": version("fivedice")}
    return write.line({**made_by, **agreed, **dice, **patience, **adjusted})


def line(played: PlayedDeal) -> str:
    """One deal as a line of JSON."""
    return msgspec.json.encode(played).decode()


class _Seeded(Struct):
    """The part of a first line that is needed to resume without a seed."""

    seed: int


def seed_for(path: Path | None) -> int:
    """The seed of the results in a file, or a new one. Raises `StoreError`."""
    first = store.start(path, LONGEST_HEADER).partition(b"\n")[0] if path and path.exists() else b""
    try:
        return msgspec.json.decode(first, type=_Seeded).seed if first else chance.new_seed()
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise HostError(OTHERS.format(path)) from None


def open_results(path: Path, plan: ArenaPlan) -> tuple[list[PlayedDeal], Log]:
    """The results in a file, and the file to append to; a missing file is created.

    Raises `StoreError` for a file with other content and leaves it unchanged.
    """
    begun = header(plan) + "\n"
    if not path.exists() or begun.encode().startswith(store.start(path, len(begun.encode()) + 1)):
        store.write_new(path, [begun])
    log = Log.reopen(path)
    try:
        return _go_on(log, plan), log
    except StoreError:
        log.close()
        raise


def _go_on(log: Log, plan: ArenaPlan) -> list[PlayedDeal]:
    """The finished deals; an incomplete last line is dropped."""
    data = log.read()
    whole = data[: data.rfind(b"\n") + 1]
    first, *lines = whole.splitlines() or [b""]
    if first.decode(errors="replace") != header(plan):
        raise HostError(OTHERS.format(log.path))
    played = [_deal(log.path, plan, number, text) for number, text in enumerate(lines, start=1)]
    log.cut(len(whole))
    return played


def _deal(path: Path, plan: ArenaPlan, number: int, text: bytes) -> PlayedDeal:
    try:
        played = msgspec.json.decode(text, type=PlayedDeal)
    except (msgspec.DecodeError, UnicodeDecodeError):
        played = None
    if played is None or not _fits(plan, number, played):
        raise HostError(f"{path}, line {number + 1}: This is not the result of deal {number}.")
    return played


def _fits(plan: ArenaPlan, number: int, played: PlayedDeal) -> bool:
    matches, bots = len(plan.rotations(number)), len(plan.players)
    scored = all(len(row) == bots for row in played.scores)
    won = all(won and set(won) <= set(range(bots)) for won in played.winners)
    lost = all(set(lost) <= set(range(bots)) for lost in played.forfeited)
    numbers = (played.deal, len(played.scores), len(played.winners))
    lucky = len(played.luck) == (matches if plan.adjusted else 0)
    rows = len(played.forfeited) in (0, matches) and lucky and all(len(row) == bots for row in played.luck)
    return numbers == (number, matches, matches) and scored and won and lost and rows

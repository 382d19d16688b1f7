"""The figures of every finished record of a folder, computed once per record and kept in the cache folder."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from fivedice import private_files
from fivedice.analysis import luck_and_cost
from fivedice.core.rules import IllegalMove
from fivedice.core.worth import Worth
from fivedice.language import mark
from fivedice.match.match import EventMatch
from fivedice.notation import record
from fivedice.notation.record import BadRecord
from fivedice.runtime import store
from fivedice.runtime.library import Library
from fivedice.runtime.store import StoreError
from fivedice.runtime.waiting import working
from fivedice.statistics.figures import MatchFigures, figures, is_whole

FILE, FORM = "figures.jsonl", 1
"""The file of figures already computed, and the version of its format."""

ByPlayer = dict[str, MatchFigures]


class StoredFigures(Struct, frozen=True):
    """The figures of a record, under the digest of its bytes."""

    form: int
    record: str
    figures: ByPlayer


def read(where: Path, cache: Path, library: Callable[[], Library]) -> Iterator[ByPlayer]:
    """The figures of every finished record by player, the oldest first; only new ones need the library.

    Leaves out records that are damaged, unfinished or begin at a position. Raises `StoreError`.
    """
    known, solved = _known(cache / FILE), None
    paths = store.records(where)
    for number, path in enumerate(paths):
        with suppress(BadRecord, StoreError):
            data = store.read(path)
            digest = sha256(data).hexdigest()
            if digest not in known and record.has_result(data):
                match = record.replay(data).match
                solved = solved or library()
                working.begin(mark("reviewing the matches"))
                working.part(number, len(paths))
                known[digest] = of_match(match, solved)
                _keep(cache / FILE, StoredFigures(FORM, digest, known[digest]))
            about = {"at": store.start_time(path), "code": path.name, "record": digest}
            yield {name: replace(one, **about) for name, one in known.get(digest, {}).items()}


def of_match(match: EventMatch, library: Library) -> ByPlayer:
    """The figures of every person, by name; without a review if the game has no solver."""
    players, game, review = match.setup.players, match.setup.game, None
    if not is_whole(match):
        return {}
    with suppress(IllegalMove):
        review = luck_and_cost.review(match, library(game, len(players), "score").at_leisure())
    totals = chances(match, library)
    people = [(seat, player.name) for seat, player in enumerate(players) if not player.bot]
    return {name: figures(match, seat, review, totals) for seat, name in people}


def chances(match: EventMatch, library: Library) -> Worth | None:
    """The distribution of the totals of best play; None for a game without one."""
    try:
        return library.distribution(match.setup.game).chances
    except IllegalMove:
        return None


def _known(file: Path) -> dict[str, ByPlayer]:
    """The figures computed before; lines that are damaged or have another form are left out."""
    by_digest, decoder = dict[str, ByPlayer](), msgspec.json.Decoder(StoredFigures)
    with suppress(OSError):
        for line in file.read_bytes().split(b"\n"):
            with suppress(msgspec.MsgspecError):
                kept = decoder.decode(line)
                by_digest |= {kept.record: kept.figures} if kept.form == FORM else {}
    return by_digest


def _keep(file: Path, kept: StoredFigures) -> None:
    """Adds figures to the file if it can be written; they can always be computed again."""
    with suppress(OSError):
        private_files.make_folder(file.parent)
        with file.open("ab") as cache:
            cache.write(msgspec.json.encode(kept) + b"\n")

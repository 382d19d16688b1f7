"""The record of a match: JSON lines with the setup, every event and the result (docs/reference/record.md).
Reading replays the events; errors name the first wrong line.
"""

import json
import re
from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from fivedice.core.rules import IllegalMove
from fivedice.language import mark, tr
from fivedice.match import questions
from fivedice.match.events import Entry, Event
from fivedice.match.history import Length
from fivedice.match.match import EventMatch, begin
from fivedice.match.setup import Setup
from fivedice.notation import read, write
from fivedice.notation.read import BadText

VERSION, ENTERED, DEALT = 1, 2, 3
"""Versions of records: the first; may contain `Entry` events; also names the source of its dice in `dice`."""
LONGEST = 10_000_000
"""The maximum size of a record in bytes, seven times the longest match without hints."""
LONGEST_LINE = 10_000
"""The maximum length of a line in bytes, twice the header of ten players with escaped names."""


MARK = b"\xef\xbb\xbf"
"""The byte-order mark, which some editors insert."""


class BadRecord(ValueError):  # noqa: N818 - what came in is bad, not the program
    """A record that cannot be parsed or that breaks the rules."""

    def __init__(self, line: int, sentence: str, *, breaks_rules: bool = False) -> None:
        super().__init__(tr("line {line}: {sentence}", line=str(line), sentence=sentence))
        self.line: int = line
        """The number of the line at fault, from 1."""
        self.breaks_rules: bool = breaks_rules
        """Whether the text can be parsed but breaks the rules of the game."""


class Replay(Struct, frozen=True):
    """A parsed record: its match, and whether it contains the result."""

    match: EventMatch
    complete: bool
    secret: str = ""
    """The secret of the dice in hexadecimal; "" if the record does not reveal it."""


def header(setup: Setup, version: int = VERSION) -> str:
    """The first line: format version and setup. A growing log of real dice needs version 2 from the start."""
    return write.line({"fivedice": DEALT if setup.dice else version, **write.setup(setup)})


def version(events: Iterable[Event]) -> int:
    """The version that a record of these events needs, if its setup needs no later one."""
    return ENTERED if any(isinstance(event, Entry) for event in events) else VERSION


def upgraded(record: bytes) -> bytes:
    """The first line of a record with a version that may contain any event; its length does not change."""
    return re.sub(rb'("fivedice"\s*:\s*)1', rb"\g<1>%d" % ENTERED, record.partition(b"\n")[0], count=1)


def result(match: EventMatch) -> str:
    """The last line: scores of each game, totals and winners."""
    return write.line({"result": _result(match)})


def revealed(secret: str) -> str:
    """The line that reveals the secret of the dice, after the result."""
    return write.line({"secret": secret})


def text(match: EventMatch, secret: str = "") -> str:
    """The whole record; without a result if the match is not over, and without a secret by default."""
    lines = [header(match.setup, version(match.events)), *map(write.event, match.events)]
    if questions.is_over(match.state):
        lines.append(result(match))
    if secret:
        lines.append(revealed(secret))
    return "\n".join(lines) + "\n"


def replay(record: str | bytes) -> Replay:
    """Replays a record. Raises `BadRecord` with the first wrong line."""
    data = record.encode(errors="surrogatepass") if isinstance(record, str) else record
    if not data:
        raise BadRecord(1, tr("The record is empty."))
    if len(data) > LONGEST:
        raise BadRecord(1, tr("The record is longer than {most} bytes.", most=LONGEST))
    lines = data.split(b"\n")
    rest = lines.pop()
    replayed = _replay(lines) if lines else None
    if rest or replayed is None:
        raise BadRecord(len(lines) + 1, tr("The line is cut off: it does not end with a line feed."))
    return replayed


def _replay(lines: list[bytes]) -> Replay:
    try:
        setup, version_number = _header(lines[0].removeprefix(MARK))
        so_far = Replay(begin(setup), complete=False)
    except (IllegalMove, BadText) as error:
        raise BadRecord(1, str(error)) from None
    length = Length(so_far.match.setup)
    for number, line in enumerate(lines[1:], start=2):
        try:
            so_far = _read_line(so_far, line, length, version_number)
        except (IllegalMove, BadText) as error:
            raise BadRecord(number, str(error), breaks_rules=isinstance(error, IllegalMove)) from None
    return so_far


def _read_line(so_far: Replay, line: bytes, length: Length, version_number: int) -> Replay:
    if so_far.secret:
        raise BadText(tr("Nothing may follow the secret of the dice."))
    _check_line(line)
    if line.startswith(b'{"secret"'):
        return replace(so_far, secret=_secret(so_far.match, line))
    if so_far.complete:
        raise BadText(tr("Only the secret of the dice may follow the result."))
    if line.startswith(b'{"result"'):
        _check_result(so_far.match, line)
        return Replay(so_far.match, complete=True)
    event = read.event(line)
    if version_number == VERSION and isinstance(event, Entry):
        later = mark("Final dice and scores are only in records of version {version} or later.")
        raise BadText(tr(later, version=ENTERED))
    length.add(event)
    return Replay(so_far.match.step(event), complete=False)


def _secret(match: EventMatch, line: bytes) -> str:
    fields = read.json_object(line)
    secret = fields.get("secret")
    if len(fields) > 1 or type(secret) is not str or not re.fullmatch("[0-9a-f]{64}", secret):
        raise BadText(tr("The secret of the dice is 64 hexadecimal digits in lower case."))
    if match.setup.dice is None:
        raise BadText(tr("The first line does not say that the dice of this match follow from a secret."))
    return secret


def _check_line(line: bytes) -> None:
    if len(line) > LONGEST_LINE:
        raise BadText(tr("The line is longer than {most} bytes.", most=LONGEST_LINE))


def has_result(record: bytes) -> bool:
    """Whether a record contains the result; does not replay it."""
    return b'\n{"result"' in record


def complete_lines(record: bytes) -> bytes:
    """The record without an incomplete last line."""
    return record[: record.rfind(b"\n") + 1]


def _header(line: bytes) -> tuple[Setup, int]:
    _check_line(line)
    fields = read.json_object(line)
    version_number = fields.pop("fivedice", None)
    if "fivedice_arena" in fields:
        results = mark("These are the results of an arena, not a match; continue them with `fivedice arena`.")
        raise BadText(tr(results))
    if type(version_number) is not int or not VERSION <= version_number <= DEALT:
        wrong = mark("This is not a record of version {first} to {version}: its first line does not say so.")
        raise BadText(tr(wrong, first=VERSION, version=DEALT))
    setup = read.setup(fields)
    if (version_number == DEALT) != (setup.dice is not None):
        wrong = mark("Records of version {version}, and no others, have 'dice' in their first line.")
        raise BadText(tr(wrong, version=DEALT))
    return setup, version_number


def _result(match: EventMatch) -> dict[str, Any]:
    scores = [list(scores) for scores in match.state.finished]
    return {"scores": scores, "totals": list(match.scores), "winners": list(match.winners)}


def _check_result(match: EventMatch, line: bytes) -> None:
    fields = read.json_object(line)
    if not questions.is_over(match.state):
        raise IllegalMove(tr("The result comes before the match has ended."))
    if json.dumps(fields, sort_keys=True) != json.dumps({"result": _result(match)}, sort_keys=True):
        wrong = mark("The result does not match the events, which lead to {result}.")
        raise IllegalMove(tr(wrong, result=result(match)))

"""Results of commands: stored times, and one line of JSON."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from fivedice.match import questions
from fivedice.match.match import EventMatch
from fivedice.notation import write


def time_of(at: float) -> datetime | None:
    """A stored time in UTC; None if it is damaged: out of range or, in SQLite, not a number."""
    try:
        return datetime.fromtimestamp(at).astimezone(UTC)
    except (TypeError, ValueError, OverflowError, OSError):
        return None


def minute(at: float) -> str:
    """A stored time to the minute, in local time; "" if it is damaged."""
    time = time_of(at)
    return time.astimezone().strftime("%Y-%m-%d %H:%M") if time else ""


VERSION = 1
"""The version of the JSON formats (docs/reference/command-json.md), stored in their first key. It stays the
same if a key is added; any other change raises it.
"""


def json_text(command: str, fields: Mapping[str, Any] | msgspec.Struct) -> str:
    """The result of a command as one line of JSON."""
    versioned = {f"fivedice_{command}": VERSION, **msgspec.to_builtins(fields)}
    return msgspec.json.encode(versioned).decode()


def match_fields(played: EventMatch) -> dict[str, Any]:
    """A match as `records`, `show` and `verify` print it: its setup and its standing."""
    so_far = {"events": len(played.events), "finished": questions.is_over(played.state)}
    standing = {"scores": list(played.scores), "winners": list(played.winners)}
    return {"setup": write.setup(played.setup), **so_far, **standing}

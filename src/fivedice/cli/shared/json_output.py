"""Results of commands as one line of JSON; the first key has the version of the format (command-json.md)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from fivedice.match import questions
from fivedice.match.match import Match
from fivedice.notation import write

VERSION = 1
"""Keys may be added without a new version; any other change of a format needs one."""


def text(command: str, fields: Mapping[str, Any] | msgspec.Struct) -> str:
    """What a command found, as a Struct or as plain values."""
    versioned = {f"fivedice_{command}": VERSION, **msgspec.to_builtins(fields)}
    return msgspec.json.encode(versioned).decode()


def match_fields(played: Match) -> dict[str, Any]:
    """A match as `records`, `show` and `verify` have it: what was agreed and how it stands."""
    finished = questions.is_over(played.state)
    return {
        "setup": write.setup(played.setup),
        "events": len(played.events),
        "finished": finished,
        "scores": list(played.scores),
        "winners": list(played.winners) if finished else [],
    }

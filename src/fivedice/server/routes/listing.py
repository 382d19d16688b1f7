"""What a list of tables adds to each summary because it changes with time or with other tables.

How long a table by correspondence waits yet, how long ago anything was entered at one that goes on, and
who waits at the rematch of a match that is over.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from fivedice.server.storage.summary import Summary
from fivedice.server.tables.registry import TableRegistry

Listed = dict[str, Any]


async def completed(
    registry: TableRegistry, listed: Sequence[Listed], known: Mapping[str, Summary]
) -> list[Listed]:
    """These tables of a list, with `left` and `ago` seconds and `at_rematch` names where there are any.

    Whoever asks holds a seat at what is `known` already: to a rematch among these nobody need be called.
    """
    left = await registry.left([one["code"] for one in listed if one.get("days") and one.get("asked")])
    ago = await registry.ago(
        [one["code"] for one in listed if one["stage"] == "playing" and not one["closed"]]
    )
    wanted = {str(one["next"]) for one in listed if one.get("next")} - known.keys()
    rematches = await registry.summaries(sorted(wanted)) if wanted else {}
    return [{**one, **_beside(one, left, ago, rematches)} for one in listed]


def _beside(
    one: Listed, left: Mapping[str, float], ago: Mapping[str, float], rematches: Mapping[str, Summary]
) -> Listed:
    code = one["code"]
    told: Listed = {name: spans[code] for name, spans in (("left", left), ("ago", ago)) if code in spans}
    rematch = rematches.get(one.get("next", ""))
    return told | ({"at_rematch": _waiting(rematch)} if rematch else {})


def _waiting(rematch: Summary) -> list[str]:
    """The names of those who wait there for others; nobody once it has begun or is closed."""
    if not rematch.gathers:
        return []
    return [chair["name"] for chair in rematch.fields["chairs"] if chair["name"] and not chair["bot"]]

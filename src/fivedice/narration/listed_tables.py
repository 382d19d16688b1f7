"""Sentences about a player's tables in a list: their state, their result, and requests for a rematch.

A table is a mapping as `POST /api/mine` returns it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from fivedice.narration.sentences import amount, listed


def status(table: Mapping[str, Any]) -> str:
    """The state or result of a table, addressed to the player in `seat`; "" while it waits for players."""
    if table["stage"] == "over":
        return _outcome(table)
    if table["closed"]:
        unfinished = "Never started" if table["stage"] == "gathering" else "Unfinished"
        return table.get("closed_told") or unfinished
    return _who_plays(table) if table["stage"] == "playing" else ""


def rematch(names: Sequence[str]) -> str:
    """Who asks for a rematch; "" if nobody does."""
    return f"{listed(tuple(names))} {'ask' if len(names) > 1 else 'asks'} for a rematch" if names else ""


def _who_plays(table: Mapping[str, Any]) -> str:
    chairs, seat = table["chairs"], table["seat"]
    if all(chair["bot"] or chair["away"] for chair in chairs):
        return "Match paused"
    parts = ["The computer plays for you"] if seat is not None and chairs[seat]["away"] else []
    names = tuple(chairs[one]["name"] for one in table.get("asked", ()))
    parts += [f"{listed(names)} to play"] if names else []
    return " · ".join(parts) or "In progress"


def _outcome(table: Mapping[str, Any]) -> str:
    seat, winners = table["seat"], table.get("winners", ())
    if seat is None:
        return ""
    credit = table.get("credit", ())
    if seat < len(credit) and not credit[seat]["counts"]:
        return "The computer played for you"
    if len(table["chairs"]) == 1:
        return amount(table["scores"][0], table["unit"]) if table.get("scores") else ""
    if seat not in winners:
        return "You lost"
    return "You share the win" if len(winners) > 1 else "You won"

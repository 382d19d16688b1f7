"""Sentences about the tables of a player in a list: what goes on there, how it ended, who asks again.

A table is the mapping that `POST /api/mine` answers with.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from fivedice.narration.sentences import amount, listed


def status(table: Mapping[str, Any]) -> str:
    """What goes on at a table or came of it, to whoever holds `seat`; nothing while it waits for players."""
    if table["stage"] == "over":
        return _outcome(table)
    if table["closed"]:
        unfinished = "Never begun" if table["stage"] == "gathering" else "Left unfinished"
        return table.get("closed_told") or unfinished
    return _who_plays(table) if table["stage"] == "playing" else ""


def rematch(names: Sequence[str]) -> str:
    """Who asks for a rematch, if anybody does."""
    return f"{listed(tuple(names))} {'ask' if len(names) > 1 else 'asks'} for a rematch" if names else ""


def _who_plays(table: Mapping[str, Any]) -> str:
    chairs, seat = table["chairs"], table["seat"]
    if all(chair["bot"] or chair["away"] for chair in chairs):
        return "The match rests"
    parts = ["The game plays for you"] if seat is not None and chairs[seat]["away"] else []
    names = tuple(chairs[one]["name"] for one in table.get("asked", ()))
    parts += [f"{listed(names)} to play"] if names else []
    return " · ".join(parts) or "Under way"


def _outcome(table: Mapping[str, Any]) -> str:
    seat, winners = table["seat"], table.get("winners", ())
    if seat is None:
        return ""
    credit = table.get("credit", ())
    if seat < len(credit) and not credit[seat]["counts"]:
        return "The game played for you"
    if len(table["chairs"]) == 1:
        return amount(table["scores"][0], table["unit"]) if table.get("scores") else ""
    if seat not in winners:
        return "You lost"
    return "You share the win" if len(winners) > 1 else "You won"

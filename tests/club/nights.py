"""Club nights to try things out on, played at random or by a script."""

from random import Random
from typing import Any

from fivedice.club.entries import (
    ClubOpened,
    ClubPlan,
    DealPlayed,
    Entry,
    PlayerArrived,
    PlayerLeft,
    RoundBegun,
    RoundOver,
    TableDealt,
    TableResult,
)
from fivedice.club.night import ClubNight, next_round, open_night


def night(players: int = 0, **plan: Any) -> ClubNight:
    """A club night of traditional, to which these many have come."""
    made = open_night(ClubOpened(ClubPlan("traditional", **plan)))
    return after(made, *(PlayerArrived(f"Player {number}", f"guest {number}") for number in range(players)))


def after(night: ClubNight, *entries: Entry) -> ClubNight:
    """The club night with these entries."""
    for entry in entries:
        night = night.after(entry)
    return night


def begun(night: ClubNight) -> ClubNight:
    """The club night with its next round."""
    paired = next_round(night)
    return night.after(RoundBegun(paired.tables, paired.byes))


def result(*scores: int) -> TableResult:
    """A result in which the highest score wins."""
    return TableResult(scores, tuple(seat for seat, score in enumerate(scores) if score == max(scores)))


def played(night: ClubNight, *results: tuple[int, ...]) -> ClubNight:
    """A whole round of one deal with the scores of each table."""
    night = begun(night)
    for table, scores in enumerate(results):
        night = after(night, TableDealt(table, f"T{table}"), DealPlayed(table, result(*scores)))
    return night.after(RoundOver())


def played_at_random(night: ClubNight, chance: Random, skill: float = 0) -> ClubNight:
    """A whole round; a higher number plays better by `skill` points each."""
    night = begun(night)
    assert night.round
    for number, table in enumerate(night.round.tables):
        for deal in range(night.plan.deals):
            scores = [round(chance.gauss(200 + skill * player, 40)) for player in table.players]
            night = after(night, TableDealt(number, f"{number}-{deal}"), DealPlayed(number, result(*scores)))
    return night.after(RoundOver())


def moved_at_random(night: ClubNight, chance: Random) -> ClubNight:
    """Some leave, some return, some are new."""
    for number, player in enumerate(night.players):
        if chance.random() < 0.1:
            night = night.after(
                PlayerLeft(number) if player.here else PlayerArrived(player.name, player.guest)
            )
    late = len(night.players)
    return after(
        night,
        *(PlayerArrived(f"Late {late + n}", f"guest {late + n}") for n in range(chance.choice((0, 0, 1, 2)))),
    )

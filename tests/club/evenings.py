"""Evenings to try things out on, played at random or by a script."""

from random import Random

from fivedice.club.entries import (
    DealPlayed,
    Entry,
    EveningOpened,
    EveningPlan,
    PlayerArrived,
    PlayerLeft,
    RoundBegun,
    RoundOver,
    TableDealt,
    TableResult,
)
from fivedice.club.evening import Evening, next_round, opened


def evening(players: int = 0, **plan: object) -> Evening:
    """An evening of traditional, to which these many have come."""
    made = opened(EveningOpened(EveningPlan("traditional", **plan), "seal"))  # type: ignore[arg-type]
    return after(made, *(PlayerArrived(f"Player {number}", f"guest {number}") for number in range(players)))


def after(evening: Evening, *entries: Entry) -> Evening:
    """The evening with these entries."""
    for entry in entries:
        evening = evening.after(entry)
    return evening


def begun(evening: Evening) -> Evening:
    """The evening with its next round."""
    paired = next_round(evening)
    return evening.after(RoundBegun(paired.tables, paired.byes))


def result(*scores: int) -> TableResult:
    """A result in which the highest score wins."""
    return TableResult(scores, tuple(seat for seat, score in enumerate(scores) if score == max(scores)))


def played(evening: Evening, *results: tuple[int, ...]) -> Evening:
    """A whole round of one deal with the scores of each table."""
    evening = begun(evening)
    for table, scores in enumerate(results):
        evening = after(evening, TableDealt(table, f"T{table}"), DealPlayed(table, result(*scores)))
    return evening.after(RoundOver())


def played_at_random(evening: Evening, chance: Random, skill: float = 0) -> Evening:
    """A whole round; a higher number plays better by `skill` points each."""
    evening = begun(evening)
    assert evening.round
    for number, table in enumerate(evening.round.tables):
        for deal in range(evening.plan.deals):
            scores = [round(chance.gauss(200 + skill * player, 40)) for player in table.players]
            evening = after(
                evening, TableDealt(number, f"{number}-{deal}"), DealPlayed(number, result(*scores))
            )
    return evening.after(RoundOver())


def moved_at_random(evening: Evening, chance: Random) -> Evening:
    """Some leave, some return, some are new."""
    for number, player in enumerate(evening.players):
        if chance.random() < 0.1:
            evening = evening.after(
                PlayerLeft(number) if player.here else PlayerArrived(player.name, player.guest)
            )
    late = len(evening.players)
    return after(
        evening,
        *(PlayerArrived(f"Late {late + n}", f"guest {late + n}") for n in range(chance.choice((0, 0, 1, 2)))),
    )

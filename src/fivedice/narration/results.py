"""Sentences about the terms, scores and result of a match, and about a player's tables in a list."""

from collections.abc import Mapping, Sequence
from typing import Any

from fivedice.core.rules import Game
from fivedice.core.words import unit_named
from fivedice.language import all_of, comma, decimal, mark, tr, with_label
from fivedice.match import questions
from fivedice.match.setup import Setup, house_options
from fivedice.match.state import State

YOU = "You"
"""Addresses a player, in place of the name."""
OPTION = "house option"
"""The context of names and values of house options in catalogues."""
NTH = {1: mark("{number}st"), 2: mark("{number}nd"), 3: mark("{number}rd")}
"""Ordinal numbers by their last digit."""


# --- What was agreed ---------------------------------------------------------------------------------------


def house(game: Game) -> list[str]:
    """The house options in words: "joker forced"."""
    return [
        tr("{option} {value}", option=tr(name, OPTION), value=_option(value))
        for name, value in house_options(game).items()
    ]


def _option(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(tr(str(one), OPTION) for one in value) or tr("as seated")
    return tr(str(value), OPTION)


def agreement(setup: Setup) -> str:
    """The setup: "Traditional, joker forced, 2 games: Ann, greedy"."""
    several = mark("{count, plural, one {# game} other {# games}}")
    games = [tr(several, count=setup.games)] if setup.games > 1 else []
    terms = comma([setup.game.title, *house(setup.game), *games])
    return with_label(terms, comma(setup.names))


# --- Scores and results ------------------------------------------------------------------------------------


def amount(score: float, unit: str, digits: int = 0) -> str:
    """A score with its unit: "1 point", "12 points", "1.0 point"."""
    rounded = round(score, digits)
    count = int(rounded) if rounded == int(rounded) else rounded
    return tr(unit_named(unit).total, count=count, score=decimal(score, digits), unit=tr(unit))


def nth(number: int) -> str:
    """A place: "1st", "2nd", "11th"."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return tr(NTH.get(last, mark("{number}th")), number=number)


def standing(state: State) -> str:
    """The current scores: "Ann 57, greedy 41"."""
    return with_scores(state.setup.names, questions.scores(state))


def with_scores(players: Sequence[str], scores: Sequence[object]) -> str:
    """Players with their scores: "Ann 57, greedy 41"."""
    return comma(tr("{name} {score}", name=n, score=s) for n, s in zip(players, scores, strict=True))


def result(end: State, players: tuple[str, ...] = ()) -> str:
    """The sentence that ends a match; `players` may replace the names of the setup."""
    return tr("The match is over: {outcome}.", outcome=outcome(end, players))


def outcome(end: State, players: tuple[str, ...] = (), *, briefly: bool = False) -> str:
    """Who wins, with the score and any roll-off, without a full stop; `briefly` leaves out the roll-off."""
    players, unit = players or end.setup.names, end.setup.game.unit
    scores, winners = questions.scores(end), questions.winners(end)
    if len(players) == 1:
        return tr("{name} has {score}", name=players[0], score=amount(scores[0], unit))
    best = scores[winners[0]]
    score = amount(best, unit)
    if len(winners) > 1:
        sharing = all_of(players[seat] for seat in winners)
        return tr("{names} share the win with {score}", names=sharing, score=score)
    level = [players[seat] for seat, points in enumerate(scores) if points == best and seat not in winners]
    if not level or briefly:
        return tr("{name} wins with {score}", name=players[winners[0]], score=score)
    by_rolloff = mark("{name} wins with {score}, by the roll-off with {others}")
    return tr(by_rolloff, name=players[winners[0]], score=score, others=all_of(level))


def place(end: State, seat: int) -> str:
    """The result of a player, addressed to them: "You win by 12 points", "You are 3rd, 40 points behind", and
    alone "You have 212 points".
    """
    scores, winners, unit = questions.scores(end), questions.winners(end), end.setup.game.unit
    others = [score for other, score in enumerate(scores) if other != seat]
    if not others:
        return tr("You have {score}", score=amount(scores[seat], unit))
    if seat in winners and len(winners) > 1:
        return tr("You share the win")
    gap = scores[seat] - max(others)
    if gap == 0 or (gap > 0) != (seat in winners):
        return tr("You win the roll-off") if seat in winners else tr("You lose the roll-off")
    behind = amount(abs(gap), unit)
    if seat in winners:
        return tr("You win by {score}", score=behind)
    if len(others) == 1:
        return tr("You lose by {score}", score=behind)
    better = sum(score > scores[seat] for score in others)
    return tr("You are {place}, {score} behind", place=nth(1 + better), score=behind)  # Translators: 2nd


# --- Tables in a list, as `POST /api/mine` returns them -----------------------------------------------------


def table_status(table: Mapping[str, Any]) -> str:
    """The state or result of a table, addressed to the player in `seat`; "" while it waits for players."""
    if table["stage"] == "over":
        return _table_result(table)
    if table["closed"]:
        unfinished = tr("Never started") if table["stage"] == "gathering" else tr("Unfinished")
        return table.get("closed_told") or unfinished
    return _who_plays(table) if table["stage"] == "playing" else ""


def closing(reason: str, club: str = "") -> str:
    """A sentence on a closed table; the host always gives a reason, as does the clock of a `club` night."""
    if not reason:
        return tr("The table is closed.")
    if club:
        return tr("This table is closed: {reason}", reason=tr(reason))
    return tr("The host closed this table: {reason}", reason=reason)


def rematch(players: Sequence[str]) -> str:
    """A sentence on the players who ask for a rematch; "" if nobody does."""
    if len(players) > 1:
        return tr("{names} ask for a rematch", names=all_of(players))
    return tr("{name} asks for a rematch", name=players[0]) if players else ""


def _who_plays(table: Mapping[str, Any]) -> str:
    chairs, seat = table["chairs"], table["seat"]
    if all(chair["bot"] or chair["away"] for chair in chairs):
        return tr("Match paused")
    parts = [tr("The computer plays for you")] if seat is not None and chairs[seat]["away"] else []
    players = [chairs[one]["name"] for one in table.get("asked", ())]
    parts += [tr("{names} to play", names=all_of(players))] if players else []
    return " · ".join(parts) or tr("In progress")


def _table_result(table: Mapping[str, Any]) -> str:
    seat, winners = table["seat"], table.get("winners", ())
    if seat is None:
        return ""
    credit = table.get("credit", ())
    if seat < len(credit) and not credit[seat]["counts"]:
        return tr("The computer played for you")
    if len(table["chairs"]) == 1:
        return amount(table["scores"][0], table["unit"]) if table.get("scores") else ""
    if seat not in winners:
        return tr("You lost")
    return tr("You share the win") if len(winners) > 1 else tr("You won")

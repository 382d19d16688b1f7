"""The "What decided the result" section of a review: each player's luck and choices, for one reader."""

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import Any

import numpy as np

from fivedice.analysis.annotate import ROUNDING
from fivedice.analysis.luck_and_cost import Account, MatchReview, is_duel, played_by_game
from fivedice.core.worth import Worth
from fivedice.narration import sentences
from fivedice.report import words
from fivedice.statistics import kinds, luck

MINUS = "−"


def summary(review: MatchReview, viewer: int | None) -> dict[str, Any]:
    """Sentences and formatted rows for the player in seat `viewer`, or for a spectator (None). The cells of
    each column in `rows` add up to that player's `result`.
    """
    seats = range(len(review.accounts)) if viewer is None else (viewer,)
    return {
        "headlines": [_headline(review, seat, viewer) for seat in seats],
        "estimate": _estimate(review, seats),
        "sentence": _compared(review, viewer),
        "rows": [{"label": label, "cells": cells} for label, cells in _rows(review)],
        "result": [words.whole(one.result, review.aim).replace("-", MINUS) for one in review.accounts],
        "marks": [{"mark": mark, "cells": _counts(review, mark)} for mark in review.accounts[0].marks],
        "lead": words.lead(review, _names(review, viewer)),
        "legend": words.MARKS,
    }


def percent(share: float) -> str:
    """A share as a number out of 100; in words if it is close to none or all."""
    return "fewer than 1" if share < 0.01 else "more than 99" if share > 0.99 else f"{100 * share:.0f}"


def better_than(chances: Worth, score: int) -> float:
    """The share of games of best play with a lower total."""
    return float(chances[:score].sum())


def totals(review: MatchReview, chances: Worth) -> dict[str, Any] | None:
    """Compares each seat's totals and luck with best play; None without totals, or if the match began at a
    position.
    """
    match = review.match
    if match.setup.position is not None or not match.state.finished:
        return None
    mean = _mean(chances)
    return {
        "mean": mean,
        "sentence": f"Best play makes {mean:.1f} points on average.",
        "seats": [_beside_best(review, chances, seat) for seat in range(len(match.setup.players))],
    }


def own_totals(chances: Worth, made: Sequence[int]) -> str:
    """Compares a player's totals, one per game, with best play, as "my" totals."""
    games, best = "game" if len(made) == 1 else "games", max(made)
    return (
        f"My mean is {fmean(made):.1f} over {len(made)} {games}; "
        f"best play makes {_mean(chances):.1f} on average. "
        f"My best is {best}: {percent(better_than(chances, best))} of 100 games of best play end with less."
    )


def _mean(chances: Worth) -> float:
    return float(np.arange(len(chances)) @ chances)


def _beside_best(review: MatchReview, chances: Worth, seat: int) -> dict[str, Any]:
    made = [game[seat] for game in review.match.state.finished]
    less = sum(better_than(chances, total) for total in made) / len(made)
    average = ", on average" if len(made) > 1 else ""
    told = f"{', '.join(map(str, made))}: {percent(less)} of 100 games of best play end with less{average}."
    return {"made": made, "less": less, "told": f"{told} {_luckier(review, seat, chances)}".rstrip()}


def _luckier(review: MatchReview, seat: int, chances: Worth) -> str:
    """How lucky a seat was compared with best play; "" if turns were entered without throws."""
    setup = review.match.setup
    less = luck.with_less(review.accounts[seat].luck, kinds.kind(setup), setup.games, chances)
    if review.has_entries or less is None:
        return ""
    return f"Luckier than {percent(less)}% of {'games' if setup.games == 1 else 'matches'} of best play."


def _headline(review: MatchReview, seat: int, viewer: int | None) -> dict[str, Any]:
    """The figures of a player that a review opens with, each with a label."""
    account, aim = review.accounts[seat], review.aim
    figures = {"Luck": words.amount(account.luck, aim, words.signed).replace("-", MINUS)}
    if not played_by_game(review, seat):
        figures = {"Lost by choices": words.amount(account.cost, aim), **figures}
    if review.has_entries:
        known = {"Lost by choices": bool(account.by_kind), "Luck": abs(account.luck) > ROUNDING}
        figures = {label: figure for label, figure in figures.items() if known[label]}
        both = words.amount(account.joint, aim, words.signed).replace("-", MINUS)
        figures["Luck and choices, turns without throws"] = both
    strength = _strength(review, seat)
    if strength is not None:
        figures["Plays like"] = f"{strength:.0f} points{_a_game(review)}"
    shown = [{"label": label, "value": value} for label, value in figures.items()]
    return {"seat": seat, "name": _names(review, viewer)[seat], "figures": shown}


def _strength(review: MatchReview, seat: int) -> float | None:
    """The average score of a player who loses as much per game by choices.

    Known only if the solver gives scores and no other player changes them. The player must also have made
    every choice of a whole match with all throws entered.
    """
    account, setup = review.accounts[seat], review.match.setup
    is_solved = review.exact and review.aim == "points" and setup.game.board == "cards"
    of_game = any(moment.by_game for moment in review.moments if moment.seat == seat)
    is_whole = review.match.over and setup.position is None
    if not is_solved or of_game or review.has_entries or not is_whole:
        return None
    return (account.start - account.cost) / setup.games


def _estimate(review: MatchReview, seats: Iterable[int]) -> str:
    """Explains "Plays like", or returns "" if no player has that figure."""
    if all(_strength(review, seat) is None for seat in seats):
        return ""
    best = review.accounts[0].start / review.match.setup.games
    return (
        f"“Plays like” is an estimate from this match: best play scores {best:.1f} points{_a_game(review)} "
        "on average, minus the cost of choices like these."
    )


def _a_game(review: MatchReview) -> str:
    return " per game" if review.match.setup.games > 1 else ""


def _rows(review: MatchReview) -> list[tuple[str, list[str]]]:
    """The formatted terms of each account; terms that are zero for all players are left out."""
    duel = is_duel(review.match.setup, review.aim)

    def gain(label: str, of: Callable[[Account], float], *, wanted: bool = True) -> None:
        if wanted:
            rows.append((label, [words.signed(of(one), review.aim, MINUS) for one in review.accounts]))

    def matters(of: Callable[[Account], float]) -> bool:
        return any(abs(of(one)) > ROUNDING for one in review.accounts)

    rows = [("Start", [words.figure(one.start, review.aim, MINUS) for one in review.accounts])]
    gain("Luck", lambda one: one.luck)
    gain("Choices", lambda one: -one.cost)
    gain("Computer's choices", lambda one: -one.cost_of_game, wanted=matters(lambda one: one.cost_of_game))
    gain("Turns without throws", lambda one: one.joint, wanted=review.has_entries)
    gain("Opponent's luck", lambda one: -one.lost_to_luck, wanted=duel)
    gain("Opponent's choices", lambda one: one.won_by_cost, wanted=duel)
    to_joint = duel and review.has_entries
    gain("Opponent's turns without throws", lambda one: -one.lost_to_joint, wanted=to_joint)
    gain("Opponents' moves", _unexplained, wanted=matters(_unexplained))
    return rows


def _unexplained(account: Account) -> float:
    return account.unexplained


def _counts(review: MatchReview, mark: str) -> list[int]:
    return [account.marks[mark] for account in review.accounts]


def _compared(review: MatchReview, viewer: int | None) -> str:
    """Compares the luck and choices of the viewer, or of the first player, with the best of the others."""
    aim, names = review.aim, _names(review, viewer)
    if review.has_entries:
        return "".join(words.entered(review, names, MINUS))
    one = review.accounts[viewer or 0]
    others = [account for account in review.accounts if account.seat != one.seat]
    name, gave = names[one.seat], _cost(review, one, names)
    if not others:
        return f"{name} had {words.signed(one.luck, aim, MINUS)} from luck. {gave}."
    other = max(others, key=lambda account: account.result)
    luck = one.luck - (one.lost_to_luck if is_duel(review.match.setup, aim) else other.luck)
    luckier = f"{words.amount(abs(luck), aim)} {'less lucky' if luck < 0 else 'luckier'}"
    return (
        f"{name} {sentences.was(name)} {luckier} than {names[other.seat]}. "
        f"{gave}; {_other_cost(review, one, other, names)}.{_rest(review, one, other, names)}"
    )


def _cost(review: MatchReview, one: Account, names: tuple[str, ...]) -> str:
    """The cost of a player's choices, or a note that the computer made them all."""
    name = names[one.seat]
    if played_by_game(review, one.seat):
        return f"The computer made every choice for {'you' if name == sentences.YOU else name}"
    whose = sentences.whose(name)
    return f"{whose[:1].upper()}{whose[1:]} choices cost {words.amount(one.cost, review.aim)}"


def _other_cost(review: MatchReview, one: Account, other: Account, names: tuple[str, ...]) -> str:
    """The cost of another player's choices, as the second half of a sentence."""
    name = names[other.seat]
    if played_by_game(review, other.seat):
        return f"the computer made every choice for {name}"
    if played_by_game(review, one.seat):
        return f"{name}'s choices cost {words.amount(other.cost, review.aim)}"
    return f"{name}'s cost {words.figure(other.cost, review.aim)}"


def _rest(review: MatchReview, one: Account, other: Account, names: tuple[str, ...]) -> str:
    """The part of the difference that is neither luck nor choices; "" if zero."""
    if is_duel(review.match.setup, review.aim):
        start, meanwhile = (one.start - other.start) / 2, one.unexplained
    else:
        start, meanwhile = one.start - other.start, one.others - other.others
    came = words.amount(abs(start + meanwhile), review.aim)
    if not any(digit in came for digit in "123456789"):
        return ""
    sources = [words.opening(review.match.setup)] if abs(start) > ROUNDING else []
    sources += ["opponents' moves"] if abs(meanwhile) > ROUNDING else []
    source = " and ".join(sources)
    name = names[one.seat]
    whom = "you" if name == sentences.YOU else name
    verb = "cost" if start + meanwhile < 0 else "gained"
    return f" {source[:1].upper()}{source[1:]} {verb} {whom} {came}."


def _names(review: MatchReview, viewer: int | None) -> tuple[str, ...]:
    """The names of the players, the viewer's as "You"."""
    names = sentences.names(review.match.setup)
    return tuple(sentences.YOU if seat == viewer else name for seat, name in enumerate(names))

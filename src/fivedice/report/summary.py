"""The "What decided the result" section of a review: each player's luck and choices, for one reader."""

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import Any

import numpy as np

from fivedice.analysis.annotate import ROUNDING
from fivedice.analysis.luck_and_cost import Account, MatchReview, is_duel, played_by_game
from fivedice.core.worth import Worth
from fivedice.language import comma, decimal, mark, sentences, tr
from fivedice.narration.comparisons import as_viewed, compare, lead
from fivedice.narration.reviews import MARKS, amount, figure, signed, whole
from fivedice.statistics import kinds, luck


def summary(review: MatchReview, viewer: int | None) -> dict[str, Any]:
    """Sentences and formatted rows for the player in seat `viewer`, or for a spectator (None). The cells of
    each column in `rows` add up to that player's `result`.
    """
    seats = range(len(review.accounts)) if viewer is None else (viewer,)
    marks = [one.marks for one in review.accounts]
    return {
        "headlines": [_headline(review, seat, viewer) for seat in seats],
        "estimate": _estimate(review, seats),
        "sentence": compare(review, viewer),
        "rows": [{"label": label, "cells": cells} for label, cells in _rows(review)],
        "result": [whole(one.result, review.aim) for one in review.printed],
        "marks": [{"mark": sign, "cells": [each[sign] for each in marks]} for sign in marks[0]],
        "lead": lead(review, as_viewed(review, viewer)),
        "legend": tr(MARKS),
    }


def percent(share: float) -> str:
    """A share as a number out of 100; in words if it is close to none or all."""
    if share < 0.01:
        return tr("fewer than 1", "in: {share} of 100 games")
    return tr("more than 99", "in: {share} of 100 games") if share > 0.99 else decimal(100 * share, 0)


def better_than(chances: Worth, score: int) -> float:
    """The share of games of best play with a lower total."""
    return float(chances[:score].sum())


def totals(review: MatchReview, chances: Worth) -> dict[str, Any] | None:
    """Compares each seat with best play; None without totals, or if the match began at a position."""
    match = review.match
    if match.setup.position is not None or not match.state.finished:
        return None
    mean = _mean(chances)
    return {
        "mean": mean,
        "sentence": tr("Best play makes {mean} points on average.", mean=decimal(mean)),
        "seats": [_beside_best(review, chances, seat) for seat in range(len(match.setup.players))],
    }


def own_totals(chances: Worth, totals: Sequence[int]) -> str:
    """Compares a player's totals, one per game, with best play, as "my" totals."""
    best = max(totals)
    return tr(
        "My mean is {mean} over {count, plural, one {# game} other {# games}}; best play makes {best_mean} "
        "on average. My best is {best}: {share} of 100 games of best play end with less.",
        mean=decimal(fmean(totals)),
        count=len(totals),
        best_mean=decimal(_mean(chances)),
        best=best,
        share=percent(better_than(chances, best)),
    )


def _mean(chances: Worth) -> float:
    return float(np.arange(len(chances)) @ chances)


def _beside_best(review: MatchReview, chances: Worth, seat: int) -> dict[str, Any]:
    totals = [game[seat] for game in review.match.state.finished]
    less = sum(better_than(chances, total) for total in totals) / len(totals)
    beside = mark("{totals}: {share} of 100 games of best play end with less.")
    if len(totals) > 1:
        beside = mark("{totals}: {share} of 100 games of best play end with less, on average.")
    sentence = tr(beside, totals=comma(map(str, totals)), share=percent(less))
    return {"made": totals, "less": less, "told": sentences(sentence, _luckier(review, seat, chances))}


def _luckier(review: MatchReview, seat: int, chances: Worth) -> str:
    """How lucky a seat was compared with best play; "" if turns were entered without throws."""
    setup = review.match.setup
    less = luck.with_less(review.accounts[seat].luck, kinds.kind(setup), setup.games, chances)
    if review.has_entries or less is None:
        return ""
    if setup.games == 1:
        return tr("Luckier than {share}% of games of best play.", share=percent(less))
    return tr("Luckier than {share}% of matches of best play.", share=percent(less))


def _headline(review: MatchReview, seat: int, viewer: int | None) -> dict[str, Any]:
    """The figures of a player that a review opens with, each with a label."""
    account, aim = review.printed[seat], review.aim
    figures = dict[str, str]()
    if not played_by_game(review, seat) and (account.by_kind or not review.has_entries):
        figures[tr("Lost by choices")] = amount(account.cost, aim)
    if not review.has_entries or abs(account.luck) > ROUNDING:
        figures[tr("Luck")] = amount(account.luck, aim, signed)
    if review.has_entries:
        figures[tr("Luck and choices, turns without throws")] = amount(account.joint, aim, signed)
    strength = _strength(review, seat)
    if strength is not None:
        games = review.match.setup.games
        like = mark("{number} points per game") if games > 1 else mark("{number} points")
        figures[tr("Played like")] = tr(like, number=decimal(strength, 0))
    listed = [{"label": label, "value": value} for label, value in figures.items()]
    name = as_viewed(review, viewer, tr("You", "before figures"))[seat]
    return {"seat": seat, "name": name, "figures": listed}


def _strength(review: MatchReview, seat: int) -> float | None:
    """The average score of a player who loses as much per game by choices.

    Known only if the solver gives scores and no other player changes them. The player must also have made
    every choice of a whole match with all throws entered.
    """
    account, setup = review.accounts[seat], review.match.setup
    is_solved = review.exact and review.aim == "points" and setup.game.own_sheets
    of_game = any(moment.by_game for moment in review.moments if moment.seat == seat)
    is_whole = review.match.over and setup.position is None
    if not is_solved or of_game or review.has_entries or not is_whole:
        return None
    return (account.start - account.cost) / setup.games


def _estimate(review: MatchReview, seats: Iterable[int]) -> str:
    """Explains "Played like", or returns "" if no player has that figure."""
    if all(_strength(review, seat) is None for seat in seats):
        return ""
    games = review.match.setup.games
    estimate = mark(
        "“Played like”: best play scores {mean} points on average, minus what the choices of this match cost."
    )
    if games > 1:
        estimate = mark(
            "“Played like”: best play scores {mean} points per game on average, minus what the choices of "
            "this match cost per game."
        )
    return tr(estimate, mean=decimal(review.accounts[0].start / games))


def _rows(review: MatchReview) -> list[tuple[str, list[str]]]:
    """The formatted terms of each account; terms that are zero for all players are left out."""
    duel, accounts = is_duel(review.match.setup, review.aim), review.printed

    def gain(label: str, of: Callable[[Account], float], *, wanted: bool = True) -> None:
        if wanted:
            rows.append((tr(label), [signed(of(one), review.aim) for one in accounts]))

    def matters(of: Callable[[Account], float]) -> bool:
        return any(abs(of(one)) > ROUNDING for one in accounts)

    rows = [(tr("Start"), [figure(one.start, review.aim) for one in accounts])]
    of_game = matters(lambda one: one.cost_of_game)
    gain(mark("Luck"), lambda one: one.luck)
    gain(mark("Choices"), lambda one: -one.cost)
    gain(mark("Computer's choices"), lambda one: -one.cost_of_game, wanted=of_game)
    gain(mark("Turns without throws"), lambda one: one.joint, wanted=review.has_entries)
    gain(mark("Opponent's luck"), lambda one: -one.lost_to_luck, wanted=duel)
    gain(mark("Opponent's choices"), lambda one: one.won_by_cost, wanted=duel)
    to_joint = duel and review.has_entries
    gain(mark("Opponent's turns without throws"), lambda one: -one.lost_to_joint, wanted=to_joint)
    gain(mark("Opponents' moves"), lambda one: one.unexplained, wanted=matters(lambda one: one.unexplained))
    return rows

"""The games on offer as plain values, each with the options for opening a table."""

from functools import cache
from typing import Any

import msgspec

from fivedice import lessons
from fivedice.bots import BOTS
from fivedice.bots.personas import PERSONAS
from fivedice.core.faces import named
from fivedice.core.rules import Game, IllegalMove, wild
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.match.setup import choices, options_of
from fivedice.names import LONGEST_NAME
from fivedice.runtime.library import known_card
from fivedice.table.state import PHRASES
from fivedice.table.terms import ABSENCES, CLOCKS, DAYS, USUAL_ABSENCE


@cache
def offers() -> dict[str, Any]:
    """The games that have a name, the bots and who they are, the phrases, and what a table may agree on."""
    return {
        "games": [offer(game) for game in GAMES.values()],
        "bots": list(BOTS),
        "personas": [msgspec.to_builtins(one) for one in PERSONAS],
        "phrases": list(PHRASES),
        "longest_name": LONGEST_NAME,
        "clocks": list(CLOCKS.items()),
        "absences": list(ABSENCES.items()),
        "days": list(DAYS.items()),
        "absence": USUAL_ABSENCE,
    }


def offer(game: Game) -> dict[str, Any]:
    """One game: how it is called and looks, who may play, and what can be agreed."""
    return {
        "name": game.name,
        "title": game.title,
        "line": game.line,
        "more": game.name not in FIVE_GAMES,
        "board": game.board,
        "set": game.faces,
        "faces": [list(face) for face in named(game.faces, wild(game))],
        "seats": [game.seats[0], game.seats[-1]],
        "max_games": game.max_games,
        "openings": list(game.openings),
        "unit": game.unit,
        "options": {name: _option(game, name) for name in _chosen(game)},
        "distribution": _has_distribution(game),
        "lesson": game.name in GAMES and lessons.of(game) is not None,
    }


def _chosen(game: Game) -> list[str]:
    """The options whose values are chosen from a few."""
    return [name for name in game.options if choices(game, name).values]


def _option(game: Game, name: str) -> dict[str, Any]:
    offered = choices(game, name)
    return {
        "meaning": game.options[name],
        "choices": list(offered.values),
        "count": offered.count,
        "usual": options_of(game)[name],
    }


def _has_distribution(game: Game) -> bool:
    """Whether it is known how the final total comes out under best play."""
    try:
        known_card(game)
    except IllegalMove:
        return False
    return True

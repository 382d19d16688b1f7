"""The games on offer as plain values, each with the options for opening a table."""

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from fivedice import lessons
from fivedice.bots import BOTS
from fivedice.bots.personas import PERSONAS
from fivedice.core.faces import localized_faces
from fivedice.core.rules import Game, IllegalMove
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.language import cached, mark, spoken, tr
from fivedice.language.languages import LANGUAGES
from fivedice.match.setup import choices, options_of
from fivedice.names import LONGEST_NAME
from fivedice.narration.results import OPTION
from fivedice.runtime.library import known_card
from fivedice.table.state import PHRASES
from fivedice.table.terms import ABSENCES, DAYS, LONGEST_ABSENCE, FormControl, TableOptions


@cached()
def offers(grace: float) -> dict[str, Any]:
    """The games, bots, phrases and terms that the form for a new table offers.

    `grace` is the number of seconds that a player may be absent by default.
    """
    absences, absence = _absences(grace)
    return {
        "games": [offer(game) for game in sorted(GAMES.values(), key=lambda game: not _is_own(game))],
        "bots": list(BOTS),
        "personas": [
            msgspec.to_builtins(one)
            | {"strength": tr(one.strength), "manner": tr(one.manner)}
            | {"in_game": {game: one.in_game(game) for game in one.wins}}
            for one in PERSONAS
        ],
        "phrases": list(map(tr, PHRASES)),
        "longest_name": LONGEST_NAME,
        "table_options": [
            {"name": one.name, "usual": one.default} | _control(control)
            for one in msgspec.structs.fields(TableOptions)
            for control in get_args(one.type)
            if isinstance(control, FormControl)
        ],
        "absences": list(absences.items()),
        "days": _worded(DAYS),
        "absence": absence,
    }


def _control(control: FormControl) -> dict[str, Any]:
    """An option of a table in the form, and the sentences about it."""
    return {
        "label": tr(control.label),
        "choices": _worded(control.choices),
        "needs": control.needs,
        "without": control.without,
        "sentences": _worded(control.sentences),
    }


def _worded(sentences: Mapping[Any, str]) -> list[tuple[Any, str]]:
    """Values with their words; a list, because JSON has only texts as keys."""
    return [(value, tr(words)) for value, words in sentences.items()]


def _absences(grace: float) -> tuple[dict[int, str], int]:
    """The values of `absence` in the form for a new table, and its default: 0 if `grace` is not valid."""
    fits = grace.is_integer() and grace <= LONGEST_ABSENCE
    default = int(grace) if fits else 0
    whole = int(grace) if grace.is_integer() else grace
    labels = {default: _absence(whole)} | {each: _absence(each) for each in ABSENCES}
    return dict(sorted(labels.items())), default


def _absence(seconds: float) -> str:
    if seconds % 60 == 0:
        live = mark("Live (bot plays after {minutes, plural, one {# minute} other {# minutes}})")
        return tr(live, minutes=seconds // 60)
    return tr("Live (bot plays after {seconds, plural, one {# second} other {# seconds}})", seconds=seconds)


def offer(game: Game) -> dict[str, Any]:
    """One game: its names and appearance, its seats and options."""
    return {
        "name": game.name,
        "title": game.title,
        "line": game.line,
        "more": game.name not in FIVE_GAMES and not _is_own(game),
        "board": game.board,
        "set": game.faces,
        "faces": [list(face) for face in localized_faces(game.faces, game.wild)],
        "seats": [game.seats[0], game.seats[-1]],
        "max_games": game.max_games,
        "openings": list(game.openings),
        "unit": game.unit,
        "options": {name: _option(game, name) for name in game.options if choices(game, name).values},
        "distribution": _has_distribution(game),
        "lesson": game.name in GAMES and lessons.of(game) is not None,
    }


def _is_own(game: Game) -> bool:
    return game.name == LANGUAGES[spoken()].card


def _option(game: Game, name: str) -> dict[str, Any]:
    offered = choices(game, name)
    return {
        "title": tr(name, OPTION),
        "meaning": tr(game.options[name]),
        "choices": list(offered.values),
        "titles": [tr(value, OPTION) for value in offered.values],
        "count": offered.count,
        "usual": options_of(game)[name],
    }


def _has_distribution(game: Game) -> bool:
    try:
        known_card(game)
    except IllegalMove:
        return False
    return True

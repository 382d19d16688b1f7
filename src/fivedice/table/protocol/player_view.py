"""A table as JSON values: the picture that everyone sees, and what only one seat sees.

A client that shows only the latest picture is always correct. `Drawn` caches unchanged parts.
"""

from collections.abc import Callable
from typing import Any, cast

import msgspec

from fivedice import bots
from fivedice.bots import personas
from fivedice.core.faces import DRAWN, named
from fivedice.core.rules import Choice, Hands, Use, title, wild
from fivedice.match import questions
from fivedice.match.match import Match
from fivedice.match.questions import is_over, view
from fivedice.match.setup import options_of
from fivedice.match.state import HIDDEN, State
from fivedice.narration import sentences
from fivedice.notation import write
from fivedice.table import credit
from fivedice.table.credit import Credit
from fivedice.table.seating import Chair
from fivedice.table.state import TableState, asked, entering, enters_for

VERSION = 2
NOTHING = {
    "kind": "over",
    "seats": [],
    "dice": 0,
    "told": "nothing: the table is closed",
    "prompt": "The table is closed",
    "asked": [],
}
"""What the match of a closed table waits for."""


def picture(table: TableState, code: str) -> dict[str, Any]:
    """The table as everyone sees it."""
    return {**terms_and_chairs(table, code), **course(table), **standing(table)}


def terms_and_chairs(table: TableState, code: str) -> dict[str, Any]:
    """The terms and the chairs; they stay the same between the events of a match."""
    terms, game = table.terms, table.game
    return {
        "fivedice_table": VERSION,
        "code": code,
        "game": terms.game,
        "title": game.title,
        "board": game.board,
        "options": options_of(game),
        "games": terms.games,
        "hints": terms.hints,
        "dice": terms.dice,
        "commitment": terms.promise.commitment if terms.promise else "",
        "opens": terms.promise.opens if terms.promise else "",
        "detail": table.detail,
        "watching": terms.watching,
        "evening": terms.evening,
        "contributed": terms.contributed,
        "costs": terms.costs,
        "clock": terms.clock,
        "absence": terms.absence,
        "days": terms.days,
        "practice": bool(terms.position),
        "same": terms.same,
        "closed": table.closed,
        "closed_told": sentences.closed(table.closed_because, terms.evening) if table.closed_because else "",
        "next": table.next,
        "chairs": [_chair(chair) for chair in table.chairs],
        "set": game.faces,
        "faces": [list(face) for face in named(game.faces, wild(game))],
        "suits": list(sentences.suits(game)),
        "unit": game.unit,
    }


def course(table: TableState) -> dict[str, Any]:
    """The stage of the match; it changes with every entry."""
    match = _match(table, table.match) if table.match else {}
    return {"number": table.number, "stage": _stage(table), **match}


def standing(table: TableState) -> dict[str, Any]:
    """Position, scores and score sheet; they stay the same between two uses of dice."""
    if table.match is None:
        return {}
    state = table.match.state
    game, position = state.setup.game, state.position
    names = sentences.names(state.setup)
    return {
        "finished": [list(scores) for scores in state.finished],
        "scores": list(table.match.scores),
        "position": None if position is None else msgspec.to_builtins(position),
        "sheet": None if position is None else msgspec.to_builtins(game.sheet(position, names)),
    }


def seen_by(table: TableState, seat: int | None) -> dict[str, Any]:
    """The private view of this seat: its question, the scores of its dice, and its hidden decision."""
    if seat is None or table.match is None or table.closed:
        nothing: dict[str, Any] = {
            "uses": [],
            "explained": "",
            "options": [],
            "enters": [],
            "scores": [],
            "decided": None,
            "meanwhile": [],
        }
        return {"seat": seat, "asked": "", **nothing}
    state = table.match.state
    return {
        "seat": seat,
        "asked": _asked(table, seat),
        "uses": [_use(use) for use in _payable(state, seat)],
        "explained": questions.explained(state, seat) if _payable(state, seat) else "",
        "options": list(_options(state, seat)),
        "enters": list(_enters(table, seat)),
        "scores": _scores(table, state, seat),
        "decided": _decided(state, seat),
        "meanwhile": [
            sentences.made(made.before, made.decision, DRAWN) for made in table.chairs[seat].meanwhile
        ],
    }


def _stage(table: TableState) -> str:
    if table.match is None:
        return "gathering"
    return "over" if is_over(table.match.state) else "playing"


def _chair(chair: Chair) -> dict[str, Any]:
    one = personas.of(chair.bot) if bots.is_bot(chair.bot) else None
    name, character = (one.name, one.bot) if one else ("", "")
    seen = {"name": chair.name or name, "bot": chair.bot, "persona": name, "character": character}
    colour = {"colour": chair.colour} if chair.colour else {}
    return {**seen, **colour, "open": chair.is_open, "away": chair.away}


def _match(table: TableState, match: Match) -> dict[str, Any]:
    state = match.state
    return {
        "first": state.first,
        "winners": list(match.winners) if is_over(state) else [],
        "result": sentences.result(state, credit.names(table)) if is_over(state) else "",
        "credit": [
            _credit(one, sentences.place(state, seat)) for seat, one in enumerate(credit.by_seat(table))
        ]
        if is_over(state)
        else [],
        "awaits": NOTHING if table.closed and not is_over(state) else _awaits(table, state),
        "rolloff": None if state.rolloff is None else msgspec.to_builtins(state.rolloff),
        "turn": turn(state),
    }


def _awaits(table: TableState, state: State) -> dict[str, Any]:
    return {
        "kind": state.awaited.kind,
        "seats": list(state.awaited.seats),
        "dice": state.awaited.dice,
        "told": sentences.waiting(state),
        "prompt": sentences.prompt(state),
        "asked": list(asked(table)),
    }


def _credit(one: Credit, place: str) -> dict[str, Any]:
    return {"by_game": one.by_game, "of": one.of, "counts": one.counts, "told": one.told, "place": place}


def turn(state: State) -> dict[str, Any] | None:
    """The hands of a turn by seat; a dot marks an empty slot."""
    if state.turn is None:
        return None
    awaits = cast(Hands, state.game_awaits)
    return {
        "step": state.turn.step,
        "thrower": awaits.thrower,
        "hands": {
            str(seat): write.dice(hand) for seat, hand in zip(awaits.seats, state.turn.hands, strict=True)
        },
        "decided": [seat for seat, made in zip(awaits.seats, state.pending, strict=True) if made is not None],
    }


def _asked(table: TableState, seat: int) -> str:
    if seat not in asked(table) or table.match is None:
        return ""
    if entering(table):
        return "enter"
    return table.match.awaited.kind


def _enters(table: TableState, seat: int) -> tuple[int, ...]:
    return enters_for(table, seat) if table.terms.dice == "own" else ()


def _scores(table: TableState, state: State, seat: int) -> list[dict[str, Any]]:
    """The choices on a score pad, for each seat that this one enters for."""
    if table.detail != "score" or not entering(table):
        return []
    return [
        {**msgspec.structs.asdict(one.score), "box": one.box, "cell": one.cell}
        for whose in _enters(table, seat)
        for one in questions.possible_scores(state, whose)
    ]


def _payable(state: State, seat: int) -> tuple[Use, ...]:
    """The uses of the seat's dice if they were final, while it may decide on them."""
    if seat not in state.awaited.seats or state.awaited.kind not in ("keep", "use"):
        return ()
    return questions.uses(state, seat)


def _use(use: Use) -> dict[str, Any]:
    return {"name": use.name, "title": title(use.waives or use.name), **msgspec.structs.asdict(use)}


def _options(state: State, seat: int) -> tuple[str, ...]:
    if seat not in state.awaited.seats or not isinstance(state.game_awaits, Choice):
        return ()
    return state.game_awaits.options


def _decided(state: State, seat: int) -> dict[str, Any] | None:
    """The seat's own decision that waits for the other seats."""
    for decision in view(state, seat).pending:
        if decision is not None and decision != HIDDEN:
            fields: dict[str, Any] = msgspec.json.decode(write.event(decision))
            return fields
    return None


Draw = Callable[[TableState], dict[str, Any]]


class Part:
    """Some fields of a picture, cached while the objects they depend on are the same objects."""

    def __init__(self, draw: Draw, depends: Callable[[TableState], tuple[object, ...]]) -> None:
        self._draw, self._depends = draw, depends
        self._made_from: tuple[object, ...] = ()
        self._fields = b""

    def fields(self, table: TableState) -> bytes:
        """The fields in JSON, without the enclosing braces."""
        made_from = self._depends(table)
        if not self._made_from or any(a is not b for a, b in zip(made_from, self._made_from, strict=True)):
            self._made_from, self._fields = made_from, _fields(self._draw(table))
        return self._fields


class Drawn:
    """The picture of one table after each of its entries."""

    def __init__(self, code: str) -> None:
        self._table = Part(lambda table: terms_and_chairs(table, code), _table_is_made_from)
        self._standing = Part(standing, _standing_is_made_from)

    def picture(self, table: TableState) -> msgspec.Raw:
        """The same as `picture`, as JSON."""
        parts = self._table.fields(table), _fields(course(table)), self._standing.fields(table)
        return msgspec.Raw(b"{" + b",".join(filter(None, parts)) + b"}")


def _fields(values: dict[str, Any]) -> bytes:
    return msgspec.json.encode(values)[1:-1]


def _table_is_made_from(table: TableState) -> tuple[object, ...]:
    setup = table.match.setup if table.match else None
    return table.terms, table.detail, table.chairs, setup, table.closed, table.next


def _standing_is_made_from(table: TableState) -> tuple[object, ...]:
    if table.match is None:
        return (None, None)
    return table.match.state.position, table.match.state.finished

"""Builds the picture of a table that everyone sees, and what only one seat sees.

A client that shows only the latest picture is always correct.
"""

from collections.abc import Callable
from operator import is_
from typing import Any, Literal, cast

import msgspec
from msgspec.structs import replace

from fivedice import bots
from fivedice.bots import personas
from fivedice.core.faces import DRAWN, as_typed, localized_faces
from fivedice.core.rules import Hands, Sheet, Use, title
from fivedice.language import tr
from fivedice.match import questions
from fivedice.match.questions import is_over, view
from fivedice.match.setup import options_of
from fivedice.match.state import HIDDEN, State
from fivedice.narration import moves, results
from fivedice.notation import write
from fivedice.table import credit
from fivedice.table.protocol import picture as shown
from fivedice.table.seating import Chair
from fivedice.table.state import TableState, asked, entering, enters_for


def picture(table: TableState, code: str) -> shown.Picture:
    """The table as everyone sees it."""
    return PictureCache(code).picture(table)


def seen_by(table: TableState, seat: int | None, handed: int | None = None) -> shown.You:
    """The private view of this seat: its question, the scores of its dice, and its hidden decision."""
    if seat is None or table.match is None or table.closed:
        return shown.You(seat, handed=handed)
    state = table.match.state
    uses = _payable(state, seat)
    return shown.You(
        seat,
        _asked(table, seat),
        uses,
        questions.explained(state, seat) if uses else "",
        questions.options(state, seat),
        _enters(table, seat),
        _scores(table, state, seat),
        _decided(state, seat),
        tuple(moves.in_short(made.before, made.decision, DRAWN) for made in table.chairs[seat].meanwhile),
    )


# --- The parts of a picture --------------------------------------------------------------------------------


class PictureCache:
    """The picture of one table after each of its entries; keeps parts whose sources are the same objects."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._kept: dict[str, tuple[tuple[object, ...], Any]] = {}

    def _part(self, name: str, draw: Callable[[], Any], *sources: object) -> Any:
        kept = self._kept.get(name)
        if kept is None or not all(map(is_, sources, kept[0])):
            kept = self._kept[name] = sources, draw()
        return kept[1]

    def picture(self, table: TableState) -> shown.Picture:
        """The table as everyone sees it."""
        match = table.match
        sources = table.terms, table.detail, table.chairs, match and match.setup, table.closed, table.next
        start: shown.Picture = self._part("start", lambda: _gathering(table, self._code), *sources)
        if match is None:
            return replace(start, number=table.number)
        state = match.state
        over = is_over(state)
        return replace(
            start,
            number=table.number,
            stage="over" if over else "playing",
            first=state.first,
            winners=match.winners,
            result=results.result(state, credit.names(table)) if over else "",
            outcome=results.outcome(state, credit.names(table)) if over else "",
            credit=_credit(table, state) if over else (),
            awaits=_awaits(table, state),
            rolloff=state.rolloff,
            turn=turn(state),
            finished=state.finished,
            scores=self._part("scores", lambda: match.scores, state.position, state.finished),
            position=state.position,
            sheet=self._part("sheet", lambda: _sheet(state), state.position),
        )


def _gathering(table: TableState, code: str) -> shown.Picture:
    """The agreement, the appearance and the chairs; they stay the same between the events of a match."""
    terms, game = table.terms, table.game
    return shown.Picture(
        code=code,
        game=terms.game,
        title=game.title,
        board=cast(shown.Board, game.board),
        options=options_of(game),
        house=tuple(results.house(game)),
        terms=terms.table_options(),
        commitment=terms.promise.commitment if terms.promise else "",
        opens=terms.promise.opens if terms.promise else "",
        detail=table.detail,
        club=terms.club,
        practice=bool(terms.position),
        same=terms.same,
        closed=table.closed,
        closed_told=results.closing(table.closed_because, terms.club) if table.closed_because else "",
        next=table.next,
        chairs=tuple(_chair(chair) for chair in table.chairs),
        set=_set(table),
        faces=localized_faces(game.faces, game.wild),
        suits=game.suits,
        unit=game.unit,
    )


def _set(table: TableState) -> str:
    """What the dice show: real dice have pips, unless the faces of the game have names of their own."""
    faces = table.game.faces
    return "pips" if table.terms.dice == "own" and as_typed(faces) == "digits" else faces


def _sheet(state: State) -> Sheet | None:
    if state.position is None:
        return None
    return state.setup.game.sheet(state.position, state.setup.names)


def _chair(chair: Chair) -> shown.SeenChair:
    one = personas.of(chair.bot) if bots.is_bot(chair.bot) else None
    name, character = (one.name, one.bot) if one else ("", "")
    colour = {"colour": chair.colour} if chair.colour else {}
    return shown.SeenChair(
        chair.name or name, chair.bot, name, character, chair.is_open, chair.away, **colour
    )


def _credit(table: TableState, state: State) -> tuple[shown.SeenCredit, ...]:
    return tuple(
        shown.SeenCredit(one.by_game, one.of, one.counts, one.told, results.place(state, seat))
        for seat, one in enumerate(credit.by_seat(table))
    )


def _awaits(table: TableState, state: State) -> shown.SeenAwaited:
    waits = state.awaited
    if table.closed and waits.kind != "over":
        told, prompt = tr("nothing: the table is closed"), tr("The table is closed")
        return shown.SeenAwaited("over", (), 0, told, prompt)
    told, prompt = moves.waiting(state), moves.prompt(state)
    return shown.SeenAwaited(waits.kind, waits.seats, waits.dice, told, prompt, tuple(asked(table)))


def turn(state: State) -> shown.SeenTurn | None:
    """The hands of a turn by seat; a dot marks an empty slot."""
    if state.turn is None:
        return None
    awaits = cast(Hands, state.game_awaits)
    hands = zip(awaits.seats, state.turn.hands, strict=True)
    decided = zip(awaits.seats, state.pending, strict=True)
    return shown.SeenTurn(
        cast(Any, state.turn.step),
        awaits.thrower,
        {str(seat): write.dice(hand) for seat, hand in hands},
        tuple(seat for seat, made in decided if made is not None),
    )


# --- The parts of a seat's view ----------------------------------------------------------------------------


def _asked(table: TableState, seat: int) -> Literal["first", "throw", "enter", "keep", "use", "choose", ""]:
    if seat not in asked(table) or table.match is None:
        return ""
    return "enter" if entering(table) else cast(Any, table.match.awaited.kind)


def _enters(table: TableState, seat: int) -> tuple[int, ...]:
    return enters_for(table, seat) if table.terms.dice == "own" else ()


def _scores(table: TableState, state: State, seat: int) -> tuple[shown.PadScore, ...]:
    """The choices on a score pad, for each seat that this one enters for."""
    if table.detail != "score" or not entering(table):
        return ()
    return tuple(
        shown.PadScore(one.score.seat, one.score.use, one.score.pays, one.score.five, one.box, one.cell)
        for whose in _enters(table, seat)
        for one in questions.possible_scores(state, whose)
    )


def _payable(state: State, seat: int) -> tuple[shown.SeenUse, ...]:
    """The uses of the seat's dice if they were final, while it may decide on them."""
    if seat not in state.awaited.seats or state.awaited.kind not in ("keep", "use"):
        return ()
    offered = questions.uses(state, seat)
    return tuple(_use(use, questions.given_up(offered, use)) for use in offered)


def _use(use: Use, instead: Use | None) -> shown.SeenUse:
    given_up = instead.name if instead else ""
    return shown.SeenUse(use.name, title(use.waives or use.name), use.pays, use.note, use.waives, given_up)


def _decided(state: State, seat: int) -> dict[str, Any] | None:
    """The seat's own decision that waits for the other seats."""
    for decision in view(state, seat).pending:
        if decision is not None and decision != HIDDEN:
            fields: dict[str, Any] = msgspec.json.decode(write.event(decision))
            return fields
    return None

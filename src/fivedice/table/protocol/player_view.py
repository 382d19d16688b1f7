"""Builds the picture of a table that everyone sees, and what only one seat sees.

A client that shows only the latest picture is always correct.
"""

from collections.abc import Callable
from operator import is_
from typing import Any, cast

from msgspec import UNSET
from msgspec.structs import replace

from fivedice import bots
from fivedice.bots import personas
from fivedice.core.faces import DRAWN, as_typed, localized_faces
from fivedice.core.rules import Hands, Sheet, Use
from fivedice.language import tr
from fivedice.match import questions
from fivedice.match.questions import is_over
from fivedice.match.setup import options_of
from fivedice.match.state import HIDDEN, State
from fivedice.names import localized
from fivedice.narration import moves, results
from fivedice.notation import write
from fivedice.table import credit
from fivedice.table.protocol.picture import (
    Board,
    PadScore,
    Picture,
    SeenAwaited,
    SeenChair,
    SeenCredit,
    SeenTurn,
    SeenUse,
    You,
)
from fivedice.table.seating import Chair
from fivedice.table.state import TableState


def picture(table: TableState, code: str) -> Picture:
    """The table as everyone sees it."""
    return PictureCache(code).picture(table)


def seen_by(table: TableState, seat: int | None, handed: int | None = None) -> You:
    """The private view of this seat: its question, the scores of its dice, and its hidden decision."""
    if seat is None or table.match is None or table.closed:
        return You(seat, handed=handed)
    state, waits, kind = table.match.state, table.waits_for, table.match.awaited.kind
    decides = kind in ("keep", "use") and seat in table.match.awaited.seats
    uses = questions.uses(state, seat) if decides else ()
    enters = waits.enters(seat) if table.terms.dice == "own" else ()
    pads = enters if table.detail == "score" and waits.entering else ()
    pending = (one for one in questions.view(state, seat).pending if one is not None and one != HIDDEN)
    return You(
        seat,
        asked="" if seat not in waits.asked else "enter" if waits.entering else cast(Any, kind),
        uses=tuple(_use(one, questions.given_up(uses, one)) for one in uses),
        explained=questions.explained(state, seat) if uses else "",
        options=questions.options(state, seat),
        enters=enters,
        scores=tuple(_pad_score(one) for other in pads for one in questions.possible_scores(state, other)),
        decided=next(map(write.fields, pending), None),
        meanwhile=tuple(
            moves.in_short(one.before, one.decision, DRAWN) for one in table.chairs[seat].meanwhile
        ),
    )


def _use(use: Use, instead: Use | None) -> SeenUse:
    given_up = instead.name if instead else ""
    return SeenUse(use.name, use.box, use.pays, use.note, use.waives, given_up)


def _pad_score(one: questions.PossibleScore) -> PadScore:
    """A choice on a score pad."""
    score = one.score
    return PadScore(score.seat, score.use, score.pays, score.five, one.box, one.cell)


# --- The parts of a picture --------------------------------------------------------------------------------


class PictureCache:
    """The picture of one table after each of its entries; keeps parts whose sources are the same objects."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._parts: dict[str, tuple[tuple[object, ...], Any]] = {}

    def _part(self, name: str, draw: Callable[[], Any], *sources: object) -> Any:
        part = self._parts.get(name)
        if part is None or not all(map(is_, sources, part[0])):
            part = self._parts[name] = sources, draw()
        return part[1]

    def picture(self, table: TableState) -> Picture:
        """The table as everyone sees it."""
        match = table.match
        sources = table.terms, table.detail, table.chairs, match and match.setup, table.closed, table.next
        start: Picture = self._part("start", lambda: _gathering(table, self._code), *sources)
        if match is None:
            return replace(start, number=table.number)
        state = match.state
        return replace(
            start,
            number=table.number,
            stage="over" if is_over(state) else "playing",
            first=state.first,
            winners=match.winners,
            awaits=_awaits(table, state),
            rolloff=state.rolloff,
            turn=turn(state),
            finished=state.finished,
            scores=self._part("scores", lambda: match.scores, state.position, state.finished),
            amounts=self._part("amounts", lambda: _amounts(state), state.position, state.finished),
            position=state.position,
            sheet=self._part("sheet", lambda: _sheet(state), state.position),
            **_ending(table, state),
        )


def _gathering(table: TableState, code: str) -> Picture:
    """The agreement, the appearance and the chairs; they stay the same between the events of a match."""
    terms, game = table.terms, table.game
    return Picture(
        code=code,
        game=terms.game,
        title=game.title,
        board=cast(Board, game.board),
        words={part: tr(words) for part, words in game.page_words.items()} | {"unit": tr(game.unit)},
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


def _amounts(state: State) -> tuple[str, ...]:
    return tuple(results.amount(score, state.setup.game.unit) for score in questions.scores(state))


def _sheet(state: State) -> Sheet | None:
    if state.position is None:
        return None
    return state.setup.game.sheet(state.position, state.setup.names)


def _chair(chair: Chair) -> SeenChair:
    persona = personas.of(chair.bot) if bots.is_bot(chair.bot) else None
    name, character = (persona.name, persona.bot) if persona else ("", "")
    colour = chair.colour or UNSET
    who = localized(chair.name) or name
    return SeenChair(who, chair.bot, name, character, chair.is_open, chair.away, colour)


def _ending(table: TableState, state: State) -> dict[str, Any]:
    """The fields that are empty before the end."""
    if not is_over(state):
        return {"result": "", "outcome": "", "credit": ()}
    names = credit.names(table)
    credit_by_seat = tuple(
        SeenCredit(one.by_game, one.of, one.counts, one.sentence, results.place(state, seat))
        for seat, one in enumerate(credit.by_seat(table))
    )
    outcome = results.outcome(state, names)
    return {"result": results.result(state, names), "outcome": outcome, "credit": credit_by_seat}


def _awaits(table: TableState, state: State) -> SeenAwaited:
    awaited = state.awaited
    if table.closed and awaited.kind != "over":
        return SeenAwaited("over", (), 0, tr("nothing: the table is closed"), tr("The table is closed"))
    phrase, prompt = moves.waiting(state), moves.prompt(state)
    return SeenAwaited(awaited.kind, awaited.seats, awaited.dice, phrase, prompt, table.waits_for.asked)


def turn(state: State) -> SeenTurn | None:
    """The hands of a turn by seat; a dot marks an empty slot."""
    if state.turn is None:
        return None
    awaits = cast(Hands, state.game_awaits)
    hands = zip(awaits.seats, state.turn.hands, strict=True)
    pending = zip(awaits.seats, state.pending, strict=True)
    return SeenTurn(
        cast(Any, state.turn.step),
        awaits.thrower,
        {str(seat): write.dice(hand) for seat, hand in hands},
        tuple(seat for seat, decision in pending if decision is not None),
    )

"""REST route of lessons."""

from functools import cache

import msgspec
from fastapi import APIRouter, Response

from fivedice import lessons
from fivedice.core.rules import IllegalMove
from fivedice.lessons import script
from fivedice.match.setup import game_called
from fivedice.server.routes.models import REFUSALS

router = APIRouter(responses=REFUSALS)


@router.get("/api/lessons/{game}", response_class=Response)
def lesson(game: str) -> Response:
    """A lesson: the first turns of a game step by step, with the text, the action and the result."""
    return Response(_lesson(game), media_type="application/json")


@cache
def _lesson(name: str) -> bytes:
    game = game_called(name)
    known = lessons.of(game)
    if known is None:
        raise IllegalMove(f"There is no lesson for {game.title}.")
    return msgspec.json.encode(script.shown(known))

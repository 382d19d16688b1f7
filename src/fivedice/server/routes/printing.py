"""REST routes of PDFs to print: rules, score pads and pieces of a game, and the sheet of a finished match."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request, Response
from starlette.exceptions import HTTPException

from fivedice.analysis import luck_and_cost
from fivedice.core import extras
from fivedice.core.rules import Game
from fivedice.language import cached
from fivedice.match.setup import game_called
from fivedice.printing import documents, matches
from fivedice.printing.document import Look, pdf
from fivedice.printing.documents import Wanted
from fivedice.server.routes import public_url
from fivedice.server.routes.models import REFUSALS, Holder, Registry
from fivedice.server.settings import Settings
from fivedice.table.protocol import visibility

KEPT = 32
"""The number of documents in the cache."""
Part = Literal["all", "pad", "pieces", "dice", "rules", "quick"]
IS_PDF: dict[int | str, dict[str, Any]] = {200: {"content": {"application/pdf": {}}}}


def _look(paper: Literal["a4", "letter"] = "a4") -> Look:
    if not extras.has("print"):
        raise HTTPException(404, "This server makes no PDFs")
    return Look(paper)


OnPaper = Annotated[Look, Depends(_look)]

router = APIRouter(responses=REFUSALS)


@router.get("/api/rules/{game}/print/{part}", response_class=Response, responses=IS_PDF)
async def of_game(game: str, part: Part, look: OnPaper, registry: Registry) -> Response:
    """A part of a game as PDF."""
    named = game_called(game)
    return _answer(await registry.reading.records.do(lambda: _printed(named, part, look)), f"{game}-{part}")


@router.get("/api/tables/{code}/rules/print/{part}", response_class=Response, responses=IS_PDF)
async def of_table(code: str, part: Part, look: OnPaper, holder: Holder, registry: Registry) -> Response:
    """A part of a table's game as PDF, with the table's house options or own card."""
    table = await registry.find(code)
    visibility.check(table, table.chair_of(holder))
    made = await registry.reading.records.do(lambda: _printed(table.game, part, look))
    return _answer(made, f"{table.game.name}-{part}")


@router.get("/review/{code}/print", response_class=Response, responses=IS_PDF)
async def of_match(
    code: str, look: OnPaper, holder: Holder, registry: Registry, request: Request
) -> Response:
    """The sheet of a finished match as PDF, with its review and a QR code of the review page."""
    table, played = await registry.ended(code, holder)
    settings: Settings = request.app.state.settings
    asked = f"{request.url.scheme}://{request.url.netloc}{settings.root}"
    link = f"{public_url.origin(settings) or asked}/review/{code.upper()}"
    known = await registry.runner.solving.of_scores(played.setup)

    def made() -> bytes:
        if known is None:
            return pdf(matches.document(played, link), look)
        reviewed = luck_and_cost.review(played, known, table.decided_by_game)
        return pdf(matches.document(played, link, (reviewed, known)), look)

    return _answer(await registry.reading.reviews.do(made), f"fivedice-{code}")


@cached(KEPT)
def _printed(game: Game, part: str, look: Look) -> bytes:
    return pdf(documents.document(part, Wanted(game)), look)


def _answer(data: bytes, name: str) -> Response:
    shown = {"content-disposition": f'inline; filename="{name}.pdf"'}
    return Response(data, media_type="application/pdf", headers=shown)

"""REST routes of PDFs to print: rules, score pads and pieces of a game, and the sheet of a finished match."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request, Response
from starlette.exceptions import HTTPException

from fivedice.core import extras
from fivedice.core.rules import Game
from fivedice.language import tr
from fivedice.match.setup import game_called
from fivedice.printing import documents, matches
from fivedice.printing.document import Document, Look
from fivedice.server.compute.typesetting import PdfMaker
from fivedice.server.models import REFUSALS, Holder, Registry, ServerSettings
from fivedice.server.protection.rate_limits import SENDER
from fivedice.server.routes import public_url
from fivedice.table.protocol import visibility

CLIENT_GONE = 499
"""The status, in metrics alone, of a request whose client has gone."""
Part = Literal["all", "pad", "pieces", "dice", "rules", "quick"]
IS_PDF: dict[int | str, dict[str, Any]] = {200: {"content": {"application/pdf": {}}}}


def _look(paper: Literal["a4", "letter"] = "a4", *, pips: bool = False) -> Look:
    if not extras.has("print"):
        raise HTTPException(404, tr("This server makes no PDFs."))
    return Look(paper, pips=pips)


OnPaper = Annotated[Look, Depends(_look)]

router = APIRouter(responses=REFUSALS)


@router.get("/api/rules/{game}/print/{part}", response_class=Response, responses=IS_PDF)
async def of_game(game: str, part: Part, look: OnPaper, request: Request) -> Response:
    """A part of a game as PDF."""
    return await _game_pdf(game_called(game), part, look, request)


@router.get("/api/tables/{code}/rules/print/{part}", response_class=Response, responses=IS_PDF)
async def of_table(
    code: str, part: Part, look: OnPaper, holder: Holder, registry: Registry, request: Request
) -> Response:
    """A part of a table's game as PDF, with the table's house options or own card."""
    table = await registry.find(code)
    visibility.check(table, table.seat_of(holder))
    return await _game_pdf(table.game, part, look, request)


@router.get("/review/{code}/print", response_class=Response, responses=IS_PDF)
async def of_match(
    code: str, look: OnPaper, holder: Holder, settings: ServerSettings, registry: Registry, request: Request
) -> Response:
    """The sheet of a finished match as PDF, with its review and a QR code of the review page."""
    table, played = await registry.ended(code, holder)
    origin = public_url.origin(settings) or f"{request.url.scheme}://{request.url.netloc}{settings.root}"
    link = f"{origin}/review/{code.upper()}"
    known = await registry.runner.solving.of_scores(played.setup)
    reviewed = (await registry.reviewing.summed(code, played, table.decided_by_game)).reviewed
    review = (reviewed, known) if reviewed and known else None
    key = code, link, played.events, played.setup.players, review is None
    build = partial(matches.document, played, link, review)
    return await _pdf(key, build, look, f"fivedice-{code}", request)


async def _game_pdf(game: Game, part: str, look: Look, request: Request) -> Response:
    build = partial(documents.document, part, documents.PrintRequest(game))
    return await _pdf((game, part), build, look, f"{game.name}-{part}", request)


async def _pdf(
    key: Hashable, build: Callable[[], Document], look: Look, name: str, request: Request
) -> Response:
    maker: PdfMaker = request.app.state.pdfs
    pdf = await _unless_gone(request, maker.pdf(key, build, look, request.scope[SENDER]))
    if pdf is None:
        return Response(status_code=CLIENT_GONE)
    headers = {"content-disposition": f'inline; filename="{name}.pdf"'}
    return Response(pdf, media_type="application/pdf", headers=headers)


async def _unless_gone(request: Request, work: Awaitable[bytes]) -> bytes | None:
    """The result of the work, which is cancelled once nobody waits for it."""
    tasks = making, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_leaves(request))
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return making.result() if making.done() else leaving.result()
    finally:
        for task in tasks:
            task.cancel()


async def _leaves(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass

"""The routes of the pages, their files, and the page that checks dice."""

from typing import Annotated

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from fivedice.language import spoken
from fivedice.report import verifier
from fivedice.server.models import Registry, of_app
from fivedice.server.site import ADDRESSES, FOREVER, MANIFEST, NOWHERE, READ, WORKER, Site

router = APIRouter(include_in_schema=False)
TheSite = Annotated[Site, of_app("site")]


def index(request: Request, site: TheSite, registry: Registry) -> Response:
    """The HTML page; its content depends on the address."""
    parts = request.path_params
    board = registry.board(parts.get("code", "").upper())
    return site.page(ADDRESSES[request.scope["route"].path], parts, board)


for address in ADDRESSES:
    router.add_api_route(address, index, methods=READ)


def nowhere(request: Request) -> Response:
    """The page for an unknown address."""
    site: Site = request.app.state.site
    return site.page(NOWHERE, {}, status=404)


@router.get("/static/{version}/{name:path}")
def static(version: str, name: str, request: Request, site: TheSite) -> Response:
    """A file of the pages, cached forever under its version."""
    return site.answer(name, request, FOREVER if version == site.name else "no-cache")


@router.get(f"/{WORKER}")
def worker(request: Request, site: TheSite) -> Response:
    """The service worker in the reader's language, at the root because it serves all pages below it."""
    return site.answer(f"languages/{spoken()}.{WORKER}", request, "no-cache")


@router.get(f"/{MANIFEST}")
def manifest(request: Request, site: TheSite) -> Response:
    """The web app manifest in the reader's language, for the home screen of a phone."""
    return site.answer(f"languages/{spoken()}.{MANIFEST}", request, "no-cache")


@router.get("/favicon.ico")
def favicon(request: Request, site: TheSite) -> Response:
    """The icon in the browser's tab."""
    return site.answer("drawings/svg/logo.svg", request, "public, max-age=86400")


@router.get("/verify.html")
def verify() -> Response:
    """The page that checks the dice of a record, which also works from a file."""
    policy = f"{verifier.policy()}; frame-ancestors 'none'"
    return HTMLResponse(
        verifier.page(), headers={"content-security-policy": policy, "cache-control": "no-cache"}
    )

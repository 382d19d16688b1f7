"""The ASGI application of one worker."""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from fivedice.runtime import chance, days, store
from fivedice.runtime.library import Library, limit_own_cards
from fivedice.server import garbage_collection, metrics, supervisor
from fivedice.server.club import routes as club
from fivedice.server.club.rounds import ClubNights
from fivedice.server.club.store import delete_seals
from fivedice.server.compute.bot_runner import BotRunner
from fivedice.server.compute.solving import OWN_FILLINGS
from fivedice.server.compute.typesetting import PdfMaker
from fivedice.server.daily import drawing
from fivedice.server.daily import routes as daily
from fivedice.server.players import routes as players
from fivedice.server.players import statistics_routes, training_routes
from fivedice.server.players.counting import Counting
from fivedice.server.protection.addresses import EgressPolicy
from fivedice.server.protection.connection_limits import CONNECTION_LIMITS, ConnectionLimits
from fivedice.server.protection.middleware import ProtectionMiddleware
from fivedice.server.protection.uvicorn_internals import STARTUP_FAILURE
from fivedice.server.routes import (
    errors,
    forgetting,
    health,
    pages,
    printing,
    push,
    records,
    tables,
    websocket,
)
from fivedice.server.settings import VARIABLE, Settings
from fivedice.server.site import SMALLEST, Documentation, Site
from fivedice.server.storage.async_database import AsyncDatabase
from fivedice.server.storage.database import Database
from fivedice.server.storage.errors import DatabaseFailed
from fivedice.server.storage.schema import OtherVersion
from fivedice.server.tables.policy import RefusedNames, TablePolicy
from fivedice.server.tables.registry import TableRegistry
from fivedice.server.tables.session import TableServices

log = logging.getLogger(__name__)
OUTSIDE = EgressPolicy()

HANDOVER = 0.0005
"""Seconds before a computing thread yields to the event loop; Python's default is 0.005."""


def from_environment() -> FastAPI:
    """The application of a worker, with the settings from the environment.

    Ends the process if the database fails. If the schema version differs, the worker is not replaced.
    """
    supervisor.follow_parent()
    settings = msgspec.json.decode(os.environ[VARIABLE], type=Settings)
    try:
        return application(settings)
    except OtherVersion as error:
        log.critical("%s", error)
        sys.exit(STARTUP_FAILURE)
    except DatabaseFailed as error:
        log.critical("%s", error.why)
        sys.exit(1)


def application(settings: Settings, outside: EgressPolicy = OUTSIDE) -> FastAPI:
    """The application. `outside` limits where it may send pushes. Raises `StoreError` without a database."""
    app = FastAPI(
        title="fivedice",
        version=version("fivedice"),
        lifespan=_lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        exception_handlers=errors.HANDLERS,
    )
    app.state.settings, app.state.database = settings, Database(settings.database)
    app.state.database.run(delete_seals)
    app.state.site, app.state.outside = Site(settings.root), outside
    of_players = players, forgetting, statistics_routes, training_routes
    for part in (health, tables, records, printing, push, *of_players, daily, club, websocket, pages):
        app.include_router(part.router)
    app.mount("/docs", Documentation(app.state.site))
    app.openapi()  # and its routes, which would stop the event loop when first requested
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST)
    app.add_middleware(ProtectionMiddleware, settings=settings)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
    sys.setswitchinterval(HANDOVER)
    settings: Settings = app.state.settings
    database: Database = app.state.database
    storage = app.state.storage = AsyncDatabase(database, _end)
    if problem := store.cache_problem():
        log.warning(problem)
    runner = BotRunner(Library(store.tables()), chance.system(), settings.runner)
    if settings.own_cards:
        limit_own_cards(OWN_FILLINGS)
        runner.solving.compile_solver()
    policy = TablePolicy(settings.own_cards, RefusedNames(settings.refused_names))
    post = _sender(settings, storage, app.state.outside) if settings.push_key else None
    services = TableServices(storage, runner, chance.system(), settings.grace, post)
    registry = app.state.registry = TableRegistry(services, policy)
    app.state.pdfs = PdfMaker()
    app.state.club = ClubNights(registry, storage)
    counting = app.state.counting = Counting(registry, storage)
    zone = days.zone(settings.zone)
    works = [registry.maintain(), storage.watch(registry.catch_up), metrics.sample(registry.figures)]
    works += [counting.work(), drawing.work(storage, zone), health.load_a_table(runner)]
    works.append(garbage_collection.maintain(lambda: registry.figures()[1], zone))
    if post:
        works.append(post.work())
    if database.is_shared:
        from fivedice.server.storage import postgres  # noqa: PLC0415 - its driver is an extra

        hears = registry.catch_up, registry.on_notice
        works.append(postgres.listen(settings.database, *hears, lambda: storage.writer, storage.outages))
    garbage_collection.begin()
    tasks = [asyncio.create_task(work) for work in works]
    yield {CONNECTION_LIMITS: ConnectionLimits(settings)}
    for task in tasks:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    registry.close()
    await storage.finish()
    storage.close()


def _sender(settings: Settings, storage: AsyncDatabase, outside: EgressPolicy) -> Any:
    from fivedice.server.push.sender import PushEncryption, PushSender  # noqa: PLC0415 - an extra

    return PushSender(storage, PushEncryption(Path(settings.push_key), settings.push_contact), outside)


def _end(why: str) -> None:
    log.critical("%s", why)
    supervisor.give_up()

"""Health probes: whether the server is alive, and whether it can serve players."""

import shutil
from contextlib import suppress
from pathlib import Path

from fastapi import APIRouter, Request, Response

from fivedice.core.rules import IllegalMove
from fivedice.games import GAMES
from fivedice.runtime import store
from fivedice.server.compute.bot_runner import BotRunner
from fivedice.server.models import Alive, Health, Registry, Storage
from fivedice.server.settings import PROBES
from fivedice.server.storage.sqlite_file import SQLITE

ALIVE, READY = PROBES
ROOM = 50_000_000
"""The bytes that must be free on every disk that the server writes to."""
SHIPPED = GAMES["traditional"], 1, "score"
"""The game that a server loads when it starts, to show that solved tables can be read."""
NO_ROOM = "The disk has less than 50 MB left."
NO_TABLES = "The solved tables are not loaded yet."

router = APIRouter()


async def load_a_table(runner: BotRunner) -> None:
    """Loads the game that `readyz` checks."""
    with suppress(IllegalMove, OSError):
        await runner.solving.knowledge(*SHIPPED)


@router.get(ALIVE)
async def healthz() -> Alive:
    """Answers while the process lives and its event loop is not blocked."""
    return Alive()


@router.get(READY, responses={503: {"model": Health}})
async def readyz(request: Request, response: Response, registry: Registry, storage: Storage) -> Health:
    """Whether the database is writable, the disk has room and solved tables are loaded; otherwise 503."""
    health = Health(ready=False)
    try:
        await storage.check()
    except store.StoreError as error:
        health.reason, health.sentence = "database", str(error)
    else:
        if is_full(request.app.state.settings.database):
            health.reason, health.sentence = "disk", NO_ROOM
        elif not registry.runner.solving.has(*SHIPPED):
            health.reason, health.sentence = "tables", NO_TABLES
        else:
            return Health(ready=True)
    response.status_code = 503
    return health


def is_full(database: str) -> bool:
    """Whether too little disk space is left where the server writes."""
    folders = [store.tables()]
    if database.startswith(SQLITE):
        folders.append(Path(database.removeprefix(SQLITE)).absolute().parent)
    return any(shutil.disk_usage(folder).free < ROOM for folder in folders if folder.is_dir())

"""The REST route that deletes the current player, which also ends club nights."""

from fastapi import APIRouter

from fivedice.server import forgetting
from fivedice.server.club.routes import Nights
from fivedice.server.models import REFUSALS, Registry, Storage
from fivedice.server.players.routes import Here, Profile, Somebody, profile

router = APIRouter(prefix="/api/player", responses=REFUSALS)


@router.delete("")
async def forget_me(
    player: Somebody, here: Here, registry: Registry, storage: Storage, nights: Nights
) -> Profile:
    """Deletes the current player with all data that only they need; answers with the new current player.

    In matches with others the name becomes "someone".
    """
    await nights.end_abandoned(player.id)
    await forgetting.forget(registry, storage, player.id)
    here.remove(here.secret_of(player.id))
    return profile(here, here.current)

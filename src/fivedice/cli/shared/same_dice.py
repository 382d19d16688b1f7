"""A match on the dice of a record, which may be on a server."""

import re

from msgspec.structs import replace

from fivedice.bots import is_bot
from fivedice.cli.shared import console, open_record
from fivedice.deals import solo
from fivedice.language import tr
from fivedice.match.setup import Player, Setup
from fivedice.notation import record
from fivedice.runtime import server_client
from fivedice.table import seating
from fivedice.table.seating import Chair

BOT = "greedy"
"""The bot that plays for the other people of the record."""


def agreed(source: str, name: str, *, alone: bool) -> tuple[Setup, bytes]:
    """The setup for a player called `name` ("": as in the record), and the secret of the dice. The player
    takes the seat that a link names, else the first person's; `alone` leaves out the other seats. Ends the
    command if the record has no secret. Raises `StoreError`, `BadRecord` and `IllegalMove`.
    """
    at_server = "://" in source
    replayed = record.replay(server_client.record_at(source)) if at_server else open_record.whole(source)
    setup, secret = replayed.match.setup, replayed.secret
    if setup.dice is None or not secret:
        console.fail(
            tr(
                "The dice of this record cannot be played again, because it does not contain their secret: "
                "they were real dice, or the match is not over, or the record is too old."
            )
        )
    seat = _seat(setup, source if at_server else "")
    own = name or setup.players[seat].name
    seating.check_person(own)
    if alone:
        solo_setup = solo.setup(replayed.match, seat)
        return replace(solo_setup, players=(Player(own),)), bytes.fromhex(secret)
    chairs = tuple(
        Chair(name=own, holder=own) if place == seat else Chair(bot=player.bot if is_bot(player.bot) else BOT)
        for place, player in enumerate(setup.players)
    )
    return replace(setup, players=seating.players(seating.filled(chairs, ""))), bytes.fromhex(secret)


def _seat(setup: Setup, link: str) -> int:
    """The seat that a link to the same dice names, or the first person's seat."""
    named = re.search(r"[?&]seat=(\d)\b", link)
    if named and int(named[1]) < len(setup.players):
        return int(named[1])
    return next((seat for seat, player in enumerate(setup.players) if not player.bot), 0)

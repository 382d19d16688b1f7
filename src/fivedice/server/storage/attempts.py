"""Daily deals, and the attempts at them, in the database."""

import time
from collections.abc import Iterable, Mapping

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, insert, select

from fivedice.core.rules import Game
from fivedice.daily import play
from fivedice.daily.play import DAILY
from fivedice.runtime import chance
from fivedice.runtime.days import Day
from fivedice.server.storage import deals
from fivedice.server.storage.schema import attempts, open_tables, players, results
from fivedice.server.storage.schema import deals as _deals
from fivedice.statistics.figures import MatchFigures

_decode = msgspec.json.Decoder(MatchFigures).decode
_COUNTED = (results.c.player == attempts.c.player) & (results.c.code == attempts.c.code)


class Attempt(Struct, frozen=True):
    """A player's attempt that counts: its table, and its figures once the match is finished and counted."""

    player: str
    name: str
    code: str
    over: bool
    """Whether the match is finished or its table closed."""
    figures: MatchFigures | None

    def ended_by(self, when: float) -> bool:
        """Whether the match ended in time and the player made most of the decisions."""
        return self.figures is not None and self.figures.credited and self.figures.at < when


def draw(connection: Connection, day: Day, games: Iterable[Game]) -> dict[str, deals.Shared]:
    """The deals of a day by game, drawn if there are none yet."""
    return {
        game.name: deals.share(connection, play.name(day.date, game), chance.new_secret(), day.reveals)
        for game in games
    }


def first_day(connection: Connection) -> str:
    """The date of the first day that has a deal; "" if none has."""
    daily = select(_deals.c.name).where(_deals.c.name.startswith(DAILY)).order_by(_deals.c.name)
    name = connection.scalar(daily.limit(1))
    return play.date_of(name) if name else ""


def begin(connection: Connection, name: str, player: str, code: str) -> bool:
    """Records that a player began an attempt that counts; false if an earlier attempt counts."""
    if code_of(connection, name, player):
        return False
    connection.execute(insert(attempts).values(name=name, player=player, code=code, at=time.time()))
    return True


def is_practice(connection: Connection, code: str, commitment: str) -> bool:
    """Whether a table has a daily deal, but not in an attempt that counts: its dice may have been known."""
    daily = select(_deals.c.name).where(_deals.c.commitment == commitment, _deals.c.name.startswith(DAILY))
    attempt = select(attempts.c.code).where(attempts.c.code == code)
    return connection.execute(daily).first() is not None and connection.execute(attempt).first() is None


def code_of(connection: Connection, name: str, player: str) -> str:
    """The table of a player's attempt, or ""."""
    return connection.scalar(select(attempts.c.code).filter_by(name=name, player=player)) or ""


def at(connection: Connection, names: Iterable[str], player: str = "") -> Mapping[str, list[Attempt]]:
    """The attempts of one player, or of all, at the deals with these names."""
    wanted = (
        select(
            attempts,
            players.c.name.label("player_name"),
            open_tables.c.code.label("still"),
            results.c.figures,
        )
        .join(players, players.c.player == attempts.c.player)
        .outerjoin(open_tables, open_tables.c.code == attempts.c.code)
        .outerjoin(results, _COUNTED)
        .where(attempts.c.name.in_(names), *([attempts.c.player == player] if player else []))
    )
    by_deal: dict[str, list[Attempt]] = {name: [] for name in names}
    for row in connection.execute(wanted):
        figures = _decode(row.figures) if row.figures else None
        by_deal[row.name].append(Attempt(row.player, row.player_name, row.code, row.still is None, figures))
    return by_deal


def days_of(connection: Connection, player: str) -> set[str]:
    """The dates on which a player finished an attempt that counts."""
    names = select(attempts.c.name).join(results, _COUNTED).where(attempts.c.player == player)
    return {play.date_of(name) for name in connection.scalars(names)}

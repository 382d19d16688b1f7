"""Results and ratings of players in the database."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update

from fivedice.server.players import store
from fivedice.server.storage.schema import entries as _entries
from fivedice.server.storage.schema import players as _players
from fivedice.server.storage.schema import ratings as _ratings
from fivedice.server.storage.schema import results as _results
from fivedice.server.storage.schema import seats as _seats
from fivedice.server.storage.schema import summaries as _summaries
from fivedice.server.storage.schema import uploads as _uploads
from fivedice.statistics.figures import MatchFigures
from fivedice.statistics.ratings import BOT, Rating, after

AGREED = '"ratings":true'
"""The setting of players who show their ratings to others, in the JSON of all settings."""
MOST_RATINGS = 300


class PlayerSeat(Struct, frozen=True):
    """A player's seat that is not yet counted."""

    player: str
    holder: str


class RatedPlayer(Struct, frozen=True):
    """A player or bot that a match rates, and the place in which they finished."""

    name: str
    place: int


def pending(connection: Connection, most: int, player: str = "") -> list[str]:
    """Up to `most` finished tables with seats that are not yet counted, of one player or of all."""
    wanted = select(_seats.c.code).join(_summaries, _summaries.c.code == _seats.c.code)
    wanted = wanted.where(_seats.c.counted == 0, *([_seats.c.player == player] if player else []))
    return list(connection.execute(wanted.distinct().limit(most)).scalars())


def players_at(connection: Connection, code: str) -> dict[str, str]:
    """The player of each seat of a table, by the digest of its token."""
    rows = connection.execute(select(_seats.c.holder, _seats.c.player).where(_seats.c.code == code))
    return {row.holder: row.player for row in rows}


def time_of(connection: Connection, code: str) -> float:
    """The time of the last entry of a table, or of the upload of a record."""
    last = select(func.max(_entries.c.at)).where(_entries.c.code == code)
    uploaded = select(_uploads.c.at).where(_uploads.c.code == code)
    return float(
        connection.execute(
            select(func.coalesce(last.scalar_subquery(), uploaded.scalar_subquery(), 0.0))
        ).scalar_one()
    )


def uncounted(connection: Connection, code: str) -> list[PlayerSeat]:
    """The seats of a table that are not yet counted."""
    wanted = select(_seats.c.player, _seats.c.holder).where(_seats.c.code == code, _seats.c.counted == 0)
    return [PlayerSeat(*row) for row in connection.execute(wanted)]


def count(
    connection: Connection,
    code: str,
    made: Mapping[PlayerSeat, MatchFigures | None],
    rated: Sequence[RatedPlayer],
) -> None:
    """Adds the figures of seats, each once, and rates the match if no seat of it was counted before."""
    new = 0
    for seat, figures in made.items():
        own = (_seats.c.player == seat.player) & (_seats.c.code == code) & (_seats.c.holder == seat.holder)
        mark = update(_seats).where(own, _seats.c.counted == 0).values(counted=1)
        if connection.execute(mark).rowcount:
            new += 1
            if figures:
                same = (_results.c.imported == 1) & _results.c.figures.contains(figures.record)
                connection.execute(delete(_results).where(_results.c.player == seat.player, same))
                _add(connection, seat.player, figures)
    counted = select(func.count()).where(_seats.c.code == code, _seats.c.counted == 1)
    kind = next((figures.kind for figures in made.values() if figures), "")
    if kind and new and connection.execute(counted).scalar_one() == new:
        _rate(connection, kind, rated)


def import_(connection: Connection, player: str, figures: MatchFigures) -> bool:
    """Counts a record for a player in one seat; false if the player has this match already."""
    own, same = _results.c.player == player, _results.c.figures.contains(figures.record)
    if connection.execute(select(_results.c.code).where(own, same, _results.c.code != figures.code)).first():
        return False
    connection.execute(delete(_results).where(_results.c.player == player, _results.c.code == figures.code))
    _add(connection, player, figures)
    store.keep_imports(connection, player, [figures.code], figures.at)
    return True


def of_player(connection: Connection, player: str) -> list[str]:
    """The figures of all matches of a player, as JSON."""
    return list(connection.execute(select(_results.c.figures).where(_results.c.player == player)).scalars())


def ratings_of(connection: Connection, player: str) -> list[tuple[str, str, str, Rating]]:
    """Kind, id, name and rating of a player, of bots, and of others who agreed to show theirs, the highest
    first. Only kinds in which the player has a rating are listed. The name of a bot is "".
    """
    own, name = _ratings.c.player == player, func.coalesce(_players.c.name, "")
    kinds = select(_ratings.c.kind).where(own)
    shown = own | _ratings.c.player.startswith(BOT) | _players.c.settings.contains(AGREED)
    wanted = (
        select(_ratings, name.label("name"))
        .outerjoin(_players, _players.c.player == _ratings.c.player)
        .where(_ratings.c.kind.in_(kinds), shown)
        .order_by(own.desc(), _ratings.c.mu.desc())
    )
    rows = connection.execute(wanted.limit(MOST_RATINGS)).all()
    found = [(row.kind, row.player, row.name, Rating(row.mu, row.sigma, row.matches)) for row in rows]
    return sorted(found, key=lambda one: -one[3].mu)


def _add(connection: Connection, player: str, figures: MatchFigures) -> None:
    row = {
        "player": player,
        "code": figures.code,
        "seat": figures.seat,
        "at": figures.at,
        "kind": figures.kind,
    }
    text = msgspec.json.encode(figures).decode()
    connection.execute(insert(_results).values(imported=int(figures.imported), figures=text, **row))


def _rate(connection: Connection, kind: str, rated: Sequence[RatedPlayer]) -> None:
    """Updates the ratings of all participants; the rating of a bot in several seats does not change."""
    names = [one.name for one in rated]
    if len(set(names)) < 2:
        return
    same = (_ratings.c.kind == kind) & _ratings.c.player.in_(names)
    rows = connection.execute(select(_ratings).where(same).with_for_update())
    known = {row.player: Rating(row.mu, row.sigma, row.matches) for row in rows}
    now = after([known.get(name, Rating()) for name in names], [one.place for one in rated])
    for name, rating in zip(names, now, strict=True):
        if names.count(name) == 1:
            values = msgspec.structs.asdict(rating)
            if name in known:
                own = (_ratings.c.kind == kind) & (_ratings.c.player == name)
                connection.execute(update(_ratings).where(own).values(**values))
            else:
                connection.execute(insert(_ratings).values(player=name, kind=kind, **values))

"""Results and ratings of players in the database."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update

from fivedice.server.players import store
from fivedice.server.storage import schema
from fivedice.server.storage.schema import entries, players, ratings, results, seats, summaries, uploads
from fivedice.statistics.figures import MatchFigures
from fivedice.statistics.ratings import BOT, Rating, after

MOST_RATINGS = 300


class PlayerSeat(Struct, frozen=True):
    """A player's seat at a table, and whether it was counted."""

    player: str
    holder: str
    counted: int


RatedPlayer = tuple[str, int]
"""A player or bot that a match rates, and the place in which they finished."""
SeatFigures = Mapping[PlayerSeat, MatchFigures | None]
"""The figures of each seat, None for a match that does not count."""


def pending(connection: Connection, most: int, player: str = "") -> list[str]:
    """Up to `most` finished tables with seats that are not yet counted, of one player or of all."""
    wanted = select(seats.c.code).join(summaries, summaries.c.code == seats.c.code)
    wanted = wanted.where(seats.c.counted == 0, *([seats.c.player == player] if player else []))
    return list(connection.scalars(wanted.distinct().limit(most)))


def seats_at(connection: Connection, code: str) -> list[PlayerSeat]:
    """The seats of players at a table."""
    wanted = select(seats.c.player, seats.c.holder, seats.c.counted).where(seats.c.code == code)
    return [PlayerSeat(*row) for row in connection.execute(wanted)]


def time_of(connection: Connection, code: str) -> float:
    """The time of the last entry of a table, or of the upload of a record."""
    last = select(func.max(entries.c.at)).where(entries.c.code == code)
    uploaded = select(uploads.c.at).where(uploads.c.code == code)
    at = func.coalesce(last.scalar_subquery(), uploaded.scalar_subquery(), 0.0)
    return float(connection.execute(select(at)).scalar_one())


def count(connection: Connection, code: str, by_seat: SeatFigures, rated: Sequence[RatedPlayer]) -> None:
    """Adds the figures of seats, each once, and rates the match if no seat of it was counted before."""
    new = 0
    for seat, figures in by_seat.items():
        this = update(seats).filter_by(player=seat.player, code=code, holder=seat.holder, counted=0)
        if connection.execute(this.values(counted=1)).rowcount:
            new += 1
            if figures:
                same = (results.c.imported == 1) & schema.holds(results.c.figures, record=figures.record)
                connection.execute(delete(results).where(results.c.player == seat.player, same))
                _add(connection, seat.player, figures)
    counted = select(func.count()).where(seats.c.code == code, seats.c.counted == 1)
    kind = next((figures.kind for figures in by_seat.values() if figures), "")
    if kind and new and connection.execute(counted).scalar_one() == new:
        _rate(connection, kind, rated)


def import_(connection: Connection, player: str, figures: MatchFigures) -> bool:
    """Counts a record for a player in one seat; false if the player has this match already."""
    own, same = results.c.player == player, schema.holds(results.c.figures, record=figures.record)
    if connection.execute(select(results.c.code).where(own, same, results.c.code != figures.code)).first():
        return False
    connection.execute(delete(results).where(results.c.player == player, results.c.code == figures.code))
    _add(connection, player, figures)
    store.keep_imports(connection, player, [figures.code], figures.at)
    return True


def of_player(connection: Connection, player: str) -> list[str]:
    """The figures of all matches of a player, as JSON."""
    return list(connection.scalars(select(results.c.figures).where(results.c.player == player)))


def ratings_of(connection: Connection, player: str) -> list[tuple[str, str, str, Rating]]:
    """Kind, id, name and rating of a player, of bots, and of others who agreed to show theirs, the highest
    first. Only kinds in which the player has a rating are listed. The name of a bot is "".
    """
    own, name = ratings.c.player == player, func.coalesce(players.c.name, "")
    kinds = select(ratings.c.kind).where(own)
    agreed = schema.holds(players.c.settings, **{store.SHOWS_RATINGS: True})
    public = own | ratings.c.player.startswith(BOT) | agreed
    wanted = (
        select(ratings, name.label("name"))
        .outerjoin(players, players.c.player == ratings.c.player)
        .where(ratings.c.kind.in_(kinds), public)
        .order_by(own.desc(), ratings.c.mu.desc())
    )
    rows = connection.execute(wanted.limit(MOST_RATINGS)).all()
    known = [(row.kind, row.player, row.name, Rating(row.mu, row.sigma, row.matches)) for row in rows]
    return sorted(known, key=lambda one: -one[3].mu)


def _add(connection: Connection, player: str, figures: MatchFigures) -> None:
    row = {name: getattr(figures, name) for name in ("code", "seat", "at", "kind")}
    row |= {"imported": int(figures.imported), "figures": msgspec.json.encode(figures).decode()}
    connection.execute(insert(results).values(player=player, **row))


def _rate(connection: Connection, kind: str, rated: Sequence[RatedPlayer]) -> None:
    """Updates the ratings of all participants; the rating of a bot in several seats does not change."""
    names = [name for name, _ in rated]
    if len(set(names)) < 2:
        return
    same = (ratings.c.kind == kind) & ratings.c.player.in_(names)
    rows = connection.execute(select(ratings).where(same).with_for_update())
    known = {row.player: Rating(row.mu, row.sigma, row.matches) for row in rows}
    now = after([known.get(name, Rating()) for name in names], [place for _, place in rated])
    for name, rating in zip(names, now, strict=True):
        if names.count(name) == 1:
            schema.put(connection, ratings, {"kind": kind, "player": name}, msgspec.structs.asdict(rating))

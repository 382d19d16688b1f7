"""REST routes of today's deal: the days, the attempts of a player, and the board of a day."""

import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, tzinfo
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from pydantic import Field

from fivedice.core.rules import Game, IllegalMove
from fivedice.daily import play
from fivedice.games import GAMES
from fivedice.language import mark, tr
from fivedice.match.setup import no_game
from fivedice.narration.results import amount, nth
from fivedice.runtime import days
from fivedice.runtime.days import Day
from fivedice.server.models import REFUSALS, Body, Name, Registry, ServerSettings, Storage
from fivedice.server.players import store
from fivedice.server.players.cookie import NOT_BARRED, CurrentPlayer
from fivedice.server.players.routes import Here
from fivedice.server.storage import attempts, deals, table_rows
from fivedice.server.storage.append_entries import Conflict
from fivedice.server.storage.attempts import Attempt
from fivedice.server.storage.deals import Shared
from fivedice.server.tables.codes import TakenSeat
from fivedice.server.tables.registry import NoTable
from fivedice.solve.cards.distribution import Distribution

router = APIRouter(prefix="/api/daily", responses=REFUSALS)

MOST = 200
"""The most rows of a board."""
NO_DEAL = mark("This server had no deals on this day.")
STILL_PLAYED = mark(
    "Some players may still be playing this deal. "
    "It opens to everyone {hours} hours after the end of its day."
)
BOARD_LATER = mark("The board opens for you when you have played, or when the day is over.")

Date = Annotated[str, Field(max_length=10)]


class Going(Body):
    """A request to play the deal of a day; without a date, of today."""

    name: Name
    date: Date = ""


@dataclass(frozen=True, slots=True)
class DailySeat(TakenSeat):
    """A seat at a day's deal, and whether this attempt counts."""

    counts: bool


def _zone(settings: ServerSettings) -> tzinfo:
    return days.zone(settings.zone)


Zone = Annotated[tzinfo, Depends(_zone)]


@router.get("")
async def see_days(
    settings: ServerSettings, zone: Zone, player: CurrentPlayer, storage: Storage, date: Date = ""
) -> dict[str, Any]:
    """A day with its games and your results; `ends` and `reveals` are times in seconds since 1970."""
    now, day = time.time(), _day(date, zone)
    today = days.today(now, zone)
    known = await _deals(storage, day, today)
    names = {game: play.name(day.date, GAMES[game]) for game in known}
    mine = await storage.ask(attempts.at, names.values(), player.id) if player else {}
    played = await storage.ask(attempts.days_of, player.id) if player else set()
    row = days.streak(played, today.date)
    return {
        "date": day.date,
        "title": days.spoken(day.date),
        "today": today.date,
        "first": await storage.ask(attempts.first_day) or today.date,
        "zone": settings.zone,
        "begins": day.begins,
        "ends": day.ends,
        "reveals": day.reveals,
        "now": now,
        "streak": tr("You have played {days} days in a row.", days=row) if row > 1 else "",
        "games": [_game(GAMES[game], mine.get(name, []), day, now) for game, name in names.items()],
    }


@router.get("/{game}")
async def see_board(
    game: str, zone: Zone, player: CurrentPlayer, registry: Registry, storage: Storage, date: Date = ""
) -> dict[str, Any]:
    """One game of a day: the commitment to its dice, your result, and the board."""
    rules, now = _find_game(game), time.time()
    day = _day(date, zone)
    deal = (await _deals(storage, day, days.today(now, zone))).get(game)
    if deal is None:
        raise NoTable(tr(NO_DEAL))
    name = play.name(day.date, rules)
    everybody = (await storage.ask(attempts.at, [name]))[name]
    done = [one for one in everybody if one.ended_by(deal.secret.until)]
    mine = next((one for one in everybody if player and one.player == player.id), None)
    best = await registry.runner.solving.best_play(rules)
    is_open = now >= day.ends or (mine is not None and mine.over)
    board = _board(done, player, best) if is_open else []
    return {
        "game": rules.name,
        "title": rules.title,
        "unit": tr(rules.unit),
        "commitment": deal.commitment,
        "drawn": _time_drawn(deal, day),
        "secret": deal.secret.revealed,
        "mine": mine and _mine(mine, rules, day, deal, best),
        "finished": _finished(len(done)),
        "spread": play.spread(best.mean, best.deviation, rules.unit) if best else tr(play.ONE_DAY),
        "told": "" if is_open else tr(BOARD_LATER),
        "board": board,
        "standing": _standing(board, len(done), over=now >= day.ends),
    }


@router.post("/{game}/play", status_code=201, dependencies=NOT_BARRED)
async def begin(
    game: str, body: Going, zone: Zone, here: Here, registry: Registry, storage: Storage
) -> DailySeat:
    """Opens a table on a day's deal. Your first attempt on the day counts; afterwards you may practise."""
    rules, day = _find_game(game), _day(body.date, zone)
    registry.policy.check_name(body.name)
    today = days.today(time.time(), zone)
    deal = (await _deals(storage, day, today)).get(game)
    if deal is None:
        raise NoTable(tr(NO_DEAL))
    player = await here.player(body.name)
    name = play.name(day.date, rules)
    known = (await storage.ask(attempts.at, [name], player.id))[name]
    secret = not deal.secret.revealed
    counts = day == today and not known and secret
    if not counts:
        _check_practice(known, secret=secret)
    terms = play.terms(rules, deal.commitment, counts=counts, secret=secret)
    seat = await registry.open(terms, body.name)
    if counts:
        await _note(storage, name, player, seat)
    await storage.ask(store.keep_seats, player, [seat], here.beside)
    return DailySeat(**asdict(seat), counts=counts)


# --- Days --------------------------------------------------------------------------------------------------


def _day(date: str, zone: tzinfo) -> Day:
    """The day of a date, or today. Raises `NoTable` for a day in the future."""
    today = days.today(time.time(), zone)
    day = days.of(date, zone) if date else today
    if day.begins > today.begins:
        raise NoTable(tr("This day has not begun yet."))
    return day


async def _deals(storage: Storage, day: Day, today: Day) -> dict[str, Shared]:
    """The deals of a day by game. Today's deals are drawn now if they were not drawn the day before."""
    if day == today:
        return await storage.ask(attempts.draw, day, GAMES.values())
    known = {game: await storage.ask(deals.shared, play.name(day.date, GAMES[game])) for game in GAMES}
    return {game: deal for game, deal in known.items() if deal}


def _find_game(game: str) -> Game:
    if game not in GAMES:
        raise NoTable(no_game(game))
    return GAMES[game]


def _time_drawn(deal: Shared, day: Day) -> str:
    at = datetime.fromtimestamp(deal.at, UTC)
    sentence = mark("Drawn on {date} {year} at {time} UTC, before the day began.")  # Translators: by lot
    if deal.at >= day.begins:
        sentence = mark(
            "Drawn on {date} {year} at {time} UTC, on the day itself, "
            "because the server was not running the day before."
        )
    date = days.spoken(at.date().isoformat())
    return tr(sentence, date=date, year=str(at.year), time=f"{at:%H:%M}")


def _finished(number: int) -> str:
    have = tr("{number, plural, one {# player has} other {# players have}} finished.", number=number)
    return have if number else tr("Nobody has finished.")


# --- Attempts ----------------------------------------------------------------------------------------------


def _check_practice(known: list[Attempt], *, secret: bool) -> None:
    """Raises `IllegalMove` if practice would show dice that still matter to an attempt that counts."""
    if any(not one.over for one in known):
        raise IllegalMove(tr("You are still playing this deal, at table {code}.", code=known[0].code))
    if not known and secret:
        raise IllegalMove(tr(STILL_PLAYED, hours=round(days.PLAYED_ON / 3600)))


async def _note(storage: Storage, name: str, player: store.KnownPlayer, seat: TakenSeat) -> None:
    """Records an attempt that counts. If another device was faster, removes the new table."""
    try:
        first = await storage.ask(attempts.begin, name, player.id, seat.code)
    except Conflict:
        first = False
    if not first:
        await storage.ask(table_rows.remove, seat.code)
        raise IllegalMove(
            tr("You have begun this deal on another device; to continue it here, reload the page.")
        )


def _game(game: Game, mine: list[Attempt], day: Day, now: float) -> dict[str, Any]:
    """A game of a day for the list, with the state of your attempt."""
    fields = {"game": game.name, "title": game.title, "set": game.faces, "code": "", "points": ""}
    if not mine:
        state = "open" if now < day.ends else "past" if now >= day.reveals else "closing"
        return {**fields, "state": state}
    (one,) = mine
    points = amount(one.figures.totals[0], game.unit) if one.figures else ""
    return {**fields, "state": "over" if one.over else "playing", "code": one.code, "points": points}


def _mine(mine: Attempt, game: Game, day: Day, deal: Shared, best: Distribution | None) -> dict[str, Any]:
    """Your attempt for the page, with the line to share once it is finished."""
    fields = {"code": mine.code, "over": mine.over, "share": "", "higher": "", "late": False}
    if mine.figures is None:
        return fields
    result = _result(mine, best)
    higher = result.higher
    than = tr("Higher than {higher}% of matches of best play.", higher=higher) if higher else ""
    late = not mine.ended_by(deal.secret.until)
    return {**fields, "share": result.share(game, day.date), "higher": than, "late": late}


def _result(one: Attempt, best: Distribution | None) -> play.DailyResult:
    assert one.figures
    return play.result(one.figures, best.chances if best else None)


def _board(
    done: list[Attempt], player: store.KnownPlayer | None, best: Distribution | None
) -> list[dict[str, Any]]:
    """A row for each player, with the places by points and by cost of choices; always includes your own."""
    results = [(one, _result(one, best)) for one in done]
    points = [-result.points for _, result in results]
    costs = [result.lost for _, result in results if result.lost is not None]
    rows: list[dict[str, Any]] = [
        {
            "name": one.name,
            "you": player is not None and one.player == player.id,
            "points": result.points,
            "lost": result.lost,
            "shown": result.shown_cost,
            "by_points": play.place(points, -result.points),
            "by_cost": None if result.lost is None else play.place(costs, result.lost),
        }
        for one, result in results
    ]
    rows.sort(key=lambda row: row["by_points"])
    return [row for number, row in enumerate(rows) if number < MOST or row["you"]]


def _standing(board: list[dict[str, Any]], players: int, *, over: bool) -> str:
    """Your result and place in words; "" if you are not on the board."""
    mine = next((row for row in board if row["you"]), None)
    if mine is None:
        return ""
    sentence = (
        mark("{points}, {place} of {players}") if over else mark("{points}, {place} of {players} so far")
    )
    return tr(sentence, points=mine["points"], place=nth(mine["by_points"]), players=players)

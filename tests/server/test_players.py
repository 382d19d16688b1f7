"""Players without an account: cookie, seats and words, other devices, and being forgotten without a trace."""

import asyncio
import re
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from sqlalchemy import MetaData, func, insert, select, update

from fivedice.runtime.identity import COOKIE
from fivedice.server import maintenance
from fivedice.server.players import words
from fivedice.server.players.cookie import DAYS, MOST
from fivedice.server.players.drill_store import save
from fivedice.server.players.words import NoPlayer
from fivedice.server.storage import schema
from fivedice.server.tables import codes
from fivedice.training import drills
from tests.server import stored
from tests.server.asking import refusal
from tests.server.clients import Client, Message, brought, opened, play_on, post, run
from tests.server.serving import Process, in_thread, unlimited

GOLDEN = Path(__file__).parents[1] / "golden"


class Device:
    def __init__(self, url: str, at: str = "player") -> None:
        self.url, self.at, self.cookies = url, at, httpx.Cookies()

    def asks(self, method: str, path: str = "", **more: Any) -> httpx.Response:
        """Sends a request with the cookies, and keeps those of the answer."""
        with httpx.Client(cookies=self.cookies, timeout=60) as client:
            answer = client.request(method, f"{self.url}/api/{self.at}/{path}".rstrip("/"), **more)
            self.cookies = client.cookies
        return answer

    @property
    def player(self) -> Any:
        return self.asks("GET").json()


@pytest.fixture
def ann(server: Process) -> Device:
    return sat_down(server.url)[0]


def sat_down(url: str, name: str = "Ann") -> tuple[Device, Message]:
    client = Device(url)
    seat = opened(url, "junior", name, free=1)[0]
    keeps(client, seat)
    return client, seat


def keeps(client: Device, *seats: Message) -> Message:
    answer = client.asks("POST", "seats", json={"tokens": [[s["code"], s["token"]] for s in seats]})
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


def held(client: Device, since: float = 0) -> list[str]:
    return [seat["token"] for seat in client.asks("GET", "", params={"since": since}).json()["seats"]]


def test_without_a_seat_nobody_is_known(server: Process) -> None:
    client = Device(server.url)
    assert client.player is None
    wrong = client.asks("POST", "seats", json={"tokens": [["ABCDEF", "nothing"]]})
    assert wrong.json() is None
    assert not client.cookies
    assert client.asks("PATCH", "", json={"name": "Ann"}).status_code == 409


def test_the_first_seat_creates_a_player(server: Process) -> None:
    client = Device(server.url)
    seat = opened(server.url, "junior", "Ann", free=1)[0]
    answer = client.asks("POST", "seats", json={"tokens": [[seat["code"], seat["token"]]]})
    assert answer.json()["name"] == "Ann"
    cookie = answer.headers["set-cookie"].lower()
    for part in ("httponly", "samesite=lax", "path=/", f"max-age={DAYS * 86400}"):
        assert part in cookie
    assert "secure" not in cookie
    seen = client.asks("GET", "")
    assert seen.headers["cache-control"] == "no-store"
    assert COOKIE in seen.headers["set-cookie"]
    (kept,) = seen.json()["seats"]
    assert (kept["code"], kept["token"], kept["game"]) == (seat["code"], seat["token"], "junior")
    assert kept["chair"] == 0


def test_the_cookie_is_secure_over_https(server: Process) -> None:
    client, seat = sat_down(server.url)
    other = Device(server.url)
    host = httpx.URL(server.url).netloc.decode()
    body = {"tokens": [[seat["code"], seat["token"]]]}
    secure = other.asks("POST", "seats", json=body, headers={"origin": f"https://{host}"})
    assert "secure" in secure.headers["set-cookie"].lower()
    behind = client.asks("GET", "", headers={"x-forwarded-proto": "https"})
    assert "secure" in behind.headers["set-cookie"].lower()


def test_new_seats_are_told_once(server: Process) -> None:
    client, first = sat_down(server.url)
    at = client.player["at"]
    assert held(client, at) == []
    others = [opened(server.url, "junior", "Ann", free=1)[0] for _ in range(2)]
    keeps(client, *others)
    keeps(client, first, *others)
    assert held(client, at) == [seat["token"] for seat in others]
    assert held(client) == [*(seat["token"] for seat in others), first["token"]]
    assert client.asks("GET", params={"since": "nan"}).status_code == 422


def test_a_player_has_a_name_a_colour_and_settings(ann: Device) -> None:
    ann.asks("PATCH", "", json={"name": "Anna", "colour": "teal", "settings": {"shares": True, "goal": 3}})
    told = ann.asks("PATCH", "", json={"settings": {"goal": None}}).json()
    assert ann.player.items() >= told.items()
    assert (told["name"], told["colour"], told["settings"]) == ("Anna", "teal", {"shares": True})


def test_others_at_a_table_see_the_colour_of_a_name(server: Process) -> None:
    client, _ = sat_down(server.url)
    client.asks("PATCH", "", json={"colour": "teal"})

    def asks(path: str, **body: Any) -> Message:
        made = httpx.post(f"{server.url}/api/{path}", json=body, cookies=client.cookies)
        assert made.status_code == 201, made.text
        seat: Message = made.json()
        return seat

    def colours(seat: Message) -> list[str | None]:
        chairs = httpx.get(f"{server.url}/api/tables/{seat['code']}").json()["chairs"]
        return [chair.get("colour") for chair in chairs]

    one = asks("tables", game="junior", chairs=["", "", ""], name="Ann")
    client.asks("POST", "others", json={"name": "Ben"})
    client.asks("PATCH", "", json={"colour": "red"})
    seats = [one, *(asks(f"tables/{one['code']}/chairs", name=name) for name in ("Ben", "Cy"))]
    other = seats[1]
    assert colours(one) == ["teal", "red", None]
    client.asks("PATCH", "", json={"colour": "pink"})
    run(play_on(server.url, seats, 7))
    rematch = asks(f"tables/{one['code']}/again", token=other["token"])
    asks(f"tables/{one['code']}/again", token=one["token"])
    assert colours(rematch) == ["teal", "pink", None]  # in the same chairs
    keeps(client, other, rematch)
    client.asks("DELETE")
    assert colours(one) == ["teal", None, None]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "Expert"}, "taken for a bot"),
        ({"name": ""}, "empty"),
        ({"colour": "plaid"}, "A colour is one of: red"),
        ({"settings": {f"key{n}": "x" * 190 for n in range(30)}}, "too many settings"),
        *(
            ({"settings": wrong}, "settings cannot be read.")
            for wrong in ({"goal": "x"}, {"goal": -5}, {"goal": 1e308}, {"adds": "x"}, {"ratings": 1})
        ),
    ],
)
def test_some_changes_are_refused(ann: Device, changes: Message, sentence: str) -> None:
    answer = ann.asks("PATCH", "", json=changes)
    assert answer.status_code in (409, 422)
    assert sentence in answer.json()["sentence"]
    assert (ann.player["name"], ann.player["settings"]) == ("Ann", {})


def test_a_stored_setting_that_cannot_be_read_counts_as_the_usual_one(server: Process) -> None:
    client, _ = sat_down(server.url)
    with maintenance.transaction(server.database) as connection:
        stored = update(schema.players).filter_by(player=client.player["id"])
        connection.execute(stored.values(settings='{"goal": "x", "adds": "x", "shares": "x"}'))
    told = httpx.get(f"{server.url}/api/train", cookies=client.cookies).json()
    assert (told["goal"], told["adds"], client.player["settings"]) == (10, True, {"shares": "x"})


def test_twelve_words_restore_a_player(server: Process) -> None:
    client, seat = sat_down(server.url)
    assert not client.player["words"]
    old, new = (client.asks("POST", "words").json()["words"] for _ in range(2))
    assert words.read(new) == new
    assert client.player["words"]
    other = Device(server.url)
    assert other.asks("POST", "restore", json={"words": old}).status_code == 404
    spoken = "\n".join(f"{number}. {word}" for number, word in enumerate(new.upper().split(), 1))
    assert other.asks("POST", "restore", json={"words": spoken}).json()["name"] == "Ann"
    assert held(other) == [seat["token"]]
    assert other.cookies[COOKIE] != client.cookies[COOKIE]


def test_imported_records_are_on_every_device(server: Process) -> None:
    record = (GOLDEN / "junior-2seats.jsonl").read_bytes()
    code = brought(server.url, record)
    client, seat = sat_down(server.url)
    body = {"tokens": [], "imports": [code, seat["code"], "ZZZZ99"]}
    for _ in range(2):
        assert client.asks("POST", "seats", json=body).json()["imports"] == [code]
    phone = Device(server.url)
    assert phone.asks("POST", "seats", json=body).json() is None
    phone.asks("POST", "move", json={"pass": client.asks("POST", "pass").json()["pass"]})
    assert phone.player["imports"] == [code]


def test_an_imported_record_goes_with_the_player_who_is_forgotten(server: Process) -> None:
    record = (GOLDEN / "junior-2seats.jsonl").read_bytes()
    alone, shared = (brought(server.url, record) for _ in range(2))
    ann, ben = (sat_down(server.url)[0] for _ in range(2))
    ann.asks("POST", "seats", json={"tokens": [], "imports": [alone, shared]})
    ben.asks("POST", "seats", json={"tokens": [], "imports": [shared]})
    ann.asks("DELETE")
    statuses = [httpx.get(f"{server.url}/api/tables/{code}/record").status_code for code in (alone, shared)]
    assert statuses == [404, 200]
    assert ben.player["imports"] == [shared]


def test_words_that_fit_nobody_get_one_sentence(server: Process) -> None:
    """The same whether they were those of a player once or never; what is said before is about the text."""
    client, _ = sat_down(server.url)
    old, _ = (client.asks("POST", "words").json()["words"] for _ in range(2))
    for given, sentence in (
        (old, "These are not the twelve words of a player here."),
        (words.new(), "These are not the twelve words of a player here."),
        ("qqqq", "You have entered 1 word of twelve, and word 1, 'qqqq', is not in the list."),
    ):
        assert refusal(httpx.post(f"{server.url}/api/player/restore", json={"words": given}), 404) == sentence


def test_guessing_is_limited(tmp_path: Path) -> None:
    limits = unlimited(tmp_path, guesses=3)
    with in_thread(limits) as url:
        guesses = [
            ("restore", {"words": words.new()}),
            ("move", {"pass": "wrong"}),
            ("restore", {"words": "hello"}),
            ("restore", {"words": words.new()}),
        ]
        statuses = [httpx.post(f"{url}/api/player/{path}", json=body).status_code for path, body in guesses]
    assert statuses == [404, 404, 404, 429]


def test_a_pass_adds_a_device_once(server: Process) -> None:
    client, _ = sat_down(server.url)
    given = client.asks("POST", "pass").json()
    assert given["seconds"] == 180
    phone = Device(server.url)
    assert phone.asks("POST", "move", json={"pass": given["pass"]}).json()["name"] == "Ann"
    again = httpx.post(f"{server.url}/api/player/move", json={"pass": given["pass"]})
    assert (again.status_code, again.json()["sentence"][:21]) == (404, "This link was already")
    seat = opened(server.url, "junior", "Ann", free=1)[0]
    keeps(phone, seat)
    assert seat["token"] in held(client)


def test_a_pass_that_is_refused_can_still_be_used(server: Process) -> None:
    client, seat = sat_down(server.url)
    table = f"{server.url}/api/tables/{seat['code']}"
    of_seat = httpx.post(f"{table}/pass", json={"token": seat["token"]}).json()["pass"]
    of_player = client.asks("POST", "pass").json()["pass"]
    full, _ = sat_down(server.url)
    for number in range(1, MOST):
        assert full.asks("POST", "others", json={"name": f"Ann {number}"}).status_code == 201
    assert client.asks("POST", "move", json={"pass": of_seat}).status_code == 404
    assert httpx.post(f"{table}/seat", json={"pass": of_player}).status_code == 404
    assert full.asks("POST", "move", json={"pass": of_player}).status_code == 409
    assert httpx.post(f"{table}/seat", json={"pass": of_seat}).status_code == 201
    assert Device(server.url).asks("POST", "move", json={"pass": of_player}).json()["name"] == "Ann"


def test_two_players_of_one_person_are_joined(host: Process) -> None:
    """All that both have is the one's who comes; the other one's devices and words are gone."""
    phone, mine = sat_down(host.url)
    laptop, other = sat_down(host.url, "Annie")
    shared = opened(host.url, "junior", "Ann", free=1)[0]
    ann, annie = keeps(phone, shared)["id"], keeps(laptop, shared)["id"]
    words = laptop.asks("POST", "words").json()["words"]
    with maintenance.transaction(host.database) as connection:
        for player, numbers in ((ann, (1, 2)), (annie, (1, 2, 3))):
            for number in numbers:
                row = {"player": player, "number": number, "drill": player, "kind": "", "cost": 0, "day": ""}
                connection.execute(insert(schema.answers).values(at=1.0, **row))
    given = phone.asks("POST", "pass").json()["pass"]
    joined = laptop.asks("POST", "move", json={"pass": given, "together": True}).json()
    assert [one["name"] for one in joined["people"]] == ["Ann"]
    for device in (phone, laptop):
        assert {*held(device)} == {seat["token"] for seat in (mine, other, shared)}
    assert laptop.asks("POST", "restore", json={"words": words}).status_code == 404
    with maintenance.transaction(host.database) as connection:
        answers = connection.execute(select(schema.answers.c.drill).where(schema.answers.c.player == ann))
        assert sorted(answers.scalars()) == sorted([ann] * 2 + [annie] * 3)


def test_joined_players_keep_the_rating_from_more_matches(host: Process) -> None:
    phone, _ = sat_down(host.url)
    laptop, _ = sat_down(host.url, "Annie")
    ann, annie = phone.player["id"], laptop.player["id"]
    known = {
        ann: {"junior": 9, "showdown": 2, "piecepack": 3},
        annie: {"showdown": 5, "piecepack": 3, "challenge": 1},
    }
    rows = [
        {"player": player, "kind": kind, "mu": 25 + (player == ann), "sigma": 5, "matches": number}
        for player, matches in known.items()
        for kind, number in matches.items()
    ]
    with maintenance.transaction(host.database) as connection:
        connection.execute(insert(schema.ratings), rows)
    given = phone.asks("POST", "pass").json()["pass"]
    laptop.asks("POST", "move", json={"pass": given, "together": True}).raise_for_status()
    with maintenance.transaction(host.database) as connection:
        mine = select(schema.ratings).where(schema.ratings.c.player.in_(known))
        found = connection.execute(mine).all()
    assert {row.player for row in found} == {ann}
    kept = {row.kind: (row.mu, row.matches) for row in found}
    assert kept == {"challenge": (25, 1), "junior": (26, 9), "piecepack": (26, 3), "showdown": (25, 5)}


def test_people_share_a_device(server: Process) -> None:
    client, seat = sat_down(server.url)
    ann = client.player["id"]
    ben = client.asks("POST", "others", json={"name": "Ben"}).json()
    assert [one["name"] for one in ben["people"]] == ["Ben", "Ann"]
    other = opened(server.url, "junior", "Ben", free=1)[0]
    keeps(client, seat, other)
    assert held(client) == [other["token"]]
    assert client.asks("POST", "turn", json={"player": ann}).json()["name"] == "Ann"
    assert held(client) == [seat["token"]]
    assert client.asks("POST", "turn", json={"player": "nobody"}).status_code == 409
    assert client.asks("POST", "out", json={"player": ann}).json()["name"] == "Ben"
    assert client.asks("POST", "out", json={"player": ben["id"]}).json() is None
    assert client.player is None


def test_at_most_eight_people_share_a_device(own_server: Process) -> None:
    (ann, _), (dan, _) = sat_down(own_server.url), sat_down(own_server.url, "Dan")
    phrase = dan.asks("POST", "words").json()
    answers = [ann.asks("POST", "others", json={"name": f"Ben {n}"}).status_code for n in range(8)]
    answers.append(ann.asks("POST", "restore", json=phrase).status_code)
    assert answers == [201] * 7 + [409] * 2
    with maintenance.transaction(own_server.database) as connection:
        counts = [select(func.count()).select_from(table) for table in (schema.players, schema.devices)]
        assert [connection.execute(one).scalar_one() for one in counts] == [9, 9]


def test_the_database_gives_nobody_a_seat(own_server: Process) -> None:
    client, seat = sat_down(own_server.url)
    phrase = client.asks("POST", "words").json()["words"]
    passed = client.asks("POST", "pass").json()["pass"]
    secrets = [seat["token"], phrase, passed, client.cookies[COOKIE]]
    files = [file.read_bytes() for file in own_server.home.glob("tables.sqlite3*")]
    files.append((own_server.home / "complaints.txt").read_bytes())
    assert files
    assert not [secret for secret in secrets for data in files if secret.encode() in data]


def test_no_secret_is_part_of_an_address() -> None:
    source = Path(words.__file__).with_name("routes.py").read_text()
    assert re.findall(r"@router\.\w+\(\"([^\"]*)\"", source)
    assert not re.findall(r"@router\.\w+\(\"[^\"]*\{", source)


def test_a_seat_says_whether_its_match_is_over(server: Process) -> None:
    """So that a browser with lost storage does not offer to continue what has ended."""
    client, seat = sat_down(server.url)
    alone = opened(server.url, "junior", "Ann")[0]
    keeps(client, alone)
    assert [one["over"] for one in client.player["seats"]] == [False, False]
    run(play_on(server.url, [alone], 7))
    over = {one["code"]: one["over"] for one in client.player["seats"]}
    assert over == {seat["code"]: False, alone["code"]: True}


GIVEN = "legal winner thank year wave sausage worth useful legal winner thank yellow"
LIST = GIVEN.split()
"""Words of the specification that fit together."""
WRITTEN = {
    "a numbered list": "\n".join(f"{number}. {word}" for number, word in enumerate(LIST, 1)),
    "numbers in brackets": " ".join(f"{number}) {word}" for number, word in enumerate(LIST, 1)),
    "numbers without a space": "".join(f"{number}.{word}" for number, word in enumerate(LIST, 1)),
    "two numbered columns": "\n".join(f"{n + 1}. {LIST[n]}\t{n + 7}. {LIST[n + 6]}" for n in range(6)),
    "one on each line": "\r\n".join(LIST),
    "hyphens": "-".join(LIST),
    "unusual dashes": " — ".join(LIST[:6]) + "–" + "‑".join(LIST[6:]),
    "commas": ", ".join(LIST),
    "a full stop and a capital": f"{GIVEN.capitalize()}.",
    "capitals": GIVEN.upper(),
    "spaces of every kind": "  " + "\u00a0 \t".join(LIST) + "\n\n",
    "quotation marks": f"“{GIVEN}”",
    "a soft hyphen and wide letters": GIVEN.replace("legal", "le\u00adgal", 1).replace("year", "ｙｅａｒ"),
}


@pytest.mark.parametrize("way", WRITTEN)
def test_words_are_read_as_they_are_written(way: str) -> None:
    assert words.read(WRITTEN[way]) == GIVEN


def swapped(first: int, second: int) -> str:
    tried = [*LIST]
    tried[first], tried[second] = tried[second], tried[first]
    return " ".join(tried)


IN_THE_LIST = "All of these words are in the list, but "


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("", "You have entered 0 words of twelve."),
        (" ".join(LIST[:11]), "You have entered 11 words of twelve."),
        (GIVEN.replace("year", "yaer"), "Word 4, 'yaer', is not in the list; perhaps 'year' or 'yard'."),
        (GIVEN.replace("year", "qqqq"), "Word 4, 'qqqq', is not in the list."),
        (f"{GIVEN} xqz", "You have entered 13 words of twelve, and word 13, 'xqz', is not in the list."),
        (swapped(2, 3), f"{IN_THE_LIST}perhaps two of them are swapped: 3 and 4."),
        ("abandon " * 12, f"{IN_THE_LIST}one of them is wrong or they are in another order."),
    ],
)
def test_a_sentence_says_what_is_wrong(given: str, sentence: str) -> None:
    with pytest.raises(NoPlayer) as refused:
        words.read(given)
    assert str(refused.value) == sentence


def test_what_is_said_to_be_swapped_fits_once_it_is() -> None:
    """Neighbours first; others only where there is one such pair, since most pairs fit by chance."""
    for first, second in combinations(range(12), 2):
        told, given = "", swapped(first, second).split()
        try:
            words.read(" ".join(given))
            continue  # it fits as well, by chance
        except NoPlayer as refused:
            told = str(refused)
        for one, other in re.findall(r"(\d+) and (\d+)", told):
            tried = [*given]
            tried[int(one) - 1], tried[int(other) - 1] = tried[int(other) - 1], tried[int(one) - 1]
            assert words.read(" ".join(tried))
        assert second != first + 1 or f"{first + 1} and {second + 1}" in told


NAME = "Annabella Quux"
BEN = "Ben"


def found_in(database: str, *texts: str) -> list[str]:
    """Which of these texts is anywhere in the database, with the row."""
    with maintenance.transaction(database) as connection:
        every = MetaData()
        every.reflect(connection)
        rows = [
            f"{table.name}: {row}"
            for table in every.sorted_tables
            for row in connection.execute(select(table)).all()
        ]
    assert rows
    return [f"{text} in {row}" for text in texts for row in rows if text in row]


def with_figures(database: str, code: str, *players: str) -> None:
    """Players have results with the names of both, and the first one a rating and a drill."""
    with maintenance.transaction(database) as connection:
        for seat, player in enumerate(players):
            row = {"player": player, "code": code, "seat": seat, "kind": "junior", "imported": 0}
            figures = f'{{"against": ["{NAME}", "{BEN}"]}}'
            connection.execute(insert(schema.results).values(at=1.0, figures=figures, **row))
        rated = {"kind": "junior", "mu": 1.0, "sigma": 1.0, "matches": 1}
        connection.execute(insert(schema.ratings).values(player=players[0], **rated))
        save(connection, players[0], next(iter(drills.of_game("junior").values())), 1.0)


def figures_of(database: str, player: str) -> list[str]:
    with maintenance.transaction(database) as connection:
        wanted = select(schema.results.c.figures).where(schema.results.c.player == player)
        return list(connection.execute(wanted).scalars())


async def test_nothing_of_a_player_is_left(host: Process) -> None:
    alone = opened(host.url, "junior", NAME, bots=1)[0]
    waiting = opened(host.url, "junior", NAME, free=1)[0]
    gathering = opened(host.url, "junior", NAME, BEN, free=1)
    going_on = opened(host.url, "junior", NAME, BEN)
    over = opened(host.url, "junior", NAME, BEN)
    await play_on(host.url, over, 6)
    ann, ben = Device(host.url), Device(host.url)
    tokens = [alone, waiting, gathering[0], going_on[0], over[0]]
    player = keeps(ann, *tokens)["id"]
    other = keeps(ben, over[1])["id"]
    ann.asks("PATCH", json={"colour": "teal", "settings": {"motto": NAME}})
    words = ann.asks("POST", "words").json()["words"]
    ann.asks("POST", "pass")
    with_figures(host.database, over[0]["code"], player, other)
    listed = post(host.url, "mine", {"tokens": [[over[1]["code"], over[1]["token"]]]})
    assert NAME in str(listed)
    digests = [codes.digest(text) for text in (words, ann.cookies[COOKIE], *(s["token"] for s in tokens))]
    assert len(found_in(host.database, NAME)) > 5
    async with Client(host.url, going_on[1]["code"], going_on[1]["token"]) as client:
        assert (await asyncio.to_thread(ann.asks, "DELETE")).json() is None
        while client.picture["chairs"][0]["name"] == NAME:
            await client.next()
        chair = client.picture["chairs"][0]
        assert (chair["name"], chair["away"], client.you["seat"]) == ("someone", True, 1)
        await client.play(Random(7))
    assert found_in(host.database, NAME, player, words, *digests) == []
    for seat in (alone, waiting):
        assert httpx.get(f"{host.url}/api/tables/{seat['code']}").status_code == 404
    chairs = httpx.get(f"{host.url}/api/tables/{gathering[0]['code']}").json()["chairs"]
    assert [chair["name"] for chair in chairs] == ["", BEN, ""]
    record = httpx.get(f"{host.url}/api/tables/{over[0]['code']}/record").text
    assert re.findall(r"someone|Annabella", record) == ["someone"]
    (told,) = post(host.url, "mine", {"tokens": [[over[1]["code"], over[1]["token"]]]})
    assert [chair["name"] for chair in told["chairs"]] == ["someone", BEN]
    assert post(host.url, "mine", {"tokens": [[over[0]["code"], over[0]["token"]]]}) == []
    assert figures_of(host.database, other) == ['{"against":["someone","Ben"]}']
    assert stored.rooms(host.database, over[0]["code"])[-1].is_over
    assert ann.player is None
    assert ben.player["name"] == BEN


def test_what_cannot_be_read_does_not_keep_a_player(own_server: Process) -> None:
    seat = opened(own_server.url, "junior", NAME, BEN)[0]
    ann = Device(own_server.url)
    keeps(ann, seat)
    club, body = f"{own_server.url}/api/clubs", {"name": NAME}
    opening = httpx.post(club, json={**body, "game": "junior"}, cookies=ann.cookies)
    night = opening.json()["code"]
    assert httpx.post(f"{club}/{night}/players", json=body, cookies=ann.cookies).status_code == 204
    with maintenance.transaction(own_server.database) as connection:
        for code, number, line in ((seat["code"], 2, '{"entry":"sat"'), (night, 1, "{")):
            harmed = update(schema.entries).filter_by(code=code, number=number)
            connection.execute(harmed.values(entry=line))
    assert ann.asks("DELETE").status_code == 200
    assert found_in(own_server.database, NAME) == []
    log = (own_server.home / "complaints.txt").read_text()
    assert all(f"The data of {code} cannot be read" in log for code in (seat["code"], night))


def test_both_of_a_match_are_forgotten(server: Process) -> None:
    seats = opened(server.url, "junior", "Cleo", "Dan")
    people: list[Any] = []
    for seat in seats:
        people.append(Device(server.url))
        keeps(people[-1], seat)
    people[0].asks("DELETE")
    assert httpx.get(f"{server.url}/api/tables/{seats[0]['code']}").status_code == 200
    people[1].asks("DELETE")
    assert httpx.get(f"{server.url}/api/tables/{seats[0]['code']}").status_code == 404


def test_a_seat_that_another_player_has_too_stays_theirs(server: Process) -> None:
    seat = opened(server.url, "junior", "Eve", bots=1)[0]
    phone, laptop = Device(server.url), Device(server.url)
    keeps(phone, seat)
    keeps(laptop, seat)
    phone.asks("DELETE")
    (kept,) = laptop.player["seats"]
    assert kept["token"] == seat["token"]

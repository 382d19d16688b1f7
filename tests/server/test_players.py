"""Players without an account: their cookie, their seats, and how they move to other devices."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, insert, select, update

from fivedice.runtime.identity import COOKIE
from fivedice.server import maintenance
from fivedice.server.players import words
from fivedice.server.players.cookie import DAYS, MOST
from fivedice.server.storage import schema
from tests.server.clients import Message, brought, opened, play_on, run
from tests.server.serving import Process, in_thread, unlimited

GOLDEN = Path(__file__).parents[1] / "golden"


class Device:
    """A browser, as far as cookies go."""

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
    """A browser with the cookie of a player, and the seat."""
    client = Device(url)
    seat = opened(url, "junior", name, free=1)[0]
    keeps(client, seat)
    return client, seat


def keeps(client: Device, *seats: Message) -> Message:
    """The player of a browser keeps these seats."""
    answer = client.asks("POST", "seats", json={"tokens": [[s["code"], s["token"]] for s in seats]})
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


def held(client: Device, since: float = 0) -> list[str]:
    """The tokens that the server gives back."""
    return [seat["token"] for seat in client.asks("GET", "", params={"since": since}).json()["seats"]]


def test_without_a_seat_nobody_is_known(server: Process) -> None:
    """No cookie is set, and no player is created for a token that holds nothing."""
    client = Device(server.url)
    assert client.player is None
    wrong = client.asks("POST", "seats", json={"tokens": [["ABCDEF", "nothing"]]})
    assert wrong.json() is None
    assert not client.cookies
    assert client.asks("PATCH", "", json={"name": "Ann"}).status_code == 409


def test_the_first_seat_creates_a_player(server: Process) -> None:
    """The cookie is for this server alone, for 400 days, and no script can read it."""
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
    assert (kept["code"], kept["token"], kept["chair"], kept["game"]) == (
        seat["code"],
        seat["token"],
        0,
        "junior",
    )


def test_the_cookie_is_secure_over_https(server: Process) -> None:
    """As the browser says where the page is from, or the proxy how it was asked."""
    client, seat = sat_down(server.url)
    other = Device(server.url)
    host = httpx.URL(server.url).netloc.decode()
    body = {"tokens": [[seat["code"], seat["token"]]]}
    secure = other.asks("POST", "seats", json=body, headers={"origin": f"https://{host}"})
    assert "secure" in secure.headers["set-cookie"].lower()
    behind = client.asks("GET", "", headers={"x-forwarded-proto": "https"})
    assert "secure" in behind.headers["set-cookie"].lower()


def test_new_seats_are_told_once(server: Process) -> None:
    """A page that has the older seats asks for those since."""
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
    """They stay; a setting without a value is removed."""
    ann.asks("PATCH", "", json={"name": "Anna", "colour": "teal", "settings": {"shares": True, "goal": 3}})
    told = ann.asks("PATCH", "", json={"settings": {"goal": None}}).json()
    assert ann.player.items() >= told.items()
    assert (told["name"], told["colour"], told["settings"]) == ("Anna", "teal", {"shares": True})


def test_others_at_a_table_see_the_colour_of_a_name(server: Process) -> None:
    """Whichever player of the device has it. A rematch has the newest, and one that is forgotten none."""
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
    assert colours(rematch) == ["pink", "teal", None]
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
    """On a device without anything; new words replace the old ones."""
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
    """They go with the first seat; codes of anything else are ignored."""
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
    """Unless somebody else has it among their matches."""
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
        answer = httpx.post(f"{server.url}/api/player/restore", json={"words": given})
        assert answer.status_code == 404
        assert answer.json()["sentence"] == sentence


def test_swapped_words_say_the_same_of_a_player_and_of_nobody(server: Process) -> None:
    """What may be swapped follows from the entry, so it does not tell whether there is such a player."""
    client, _ = sat_down(server.url)
    real = client.asks("POST", "words").json()["words"].split()
    for place in range(11):
        twisted = [*real[:place], real[place + 1], real[place], *real[place + 2 :]]
        given = " ".join(twisted)
        answer = httpx.post(f"{server.url}/api/player/restore", json={"words": given})
        told = ""
        try:
            words.read(given)
        except words.NoPlayer as refused:
            told = str(refused)
        assert not told or answer.json() == {"sentence": told}


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
    """Both devices are the same player then; a seat of the one is on the other."""
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
    """One of a seat that was opened as one of a player, and one of a player on a device that is full."""
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
    """In each game, whoever of both has it; of equal ones the rating of the one who stays."""
    phone, _ = sat_down(host.url)
    laptop, _ = sat_down(host.url, "Annie")
    ann, annie = phone.player["id"], laptop.player["id"]
    known = {
        ann: {"junior": 9, "showdown": 2, "piecepack": 3},
        annie: {"showdown": 5, "piecepack": 3, "challenge": 1},
    }
    with maintenance.transaction(host.database) as connection:
        for player, matches in known.items():
            for kind, number in matches.items():
                row = {
                    "player": player,
                    "kind": kind,
                    "mu": 25 + (player == ann),
                    "sigma": 5,
                    "matches": number,
                }
                connection.execute(insert(schema.ratings).values(**row))
    given = phone.asks("POST", "pass").json()["pass"]
    laptop.asks("POST", "move", json={"pass": given, "together": True}).raise_for_status()
    with maintenance.transaction(host.database) as connection:
        mine = select(schema.ratings).where(schema.ratings.c.player.in_(known))
        rows = connection.execute(mine).all()
    assert {row.player for row in rows} == {ann}
    assert sorted((row.kind, row.mu, row.matches) for row in rows) == [
        ("challenge", 25, 1),
        ("junior", 26, 9),
        ("piecepack", 26, 3),
        ("showdown", 25, 5),
    ]


def test_people_share_a_device(server: Process) -> None:
    """Each has seats of their own, and a seat of one stays theirs when another plays."""
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
    """A refused ninth leaves nothing in the database."""
    (ann, _), (dan, _) = sat_down(own_server.url), sat_down(own_server.url, "Dan")
    phrase = dan.asks("POST", "words").json()
    answers = [ann.asks("POST", "others", json={"name": f"Ben {n}"}).status_code for n in range(8)]
    answers.append(ann.asks("POST", "restore", json=phrase).status_code)
    assert answers == [201] * 7 + [409] * 2
    with maintenance.transaction(own_server.database) as connection:
        counts = [select(func.count()).select_from(table) for table in (schema.players, schema.devices)]
        assert [connection.execute(one).scalar_one() for one in counts] == [9, 9]


def test_the_database_gives_nobody_a_seat(own_server: Process) -> None:
    """No token, no secret and no words are in its file, nor in what the server logs."""
    client, seat = sat_down(own_server.url)
    phrase = client.asks("POST", "words").json()["words"]
    passed = client.asks("POST", "pass").json()["pass"]
    secrets = [seat["token"], phrase, passed, client.cookies[COOKIE]]
    files = [file.read_bytes() for file in own_server.home.glob("tables.sqlite3*")]
    files.append((own_server.home / "complaints.txt").read_bytes())
    assert files
    assert not [secret for secret in secrets for data in files if secret.encode() in data]


def test_no_secret_is_part_of_an_address() -> None:
    """The paths of the routes have no place for one."""
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

"""REST: what is described is what is answered, whatever is asked; what is hidden is not had."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from pydantic import ValidationError, create_model
from schemathesis import GenerationMode
from schemathesis.checks import CheckFunction
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from fivedice.games import GAMES
from fivedice.names import LONGEST_NAME
from fivedice.server.models import Body
from fivedice.server.protection.middleware import LONGEST_BODY, LONGEST_RECORD
from fivedice.table.terms import Terms, check_terms
from tests.server import clients
from tests.server.asking import asked, assert_safe
from tests.server.clients import opened, post
from tests.server.serving import Process
from tests.table.refusals import assert_sentence

CHECKS: list[CheckFunction] = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    unsupported_method,
]
law = settings(
    max_examples=5, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def described(server: Process) -> Any:
    return schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")


@schemathesis.serializer("application/x-ndjson")
def as_lines(context: Any, value: object) -> bytes:  # noqa: ARG001 - as it is called
    return str(value).encode(errors="replace")


def check_answers(described: Any, mode: GenerationMode) -> None:
    for found in described.get_all_operations():

        @law
        @given(case=found.ok().as_strategy(generation_mode=mode))
        def check(case: Any) -> None:
            answer = case.call_and_validate(checks=CHECKS, timeout=60)
            if answer.status_code >= 400:
                assert_sentence(answer.json()["sentence"])

        check()


def test_any_right_request_is_answered_as_described(described: Any) -> None:
    """Schemathesis asks as described: no 5xx, no status and no shape that is not in the description."""
    check_answers(described, GenerationMode.POSITIVE)


def test_any_wrong_request_is_answered_as_described(described: Any) -> None:
    """Bodies that are not as described (every text may be the one of a record) are refused as described."""
    check_answers(described.include(method="POST").exclude(path="/api/records"), GenerationMode.NEGATIVE)


def bodies(kind: type[Body]) -> Iterator[type[Body]]:
    yield kind
    for derived in kind.__subclasses__():
        yield from bodies(derived)


def test_no_body_takes_a_value_of_another_type() -> None:
    values = ("1", "true", "ab", 1, 1.0, True)
    for kind in bodies(Body):
        for name, field in kind.model_fields.items():
            wanted: Any = (Annotated[field.annotation, *field.metadata, ""], ...)
            one: Any = create_model("One", __config__=kind.model_config, field=wanted)
            for value in (*values, *([one] for one in values), *({"a": one} for one in values)):
                with suppress(ValidationError):
                    taken = repr(one(field=value).field).replace("1.0", "1")  # a whole number may be 1.0
                    assert taken == repr(value).replace("1.0", "1"), (kind, name)


UNREACHABLE = b"""\
{"fivedice": 1, "game": "junior", "options": {}, "games": 1, "first": 0, "players": [{"name": "Ann"}], \
"position": "0+0+0+0+0 0 -"}
{"result": {"scores": [[0]], "totals": [0], "winners": [0]}}
"""
"""The record of a match that is over, from a position that no match comes to."""
TABLE = {"game": "traditional", "chairs": ["", ""], "name": "Ann"}


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/api/tables", {}, 422),
        ("POST", "/api/tables", {**TABLE, "\ud800": 1}, 422),
        ("POST", "/api/tables", {**TABLE, "options": {"\ud800": "x"}}, 422),
        ("POST", "/api/tables", {**TABLE, "name": "\ud800"}, 422),
        ("POST", "/api/tables", {**TABLE, "name": "\u202eAnn"}, 409),
        ("POST", "/api/tables", {**TABLE, "game": "chess"}, 409),
        ("POST", "/api/tables", {**TABLE, "clock": 10**30}, 409),
        ("POST", "/api/tables", {**TABLE, "clock": 1e400}, 422),
        ("GET", "/api/tables/ZZZZZZ", None, 404),
        ("GET", "/api/tables/ZZZZZZ/steps/x", None, 422),
        ("GET", f"/api/tables/ZZZZZZ/steps/{10**30}", None, 404),
        ("GET", "/review/ZZZZZZ/report", None, 404),
        ("POST", "/api/tables/ZZZZZZ/again", {"token": "x"}, 404),
        ("POST", "/api/records", b"nonsense\n", 422),
        ("POST", "/api/records", UNREACHABLE, 422),
        ("POST", "/api/records", b"x" * (LONGEST_RECORD + 1), 413),
        ("POST", "/api/records", b"x" * (LONGEST_BODY + 1), 422),
        ("POST", "/api/tables", b"x" * (LONGEST_BODY + 1), 413),
        ("POST", "/api/mine", {"tokens": [["a"]]}, 422),
        ("POST", "/api/mine", {"tokens": [["x" * 17, ""]]}, 422),
        ("GET", "/api/rules/chess", None, 409),
        ("GET", "/api/spread/chess", None, 409),
        ("GET", "/api/spread/junior", None, 409),
        ("GET", "/api/nothing", None, 404),
        ("GET", "/static/x/../../app.py", None, 404),
        ("GET", "/static/x/%2e%2e/%2e%2e/app.py", None, 404),
        ("DELETE", "/api/tables", None, 405),
    ],
)
def test_a_bad_request_is_a_sentence(method: str, path: str, body: Any, status: int, server: Process) -> None:
    answer = asked(server, method, path, body)
    assert answer.status_code == status
    assert set(answer.json()) == {"sentence"}
    assert_sentence(answer.json()["sentence"])
    assert_safe(answer)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        *(("/api", 404), ("/nowhere", 404), ("/static/x/y.js", 404), ("/api/mine", 405), ("/ws/ABCDEF", 426)),
        *(("/api/tables/ZZZZZZ", 404), ("/api/rules/chess", 409), ("/api/rules/yatzy/print/x", 422)),
    ],
)
def test_people_read_a_page_in_their_language_that_leads_home(
    path: str, status: int, server: Process
) -> None:
    asks = {"accept": "text/html,*/*;q=0.8", "accept-language": "de"}
    answer = httpx.get(f"{server.url}{path}", headers=asks)
    assert (answer.status_code, answer.headers["content-type"][:9]) == (status, "text/html")
    assert '<html lang="de"' in answer.text
    assert 'href="/"' in answer.text or "/app.js" in answer.text
    assert " is " not in re.sub("<[^>]*>", "", answer.text)


PATHS = """/ /t/ABCDEF /records /nowhere /favicon.ico /service-worker.js /api/games /api/openapi.json
/api/rules/yatzy /api/dice /api/lessons/junior /api/rules/yatzy/print/pad /api/nothing"""


@pytest.mark.parametrize("path", PATHS.split())
def test_every_answer_keeps_pages_safe_and_varies_by_language(path: str, server: Process) -> None:
    """Or else a proxy gives one reader's language to the next; only files under their version do not."""
    answer = httpx.get(f"{server.url}{path}", timeout=60)
    assert_safe(answer)
    assert {"accept-language", "cookie"} <= {
        name.strip() for name in answer.headers["vary"].lower().split(",")
    }
    part = re.search('"(/static/[^"]+)"', httpx.get(server.url).text)
    assert part
    assert "cookie" not in httpx.get(f"{server.url}{part[1]}").headers.get("vary", "")


def test_a_script_has_what_keeps_it_a_script_of_ours(server: Process) -> None:
    """What a page may do is said with the page; whatever of its files could be one itself says it too."""
    found = re.findall(r"/static/[^\"]+", httpx.get(server.url).text)
    for path in found:
        answer = httpx.get(f"{server.url}{path}")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        if not path.endswith((".js", ".css")):
            assert_safe(answer)
    assert any(path.endswith(".svg") for path in found)
    assert_safe(httpx.get(f"{server.url}/service-worker.js"))


NO_OBJECT = "The body of this request must be a JSON object, sent with Content-Type: application/json."
NO_JSON = "The body of this request is not valid JSON."


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        *(
            (body, NO_JSON)
            for body in (b"{", b"[" * 100_000, b'{"clock": ' + b"1" * 5000 + b"}", b"\xff\xfe")
        ),
        (b"[]", NO_OBJECT),
        ({"chairs": [""] * 11}, "chairs should be no longer than 10."),
        ({"chairs": []}, "chairs should be no shorter than 1."),
        ({"chairs": "x"}, "chairs should be a list."),
        ({"chairs": [1]}, "chairs.0 should be text."),
        ({"clock": 1.5}, "clock should be a whole number."),
        ({"hints": "often"}, "hints should be true or false."),
        ({"first": "me"}, "first should be a whole number or 'roll' or 'random'."),
        ({"name": "x" * 41}, "name should be no longer than 40."),
        ({"extra": 1}, "extra is not expected here."),
        ({"two\nlines": 1}, "A part of this request is not expected here."),
    ],
    ids=str,
)
def test_what_is_wrong_with_a_body_is_said_in_plain_words(body: Any, sentence: str, server: Process) -> None:
    answer = asked(server, "POST", "/api/tables", body if isinstance(body, bytes) else {**TABLE, **body})
    assert (answer.status_code, answer.json()) in [(status, {"sentence": sentence}) for status in (400, 422)]


@pytest.mark.parametrize(
    ("kind", "body"), [("text/plain", json.dumps(TABLE)), ("", json.dumps(TABLE)), ("", "")]
)
def test_a_body_is_sent_as_json(kind: str, body: str, server: Process) -> None:
    """A page of a stranger could send anything else without asking."""
    headers = {"content-type": kind} if kind else {}
    answer = httpx.post(f"{server.url}/api/tables", content=body, headers=headers)
    assert (answer.status_code, answer.json()) == (422, {"sentence": NO_OBJECT})


def test_a_body_of_untold_length_is_measured(server: Process) -> None:
    kind = {"content-type": "application/json"}
    for path, most in (("records", LONGEST_RECORD), ("tables", LONGEST_BODY)):
        parts = (b"x" * 100_000 for _ in range(most // 100_000 + 1))
        answer = httpx.post(f"{server.url}/api/{path}", content=parts, headers=kind, timeout=60)
        assert answer.status_code == 413
        assert answer.json() == {"sentence": f"A request may have at most {most:,} bytes."}


def test_the_games_tell_all_that_a_table_needs(server: Process) -> None:
    told = clients.get(server.url, "games")
    assert [game["name"] for game in told["games"]] == list(GAMES)
    for game in told["games"]:
        seat = opened(server.url, game["name"], *["Ann", "Ben", "Cy"][: max(2, game["seats"][0])])[0]
        seen = clients.get(server.url, f"tables/{seat['code']}")
        assert (seen["faces"], seen["unit"]) == (game["faces"], game["unit"])
        assert set(seen["options"]) == set(game["options"])
        assert clients.get(server.url, f"rules/{game['name']}")["html"].startswith("<h")


def test_tokens_are_unlike_and_never_shown_again(server: Process) -> None:
    """A token cannot be guessed from another, and nothing that is asked later holds it or its digest."""
    seats = opened(server.url, "traditional", "Ann", "Ben")
    assert len({seat["token"] for seat in seats}) == 2
    assert all(len(seat["token"]) >= 22 for seat in seats)
    code = seats[0]["code"]
    mine = post(server.url, "mine", {"tokens": [[code, seats[0]["token"]]]})
    shown = json.dumps([clients.get(server.url, f"tables/{code}"), mine])
    assert not any(seat["token"] in shown for seat in seats)
    assert "holder" not in shown


def test_a_token_of_another_table_starts_nothing(server: Process) -> None:
    code = opened(server.url, "traditional", "Ann", free=1)[0]["code"]
    other = opened(server.url, "traditional", "Ann", free=1)[0]["token"]
    for token in ("", "x", other):
        answer = asked(server, "POST", f"/api/tables/{code}/start", {"token": token, "fill": "greedy"})
        assert answer.status_code == 409
    assert clients.get(server.url, f"tables/{code}")["stage"] == "gathering"


def test_an_answer_without_a_body_has_no_type(server: Process) -> None:
    """A client that reads by the type of what came would look for JSON where there is nothing."""
    seat = opened(server.url, "traditional", "Ann", free=1)[0]
    body = {"token": seat["token"], "fill": "greedy"}
    begun = asked(server, "POST", f"/api/tables/{seat['code']}/start", body)
    assert (begun.status_code, begun.content, "content-type" in begun.headers) == (204, b"", False)


def test_the_form_of_a_new_table_is_told_what_may_be_agreed(server: Process) -> None:
    offered = httpx.get(f"{server.url}/api/games").json()
    assert offered["longest_name"] == LONGEST_NAME
    assert offered["absence"] in dict(offered["absences"])
    chosen = [
        (option["name"], value)
        for option in offered["table_options"]
        for value in [value for value, _ in option["choices"]] or [True, False]
    ]
    chosen += [("absence", one) for one, _ in offered["absences"]]
    chosen += [("days", one) for one, _ in offered["days"]]
    for field, value in chosen:
        check_terms(Terms("traditional", ("", ""), **{field: value}))

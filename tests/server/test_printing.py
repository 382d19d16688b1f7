"""PDFs from the server: rules, pads and pieces of a game, and the sheet of a finished match."""

from pathlib import Path

import httpx
import pytest

from fivedice.core import extras
from fivedice.games import GAMES
from fivedice.printing import documents
from fivedice.printing.document import Look, pdf
from fivedice.printing.documents import Wanted
from tests.golden import make
from tests.printing.reading import read
from tests.server.asking import asked
from tests.server.clients import brought, opened
from tests.server.serving import Process, in_thread, unlimited

LETTER = (215.9, 279.4)


@pytest.mark.parametrize(
    ("game", "part"), [("traditional", "pad"), ("showdown", "pieces"), ("junior", "rules")]
)
def test_a_part_of_a_game_is_the_same_pdf_as_that_of_the_command(
    game: str, part: str, server: Process
) -> None:
    answer = asked(server, "GET", f"/api/rules/{game}/print/{part}?paper=letter")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == f'inline; filename="{game}-{part}.pdf"'
    assert answer.content == pdf(documents.document(part, Wanted(GAMES[game])), Look("letter"))


def test_the_game_of_a_table_is_printed_for_those_who_may_see_it(server: Process) -> None:
    code = opened(server.url, "yatzy", "Ann", "Ben", watching=True)[0]["code"]
    answer = asked(server, "GET", f"/api/tables/{code}/rules/print/quick")
    assert "Yatzy: quick reference" in read(answer.content).texts[0]


def test_a_match_is_printed_with_its_review_and_a_link(server: Process) -> None:
    text = (make.FOLDER / "junior-2seats.jsonl").read_bytes()
    code = brought(server.url, text)
    answer = asked(server, "GET", f"/review/{code}/print?paper=letter")
    printed = read(answer.content)
    assert printed.sizes == {LETTER}
    assert "The match is over" in printed.texts[0]
    assert f"/review/{code}" in printed.texts[0]
    assert "Junior: review" in printed.texts[1]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/rules/traditional/print/pieces", 409),
        ("/api/rules/poker/print/rules", 409),
        ("/api/rules/traditional/print/poster", 422),
        ("/api/rules/traditional/print/pad?paper=a3", 422),
        ("/review/ABCDEF/print", 404),
    ],
)
def test_what_cannot_be_printed_is_refused(path: str, status: int, server: Process) -> None:
    answer = asked(server, "GET", path)
    assert answer.status_code == status
    assert answer.json()["sentence"]


def test_a_match_in_play_is_not_printed(server: Process) -> None:
    code = opened(server.url, "junior", "Ann", "Ben")[0]["code"]
    assert asked(server, "GET", f"/review/{code}/print").status_code in (403, 409)


def test_a_server_without_the_extra_says_so_and_its_pages_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    has = extras.has
    monkeypatch.setattr(extras, "has", lambda extra: extra != "print" and has(extra))
    with in_thread(unlimited(tmp_path)) as url:
        answer = httpx.get(f"{url}/api/rules/yatzy/print/pad")
        assert (answer.status_code, answer.json()) == (404, {"sentence": "This server makes no PDFs."})
        assert 'data-prints=""' in httpx.get(url).text


def test_the_pages_of_a_server_with_the_extra_know_it(server: Process) -> None:
    assert 'data-prints="yes"' in httpx.get(server.url).text

"""PDFs from the server: rules, pads and pieces of a game, and the sheet of a finished match."""

import asyncio
import os
import sys
from pathlib import Path

import httpx
import pytest

from fivedice.core import extras
from fivedice.games import GAMES
from fivedice.printing import documents
from fivedice.printing.document import Document, Look, pdf
from fivedice.printing.documents import PrintRequest
from fivedice.server.compute import typesetting
from tests.golden import make
from tests.printing.reading import read
from tests.server.asking import asked, refusal
from tests.server.clients import brought, opened
from tests.server.serving import Process, in_thread, unlimited

LETTER = (215.9, 279.4)
ENDLESS = (
    sys.executable,
    "-c",
    "import os, time; open('pids', 'a').write(f'{os.getpid()} '); time.sleep(999)",
)
"""Stands for the process that makes a PDF, and never does."""


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
    assert answer.content == pdf(documents.document(part, PrintRequest(GAMES[game])), Look("letter"))


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
    assert refusal(asked(server, "GET", path), status)


def test_a_match_in_play_is_not_printed(server: Process) -> None:
    code = opened(server.url, "junior", "Ann", "Ben")[0]["code"]
    assert asked(server, "GET", f"/review/{code}/print").status_code in (403, 409)


def test_a_server_without_the_extra_says_so_and_its_pages_know(
    server: Process, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert 'data-prints="yes"' in httpx.get(server.url).text
    has = extras.has
    monkeypatch.setattr(extras, "has", lambda extra: extra != "print" and has(extra))
    with in_thread(unlimited(tmp_path)) as url:
        answer = httpx.get(f"{url}/api/rules/yatzy/print/pad")
        assert (answer.status_code, answer.json()) == (404, {"sentence": "This server makes no PDFs."})
        assert 'data-prints=""' in httpx.get(url).text


@pytest.mark.proof
async def test_nobody_waits_for_the_pdfs_of_others_and_those_of_the_gone_are_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the one process busy for ever, of 20 addresses some wait and the others are refused at once."""
    monkeypatch.chdir(tmp_path)
    real = typesetting.COMMAND
    monkeypatch.setattr(typesetting, "COMMAND", ENDLESS)
    with in_thread(unlimited(tmp_path, behind_proxy="127.0.0.1")) as url:
        async with httpx.AsyncClient(base_url=url, timeout=60) as http:
            asked = [asyncio.create_task(_pdf(http, address)) for address in range(20)]
            while not Path("pids").exists() or sum(one.done() for one in asked) < 20 - typesetting.MOST:
                await asyncio.sleep(0.05)
            refused = [one.result() for one in asked if one.done()]
            refused.append(await _pdf(http, [one.done() for one in asked].index(False), "all"))
            assert [one.status_code for one in refused] == [503] * (21 - typesetting.MOST)
            assert all(one.headers["retry-after"] and one.json()["sentence"] for one in refused)
            record = (make.FOLDER / "yatzy-2seats.jsonl").read_bytes()
            code = (await http.post("/api/records", content=record)).json()["code"]
            assert (await http.get(f"/api/tables/{code}/ending")).status_code == 200
            monkeypatch.setattr(typesetting, "COMMAND", real)
            for one in asked:
                one.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
            assert (await _pdf(http, 20)).status_code == 200
    for process in Path("pids").read_text().split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(process), 0)


async def _pdf(http: httpx.AsyncClient, address: int, part: str = "") -> httpx.Response:
    """Another PDF for each of the first 27 addresses."""
    path = f"/api/rules/{list(GAMES)[address % 9]}/print/{part or ('quick', 'rules', 'dice')[address // 9]}"
    return await http.get(path, headers={"x-forwarded-for": f"192.0.2.{address}"})


async def test_a_pdf_is_made_once_for_all_who_ask_at_the_same_time_or_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, maker = list[bytes](), typesetting.PdfMaker()

    async def typeset(job: bytes) -> bytes:
        made.append(job)
        return job

    def build() -> Document:
        return documents.document("quick", PrintRequest(GAMES["yatzy"]))

    monkeypatch.setattr(typesetting, "_typeset", typeset)
    given = await asyncio.gather(*(maker.pdf("yatzy", build, Look(), "same") for _ in range(3)))
    assert [*given, await maker.pdf("yatzy", build, Look(), "another")] == made * 4
    assert await maker.pdf("yatzy", build, Look("letter"), "same") == made[1]

"""The page that checks dice: from a file without any server, and from a server."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, expect

from fivedice.__main__ import run
from fivedice.report import verifier
from tests.deals.test_solo import VECTORS, changed
from tests.golden import make
from tests.server.browsing import BARRED, SMALL, WIDE
from tests.server.serving import Process

RECORDS = {one["name"]: one for one in VECTORS["records"]}
DROPPED = """([name, text]) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([text], name))
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer, bubbles: true, cancelable: true}))
}"""


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The page as the terminal saves it, opened from its file; it asks for nothing else."""
    saved = tmp_path / "verify.html"
    assert run(["verify", "--page", str(saved)]) == 0
    with browser.new_context(**SMALL) as context:
        opened = context.new_page()
        asked, complaints = list[str](), list[str]()
        opened.on("request", lambda request: asked.append(request.url))
        opened.on("console", lambda message: complaints.append(message.text))
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.goto(saved.as_uri())
        yield opened
        assert asked == [saved.as_uri()]
        assert complaints == []


def told(page: Page) -> str:
    return page.get_by_role("status").inner_text()


def test_a_dropped_record_is_checked_without_a_server(page: Page) -> None:
    right = RECORDS["traditional"]
    (wrong, *_) = RECORDS["challenge"]["wrong"]
    expected = {
        "right.jsonl": (right["record"], "Nobody changed a die", ""),
        "wrong.jsonl": (
            changed(RECORDS["challenge"]["record"], wrong),
            f"Line {wrong['line']} is wrong",
            wrong["to"],
        ),
        "old.jsonl": (
            (make.FOLDER / "junior-2seats.jsonl").read_text("utf-8"),
            "cannot be verified",
            "older",
        ),
        "picture.png": ("\0\x89PNG\r\n", "This is not a record", "its first line does not say so."),
    }
    for name, (text, heading, sentence) in expected.items():
        page.evaluate(DROPPED, [name, text])
        page.get_by_text(name).wait_for()
        assert heading in told(page)
        assert sentence in told(page)
        for look in (WIDE, SMALL):
            page.set_viewport_size(look["viewport"])
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate(DROPPED, ["right.jsonl", right["record"]])
    page.get_by_text("right.jsonl").wait_for()
    page.locator("summary").click()
    page.get_by_text("All 24 throws were fixed").wait_for()
    header = json.loads(right["record"].splitlines()[0])
    for value in (header["dice"]["commitment"], *header["dice"]["contributions"][:2]):
        page.get_by_text(value, exact=True).wait_for()
    page.get_by_text("what P0 and P1 contributed later").wait_for()
    assert not page.get_by_text("Save this page").is_visible()
    page.evaluate(AXE_SCRIPT)
    assert page.evaluate(BARRED) == []


@pytest.mark.proof
def test_a_record_may_be_chosen_or_pasted(page: Page) -> None:
    record = RECORDS["junior"]["record"]
    page.get_by_label("Drop a record").set_input_files(
        {"name": "chosen.jsonl", "mimeType": "", "buffer": record.encode()}
    )
    page.get_by_text("chosen.jsonl").wait_for()
    page.locator("summary").click()
    page.get_by_text("All 15 throws were fixed").wait_for()
    page.get_by_text("No player contributed to them").wait_for()
    page.get_by_label("Or paste").fill(changed(record, RECORDS["junior"]["wrong"][1]))
    page.get_by_role("button", name="Check the text").click()
    assert "The secret is not the one that was promised" in told(page)


def test_names_of_a_record_are_text(page: Page) -> None:
    record = RECORDS["traditional"]["record"].replace('"P0"', '"<img src=x onerror=alert(1)>"')
    page.evaluate(DROPPED, ["named.jsonl", record])
    page.locator("summary").click()
    expect(page.get_by_text("Contribution of <img src=x")).to_be_visible()


def test_a_server_has_the_page_too(server: Process, browser: Browser) -> None:
    answer = httpx.get(f"{server.url}/verify.html")
    assert answer.text == verifier.page()
    assert answer.headers["content-security-policy"] == f"{verifier.policy()}; frame-ancestors 'none'"
    with browser.new_context() as context:
        opened = context.new_page()
        complaints = list[str]()
        opened.on("console", lambda message: complaints.append(message.text))
        opened.goto(f"{server.url}/verify.html")
        with opened.expect_download() as saved:
            opened.get_by_role("link", name="Save this page").click()
        assert saved.value.suggested_filename == "verify.html"
        assert saved.value.path().read_text("utf-8") == verifier.page()
        assert complaints == []


def test_the_page_is_whole() -> None:
    text = verifier.page()
    assert not re.search(r"^\s*(import|export)\b", text, re.MULTILINE)
    assert "://" not in text
    assert re.findall(r'\b(?:src|href)="(.*?)"', text) == [""]
    assert "{{policy}}" not in text
    assert "{{script}}" not in text

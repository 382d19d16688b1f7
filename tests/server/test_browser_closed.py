"""Pages of a table that the host closes: players and onlookers read why, and so does who waits there."""

from collections.abc import Callable

from playwright.sync_api import expect

from fivedice.__main__ import run
from tests.server import clients
from tests.server.browsing import PHONE, WIDE, Look, Person
from tests.server.serving import Process

WHY = "Choose other names."
TOLD = f"The host closed this table: {WHY}"


def close(server: Process, code: str) -> None:
    """The command of the host."""
    assert run(["tables", "--database", server.database, "--close", code, "--reason", WHY]) == 0


def test_everybody_at_a_table_that_is_closed_reads_why(
    server: Process, arrives: Callable[[str, Look], Person]
) -> None:
    """The host closes a table where Ann plays and Eve looks on, and one that Eve would join."""
    playing = clients.opened(server.url, "showdown", "Ann", "Ben")[0]
    waiting = clients.opened(server.url, "junior", "Ann", free=1)[0]
    both = ann, eve = arrives(server.url, PHONE), arrives(server.url, WIDE)
    ann.sits(playing, "showdown")
    eve.goes(f"/watch/{playing['code']}")
    eve.page.locator(".doing").wait_for()
    close(server, playing["code"])
    for person in both:
        expect(person.page.locator(".notice")).to_have_text(TOLD)
        person.page.reload()
        expect(person.page.locator(".notice")).to_have_text(TOLD)
        expect(person.page.locator(".doing")).to_contain_text("The table is closed")
        assert person.barred() == []
    expect(ann.page.locator(".doing .button.main")).to_have_text("Closed")
    expect(ann.page.locator(".doing .button.main")).to_have_attribute("aria-disabled", "true")
    ann.goes("/records")
    expect(ann.page.locator(".match")).to_contain_text(TOLD)
    ann.remembers(waiting, "junior")
    ann.goes(f"/t/{waiting['code']}")
    ann.page.locator(".big-code").wait_for()
    close(server, waiting["code"])
    ann.page.get_by_role("heading", name="This table is closed").wait_for()
    eve.goes(f"/t/{waiting['code']}")
    for person in both:
        expect(person.page.locator("main")).to_contain_text(TOLD)
        assert person.barred() == []

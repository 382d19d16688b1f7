"""What may be written or pasted into "Join by code", and where it leads."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.server.browsing import SMALL, Look, Person
from tests.server.serving import Process

Arrives = Callable[[str, Look], Person]
LEADS = {
    "abc234": "/t/ABC234",
    " abc 234 ": "/t/ABC234",
    "ABC-234": "/t/ABC234",
    "The code is ABC234.": "/t/ABC234",
    "{here}/t/ABC234": "/t/ABC234",
    "{here}/t/abc234/?from=mail": "/t/ABC234",
    "{host}/t/ABC234": "/t/ABC234",
    "https://{host}/t/ABC234#seat=a_b-c": "/t/ABC234#seat=a_b-c",
    "Pull up a chair: Junior\n{here}/t/ABC234.": "/t/ABC234",
    "{here}/watch/ABC234": "/watch/ABC234",
    "/t/ABC234": "/t/ABC234",
}
WRONG = {
    "abc23": "A code has 6 letters and digits.",
    "{here}/records": "A code has 6 letters and digits.",
    "https://dice.example.org:443/t/ABC234": "This link is for dice.example.org: open it in a new tab.",
    "http://[::1]:8000/t/ABC234": "This link is for [::1]:8000: open it in a new tab.",
    "http://a:b:c/t/ABC234": "This link is for http://a:b:c: open it in a new tab.",
}
GONE = "history.pushState = (...told) => (globalThis.gone = told[2])"
"""In place of going to a page it is noted."""


@pytest.fixture
def home(server: Process, arrives: Arrives) -> Person:
    """Somebody at the first page, which nothing leads away from."""
    person = arrives(server.url, SMALL)
    person.goes("/")
    person.page.evaluate(GONE)
    return person


def enters(person: Person, text: str) -> None:
    """Writes something and joins."""
    host = person.url.partition("//")[2]
    person.page.get_by_label("Join by code").fill(text.format(here=person.url, host=host))
    person.press("Join")


def test_a_code_is_found_in_whatever_is_pasted(home: Person) -> None:
    """With spaces, in small letters, in a link with a slash or a query, and in the words around a link."""
    for text, path in LEADS.items():
        enters(home, text)
        assert (text, home.page.evaluate("globalThis.gone")) == (text, path)


def test_what_leads_nowhere_is_said(home: Person) -> None:
    """No table of this server is looked for by another's link; whose it is, is said."""
    for text, sentence in WRONG.items():
        enters(home, text)
        expect(home.page.locator("#by-code")).to_have_text(sentence)
    assert home.page.evaluate("globalThis.gone") is None

"""The pages can be put on a home screen, and who has to do so to be called is told how."""

import struct
from collections.abc import Callable

import httpx
import pytest

from tests.server.browsing import PHONE, WIDE, Look, Person
from tests.server.clients import opened
from tests.server.serving import Process

Arrives = Callable[[str, Look], Person]
BOTH = pytest.mark.parametrize("look", [PHONE, WIDE], ids=["phone", "wide"])
IPHONE = "delete window.PushManager; navigator.standalone = "
HOW = "put this page on your home screen"


def test_the_manifest_and_its_icons_are_there(server: Process) -> None:
    """Under a media type of its own; every icon has the size that it is said to have."""
    answer = httpx.get(f"{server.url}/app.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    told = answer.json()
    assert (told["start_url"], told["display"]) == ("/", "standalone")
    icons = [icon for icon in told["icons"] if icon["type"] == "image/png"]
    assert {icon["sizes"] for icon in icons} == {"180x180", "192x192", "512x512"}
    assert [icon["sizes"] for icon in icons if icon.get("purpose") == "maskable"] == ["512x512"]
    for icon in icons:
        drawn = httpx.get(server.url + icon["src"])
        assert drawn.headers["content-type"] == "image/png"
        width, height = struct.unpack(">II", drawn.content[16:24])
        assert f"{width}x{height}" == icon["sizes"]
        assert len(drawn.content) < 10_000


def test_a_browser_can_install_the_pages(server: Process, arrives: Arrives) -> None:
    """It finds nothing wrong with the manifest, and nothing that it would not install but that tests hide."""
    person = arrives(server.url, PHONE)
    person.goes("/")
    session = person.context.new_cdp_session(person.page)
    told = session.send("Page.getAppManifest")
    assert (told["url"], told["errors"]) == (f"{server.url}/app.webmanifest", [])
    wrong = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {one["errorId"] for one in wrong} <= {"in-incognito"}


@BOTH
def test_on_an_iphone_it_is_said_how_to_be_called(look: Look, calling: str, arrives: Arrives) -> None:
    """It can be called only from its home screen; who has opened the page from there is told no more."""
    _, ben = opened(calling, "junior", "Ann", "Ben", days=3)
    person = arrives(calling, look)
    person.remembers(ben, "junior")
    for standalone in ("false", "true"):
        person.context.add_init_script(IPHONE + standalone)
        person.goes("/records")
        person.page.locator(".match").wait_for()
        told = person.page.get_by_text(HOW)
        if standalone == "false":
            told.wait_for()
        else:
            assert told.count() == 0

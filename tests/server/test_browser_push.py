"""What a browser is asked for and keeps: push messages when it is my turn, and storage that may lack.

A browser of the tests has no push service and shows nothing, so what it would answer stands in its place.
"""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Worker, expect

from fivedice.language.catalogue import messages
from tests.server import clients
from tests.server.browsing import PHONE as TOUCH
from tests.server.browsing import SMALL, THOUGHT, Arrives, Look, Person, ended
from tests.server.clients import Message, opened, run
from tests.server.push_service import Device, Service, plays_a_turn
from tests.server.serving import Process
from tests.spread import spread

PHONE: Look = {**TOUCH, "service_workers": "allow"}
ASK, STOP = "Notify me when it is my turn", "Stop notifying me when it is my turn"
BROWSER = """([[endpoint, keys], answer]) => {
    const kept = name => JSON.parse(localStorage.getItem(`browser.${name}`))
    const keep = (name, value) => localStorage.setItem(`browser.${name}`, JSON.stringify(value))
    const subscription = {
        endpoint,
        toJSON: () => ({endpoint, keys}),
        unsubscribe: async () => keep('subscribed', null),
    }
    Object.defineProperty(Notification, 'permission', {get: () => kept('permission') ?? 'default'})
    Notification.requestPermission = async () => keep('permission', answer) ?? answer
    PushManager.prototype.getSubscription = async () => kept('subscribed') && subscription
    PushManager.prototype.subscribe = async how => keep('subscribed', how) ?? subscription
    ServiceWorkerRegistration.prototype.showNotification = async (...said) => keep('said', said)
}"""
"""A browser that answers so when it is asked, and keeps over reloads what it was asked for."""
KEPT = "name => JSON.parse(localStorage.getItem(`browser.${name}`))"
SHOWS = "registration.showNotification = async (...said) => { self.said = said }"
HIDDEN = "hidden => Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true})"


def carries(person: Person, device: Device, answer: str = "granted") -> None:
    """Somebody's browser is subscribed as this device, and answers so when it is asked."""
    given = json.dumps([[device.endpoint, device.keys], answer])
    person.context.add_init_script(f"({BROWSER})({given})")


def takes_a_turn(url: str, seat: Message) -> None:
    """Somebody elsewhere does; a browser's loop runs in this thread."""
    with ThreadPoolExecutor(1) as beside:
        beside.submit(run, plays_a_turn(url, seat)).result()


def delivered(person: Person, told: dict[str, str]) -> Worker:
    """What runs where no page is open, after the browser has handed it what was pushed."""
    (worker,) = person.context.service_workers
    worker.evaluate(SHOWS)
    browser, found = person.context.new_cdp_session(person.page), list[dict[str, str]]()
    browser.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    browser.send("ServiceWorker.enable")
    while not found:
        person.page.wait_for_timeout(20)
    given = {"origin": person.url, "registrationId": found[0]["registrationId"], "data": json.dumps(told)}
    browser.send("ServiceWorker.deliverPushMessage", given)
    while not worker.evaluate("'said' in self"):
        person.page.wait_for_timeout(20)
    return worker


def test_who_pressed_for_it_is_called(calling: str, pushed: Service, arrives: Arrives) -> None:
    """Ben wants to be told of his turns: the server calls him, for a later table too, until he has enough."""
    (ann, ben), (cid, later) = (opened(calling, "junior", "Ann", "Ben", days=3) for _ in range(2))
    person, device = arrives(calling, PHONE), Device(pushed, f"ben-{len(pushed.come)}")
    carries(person, device)
    person.remembers(ben, "junior")
    person.goes("/records")
    person.button(ASK).wait_for()
    assert person.page.evaluate(KEPT, "permission") is None
    assert person.barred() == []
    person.press(ASK)
    person.button(STOP).wait_for()
    public = clients.get(calling, "games")["push"]
    assert person.page.evaluate(KEPT, "subscribed") == {
        "userVisibleOnly": True,
        "applicationServerKey": public,
    }
    before = len(pushed.come)
    takes_a_turn(calling, ann)
    pushed.wait(before + 1)
    (told,) = pushed.told(device)
    worker = delivered(person, told)
    path = f"/t/{ben['code']}"
    shown = {"body": "Junior, with Ann. You have 3 days.", "tag": path, "data": {"path": path}}
    assert worker.evaluate("self.said") == ["It is your turn", shown]
    person.remembers(later, "junior")
    with person.page.expect_response("**/api/push") as subscribed:
        person.goes(f"/t/{later['code']}")
    assert subscribed.value.status == 204
    person.goes("/records")
    person.button(STOP).wait_for()
    takes_a_turn(calling, cid)
    pushed.wait(before + 2)
    assert pushed.told(device)[1]["path"] == f"/t/{later['code']}"
    person.press(STOP)
    person.button(ASK).wait_for()
    assert person.page.evaluate(KEPT, "subscribed") is None
    takes_a_turn(calling, ben)
    takes_a_turn(calling, ann)
    assert len(pushed.told(device)) == 2


def test_a_table_behind_others_calls_by_itself(calling: str, pushed: Service, arrives: Arrives) -> None:
    """Ben's page is open, so the server does not call him; he does not look at it, so the page does."""
    ann, ben = opened(calling, "junior", "Ann", "Ben", absence=600)
    person = arrives(calling, PHONE)
    carries(person, Device(pushed, "behind"))
    person.remembers(ben, "junior")
    person.goes(f"/t/{ben['code']}")
    person.press("This table")
    person.press(ASK)
    person.button(STOP).wait_for()
    person.page.evaluate(HIDDEN, True)
    before = len(pushed.come)
    takes_a_turn(calling, ann)
    person.page.wait_for_function("() => localStorage.getItem('browser.said')")
    path = f"/t/{ben['code']}"
    said = ["It is your turn", {"body": "Junior", "tag": path, "data": {"path": path}}]
    assert person.page.evaluate(KEPT, "said") == said
    assert len(pushed.come) == before


DENIED = "get() { throw new DOMException('denied', 'SecurityError') }"
WITHOUT = {
    "room": "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }",
    "anything else": f"""
        for (const name of [
            'localStorage', 'sessionStorage', 'indexedDB', 'Notification', 'PushManager', 'caches'])
            Object.defineProperty(window, name, {{{DENIED}}})
        Object.defineProperty(navigator, 'serviceWorker', {{{DENIED}}})
        Object.defineProperty(document, 'cookie', {{{DENIED}, set() {{ document.cookie }}}})
        delete window.BroadcastChannel
    """,
}
"""Run before the scripts of every page, each takes away what such a browser lacks."""
LOST = "This browser does not store data for this site. If you reload or close this page, you lose your seat."


def without(arrives: Arrives, url: str, what: str, look: Look) -> Person:
    person = arrives(url, look)
    person.page.add_init_script(WITHOUT[what])
    return person


def test_a_browser_that_remembers_nothing_can_play(server: Process, arrives: Arrives) -> None:
    """Ann reads once, in large type too, that a reload loses her seat."""
    ann = without(arrives, server.url, "room", {**SMALL, "viewport": {"width": 360, "height": 640}})
    ann.sets_type(32)
    ann.goes("/")
    ann.press("Play now: Junior")
    expect(ann.button("OK")).to_be_in_viewport(ratio=1)
    ann.press("Throw")
    expect(ann.page.locator(".log p").last).to_contain_text("throws")
    notice = ann.page.get_by_text(LOST)
    notice.wait_for()
    assert ann.barred() == []
    ann.press("Hint")
    ann.page.locator(".hint .advice").wait_for(timeout=THOUGHT)
    expect(notice).not_to_be_visible()  # there is no room for both
    ann.press("Close the hint")
    ann.press("OK")
    expect(notice).to_have_count(0)
    ann.press("This table")
    ann.page.get_by_role("dialog").get_by_role("button", name="Continue on another device").wait_for()


@pytest.mark.parametrize("language", spread(["en", "de"], "de"))
def test_a_reload_without_a_connection_says_so_and_tries_again(
    language: str, server: Process, arrives: Arrives
) -> None:
    """The service worker answers; once the server is reached again, the page is back where it was."""

    def said(english: str) -> str:
        return messages(language, "pages").get(("", english), english)

    ann = arrives(server.url, PHONE)
    ann.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    ann.goes("/records")
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    ann.page.reload()
    ann.context.set_offline(True)
    ann.page.reload()
    expect(ann.page.get_by_role("heading", name=said("The server cannot be reached."))).to_be_visible()
    ann.press(said("Try again"))
    before, after = said("No answer yet at {time}.").split("{time}")
    expect(ann.page.get_by_text(re.compile(f"{before}.+{re.escape(after)}"))).to_be_visible()
    ann.context.set_offline(False)
    expect(ann.page.get_by_role("heading", name=said("My matches"))).to_be_visible()
    ann.complaints.clear()


@pytest.mark.proof
def test_who_takes_the_last_chair_without_storage_sits_there(server: Process, arrives: Arrives) -> None:
    """Ann's match begins with Ben; the first page knows his way back, and so does a rematch."""
    seat = clients.opened(server.url, "junior", "Ann", free=1)[0]
    ben = without(arrives, server.url, "anything else", SMALL)
    ben.joins(seat["code"], "Ben")
    ben.page.locator(".doing").wait_for()
    ben.press(ben.page.get_by_role("link", name="fivedice, home"))
    ben.page.locator(".going-on a.to-table").click()
    ben.page.locator(".doing").wait_for()
    over = ended(server, "junior")
    given = clients.post(server.url, f"tables/{over['code']}/pass", {"token": over["token"]})
    ben.goes(f"/t/{over['code']}#seat={given['pass']}")
    ben.press("Rematch")
    expect(ben.page.locator(".big-code")).to_be_visible()
    expect(ben.page.get_by_text(LOST)).to_be_visible()

"""People at browsers: what they press, read and are shown. Knows the pages; no rule and no protocol."""

import json
import shutil
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect, sync_playwright
from playwright.sync_api import TimeoutError as TooLate

from fivedice.notation import record
from fivedice.table.terms import Terms
from tests.golden import make
from tests.server import clients
from tests.server.serving import Process
from tests.server.stored import put

TITLES = {game: game.capitalize() for game in ("traditional", "challenge", "showdown", "piecepack", "junior")}
Look = dict[str, Any]
TOUCH: Look = {"is_mobile": True, "has_touch": True}
WIDE: Look = {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light"}
PHONE: Look = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", **TOUCH}
SMALL: Look = {**PHONE, "viewport": {"width": 360, "height": 740}}

PATIENCE = 30_000
"""Milliseconds that a page on a busy machine may take for anything; some of it is looked at every 5 s."""
expect.set_options(timeout=PATIENCE)
THOUGHT = 90_000
"""Milliseconds that the first hint may take: what it needs is compiled and solved."""
SOON = 3_000
"""Milliseconds in which what is there can be pressed, unless the table has moved on."""
LONGEST = 180
"""Seconds that a match may take at most."""
END = ".end"
MAIN = ".doing .button.main:not([aria-disabled=true])"
TAKE = ".doing .button.take:not([aria-disabled=true])"
MEANT = "dialog[open] .doubt .button:not(.main)"
CHOICES = ".board .pays:not(.none), .board .offer:not(.rash), .board .rack .offered"
OTHERS = ".board .offered, .board .pays, .board .offer"
WANTED = (END, MEANT, TAKE, ".board .answer", CHOICES, MAIN, OTHERS)
"""What a person who wants to get on presses, the first of it that is there; at the end nothing."""
BARRED = """async () => (await axe.run({resultTypes: ['violations'], preload: false})).violations.map(
    ({id, nodes}) => `${id}: ${nodes.map(({html}) => html).join(' ')}`)"""
SETTLED = """() => document.getAnimations().filter(({effect}) => isFinite(effect.getComputedTiming().endTime))
    .forEach(motion => motion.finish())"""
"""What moves for a while has come to its end: halfway it may be too pale to read."""
ARRIVED = "#app:not(:has(main.waiting[aria-busy=true])) h1"
AT_THE_EDGE = """css => [...document.querySelectorAll(css)].map(one => one.getBoundingClientRect())
    .filter(({width}) => width > 0)
    .map(({left, right}) => [left, innerWidth - right]).filter(gaps => Math.min(...gaps) < 1)"""
"""What stands less than a pixel from the left or right edge; the sides of a sheet of paper are fractions."""
UNSEEN = """() => {
    const clear = new CSSStyleSheet()
    clear.replaceSync(':root { opacity: 0 !important }')
    document.adoptedStyleSheets = [clear]
}"""
"""Run before the scripts of every page: all is there and can be pressed, and none of it is painted."""
LEFT = """(origin, mark, name, text) => {
    if (location.origin !== origin || sessionStorage.getItem(mark)) return
    sessionStorage.setItem(mark, 'there')
    localStorage.setItem(name, text)
}"""
"""Run before the scripts of every page, it leaves something once."""
AT_ONCE = """() => {
    try {
        localStorage['fivedice.settings'] ??= '{"taking": "touch"}'
    } catch {}
}"""
"""A choice that could be taken back for four seconds would be waited for in every match."""
FIRST_SHOWN = """wanted => wanted.findIndex(css =>
    [...document.querySelectorAll(css)].some(one => one.offsetParent || one.closest('dialog')?.open))"""
HURRY = """async ([wanted, moves]) => {
    const pause = () => new Promise(drawn => setTimeout(drawn, 20))
    const dice = 'button.hold[aria-disabled=false]'
    const isShown = one => one.offsetParent || one.closest('dialog')?.open
    const first = css => [...document.querySelectorAll(css)].find(isShown)
    const setAside = dice => {
        const faces = dice.map(die => die.ariaLabel.split(/: |, /)[1])
        const many = face => faces.filter(other => other === face).length
        const most = faces.reduce((one, other) => many(other) > many(one) ? other : one, faces[0])
        const wrong = dice.filter((die, slot) => (faces[slot] === most) !== (die.ariaPressed === 'true'))
        for (const die of wrong) die.click()
        return wrong.length && pause()
    }
    document.body.style.visibility = 'hidden'
    for (let made = 0; made < moves; await pause()) {
        const css = wanted.find(first)
        if (css === wanted[0]) break
        if (!css) continue
        if (css.includes('.doing')) await setAside([...document.querySelectorAll(dice)])
        first(css)?.click()
        made += 1
    }
    document.body.style.visibility = ''
}"""
"""Goes on without a pointer, undrawn, and sets aside before a throw the dice of which there are most."""
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
    *("--renderer-process-limit=1", "--js-flags=--single-threaded"),
)
"""The last two save a sixteenth of what browsers cost: one process for all pages of a person, and none of
the threads beside it that two cores have no room for."""


class Person:
    """Somebody at a browser of their own, and all that its console complained of.

    To paint pages is a quarter of what browsers do, and hardly a test looks at a picture. So a page is clear,
    with an opacity of 0, until it is asked to be drawn (`draw`), or from the first on where the look says so.
    """

    def __init__(self, browser: Browser, url: str, look: Look) -> None:
        """Nowhere yet; nothing moves unless the look says that it may."""
        self.url, self.is_touching = url, "has_touch" in look
        own = {"reduced_motion": "reduce", "service_workers": "block", **look}
        is_drawn = own.pop("drawn", False)
        self.context = browser.new_context(base_url=url, **own)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        if not is_drawn:
            self.page.add_init_script(f"({UNSEEN})()")
        self.page.add_init_script(f"({AT_ONCE})()")
        self.complaints: list[str] = []
        self.left = 0
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        """The console also tells of every refusal; to listen to each answer costs 30 ms a page."""
        if message.type in ("error", "warning") and "blocked by Playwright" not in message.text:
            self.complaints.append(f"{message.text} {message.location['url']}")

    def sets_type(self, size: int) -> None:
        """The size of usual type in the browser's own settings, in pixels; before, it is 16."""
        self.context.new_cdp_session(self.page).send("Page.setFontSizes", {"fontSizes": {"standard": size}})

    def sizes(self, width: int, height: int) -> None:
        """Gives the page a size; waits for the frame that shows it, though the page's clock may stand."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate("new Promise(next => new IntersectionObserver(next).observe(document.body))")

    # --- going and pressing ---

    def goes(self, path: str) -> None:
        """Goes to a page and waits for its heading, which is not that of a page still on its way."""
        self.page.goto(path)
        self.page.locator(ARRIVED).first.wait_for(state="attached")

    def press(self, what: Locator | str, timeout: float = PATIENCE) -> None:
        found = self.button(what) if isinstance(what, str) else what
        (found.tap if self.is_touching else found.click)(timeout=timeout)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def keeps(self, what: str, kept: Any) -> None:
        """The next page finds this in the browser's memory, as if another had left it there."""
        self.left += 1
        told = [self.url, f"left-{self.left}", f"fivedice.{what}", json.dumps(kept)]
        self.page.add_init_script(f"({LEFT})(...{json.dumps(told)})")

    def remembers(self, seat: clients.Message, game: str) -> None:
        self.keeps("seats", [{**seat, "game": game, "when": int(time.time() * 1000)}])

    def sits(self, seat: clients.Message, game: str) -> None:
        self.remembers(seat, game)
        self.goes(f"/t/{seat['code']}")
        self.page.locator(".doing").wait_for()
        self.page.locator(".board > *").first.wait_for(state="attached")

    def stops_the_clock(self) -> None:
        """The page's time stands from the next second on; after a longer jump a table would connect anew."""
        self.page.clock.pause_at(self.page.evaluate("Date.now()") / 1000 + 1)

    # --- tables ---

    def opens(self, game: str, name: str) -> Locator:
        self.goes("/")
        self.press(f"With friends: {TITLES[game]}")
        form = self.page.get_by_role("dialog")
        form.get_by_label("Your name").fill(name)
        form.get_by_label("Chair 2", exact=True).wait_for()
        return form

    def invites(self, game: str, name: str) -> str:
        """Opens a table for two as it is usual; its code as it is shown."""
        self.opens(game, name)
        return self.waits()

    def waits(self) -> str:
        """Opens the table of the form; its code."""
        self.press("Open the table")
        return self.page.locator(".big-code").inner_text()

    def joins(self, code: str, name: str) -> None:
        self.goes("/")
        self.press(self.page.locator(".doors", has_text="With friends").get_by_role("button"))
        self.page.get_by_label("Join by code").fill(code.lower())
        self.press("Join")
        take = self.button("Take a chair")
        take.wait_for()
        self.page.get_by_label("Your name").fill(name)
        self.press(take)

    def sees(self) -> str:
        """The first of `WANTED` that is shown, or nothing."""
        place = self.page.evaluate(FIRST_SHOWN, WANTED)
        return "" if place < 0 else WANTED[place]

    def acts(self, until: Callable[[], bool] | None = None) -> str:
        """Presses by mouse or finger what is to be pressed now, if anything; what was seen.

        What is waited for is asked about after the look: dice that have come to rest meanwhile stay there.
        """
        seen = self.sees()
        if seen in ("", END) or (until and until()):
            return seen
        try:
            self.press(shown(self.page, seen), SOON)
        except TooLate:
            return ""  # the table has moved on
        return seen

    def hurries(self, moves: int = 10_000) -> None:
        """Plays on to the end without a pointer, or until so many moves are made."""
        self.page.evaluate(HURRY, [WANTED, moves])

    def begins_to_hurry(self, moves: int = 10_000) -> None:
        """The same, while others play too."""
        self.page.evaluate(f"what => void ({HURRY})(what)", [WANTED, moves])

    def leaves(self) -> None:
        """Lets the game play for this seat."""
        self.press("This table")
        self.press("Leave for a while")

    def closes(self) -> None:
        """Closes the page, before the server behind it ends: it would go on asking, and complain."""
        self.page.close()

    def is_asked(self) -> bool:
        """Whether dice lie there that this person may keep."""
        return self.page.locator("button.hold[aria-disabled=false]").count() == 5

    # --- reading ---

    def text(self, where: str) -> str:
        return self.page.locator(where).first.inner_text()

    def dice(self) -> list[str]:
        told = self.page.locator(".tray .hold").evaluate_all("dice => dice.map(die => die.ariaLabel)")
        return [str(words) for words in told]

    def log(self) -> list[str]:
        return self.page.locator(".log p").all_inner_texts()

    def draw(self) -> None:
        """The page is drawn from here on, until another takes its place."""
        self.page.evaluate("document.adoptedStyleSheets = []")

    def barred(self) -> list[str]:
        """What axe finds on the page that bars anybody: each rule, with what breaks it."""
        self.draw()
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        self.page.evaluate(SETTLED)
        return [str(found) for found in self.page.evaluate(BARRED)]

    def looks_home(self) -> None:
        """Goes to the first page, and waits until the server has said how the tables stand."""
        with self.page.expect_response("**/api/mine"):
            self.goes("/")

    def shot(self, path: Path) -> None:
        self.draw()
        self.page.screenshot(path=path)


Arrives = Callable[[str, Look], Person]
"""Lets somebody come to a server with a browser of such a look."""


def shown(page: Page, css: str) -> Locator:
    return page.locator(css).locator("visible=true").first


def play(*people: Person, until: Callable[[], bool] | None = None, moves: int = 10_000) -> None:
    """All play by what they see, until all see the end, or it is as wanted, or so many moves were made."""
    latest = time.monotonic() + LONGEST
    while moves > 0 and not (until and until()):
        seen = [person.acts(until) for person in people]
        if all(one == END for one in seen):
            return
        moves -= sum(one != "" for one in seen)
        if not any(seen):
            people[0].page.wait_for_timeout(20)
        assert time.monotonic() < latest, seen


@contextmanager
def chromium() -> Iterator[Browser]:
    """Chromium without windows, which draws the same at half the cost; else the whole one."""
    own = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=own, args=ARGUMENTS)
        yield browser
        browser.close()


def ended(server: Process, game: str, **terms: Any) -> clients.Message:
    """The first seat of a match of Ann and Ben that is over: a golden record, put into the database."""
    return both_ended(server, game, **terms)[0]


def both_ended(server: Process, game: str, **terms: Any) -> list[clients.Message]:
    played = record.replay((make.FOLDER / f"{game}-2seats.jsonl").read_bytes()).match
    agreed = Terms(game, ("", ""), games=played.setup.games, first=played.setup.first, **terms)
    return put(server.database, agreed, ("Ann", "Ben"), played.events)


def played(url: str, game: str, **terms: Any) -> clients.Message:
    """The first seat of a match of Ann and Ben that was just played to its end without a browser."""
    seats = clients.opened(url, game, "Ann", "Ben", **terms)
    play_out(url, seats)
    return seats[0]


def play_out(url: str, seats: list[clients.Message], leaving: int | None = None) -> None:
    """These play their match to its end; one may leave at once, so that the game plays for that seat."""
    staying = [seat for place, seat in enumerate(seats) if place != leaving]

    async def match() -> None:
        if leaving is not None:
            async with clients.Client(url, seats[leaving]["code"], seats[leaving]["token"]) as client:
                await client.say("leave")
                await client.until(lambda message: message.get("entry", {}).get("entry") == "left")
        await clients.play_on(url, staying, 7)

    with ThreadPoolExecutor(1) as beside:  # a browser's loop runs in this thread
        beside.submit(clients.run, match()).result()

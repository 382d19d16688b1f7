"""Somebody at one of these browsers, who sits down, plays by what there is to press, and looks back."""

import time
from pathlib import Path
from typing import Any

from tests.browsers.firefox import Firefox
from tests.browsers.webkit import WebKit
from tests.server.browsing import END, FIRST_SHOWN, TITLES, WANTED

Browser = Firefox | WebKit
PATIENCE = 60.0
"""Seconds that anything may take on a busy machine."""
LONGEST = 300.0
"""Seconds that a match may take."""
PHONE, WIDE = (390, 844), (1280, 800)
PLACE = """css => {
    const isShown = one => one.offsetParent || one.closest('dialog')?.open
    const found = [...document.querySelectorAll(css)].find(isShown)
    if (!found) return null
    const inside = () => {
        const {left, top, width, height} = found.getBoundingClientRect()
        return {x: left + width / 2, y: top + height / 2}
    }
    const isReached = ({x, y}) => found.contains(document.elementFromPoint(x, y))
    if (!isReached(inside())) found.scrollIntoView({block: 'center', inline: 'nearest'})
    return isReached(inside()) ? inside() : null
}"""
"""Where the first of these that is shown can be pressed, if it can."""
BEGIN = """settings => {
    localStorage.clear()
    localStorage.setItem('fivedice.rival', JSON.stringify('greedy'))
    localStorage.setItem('fivedice.settings', JSON.stringify(settings))
}"""
IS_THERE = "css => Boolean(document.querySelector(css))"
STATE = "() => document.querySelector('main')?.innerText"


class Player:
    """A person with a mouse, or a finger."""

    def __init__(self, browser: Browser, url: str, pictures: Path, *, finger: bool) -> None:
        self.browser, self.url, self.finger = browser, url, finger
        self._pictures = pictures

    def sits_down(self, game: str, **settings: Any) -> None:
        """At a table with a bot, by one press on the first page; `settings` are what the pages remember."""
        self.browser.go(self.url)
        self.browser.run(BEGIN, {"pace": "instant", "sound": False, **settings})
        self.browser.go(self.url)
        self.press(f"[aria-label='Play now: {TITLES[game]}']")
        self.sees(".doing")

    def sees(self, css: str) -> None:
        until = time.monotonic() + PATIENCE
        while not self.browser.run(IS_THERE, css):
            assert time.monotonic() < until, (css, self.browser.run(STATE), self.browser.complaints)
            time.sleep(0.05)

    def press(self, css: str) -> None:
        """Presses the first of these that is shown, as soon as it can be."""
        until = time.monotonic() + PATIENCE
        while not self._presses(css):
            assert time.monotonic() < until, (css, self.browser.run(STATE))
            time.sleep(0.05)

    def _presses(self, css: str) -> bool:
        place = self.browser.run(PLACE, css)
        if place is not None:
            self.browser.press(place["x"], place["y"], finger=self.finger)
        return place is not None

    def plays(self, until: str = END) -> None:
        latest = time.monotonic() + LONGEST
        while not self.browser.run(IS_THERE, until):
            place = self.browser.run(FIRST_SHOWN, WANTED)
            if place >= 0 and WANTED[place] != END:
                self._presses(WANTED[place])
            time.sleep(0.03)
            assert time.monotonic() < latest, (self.browser.run(STATE), self.browser.complaints)

    def looks(self, name: str) -> None:
        for width, height in (WIDE, PHONE):
            self.browser.size(width, height)
            self.browser.shot(self._pictures / f"{self.browser.name}-{name}-{width}.png")

"""Every page with text at 200% in a window of 320 px: nothing scrolls sideways, no word is cut or covered."""

import re
from collections.abc import Callable

from playwright.sync_api import Browser

from fivedice.server.site import ADDRESSES
from tests.pictures import pages, stories
from tests.server import clients
from tests.server.browsing import TITLES, Person
from tests.server.serving import Process
from tests.server.test_browser_pages import OVERFLOWS

Opens = Callable[[Person, str], None]
NARROW = {"viewport": {"width": 320, "height": 640}, "has_touch": True}
ONCE = "traditional"
"""The game of the pages that every game has; of the others the table."""


COVERED = """() => {
    const stays = one => !['fixed', 'sticky', 'absolute'].includes(getComputedStyle(one).position)
    const isInFlow = one => !one || (stays(one) && isInFlow(one.parentElement))
    const inner = '.unseen, .board, .dice, .chart, svg, .tray, option'
    const isShown = one => one.checkVisibility({visibilityProperty: true}) && !one.closest(inner)
    const all = [...document.querySelectorAll('body *')].filter(one => isShown(one) && isInFlow(one))
    const texts = all.flatMap(one =>
        [...one.childNodes].filter(node => node.nodeType === 3 && node.data.trim()).map(node => {
            const written = new Range()
            written.selectNodeContents(node)
            return {one, words: node.data.trim(), boxes: [...written.getClientRects()]}
        }))
    const controls = all.filter(one => one.matches('select, input, textarea, button'))
        .map(one => ({one, words: one.textContent.trim(), boxes: [one.getBoundingClientRect()]}))
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6
    const areApart = (a, b) => a.one.contains(b.one) || b.one.contains(a.one) ||
        !a.boxes.some(box => b.boxes.some(other => meet(box, other)))
    const isIn = one => !one.closest('.scrolls, .said, dialog .body, [tabindex="0"], ol')
    const every = [...texts, ...controls].filter(({one}) => isIn(one))
    const covered = every.flatMap((a, at) => every.slice(at + 1).filter(b => !areApart(a, b))
        .map(b => `"${a.words}" and "${b.words}" lie on each other`))
    const beyond = every.filter(({one, boxes}) => one.closest('.panel') && boxes.some(box =>
        box.right > one.closest('.panel').getBoundingClientRect().right))
    return [...covered, ...beyond.map(({words}) => `"${words}" leaves its panel`)]
}"""
"""Words and controls that lie on each other, or beyond the panel that they stand in."""


def looks_on(path: str) -> Opens:
    """Somebody else's table, or a match that is over."""

    def opens(ann: Person, game: str) -> None:
        ann.goes(path.format(clients.opened(ann.url, game, "Ben", bots=1)[0]["code"]))
        ann.page.locator(".board > *").first.wait_for(state="attached")

    return opens


def real_dice(detail: str, first: int | str = 0) -> Opens:
    """Dice or a score are entered, or who starts."""

    def opens(ann: Person, game: str) -> None:
        seat = clients.opened(ann.url, game, "Ann", "Benjamin", dice="own", detail=detail, first=first)[0]
        ann.remembers(seat, game)
        ann.goes(f"/t/{seat['code']}")
        asked = ann.button("Benjamin") if first == "random" else ann.page.locator(".doing .prompt")
        asked.wait_for()
        if detail == "score" and first == 0:
            ann.press(ann.page.locator(".pays.enters:visible").last)

    return opens


def replay(ann: Person, _: str) -> None:
    """A match step by step."""
    ann.goes(f"/replay/{stories.same_dice(ann.url)[0]['code']}")
    ann.page.locator(".turns .turn").first.wait_for()


def report(ann: Person, _: str) -> None:
    """A review as one page to keep."""
    ann.page.goto(f"/review/{stories.same_dice(ann.url)[0]['code']}/report")
    ann.page.locator("h1").wait_for()


def in_play(ann: Person, game: str) -> None:
    """The settings of the table, over it."""
    pages.table(ann, game)
    ann.press("This table")
    ann.page.get_by_role("dialog").wait_for()


ALSO: dict[str, tuple[Opens, str]] = {
    "watch": (looks_on("/watch/{}"), "junior"),
    "television": (looks_on("/tv/{}"), "challenge"),
    "every throw": (real_dice("every"), "showdown"),
    "score pad": (real_dice("score"), "traditional"),
    "who starts": (real_dice("final", "random"), "junior"),
    "replay": (replay, "traditional"),
    "report": (report, "traditional"),
    "this table": (in_play, "piecepack"),
}


def test_no_page_scrolls_sideways_in_large_type(server: Process, browser: Browser) -> None:
    """By the browser's setting and by the page's own style; all addresses of the site are visited."""
    every = {
        name: page
        for name, page in pages.every(server).items()
        if page[1] == ONCE or name.split()[0] not in TITLES or name.endswith(" table")
    }
    wrong, seen = {}, set()
    for name, (opens, game) in {**every, **ALSO}.items():
        ann = Person(browser, server.url, NARROW)
        opens(ann, game)
        ann.draw()
        seen |= {address for address in ADDRESSES if re.fullmatch(_pattern(address), _path(ann))}
        wrong[name] = [*_in_large_type(ann), *ann.complaints]
        ann.context.close()
    assert {name: said for name, said in wrong.items() if said} == {}
    assert set(ADDRESSES) == seen


def _pattern(address: str) -> str:
    return re.sub(r"\{\w+\}", "[^/]+", address)


def _path(person: Person) -> str:
    return str(person.page.evaluate("location.pathname"))


def _in_large_type(ann: Person) -> list[str]:
    """What does not fit."""
    ann.page.evaluate("document.documentElement.style.fontSize = '200%'")
    by_style = [*ann.page.evaluate(OVERFLOWS), *ann.page.evaluate(COVERED)]
    ann.page.evaluate("document.documentElement.style.fontSize = ''")
    ann.sets_type(32)
    return [*by_style, *ann.page.evaluate(OVERFLOWS), *ann.page.evaluate(COVERED)]

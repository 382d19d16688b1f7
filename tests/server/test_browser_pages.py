"""Every page at every size fits and bars nobody; the first page is light."""

import json
import re
from collections.abc import Callable
from functools import cache
from io import BytesIO
from itertools import accumulate
from typing import Any, Literal

import pytest
from PIL import Image
from playwright.sync_api import ViewportSize, expect

from fivedice.games import GAMES
from fivedice.language.catalogue import messages
from fivedice.match.state import begin, step
from fivedice.notation import record
from fivedice.server.site import ADDRESSES
from fivedice.table.terms import Terms
from tests.golden import make
from tests.pictures import pages, stories
from tests.server import clients
from tests.server.browsing import (
    MAIN,
    PHONE,
    TAKE,
    THOUGHT,
    TITLES,
    WIDE,
    Arrives,
    Look,
    Person,
    play,
    play_out,
)
from tests.server.serving import Process
from tests.server.stored import put
from tests.spread import spread

Opens = Callable[[Person], None]
SIZES = {
    "wide": (1920, 1080),
    "desk": (1280, 800),
    "tablet": (820, 1180),
    "tablet on its side": (1180, 820),
    "magnified twice": (640, 400),
    "phone": (390, 844),
    "low phone": (360, 640),
    "small phone": (320, 640),
    "phone on its side": (844, 390),
}
FINGER: Look = {"viewport": {"width": 1920, "height": 1080}, "has_touch": True}
SMALL_PHONE: Look = {**PHONE, "viewport": {"width": 360, "height": 640}}
LONG = "Annabella of the Seven Longest Corridors"
FOUR = ("Ann", "Ben", "Cyd", "Dee")
TEN = (*FOUR, "Eve", "Fay", "Gus", "Hal", "Ida", "Joe")

WRONG = """async () => {
    const options = {opacityProperty: true, visibilityProperty: true}
    const hidden = '.unseen, .bubbles'
    const isShown = one => one.checkVisibility(options) && !one.closest(hidden) && one.offsetWidth > 0
    const all = css => [...document.querySelectorAll(css)].filter(isShown)
    const words = one => (one.ariaLabel || one.textContent).trim().slice(0, 20)
    const named = one => `${one.className || one.tagName} "${words(one)}"`
    const isInside = ({left, right, top, bottom}) =>
        left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1
    await new Promise(drawn => new ResizeObserver(drawn).observe(document.body)) // it has heard of its size
    const wrong = document.body.checkVisibility(options) ? [] : ['nothing is drawn']
    const {scrollWidth} = document.documentElement
    if (scrollWidth > innerWidth) wrong.push(`sideways: ${scrollWidth}`)
    for (const one of document.querySelectorAll('.bubble'))
        if (!isInside(one.getBoundingClientRect())) wrong.push('a bubble leaves the page')
    for (const one of all('#app *:not(svg *)')) {
        const writes = [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim())
        const size = parseFloat(getComputedStyle(one).fontSize)
        if (writes && size < 12 && !one.closest('.die .place')) wrong.push(`${size}px: ${named(one)}`)
    }
    for (const one of all('button.button, button.hold, button.pays, button.offer, a.button, .input')) {
        const {width, height} = one.getBoundingClientRect()
        if (Math.min(width, height) < 43.5) wrong.push(`${width} x ${height}: ${named(one)}`)
    }
    for (const one of all('button:not(:disabled), a.button, .row-total td, .play .player, .play .plate')) {
        one.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'})
        const box = one.getBoundingClientRect()
        const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        if (!isInside(box)) wrong.push(`out of reach: ${named(one)}`)
        else if (!one.contains(there)) wrong.push(`${named(one)} is behind ${there && named(there)}`)
    }
    for (const one of all('.scrolls'))
        if (innerWidth > 600 && one.scrollWidth > one.clientWidth) wrong.push(`beyond an edge: ${words(one)}`)
    for (const one of all('.turns .turn .used')) {
        const size = parseFloat(getComputedStyle(one).fontSize)
        if (one.offsetWidth < 4 * size) wrong.push(`words torn: ${words(one)}`)
    }
    for (const one of all('.analysis .panel :is(button, p)')) {
        const panel = one.closest('.panel')
        const edge = panel.getBoundingClientRect().right - parseFloat(getComputedStyle(panel).paddingRight)
        if (one.getBoundingClientRect().right > edge + 1) wrong.push(`past its panel: ${named(one)}`)
    }
    const mine = document.querySelector('.plate .you, .plate .your-turn, .player .who small')
    if (mine && !isShown(mine)) wrong.push('nothing tells which plate is mine')
    for (const one of all('.board .title')) {
        const written = new Range()
        written.selectNodeContents(one)
        const [words, card] = [written, one.closest('.slab, .placed')].map(it => it.getBoundingClientRect())
        const fits = words.left >= card.left && words.right <= card.right
        if (!fits) wrong.push(`wider than its card: ${named(one)}`)
    }
    const sign = document.querySelector('.skip svg')
    for (const {left, right, top, bottom} of all('.tray .die').map(die => die.getBoundingClientRect())) {
        const box = sign?.getBoundingClientRect()
        const isApart = !box || right < box.left || left > box.right || bottom < box.top || top > box.bottom
        if (!isApart) wrong.push('the sign to skip lies on a die')
    }
    for (const row of all('.board .scoreboard tbody tr')) {
        const named = new Range()
        named.selectNodeContents(row.querySelector('.called'))
        const {left, width} = row.querySelector('td').getBoundingClientRect()
        const offered = left + width / 2 - 22
        if (named.getBoundingClientRect().right > offered) wrong.push(`a token would lie on ${words(row)}`)
    }
    const isTight = matchMedia('(max-width: 52rem), (max-height: 33rem)').matches
    const isTightest = matchMedia('(max-width: 36rem) and (max-height: 34rem)').matches // nobody stays
    for (const place of isTight && !isTightest ? [0, 1e6] : [0]) {
        scrollTo(0, place)
        const theirs = '[aria-current], .player:has(small), .plate:has(.you)'
        for (const one of all(`.play:not(.ended, .learning) :is(${theirs})`))
            if (!isInside(one.getBoundingClientRect())) wrong.push(`out of view: ${named(one)}`)
    }
    scrollTo(0, 0)
    return wrong
}"""
USED = """() => {
    const boxes = [...document.querySelectorAll('main *')].map(one => one.getBoundingClientRect())
    const seen = boxes.filter(({width}) => width > 1)
    const left = Math.min(...seen.map(box => box.left)), right = Math.max(...seen.map(box => box.right))
    return Math.round(100 * (right - left) / innerWidth)
}"""
STANDING = ".doing .main, .board, .row-box th, .tray, .told, .players .name"
PLACES = f"""() => [...document.querySelectorAll('{STANDING}')]
    .map(one => one.getBoundingClientRect()).map(({{x, y, width}}) => [x, y, width].map(Math.round).join())"""

CUT = """() => [...document.querySelectorAll('main .player, main .name, main .name-of, main .all-cards')]
    .filter(one => one.checkVisibility())
    .filter(one => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth)
    .map(one => `${one.className} "${one.textContent.trim()}"`)"""
OVERFLOWS = """() => {
    const options = {opacityProperty: true, visibilityProperty: true}
    const isShown = one => one.checkVisibility(options) && one.offsetWidth > 1 && !one.closest('.die')
    const wrong = document.documentElement.scrollWidth > innerWidth ? ['sideways'] : []
    for (const one of document.querySelectorAll('#app *:not(svg *, input, option)')) {
        const words = [...one.childNodes].filter(node => node.nodeType === 3 && node.data.trim())
        if (!words.length || !isShown(one)) continue
        const written = new Range()
        written.setStartBefore(words[0])
        written.setEndAfter(words.at(-1))
        for (let around = one; around; around = around.parentElement) {
            const {overflowX, textOverflow} = getComputedStyle(around)
            if (['auto', 'scroll'].includes(overflowX) || textOverflow === 'ellipsis') break
            const edge = around.getBoundingClientRect().right + 1
            const isInside = written.getBoundingClientRect().right <= edge
            if (overflowX !== 'visible' && !isInside) wrong.push(`cut off: ${one.textContent.trim()}`)
        }
    }
    const linesOf = one => {
        const written = new Range()
        written.selectNodeContents(one)
        return [...written.getClientRects()]
    }
    const areApart = (a, b) => a.right < b.left + 2 || a.bottom < b.top + 4
    for (const one of document.querySelectorAll('.ranking li > *, .worst .choice > *')) {
        const next = one.nextElementSibling
        if (!next) continue
        const isOn = linesOf(one).some(a => linesOf(next).some(b => !areApart(a, b) && !areApart(b, a)))
        if (isOn) wrong.push(`${one.textContent.trim()} lies on ${next.textContent.trim()}`)
    }
    return wrong
}"""
"""What is wider than the window, lies on what follows it, or is cut off, unless dots tell of that."""
COVERED = """() => {
    const stays = one => !['fixed', 'sticky', 'absolute'].includes(getComputedStyle(one).position)
    const isInFlow = one => !one || (stays(one) && isInFlow(one.parentElement))
    const inner = '.unseen, .name, .board, .dice, .chart, svg, .tray, option'
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
HEIGHTS = "all => all.map(one => one.offsetHeight)"
WIDER = "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
CROWDED = """() => {
    const turn = document.querySelector('.turns .turn')
    const fill = (part, html) => turn.querySelector(part).innerHTML = html
    fill('.who', 'Maximiliana')
    fill('.used', 'Steal Full House 5')
    fill('.marks', '<b>??</b> <b>??</b> <b>?!</b>')
    const used = turn.querySelector('.used')
    return used.offsetWidth / parseFloat(getComputedStyle(used).fontSize)
}"""
PAPER = ViewportSize(width=718, height=1047)
"""A4 between the margins that browsers leave."""


def sits(*names: str, game: str, path: str = "/t", **terms: Any) -> Opens:
    def opens(ann: Person) -> None:
        seat = clients.opened(ann.url, game, *names, **terms)[0]
        ann.remembers(seat, game)
        ann.goes(f"{path}/{seat['code']}")
        ann.page.locator(".doing").wait_for()
        ann.page.locator(".board > *").first.wait_for(state="attached")

    return opens


def throws(game: str, bots: int) -> Opens:
    def opens(ann: Person) -> None:
        sits(LONG, game=game, bots=bots)(ann)
        play(ann, until=ann.is_asked)

    return opens


def hears(ann: Person) -> None:
    ann.page.clock.install(time=0)
    sits(LONG, game="junior", bots=1)(ann)
    ann.press("Say something")
    ann.page.locator(".phrases button").last.wait_for()
    ann.stops_the_clock()
    ann.page.locator(".phrases button").last.click()
    ann.page.locator(".log .told-said").wait_for()
    ann.page.clock.run_for(200)
    ann.page.locator(".bubble").wait_for()


def watches(ann: Person) -> None:
    """While a bot throws, and things move."""
    ann.page.emulate_media(reduced_motion="no-preference")
    ann.page.clock.install(time=0)
    sits("Ann", game="traditional", bots=1, first=1)(ann)
    ann.page.locator(".skip").wait_for()
    ann.stops_the_clock()
    ann.page.locator(".skip").wait_for()


@cache
def over(url: str) -> clients.Message:
    """A seat at a match that has ended, of which one player has a long name."""
    seats = clients.opened(url, "showdown", "Ann", LONG)
    play_out(url, seats)
    return seats[0]


def enters(detail: str) -> Opens:
    """Real dice are entered: on a score pad the many scores of a box."""

    def opens(ann: Person) -> None:
        sits(LONG, game="traditional", bots=1, dice="own", detail=detail)(ann)
        if detail == "score":
            ann.press(ann.page.get_by_role("button", name="Enter Chance").locator("visible=true"))
        ann.page.locator(".pad-key").last.wait_for()

    return opens


def has_played(path: str, ready: str) -> Opens:
    def opens(ann: Person) -> None:
        seat = over(ann.url)
        ann.remembers(seat, "showdown")
        ann.goes(path.format(seat["code"]))
        ann.page.locator(ready).first.wait_for()

    return opens


def answers(ann: Person) -> None:
    pages.drill(ann, "showdown")
    ann.page.keyboard.press("ArrowDown")
    ann.page.keyboard.press("Enter")
    ann.page.locator(TAKE).wait_for()
    ann.page.wait_for_timeout(700)  # a second press at once would be an echo of the first
    ann.page.keyboard.press("Enter")
    ann.page.locator(".verdict dd").first.wait_for()


def shows(path: str, ready: str) -> Opens:
    def opens(ann: Person) -> None:
        ann.page.goto(path.format(stories.same_dice(ann.url)[0]["code"]))
        ann.page.locator(ready).first.wait_for(state="attached")

    return opens


def watches_on_tv(ann: Person) -> None:
    ann.goes(f"/tv/{clients.opened(ann.url, 'challenge', 'Ben', bots=1)[0]['code']}")
    ann.page.locator(".board > *").first.wait_for(state="attached")


def names_who_starts(ann: Person) -> None:
    seat = clients.opened(ann.url, "junior", "Ann", LONG, dice="own", detail="final", first="random")[0]
    ann.remembers(seat, "junior")
    ann.goes(f"/t/{seat['code']}")
    ann.button(LONG).wait_for()


def hands_over(ann: Person) -> None:
    """Others on this device must not see what she has decided in secret."""
    seat, other = clients.opened(ann.url, "challenge", "Ann", "Ben")
    ann.keeps("seats", [{**seat, "game": "challenge", "when": 1, "also": [other["token"]]}])
    ann.goes(f"/t/{seat['code']}")
    ann.press(ann.page.locator(MAIN))
    ann.press(ann.page.locator("button.hold[aria-disabled=false]").first)
    ann.press(ann.page.locator(MAIN, has_text="Throw"))
    ann.page.get_by_role("heading", name="Hand it to Ben").wait_for()
    assert ann.page.locator(".tray").count() == 0


def uploaded(ann: Person, record: str) -> str:
    return str(ann.context.request.post(f"{ann.url}/api/records", data=record).json()["code"])


def looks_back_at_four(ann: Person) -> None:
    """Their names have 40 letters; cards and luck stand beside each other."""
    text = (make.FOLDER / "traditional-4seats.jsonl").read_text()
    for seat, player in enumerate(json.loads(text.splitlines()[0])["players"]):
        text = text.replace(json.dumps(player["name"]), json.dumps("ABCD"[seat] * 40), 1)
    ann.goes(f"/review/{uploaded(ann, text)}")
    ann.page.locator(".progress.soft").wait_for(timeout=THOUGHT)
    ann.page.keyboard.press("End")
    ann.page.locator(".as-it-stood .hands").first.wait_for()


def agrees(ann: Person) -> None:
    ann.opens("traditional", LONG)
    ann.press(ann.page.locator("summary"))
    assert len(set(ann.page.locator(".grid > .field > .input").evaluate_all(HEIGHTS))) == 1


def presses(button: str, ready: str) -> Opens:
    def opens(ann: Person) -> None:
        sits(LONG, game="challenge", bots=1)(ann)
        ann.press(button)
        ann.page.locator(ready).first.wait_for()

    return opens


def of(opens: pages.Opens, game: str = "traditional") -> Opens:
    """As for pictures."""
    return lambda ann: opens(ann, game)


TABLE, REVIEW = "/t/{code}", "/review/{code}"
PAGES: dict[str, tuple[str, Opens, int]] = {
    "traditional": (TABLE, throws("traditional", 1), 95),
    "challenge of four": (TABLE, throws("challenge", 3), 95),
    "showdown": (TABLE, throws("showdown", 1), 95),
    "piecepack": (TABLE, throws("piecepack", 1), 95),
    "junior of four": (TABLE, throws("junior", 3), 95),
    "real dice": (TABLE, enters("every"), 95),
    "score pad": (TABLE, enters("score"), 95),
    "who starts": (TABLE, names_who_starts, 0),
    "handed over": (TABLE, hands_over, 0),
    "the tenth of ten": (TABLE, sits(*TEN, game="traditional", first=9), 95),
    "the fourth of four": (TABLE, sits(*FOUR, game="showdown", first=3), 95),
    "spectator": ("/watch/{code}", sits(*TEN, game="traditional", first=9, path="/watch"), 95),
    "television": ("/tv/{code}", watches_on_tv, 0),
    "hint": (TABLE, of(pages.hint), 95),
    "bubble": (TABLE, hears, 95),
    "a bot's turn": (TABLE, watches, 95),
    "settings": (TABLE, presses("This table", "dialog"), 0),
    "rules": (TABLE, presses("Rules", ".rules h2"), 0),
    "lesson": ("/learn/{game}", of(pages.lesson, "junior"), 95),
    "training": ("/train", has_played("/train", ".match"), 40),
    "exercise": ("/train/{game}", of(pages.drill, "junior"), 95),
    "answer": ("/train/{game}", answers, 95),
    "test": ("/train/{game}/test", of(pages.test), 0),
    "end": (TABLE, has_played("/t/{}", ".end"), 95),
    "review": (REVIEW, has_played("/review/{}", ".turns .turn"), 90),
    "review of mistakes": (REVIEW, of(pages.review, "junior"), 0),
    "review of four": (REVIEW, looks_back_at_four, 0),
    "review to keep": (f"{REVIEW}/report", shows("/review/{}/report", "h1"), 0),
    "replay": ("/replay/{code}", shows("/replay/{}", ".turns .turn"), 0),
    "matches": ("/records", has_played("/records", ".match"), 80),
    "player": ("/me", has_played("/me", ".me summary"), 0),
    "statistics": ("/me/stats", has_played("/me/stats", ".of-game .headlines"), 40),
    "the same dice": ("/same/{code}", of(pages.same), 30),
    "side by side": ("/beside/{code}", of(pages.beside), 40),
    "rules and printing": ("/rules", shows("/rules", ".match"), 40),
    "all dice": ("/dice", has_played("/dice", ".of-game .chart"), 40),
    "checked dice": (REVIEW, of(pages.check), 0),
    "verifier": ("/verify.html", of(pages.verifier), 0),
    "today's deal": ("/daily", has_played("/daily", ".deal"), 40),
    "played deal": ("/daily", of(pages.today), 0),
    "past deal": ("/daily/{date}", of(pages.a_past_day), 0),
    "form": ("/", agrees, 0),
    "kitchen table": ("/kitchen", lambda ann: ann.goes("/kitchen"), 0),
    "waiting room": (TABLE, of(pages.waits), 60),
    "door": (TABLE, of(pages.invited, "showdown"), 60),
    "new club night": ("/club", of(pages.new_club_night), 0),
    "club night": ("/club/{code}", of(pages.at_club_night("/club/{}", is_host=True)), 50),
    "guest of a club night": ("/club/{code}", of(pages.at_club_night("/club/{}")), 0),
    "between rounds": ("/club/{code}", of(pages.at_club_night("/club/{}", under_way=False)), 0),
    "wall of a club night": ("/club/{code}/screen", of(pages.at_club_night("/club/{}/screen")), 95),
    "home": ("/", of(pages.home), 80),
}
"""The address of each page, how it is come to, and how much of a wide screen it uses, in hundredths; where it
is 0, only whether its text fits is looked at.
"""
CROWDED_PAGES = ("the tenth of ten", "the fourth of four")
"""Where so many play, a small phone need not show text twice as large without scrolling."""
EVERY_RUN = (
    *("traditional", "showdown", "real dice", "rules", "lesson", "end", "form", "home"),
    *("waiting room", "guest of a club night"),
)
"""A page of each kind, which is looked at in every run; the others are proofs."""
UNEXAMINED = ("bubble", "a bot's turn", "review to keep")
"""Pages whose clock is stopped, for which axe would wait, and one that stands by itself."""


IN_A_ROW = """() => {
    const tops = [...document.querySelectorAll('.plate')].map(plate => plate.getBoundingClientRect().top)
    return Object.values(Object.groupBy(tops, Math.round)).map(row => row.length)
}"""


def stand_in_rows(ann: Person) -> None:
    """Of four plates none stands alone, at any width; they stand in one line on a low phone."""
    for width in range(320, 1920, 40):
        ann.sizes(width, 800)
        assert ann.page.evaluate(IN_A_ROW) in ([4], [2, 2]), width
    ann.sizes(844, 390)
    assert ann.page.evaluate(IN_A_ROW) == [4]


def shows_cards(ann: Person, cards: str) -> None:
    ann.sizes(*SIZES["tablet"])
    other = {"all": "one", "one": "all"}[cards]
    assert ann.page.locator(f".{cards}-cards, .{cards}-card").is_visible()
    assert not ann.page.locator(f".{other}-cards, .{other}-card").is_visible()
    assert ann.button("All cards").is_visible() == (cards == "one")


def shows_its_card_whole(ann: Person) -> None:
    """The longest card fits a tablet, with the keys for dice below it; nothing has to be scrolled."""
    seat, _ = clients.opened(ann.url, "challenge", "Ann", "Ben", dice="own")
    ann.sizes(*SIZES["tablet"])
    ann.sits(seat, "challenge")
    ann.page.locator(".pad").wait_for()
    assert ann.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def keeps_a_crowded_turn(ann: Person) -> None:
    """Four letters of its use can be read in the narrowest of three columns."""
    ann.page.set_viewport_size(WIDE["viewport"])
    ann.page.locator(".turns .turn .luck").first.wait_for()
    assert ann.page.evaluate(CROWDED) >= 4


def stand_side_by_side(ann: Person) -> None:
    """No panel is widened by a long name, and no card is cut at a desk."""
    for key, there in (("Home", "main:not([aria-busy]) .opening-summary"), ("End", ".as-it-stood .hands")):
        for width, height in (SIZES["desk"], SIZES["low phone"]):
            ann.sizes(width, height)
            ann.page.keyboard.press(key)
            ann.page.locator(there).first.wait_for()
            assert ann.page.locator(".analysis .panel").evaluate_all(WIDER) == []
            assert width < 600 or ann.page.locator(".all-cards, .scrolls").evaluate_all(WIDER) == []


def axe_finds(ann: Person) -> None:
    """What is wrong with a page into which something wrong is put."""
    ann.page.evaluate("document.querySelector('.rules').append(document.createElement('img'))")
    assert [found.partition(":")[0] for found in ann.barred()] == ["image-alt"]


ALSO: dict[str, Opens] = {
    "challenge of four": lambda ann: shows_cards(ann, "all"),  # those of a family, without a press
    "the tenth of ten": lambda ann: shows_cards(ann, "one"),  # mine alone
    "junior of four": stand_in_rows,
    "the fourth of four": stand_in_rows,
    "real dice": shows_its_card_whole,
    "review of mistakes": keeps_a_crowded_turn,
    "review of four": stand_side_by_side,
    "rules": axe_finds,
}


def test_these_are_the_pages_of_all_addresses() -> None:
    assert {address for address, *_ in PAGES.values()} >= set(ADDRESSES)


@pytest.mark.parametrize("page", spread(PAGES, *EVERY_RUN))
def test_a_page_fits_every_size(page: str, server: Process, arrives: Arrives) -> None:
    """Ann opens a page at every size: it fits, is reached and read, and axe finds nothing; no word is cut or
    covered where text is twice as large.
    """
    ann = arrives(server.url, FINGER)
    address, opens, used = PAGES[page]
    opens(ann)
    ann.draw()
    assert re.fullmatch(re.sub(r"{\w+}", "[^/]+", address), ann.page.evaluate("location.pathname"))
    wrong = {}
    if used:
        assert ann.page.evaluate(USED) >= used
        for name, (width, height) in SIZES.items():
            ann.sizes(width, height)
            wrong[name] = ann.page.evaluate(WRONG)
        width, height = SIZES["phone"]
        ann.page.evaluate("document.documentElement.style.fontSize = '150%'")
        ann.sizes(width, height)
        wrong["large type on a phone"] = ann.page.evaluate(WRONG)
    assert {name: said for name, said in wrong.items() if said} == {}
    assert overflows(ann, crowded=page in CROWDED_PAGES) == {}
    assert page in UNEXAMINED or barred(ann) == {}
    if page in ALSO:
        ALSO[page](ann)


FIVE_SIZES = ("low phone", "phone", "tablet", "desk", "wide")
WHOLE = """() => {
    const [total] = [...document.querySelectorAll('.row-total')].filter(row => row.checkVisibility())
    const box = css => document.querySelector(css).getBoundingClientRect()
    const end = box('.dice-side').right > box('.board').left ? box('.dice-side').top : innerHeight
    return total?.getBoundingClientRect().bottom > end ? ['the total is out of view'] : []
}"""


@pytest.mark.parametrize("game", spread([*TITLES, "yatzy"], "traditional", "showdown"))
def test_everybody_and_every_total_can_be_seen(game: str, server: Process, arrives: Arrives) -> None:
    """With names of 40 letters nothing is covered or beyond an edge, however many play; a phone and a tablet
    show thirteen boxes whole, and a tablet and a large screen any card.
    """
    ann, wrong = arrives(server.url, FINGER), {}
    names = [f"{name} {LONG}"[:40] for name in TEN]
    for many in {1, 2, 4, 10}.intersection(GAMES[game].seats):
        sits(*names[:many], game=game, first=many - 1, absence=0)(ann)
        ann.draw()
        for name in FIVE_SIZES:
            ann.sizes(*SIZES[name])
            wrong[f"{name}, {many} seats"] = ann.page.evaluate(WRONG)
            if name in ("tablet", "wide") or (name == "phone" and game != "yatzy"):
                wrong[f"{name}, {many} seats"] += ann.page.evaluate(WHOLE)
    assert {name: said for name, said in wrong.items() if said} == {}


def barred(ann: Person) -> dict[str, list[str]]:
    wrong = {}
    schemes: dict[Literal["light", "dark"], str] = {"light": "desk", "dark": "phone"}
    for scheme, name in schemes.items():
        ann.page.emulate_media(color_scheme=scheme)
        ann.sizes(*SIZES[name])
        wrong[scheme] = ann.barred()
    return {name: said for name, said in wrong.items() if said}


def overflows(ann: Person, *, crowded: bool) -> dict[str, list[str]]:
    """What does not fit a phone on which text is twice as large, by the page's style or by the browser's."""
    wrong = {}
    for width in (360, 320):
        ann.sizes(width, 640)
        ann.sets_type(16)
        if width == 360 or not crowded:
            ann.page.evaluate("document.documentElement.style.fontSize = '200%'")
            wrong[f"type of the page, {width} px"] = too_large(ann)
            ann.page.evaluate("document.documentElement.style.fontSize = ''")
        ann.sets_type(32)
        wrong[f"type of the browser, {width} px"] = too_large(ann)
    ann.sets_type(16)
    return {name: said for name, said in wrong.items() if said}


def too_large(ann: Person) -> list[str]:
    return [*ann.page.evaluate(OVERFLOWS), *ann.page.evaluate(COVERED)]


BEGINS_A_LINE = """line => {
    const die = [...line.querySelectorAll('.face-icon')].pop(), end = new Range()
    end.selectNodeContents(die.nextSibling)
    const widths = Array.from({length: 60}, (_, more) => 40 + 4 * more)
    return widths.filter(width => {
        line.style.width = `${width}px`
        return end.getBoundingClientRect().top > die.getBoundingClientRect().bottom
    })
}"""
"""At which widths what follows the last die of a line stands in another."""


REACHED = """() => [...document.querySelectorAll('.rack .offered')].map(one => {
    const {left, top, width, height} = one.getBoundingClientRect()
    const all = Array.from({length: 4 * (height + 12)}, (_, at) => top - 6 + at / 4)
    return all.filter(y => document.elementFromPoint(left + width / 2, y) === one).length / 4
})"""


LIES_BENEATH = """pawn => {
    const middle = one => {
        const {x, y, width, height} = one.getBoundingClientRect()
        return [x + width / 2, y + height / 2]
    }
    const [x, y] = middle(document.querySelector('.tray'))
    const [left, top] = middle(pawn)
    pawn.style.cssText += `; pointer-events: auto; transform: translate(${x - left}px, ${y - top}px)`
    return Boolean(document.elementFromPoint(x, y).closest('.side'))
}"""


LARGE = {
    "phone, type twice as large": (390, 844, 32, 4),
    "small phone, type half as large again": (320, 640, 24, 4),
    "small phone, type twice as large": (320, 640, 32, 4),
    "tablet, type half as large again": (820, 1180, 24, 5),
    "desk magnified twice": (640, 360, 16, 3),
}
"""The size of a screen, that of type, and how many rows of a board are in view at least."""
ROWS = """() => {
    document.querySelector('.one-card, .scoreboard, .frame').scrollIntoView({behavior: 'instant'})
    const isSeen = one => {
        const {left, top, right, bottom} = one.getBoundingClientRect()
        const isOver = y => document.elementFromPoint((left + right) / 2, y)?.closest('.board')
        return bottom <= innerHeight && [top + 2, bottom - 2].every(isOver)
    }
    const row = one => Math.round(one.getBoundingClientRect().top)
    const isPressed = one => {
        const {x, y, width, height} = one.getBoundingClientRect()
        return one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    }
    const all = css => [...document.querySelectorAll(css)]
    const rows = all('.one-card tr, .scoreboard tbody tr, .space').filter(isSeen).map(row)
    return all('.tray .hold, .doing .main').every(isPressed) ? new Set(rows).size : 0
}"""


@pytest.mark.parametrize("game", spread(TITLES, "challenge", "junior"))
def test_a_throw_moves_nothing_and_large_type_leaves_the_board_room(
    game: str, server: Process, arrives: Arrives
) -> None:
    """Ann throws, and all stands where it stood; she asks for large type, and rows stay in view.

    Four rows are in view beside dice and buttons that can be pressed, and at a magnified desk three.
    """
    ann = arrives(server.url, FINGER)
    sits(LONG, game=game, bots=1)(ann)
    before = places(ann)
    if game in ("traditional", "challenge"):  # elsewhere a throw changes the board
        ann.page.locator(MAIN).click()
        ann.page.locator("button.hold[aria-disabled=false]").nth(4).wait_for()
        if game == "challenge":
            ann.page.locator(".state.decided").wait_for(state="attached")
        assert places(ann) == before
    play(ann, until=ann.is_asked)
    ann.draw()
    wrong = {}
    for name, (width, height, size, least) in LARGE.items():
        ann.sizes(width, height)
        ann.sets_type(size)
        wrong[name] = ann.page.evaluate(WRONG)
        rows = ann.page.evaluate(ROWS)
        wrong[name] += [f"only {rows} rows"] if rows < least else []
    assert {name: said for name, said in wrong.items() if said} == {}
    ann.sets_type(16)
    if game == "showdown":
        fits_a_finger(ann)
    if game == "junior":
        thrown = ann.page.locator(".log p", has_text=f"{LONG} throws").first
        expect(thrown.locator(".face-icon")).to_have_count(5)
        assert thrown.evaluate(BEGINS_A_LINE) == []


def places(ann: Person) -> dict[str, list[str]]:
    """Where names, dice, buttons, board, boxes and log stand at every size."""
    found = {}
    for name, (width, height) in SIZES.items():
        ann.sizes(width, height)
        found[name] = ann.page.evaluate(PLACES)
    return found


def fits_a_finger(ann: Person) -> None:
    """A card of showdown has 44 pixels of height; a pawn where a phone's dice are lies beneath them."""
    ann.page.set_viewport_size(WIDE["viewport"])
    play(ann, until=lambda: ann.is_asked() and ann.page.locator(".rack .offered").count() > 0)
    for size in ("desk", "tablet", "phone"):
        ann.sizes(*SIZES[size])
        assert min(ann.page.evaluate(REACHED)) > 43.5, size
    assert ann.page.locator(".pawn.turn").evaluate(LIES_BENEATH)


def test_a_match_under_way_on_paper(server: Process, arrives: Arrives) -> None:
    """Ann prints ten cards, rules and a ring: no name is cut, and nothing can be pressed."""
    played = record.replay((make.FOLDER / "traditional-10seats.jsonl").read_bytes()).match
    terms = Terms("traditional", ("",) * len(TEN), first=played.setup.first)
    seat = put(server.database, terms, (LONG, *TEN[1:]), played.events[:182])[0]  # she is to keep
    ann = arrives(server.url, WIDE)
    ann.sits(seat, "traditional")
    ann.page.locator(".would, .pays").first.wait_for()
    ann.page.set_viewport_size(PAPER)
    ann.page.emulate_media(media="print")
    assert ann.page.evaluate(CUT) == []
    assert ann.page.locator(".player .name:visible").count() == len(TEN)
    assert ann.page.locator(":is(button, input, .tray, .would):visible").all_inner_texts() == []
    ann.page.emulate_media(media="screen")
    ann.press("Rules")
    ann.page.locator(".rules .face-icon").first.wait_for()
    ann.page.emulate_media(media="print")
    assert ann.page.locator("dialog .face-icon:visible").count() == 6 + 15  # they need no font of a reader's
    assert not set("一二三四五六") & set(ann.text(".rules"))
    assert not ann.page.locator("kbd").last.is_visible()
    ann.page.emulate_media(media="screen")
    ann.page.set_viewport_size(WIDE["viewport"])
    played = record.replay((make.FOLDER / "showdown-2seats.jsonl").read_bytes()).match
    states = accumulate(played.events, step, initial=begin(played.setup))
    awaited = [(state.awaited.kind, state.awaited.seats) for state in states]
    terms = Terms("showdown", ("",) * 2, first=played.setup.first)
    for asked in ("choose", "use"):  # the question would cover the ring; what could be taken has a sign
        events = played.events[: awaited.index((asked, (0,)), 40)]
        ann.sits(put(server.database, terms, FOUR[:2], events)[0], "showdown")
        offered = ann.page.locator(".board :is(button, .badge, .question):visible")
        offered.first.wait_for()
        ann.page.emulate_media(media="print")
        assert offered.count() == 0
        assert ann.page.locator(".board .placed:visible").count() > 0
        ann.page.emulate_media(media="screen")


MOST = 130_000
"""Bytes that the first page may take, all in all: 122,000 to 125,000 today, file by file compressed."""
FETCHED = "file => performance.getEntriesByType('resource').some(({name}) => name.endsWith(file))"


@pytest.mark.parametrize("language", spread(("en", "de", "ja"), "de"))
def test_the_first_page_is_light(language: str, server: Process, arrives: Arrives) -> None:
    """Ann fetches little for the first page, with what it fetches ahead; the next speaks her language."""
    ann = arrives(server.url, {**SMALL_PHONE, "locale": language})
    ann.goes("/")
    ann.page.wait_for_function(FETCHED, arg="/table/table.js")
    ann.page.wait_for_load_state("networkidle")
    sizes = ann.page.evaluate("""performance.getEntriesByType('navigation')
        .concat(performance.getEntriesByType('resource')).map(one => one.transferSize)""")
    assert min(sizes) > 0
    assert sum(sizes) < MOST
    ann.page.locator("footer a[href$='/rules']").click()
    ann.page.get_by_text(messages(language, "pages").get(("", "Learn"), "Learn"), exact=True).first.wait_for()


ROOMS = """all => all.map(one => {
    const [who, points] = ['.who', '.points'].map(css => one.querySelector(css).getBoundingClientRect())
    return [points.left - who.right, who.width]
})"""
"""How far each player's points stand from the name, and how wide the name is, in pixels."""


@pytest.mark.proof
def test_names_and_cards_have_room_on_a_phone(server: Process, arrives: Arrives) -> None:
    """Three cards fit; of ten that are wider than a screen Jon's own is in view. Where Ann is late no figure
    lies upon a name, and no line of days is broken.
    """
    ann = arrives(server.url, SMALL_PHONE)
    sits("Ann", "Benjamin", "Cyd", game="challenge")(ann)
    ann.press("All cards")
    for width in (360, 320):
        ann.sizes(width, 640)
        assert ann.page.locator(".all-cards").evaluate("one => one.scrollWidth <= one.clientWidth")
    jon = arrives(server.url, {**WIDE, "viewport": {"width": 900, "height": 700}})
    jon.sits(clients.opened(server.url, "traditional", *TEN, first=9)[9], "traditional")
    expect(jon.page.locator(".all-cards thead .on")).to_be_in_viewport(ratio=0.9)
    played = record.replay((make.FOLDER / "challenge-4seats.jsonl").read_bytes()).match
    terms = Terms("challenge", ("",) * 4, first=played.setup.first)
    names = (*FOUR[:2], "Max", "Mom")
    seat = put(server.database, terms, names, played.events[:-9])[0]
    ann = arrives(server.url, PHONE)
    ann.sits(seat, "challenge")
    assert max(int(points.split()[0]) for points in ann.page.locator(".points").all_inner_texts()) > 99
    for width in (390, 320):
        ann.sizes(width, 640)
        rooms = ann.page.locator(".player").evaluate_all(ROOMS)
        assert all(gap >= 0 and name > 16 for gap, name in rooms), rooms
        short = ann.page.locator(".name", has_text="M")
        assert short.evaluate_all("all => all.map(one => one.scrollWidth <= one.clientWidth)") == [True, True]
    ann.page.set_viewport_size(PHONE["viewport"])
    sits("Ann", LONG, game="traditional", first=1, days=3)(ann)
    timer = ann.page.get_by_role("timer")
    assert timer.inner_text() == "3 days"
    assert timer.evaluate("one => one.offsetHeight < 2 * parseFloat(getComputedStyle(one).fontSize)")


@pytest.mark.proof
def test_dice_and_cards_are_seen_in_forced_colours(server: Process, arrives: Arrives) -> None:
    """Ann's system makes all black: dice and cards are light as ever, and whose turn it is, is outlined."""
    ann = arrives(server.url, {**WIDE, "color_scheme": "dark", "forced_colors": "active", "drawn": True})
    throws("showdown", 1)(ann)
    for drawn in (".tray .die", ".log .face-icon", ".rack .slab"):
        with Image.open(BytesIO(ann.page.locator(drawn).last.screenshot())) as shot:
            shades = shot.convert("L").histogram()
        assert sum(shades[160:]) > sum(shades) / 3, drawn
    assert (
        ann.page.locator(".plate[aria-current]").evaluate("one => getComputedStyle(one).outlineStyle")
        == "solid"
    )

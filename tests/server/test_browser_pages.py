"""Every page at every size fits and bars nobody; the first page is light."""

from collections.abc import Callable
from functools import cache
from io import BytesIO
from itertools import accumulate

import pytest
from PIL import Image
from playwright.sync_api import expect

from fivedice.match.state import begin, step
from fivedice.notation import record
from fivedice.table.terms import Terms
from tests.golden import make
from tests.server import clients
from tests.server.browsing import (
    MAIN,
    PHONE,
    THOUGHT,
    TITLES,
    WIDE,
    Look,
    Person,
    both_ended,
    ended,
    play,
    play_out,
)
from tests.server.serving import Process
from tests.server.stored import put

Arrives = Callable[[str, Look], Person]
Opens = Callable[[Person], None]
SIZES = {
    "wide": (1920, 1080),
    "desk": (1280, 800),
    "tablet": (820, 1180),
    "tablet on its side": (1180, 820),
    "magnified twice": (640, 400),
    "phone": (390, 844),
    "small phone": (320, 640),
    "phone on its side": (844, 390),
}
FINGER: Look = {"viewport": {"width": 1920, "height": 1080}, "has_touch": True}
SMALL_PHONE: Look = {**PHONE, "viewport": {"width": 360, "height": 640}}
LONG = "Annabella of the Seven Long Corridors"
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
    for (const one of all('button:not(:disabled), a.button')) {
        one.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'})
        const box = one.getBoundingClientRect()
        const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        if (!isInside(box)) wrong.push(`out of reach: ${named(one)}`)
        else if (!one.contains(there)) wrong.push(`${named(one)} is behind ${there && named(there)}`)
    }
    for (const one of all('.turn .used')) {
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
        for (const one of all('.play:not(.ended, .learning) :is(.player, .plate)[aria-current]'))
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
PAPER = {"width": 718, "height": 1047}
"""A4 between the margins that browsers leave."""


def sits(*names: str, game: str, path: str = "/t", **terms: object) -> Opens:
    """The first of these at a new table."""

    def opens(ann: Person) -> None:
        seat = clients.opened(ann.url, game, *names, **terms)[0]
        ann.remembers(seat, game)
        ann.goes(f"{path}/{seat['code']}")
        ann.page.locator(".doing").wait_for()
        ann.page.locator(".board > *").first.wait_for(state="attached")

    return opens


def throws(game: str, bots: int) -> Opens:
    """The dice of a first throw lie there, among bots."""

    def opens(ann: Person) -> None:
        sits(LONG, game=game, bots=bots)(ann)
        play(ann, until=ann.is_asked)

    return opens


def asks(ann: Person) -> None:
    """A hint stands there."""
    throws("traditional", 1)(ann)
    ann.press("Hint")
    ann.page.locator(".hint li.best").wait_for(timeout=THOUGHT)


def hears(ann: Person) -> None:
    """Somebody with a long name has just said something."""
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


def has_played(path: str, ready: str) -> Opens:
    """A page about that match."""

    def opens(ann: Person) -> None:
        seat = over(ann.url)
        ann.remembers(seat, "showdown")
        ann.goes(path.format(seat["code"]))
        ann.page.locator(ready).first.wait_for()

    return opens


def waits(ann: Person) -> None:
    """In the waiting room."""
    ann.invites("traditional", "Ann")


def is_asked_in(ann: Person) -> None:
    """At the door of somebody's table."""
    ann.goes(f"/t/{clients.opened(ann.url, 'showdown', 'Ben', free=1)[0]['code']}")
    ann.button("Take a chair").wait_for()


def learns(ann: Person) -> None:
    """In a lesson, where dice are to be set aside."""
    ann.goes("/learn/junior")
    ann.press("Throw")
    ann.page.locator(".die[data-wanted]").first.wait_for()


PAGES: dict[str, tuple[Opens, int]] = {
    "traditional": (throws("traditional", 1), 95),
    "challenge of four": (throws("challenge", 3), 95),
    "showdown": (throws("showdown", 1), 95),
    "piecepack": (throws("piecepack", 1), 95),
    "junior of four": (throws("junior", 3), 95),
    "the tenth of ten": (sits(*TEN, game="traditional", first=9), 95),
    "the fourth of four": (sits(*FOUR, game="showdown", first=3), 95),
    "onlooker": (sits(*TEN, game="traditional", first=9, path="/watch"), 95),
    "hint": (asks, 95),
    "bubble": (hears, 95),
    "a bot's turn": (watches, 95),
    "lesson": (learns, 95),
    "end": (has_played("/t/{}", ".end"), 95),
    "review": (has_played("/review/{}", ".turns .turn"), 90),
    "matches": (has_played("/records", ".match"), 80),
    "waiting room": (waits, 60),
    "door": (is_asked_in, 60),
    "home": (lambda ann: ann.goes("/"), 80),
}
"""How each page is come to, and how much of a wide screen it uses, in hundredths."""
STANDING_STILL = ("bubble", "a bot's turn")
"""Pages whose clock is stopped; axe would wait for it."""


@pytest.mark.parametrize("page", PAGES)
def test_a_page_fits_every_size(page: str, server: Process, arrives: Arrives) -> None:
    """No sideways scrolling; what can be pressed is reached and large enough; who plays is in view."""
    ann = arrives(server.url, FINGER)
    opens, used = PAGES[page]
    opens(ann)
    ann.draw()
    assert ann.page.evaluate(USED) >= used
    wrong = {}
    for name, (width, height) in SIZES.items():
        ann.page.set_viewport_size({"width": width, "height": height})
        wrong[name] = ann.page.evaluate(WRONG)
    width, height = SIZES["phone"]
    ann.page.evaluate("document.documentElement.style.fontSize = '150%'")
    ann.page.set_viewport_size({"width": width, "height": height})
    wrong["large type on a phone"] = ann.page.evaluate(WRONG)
    assert {name: said for name, said in wrong.items() if said} == {}
    assert overflows(ann) == {}
    assert page in STANDING_STILL or barred(ann) == {}


CROWDED = """() => {
    const turn = document.querySelector('.turns .turn')
    const fill = (part, html) => turn.querySelector(part).innerHTML = html
    fill('.who', 'Maximiliana')
    fill('.used', 'Steal Full House 5')
    fill('.marks', '<b>??</b> <b>??</b> <b>?!</b>')
    const used = turn.querySelector('.used')
    return used.offsetWidth / parseFloat(getComputedStyle(used).fontSize)
}"""


def test_the_use_of_a_crowded_turn_is_not_torn(server: Process, arrives: Arrives) -> None:
    """Beside a long name and three marks it keeps four letters' width, at the narrowest three columns."""
    ann, seat = arrives(server.url, WIDE), ended(server, "showdown")
    ann.goes(f"/review/{seat['code']}")
    ann.page.locator(".turns .turn .luck").first.wait_for()
    ann.page.set_viewport_size({"width": 1280, "height": 800})
    assert ann.page.evaluate(CROWDED) >= 4


def barred(ann: Person) -> dict[str, list[str]]:
    """What axe finds at a desk in light and on a phone in the dark."""
    wrong = {}
    ann.sets_type(16)
    for scheme, name in (("light", "desk"), ("dark", "phone")):
        width, height = SIZES[name]
        ann.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        ann.page.set_viewport_size({"width": width, "height": height})
        wrong[scheme] = ann.barred()
    return {name: said for name, said in wrong.items() if said}


def overflows(ann: Person) -> dict[str, list[str]]:
    """What does not fit a phone on which text is twice as large, by the page's style or by the browser's."""
    wrong = {}
    ann.page.set_viewport_size(SMALL_PHONE["viewport"])
    ann.sets_type(16)
    ann.page.evaluate("document.documentElement.style.fontSize = '200%'")
    wrong["type of the page"] = ann.page.evaluate(OVERFLOWS)
    ann.page.evaluate("document.documentElement.style.fontSize = ''")
    ann.sets_type(32)
    for width in (360, 320):
        ann.page.set_viewport_size({"width": width, "height": 640})
        wrong[f"type of the browser, {width} px"] = ann.page.evaluate(OVERFLOWS)
    return {name: said for name, said in wrong.items() if said}


def test_dialogs_fit_a_phone_with_large_type(server: Process, arrives: Arrives) -> None:
    """The form for a table with friends, what is agreed at a table, and the rules; axe finds nothing."""
    ann = arrives(server.url, FINGER)
    ann.opens("traditional", LONG)
    ann.press(ann.page.locator("summary"))
    assert (overflows(ann), barred(ann)) == ({}, {})
    sits(LONG, game="challenge", bots=1)(ann)
    ann.press("This table")
    assert (overflows(ann), barred(ann)) == ({}, {})
    ann.press("Close")
    ann.press("Rules")
    ann.page.locator(".rules h2").first.wait_for()
    assert (overflows(ann), barred(ann)) == ({}, {})


def test_what_cost_the_most_fits_a_phone_with_large_type(server: Process, arrives: Arrives) -> None:
    """When a choice was made and what it cost stand below each other where there is no room side by side."""
    ann = arrives(server.url, FINGER)
    seat = both_ended(server, "junior")[1]  # Ben has made mistakes
    ann.remembers(seat, "junior")
    ann.goes(f"/review/{seat['code']}")
    ann.page.locator(".worst .choice").first.wait_for()
    assert overflows(ann) == {}


@pytest.mark.parametrize("game", ["traditional", "challenge"])
def test_nothing_jumps_from_throw_to_keep(game: str, server: Process, arrives: Arrives) -> None:
    """Names, dice, buttons, board, boxes and log stand where they stood before the throw, at every size."""
    ann = arrives(server.url, FINGER)
    sits("Ann", game=game, bots=1)(ann)

    def places() -> dict[str, list[str]]:
        found = {}
        for name, (width, height) in SIZES.items():
            ann.page.set_viewport_size({"width": width, "height": height})
            found[name] = ann.page.evaluate(PLACES)
        return found

    before = places()
    ann.page.locator(MAIN).click()
    ann.page.locator("button.hold[aria-disabled=false]").nth(4).wait_for()
    if game == "challenge":
        ann.page.locator(".state.decided").wait_for(state="attached")
    assert places() == before


NEWEST = """() => {
    const log = document.querySelector('.log').getBoundingClientRect()
    const line = document.querySelector('.log p:last-child').getBoundingClientRect()
    return line.top >= log.top && line.bottom <= log.bottom && line.bottom <= innerHeight
}"""


def test_the_newest_line_of_the_log_is_in_view(server: Process, arrives: Arrives) -> None:
    """Also where something has come above it: at a desk the end, and then how the match went."""
    ann = arrives(server.url, {**FINGER, "viewport": {"width": 1280, "height": 800}})
    has_played("/t/{}", ".account .plain-words")(ann)
    ann.page.wait_for_function(NEWEST)  # it follows with the next picture that is drawn


@pytest.mark.parametrize(("many", "cards"), [(4, "all"), (10, "one")])
def test_a_tablet_on_end_shows_as_many_cards_as_fit(
    many: int, cards: str, server: Process, arrives: Arrives
) -> None:
    """Those of a family side by side without a press, and of ten people mine alone."""
    width, height = SIZES["tablet"]
    ann = arrives(server.url, {**FINGER, "viewport": {"width": width, "height": height}})
    sits(*TEN[:many], game="traditional")(ann)
    other = {"all": "one", "one": "all"}[cards]
    assert ann.page.locator(f".{cards}-cards, .{cards}-card").is_visible()
    assert not ann.page.locator(f".{other}-cards, .{other}-card").is_visible()
    assert ann.button("All cards").is_visible() == (cards == "one")


def test_three_cards_fit_a_phone(server: Process, arrives: Arrives) -> None:
    """Nobody's column lies beyond the edge, where nothing tells of it."""
    ann = arrives(server.url, SMALL_PHONE)
    sits("Ann", "Benjamin", "Cyd", game="challenge")(ann)
    ann.press("All cards")
    for width in (360, 320):
        ann.page.set_viewport_size({"width": width, "height": 640})
        assert ann.page.locator(".all-cards").evaluate("one => one.scrollWidth <= one.clientWidth")


def test_a_hint_comes_into_view_on_a_low_screen(server: Process, arrives: Arrives) -> None:
    """A laptop magnified to twice its size shows what is best once it is known, and not only a heading."""
    ann = arrives(server.url, {**WIDE, "viewport": {"width": 960, "height": 540}})
    ann.sits(clients.opened(server.url, "traditional", "Ann", bots=1)[0], "traditional")
    play(ann, until=ann.is_asked)
    ann.press("Hint")
    ann.page.locator(".hint li.best").first.wait_for(timeout=THOUGHT)
    expect(ann.page.locator(".hint .best .worth").first).to_be_in_viewport(ratio=1)


def test_the_card_of_who_plays_is_in_view(server: Process, arrives: Arrives) -> None:
    """Ten cards are wider than a small screen; I can press my boxes wherever I sit."""
    names = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jon")
    seats = clients.opened(server.url, "traditional", *names, first=9)
    jon = arrives(server.url, {**WIDE, "viewport": {"width": 900, "height": 700}})
    jon.sits(seats[9], "traditional")
    expect(jon.page.locator(".all-cards thead .on")).to_be_in_viewport(ratio=0.9)


def test_four_names_stand_beside_hundreds_of_points(server: Process, arrives: Arrives) -> None:
    """Late in challenge, on a phone: no figure lies upon a name, and a name of three letters is whole."""
    played = record.replay((make.FOLDER / "challenge-4seats.jsonl").read_bytes()).match
    terms = Terms("challenge", ("",) * 4, first=played.setup.first)
    names = (*FOUR[:2], "Max", "Mom")
    seat = put(server.database, terms, names, played.events[:-9])[0]
    ann = arrives(server.url, PHONE)
    ann.sits(seat, "challenge")
    assert max(int(points.split()[0]) for points in ann.page.locator(".points").all_inner_texts()) > 99
    for width in (390, 320):
        ann.page.set_viewport_size({"width": width, "height": 640})
        rooms = ann.page.locator(".player").evaluate_all(ROOMS)
        assert all(gap >= 0 and name > 16 for gap, name in rooms), rooms
        short = ann.page.locator(".name", has_text="M")
        assert short.evaluate_all("all => all.map(one => one.scrollWidth <= one.clientWidth)") == [True, True]


def test_the_days_left_stand_in_one_line(server: Process, arrives: Arrives) -> None:
    """Beside a long name, on a phone."""
    ann = arrives(server.url, PHONE)
    sits("Ann", LONG, game="traditional", first=1, days=3)(ann)
    timer = ann.page.get_by_role("timer")
    assert timer.inner_text() == "3 days"
    assert timer.evaluate("one => one.offsetHeight < 2 * parseFloat(getComputedStyle(one).fontSize)")


ROOMS = """all => all.map(one => {
    const [who, points] = ['.who', '.points'].map(css => one.querySelector(css).getBoundingClientRect())
    return [points.left - who.right, who.width]
})"""
"""How far each player's points stand from the name, and how wide the name is, in pixels."""


REACHED = """() => [...document.querySelectorAll('.rack .offered')].map(one => {
    const {left, top, width, height} = one.getBoundingClientRect()
    const all = Array.from({length: 4 * (height + 12)}, (_, at) => top - 6 + at / 4)
    return all.filter(y => document.elementFromPoint(left + width / 2, y) === one).length / 4
})"""


def test_a_card_of_showdown_is_as_high_as_a_finger(server: Process, arrives: Arrives) -> None:
    """44 pixels of each that can be taken, where the board is as wide as a phone, and nothing in between."""
    ann = arrives(server.url, FINGER)
    sits("Ann", game="showdown", bots=1)(ann)
    play(ann, until=lambda: ann.is_asked() and ann.page.locator(".rack .offered").count() > 0)
    for size in ("phone", "tablet", "desk"):
        width, height = SIZES[size]
        ann.page.set_viewport_size({"width": width, "height": height})
        assert min(ann.page.evaluate(REACHED)) > 43.5, size


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


@pytest.mark.parametrize("game", TITLES)
def test_large_type_leaves_the_board_room(game: str, server: Process, arrives: Arrives) -> None:
    """Four rows of it are in view beside dice and buttons that can be pressed, and at a magnified desk three.

    All else fits as it does in usual type.
    """
    ann = arrives(server.url, FINGER)
    throws(game, 1)(ann)
    ann.draw()
    wrong = {}
    for name, (width, height, size, least) in LARGE.items():
        ann.page.set_viewport_size({"width": width, "height": height})
        ann.sets_type(size)
        wrong[name] = ann.page.evaluate(WRONG)
        rows = ann.page.evaluate(ROWS)
        wrong[name] += [f"only {rows} rows"] if rows < least else []
    assert {name: said for name, said in wrong.items() if said} == {}


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


def test_nothing_of_a_board_lies_upon_the_tray(server: Process, arrives: Arrives) -> None:
    """A pawn that stands where the dice of a phone are is hidden beneath them, as its space is."""
    ann = arrives(server.url, PHONE)
    throws("showdown", 1)(ann)
    assert ann.page.locator(".pawn.turn").evaluate(LIES_BENEATH)


IN_VIEW = """css => {
    const [one, names, side] = [css, '.plates', '.side'].map(
        name => document.querySelector(name).getBoundingClientRect())
    return one.top >= names.bottom && one.bottom <= side.top
}"""


def test_a_phone_shows_where_others_play(server: Process, arrives: Arrives) -> None:
    """The page of an onlooker goes to the space of the pawn whose turn it is, above the dice."""
    ann = arrives(server.url, SMALL_PHONE)

    def change(message: clients.Message) -> None:
        message["picture"]["position"]["pawns"] = [10, 10]

    ann.hears(change)
    sits("Ann", "Ben", game="showdown", path="/watch")(ann)
    ann.page.wait_for_function(IN_VIEW, arg=".space.here")


def test_a_phone_shows_where_my_dice_are_worth_most(server: Process, arrives: Arrives) -> None:
    """After a first throw, which has glowing places above and below: the page goes to the dearest."""
    ann = arrives(server.url, SMALL_PHONE)

    def change(message: clients.Message) -> None:
        if message.get("you", {}).get("uses"):
            use = message["you"]["uses"][0]
            places = {"daisy-duck": 2, "pluto": 3}
            message["you"]["uses"] = [{**use, "name": name, "pays": pays} for name, pays in places.items()]

    ann.hears(change)
    sits("Ann", "Ben", game="junior")(ann)
    ann.page.evaluate("document.querySelector('.doing .main').click()")  # a driver's own would scroll
    ann.page.locator(".offer").last.wait_for()
    ann.page.wait_for_function(IN_VIEW, arg="[data-cell='pluto 3'] .offer")


def test_a_match_under_way_on_paper(server: Process, arrives: Arrives) -> None:
    """Cards, and the names and points of all ten, not one cut; no dice, nothing to press, no box offered."""
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
    assert ann.page.locator("dialog .face-icon:visible").count() == 6
    assert not ann.page.locator("kbd").last.is_visible()


@pytest.mark.parametrize("asked", ["choose", "use"])
def test_nothing_is_offered_on_a_board_on_paper(asked: str, server: Process, arrives: Arrives) -> None:
    """What is asked would cover the ring of showdown; what could be taken has a sign, and is pressed."""
    played = record.replay((make.FOLDER / "showdown-2seats.jsonl").read_bytes()).match
    states = accumulate(played.events, step, initial=begin(played.setup))
    awaited = [(state.awaited.kind, state.awaited.seats) for state in states]
    events = played.events[: awaited.index((asked, (0,)), 40)]
    terms = Terms("showdown", ("",) * 2, first=played.setup.first)
    ann = arrives(server.url, WIDE)
    ann.sits(put(server.database, terms, FOUR[:2], events)[0], "showdown")
    offered = ann.page.locator(".board :is(button, .badge, .question):visible")
    offered.first.wait_for()
    ann.page.emulate_media(media="print")
    assert offered.count() == 0
    assert ann.page.locator(".board .placed:visible").count() > 0


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


def test_no_line_begins_with_what_ends_a_sentence(server: Process, arrives: Arrives) -> None:
    """The sign after dice stays with the last of them, however narrow the page is."""
    ann = arrives(server.url, WIDE)
    sits("Ann", "Ben", game="junior")(ann)
    ann.press(ann.page.locator(MAIN))
    thrown = ann.page.locator(".log p", has_text="Ann throws").first
    thrown.locator(".face-icon").nth(4).wait_for()
    assert thrown.evaluate(BEGINS_A_LINE) == []


IN_A_ROW = """() => {
    const tops = [...document.querySelectorAll('.plate')].map(plate => plate.getBoundingClientRect().top)
    return Object.values(Object.groupBy(tops, Math.round)).map(row => row.length)
}"""


@pytest.mark.parametrize("game", ["showdown", "junior"])
def test_of_four_players_none_stands_alone(game: str, server: Process, arrives: Arrives) -> None:
    """They stand side by side or two and two, at any width of the board; in one line on a low phone."""
    ann = arrives(server.url, WIDE)
    sits(*FOUR, game=game)(ann)
    for width in range(320, 1920, 40):
        ann.page.set_viewport_size({"width": width, "height": 800})
        assert ann.page.evaluate(IN_A_ROW) in ([4], [2, 2]), width
    ann.page.set_viewport_size({"width": 844, "height": 390})
    assert ann.page.evaluate(IN_A_ROW) == [4]


FORCED: Look = {**WIDE, "color_scheme": "dark", "forced_colors": "active", "drawn": True}
MOST = 120_000
"""Bytes that the first page may take, all in all: 117,000 today, in 66 answers compressed one by one."""
FETCHED = "file => performance.getEntriesByType('resource').some(({name}) => name.endsWith(file))"


def test_what_bars_somebody_is_found(server: Process, arrives: Arrives) -> None:
    """A picture of which nothing is said is called so."""
    ann = arrives(server.url, SMALL_PHONE)
    ann.goes("/records")
    ann.page.evaluate("document.querySelector('main').append(document.createElement('img'))")
    assert [found.partition(":")[0] for found in ann.barred()] == ["image-alt"]


def test_dice_and_cards_are_seen_in_forced_colours(server: Process, arrives: Arrives) -> None:
    """Dice and cards are as light as ever where a system makes all black; whose turn it is, is outlined."""
    ann = arrives(server.url, FORCED)
    throws("showdown", 1)(ann)
    for drawn in (".tray .die", ".log .face-icon", ".rack .slab"):
        with Image.open(BytesIO(ann.page.locator(drawn).last.screenshot())) as shot:
            shades = shot.convert("L").histogram()
        assert sum(shades[160:]) > sum(shades) / 3, drawn
    assert (
        ann.page.locator(".plate[aria-current]").evaluate("one => getComputedStyle(one).outlineStyle")
        == "solid"
    )


def test_the_first_page_is_light(server: Process, arrives: Arrives) -> None:
    """All that comes over the network for the first page, what it fetches ahead included."""
    ann = arrives(server.url, SMALL_PHONE)
    ann.goes("/")
    ann.page.wait_for_function(FETCHED, arg="/table/table.js")
    ann.page.wait_for_load_state("networkidle")
    sizes = ann.page.evaluate("""performance.getEntriesByType('navigation')
        .concat(performance.getEntriesByType('resource')).map(one => one.transferSize)""")
    assert min(sizes) > 0
    assert sum(sizes) < MOST

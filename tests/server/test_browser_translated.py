"""Tables on pages that the browser translates: every text stands in `<font>` elements, as in Chrome."""

import time
from collections.abc import Callable

import pytest

from fivedice.notation import record
from fivedice.table.terms import Terms
from tests.golden import make
from tests.server.browsing import END, PATIENCE, SMALL, THOUGHT, TITLES, Look, Person, play
from tests.server.serving import Process
from tests.server.stored import put

Arrives = Callable[[str, Look], Person]
TRANSLATOR = """always => {
    const isText = text => text.data.trim() && !text.parentElement.closest('font, [translate=no]')
    const translate = () => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
        const texts = []
        while (walker.nextNode()) texts.push(walker.currentNode)
        for (const text of texts.filter(isText)) {
            const [outer, inner] = [document.createElement('font'), document.createElement('font')]
            inner.textContent = text.data
            outer.append(inner)
            text.replaceWith(outer)
        }
    }
    translate()
    if (always) new MutationObserver(translate).observe(document.body, {
        childList: true, characterData: true, subtree: true})
}"""
"""Puts each text into elements of its own, word for word, so that the page should read as before."""
READ = """() => [
    [...document.querySelectorAll(
        'main > :not(.side), .side > :not(.beside), .hint, .log p:nth-last-child(-n + 6)')]
        .map(one => one.innerText).join('\\n'),
    document.documentElement.scrollWidth,
    [...document.querySelectorAll('main button')].map(one => {
        const {left, width, height} = one.getBoundingClientRect()
        return [left, width, height].map(Math.round).join()
    }).join(' '),
]"""
"""What the page says, how wide it is, and where its buttons are."""
WAYS = {
    "another text": "(text, inner, outer) => { inner.textContent = text.data; text.replaceWith(outer) }",
    "the same text": "(text, inner, outer) => { text.replaceWith(outer); inner.append(text) }",
    "another text, put there first": """(text, inner, outer) => {
        inner.textContent = text.data
        text.before(outer)
        text.remove()
    }""",
}
"""How a translator may put a text into elements of its own."""
CHANGES = """async put => {
    const app = document.querySelector('script').src
    const {html, render} = await import(app.replace('app.js', 'vendor/htm-preact.js'))
    const place = document.querySelector('main').appendChild(document.createElement('p'))
    const read = async content => {
        if (content) render(content, place)
        await null // what follows translations runs then
        return place.textContent
    }
    const translate = (empty = false) => {
        const texts = [...place.childNodes].filter(one => one instanceof Text && (one.data || empty))
        for (const text of texts) {
            const [outer, inner] = [document.createElement('font'), document.createElement('font')]
            outer.append(inner)
            put(text, inner, outer)
            if (inner.textContent) inner.textContent += "'" // so that it reads as translated
        }
    }
    const two = (one, other, more) => html`${one}, ${other}${more}`
    const said = [await read(two('a', 'b'))]
    translate()
    said.push(await read(), await read(two('a', 'b')))
    said.push(await read(two('a', 'c')), await read(two('a', '', html`<i>d</i>`)))
    translate()
    said.push(await read(two('a', 'e', html`<i>d</i>`)), await read(two('a', null)))
    for (const font of place.querySelectorAll('p > font')) font.remove()
    said.push(await read())
    translate()
    said.push(await read(), await read(html`<b>f</b>`), await read(two('g', 'h')))
    translate()
    await null
    translate(true)
    said.push(await read(two('g', 'h')), await read(two('g', 'i')), await read(html`<b>j</b>`))
    return said.join(' | ')
}"""
"""Changes some of three texts, and tells how they read each time; in the end empty ones are taken too."""
HINTED = "junior"
"""The game in which a hint is taken; others would look the same."""
LATE = 20
"""Events before its end at which a match is entered: two turns or three."""


def reads_like(translated: Person, plain: Person) -> None:
    """The one page comes to say the same as the other, in the same places."""
    until = time.monotonic() + PATIENCE / 1000
    while (is_read := translated.page.evaluate(READ)) != (wanted := plain.page.evaluate(READ)):
        if time.monotonic() > until:
            assert is_read == wanted
        plain.page.wait_for_timeout(50)


def takes_hints(people: list[Person]) -> None:
    """Everybody who sits there sees what a hint says."""
    play(people[-1], until=people[0].is_asked)
    for person in people:
        person.press("Hint")
        person.page.locator(".hint li").first.wait_for(timeout=THOUGHT)


@pytest.mark.parametrize("way", WAYS)
def test_a_translated_text_stands_until_it_changes(way: str, server: Process, arrives: Arrives) -> None:
    """Then it is gone with all of its translation; what else is there stays, and stays translated."""
    person = arrives(server.url, SMALL)
    person.goes("/")
    said = person.page.evaluate(f"({CHANGES})({WAYS[way]})")
    before, after = said.split(" | f | ")
    assert before == "a, b | a', 'b' | a', 'b' | a', 'c | a', 'd | a', 'ed | a', ' | a,  | a', '"
    assert after == "g, h | g', 'h' | g', 'i | j"


@pytest.mark.parametrize("game", TITLES)
def test_a_table_stays_right_while_its_page_is_translated(
    game: str, server: Process, arrives: Arrives
) -> None:
    """Once, or whenever a text changes; it is played to its end from the translated pages."""
    played = record.replay((make.FOLDER / f"{game}-2seats.jsonl").read_bytes()).match
    terms = Terms(
        game,
        ("", "greedy"),
        make.OPTIONS.get(f"{game}-2seats", {}),
        played.setup.games,
        first=played.setup.first,
    )
    (seat,) = put(server.database, terms, ("Ann",), played.events[:-LATE])
    plain, once, always = people = [arrives(server.url, SMALL) for _ in range(3)]
    for person in people:
        person.keeps("settings", {"taking": "now", "chatter": False})
        person.sits(seat, game)
    once.page.evaluate(TRANSLATOR, False)
    always.page.evaluate(TRANSLATOR, True)
    if game == HINTED:
        takes_hints(people)
    while plain.sees() != END:
        for person in (once, always):
            person.acts()
            for translated in (once, always):
                reads_like(translated, plain)
    assert once.page.locator("font").count() > 0

"""What stands in the head of each page, and that it is all that the page needs to be drawn as it stays."""

import re
from collections.abc import Callable

import httpx
import pytest
from websockets.sync.client import connect as connect_and_wait

from fivedice.server.assets.html_head import FIRST, RUNS, Heads, Page
from tests.server import clients
from tests.server.browsing import PHONE, WIDE, Look, Person, ended
from tests.server.serving import Process

Arrives = Callable[[str, Look], Person]
BOTH = pytest.mark.parametrize("look", [PHONE, WIDE], ids=["phone", "wide"])
INDEX = '<link rel="later" href="/s/style/one.css"><link rel="later" href="/s/style/two.css">{{needed}}'
SCRIPTS = {
    FIRST: "import {a} from './a.js'\nconst Page = page(() => import('./page.js'))\n",
    RUNS: f"need('{FIRST}')\n",
    "a.js": "import {\n  b,\n} from './deep/b.js'\n\nexport const a = b\n",
    "deep/b.js": "import {c} from '../c.js'\n\nexport const b = c\n",
    "c.js": "export const c = 'see'\n",
    "page.js": "import {a} from './a.js'\n\nstylesheet('two')\n",
    "games/index.js": "const BOARDS = {\n  ring: {load: () => styled(import('./board.js'))},\n}\n",
    "games/board.js": "import Page from '../page.js'\n\nstylesheet('one')\n",
}
NAMED = """() => [...document.querySelectorAll('head link, head script')].map(one => one.href ?? one.src)"""
FETCHED = """() => performance.getEntriesByType('resource').map(one => one.name)
    .filter(name => /\\.(js|css)$/.test(name))"""
HAS_ONWARD = """() => performance.getEntriesByType('resource')
    .some(one => one.name.endsWith('/joined/onward/table/table.js'))"""
SHIFTED = """() => new Promise(resolve => {
    let shifted = 0
    new PerformanceObserver(list => list.getEntries().forEach(one => (shifted += one.value)))
        .observe({type: 'layout-shift', buffered: true})
    if (getComputedStyle(document.documentElement).opacity === '0') shifted = Infinity // nothing is drawn
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifted)))
})"""
LITTLE = 0.05
"""A shift that nobody sees; what Lighthouse finds good is twice that."""


def test_a_head_names_what_its_page_needs() -> None:
    """Its script, and last the one that runs it; no style but theirs, nothing that is fetched when needed."""
    heads = Heads(INDEX, SCRIPTS, "/s")
    page = heads.page(Page("page.js", onward=("games/board.js",)), {})
    assert '<link rel="stylesheet" href="/s/style/two.css">' in page
    assert '<link rel="later" href="/s/style/one.css">' in page
    assert re.findall(r'<script type="module" src="/s/joined/(.*?)">', page) == ["page.js", FIRST]
    assert '<link rel="onward" href="/s/joined/onward/page.js">' in page


def test_no_script_is_fetched_twice_for_what_every_page_begins_with() -> None:
    """What every page begins with is in one file, which runs it; in no other."""
    files = Heads(INDEX, SCRIPTS, "/s").files([Page("page.js", onward=("games/board.js",))])
    assert [name.removeprefix("joined/") for name in files] == [
        FIRST,
        "games/board.js",
        "page.js",
        "onward/page.js",
    ]
    first, board, page, onward = files.values()
    assert [name for name in SCRIPTS if f"'{name}'(need" in first] == [FIRST, "a.js", "deep/b.js", "c.js"]
    assert [name for name in SCRIPTS if f"'{name}'(need" in page] == ["page.js"]
    assert [name for name in SCRIPTS if f"'{name}'(need" in board] == ["page.js", "games/board.js"]
    assert [name for name in SCRIPTS if f"'{name}'(need" in onward] == ["games/board.js"]
    assert first.endswith(SCRIPTS[RUNS])


def test_what_an_address_says_stays_a_part_of_it(server: Process) -> None:
    """Whatever is written there, in the head it is the name of a lesson and nothing else."""
    page = httpx.get(f"{server.url}/learn/%22%3E%3Cscript%3E").text
    assert 'href="/api/lessons/%22%3E%3Cscript%3E"' in page
    assert "<script>" not in page


def test_nowhere_is_a_page_for_people(server: Process, arrives: Arrives) -> None:
    """Who follows a wrong link finds a way on; a program is told in a sentence."""
    told = httpx.get(f"{server.url}/nowhere")
    assert (told.status_code, told.json()) == (404, {"sentence": "Not Found."})
    person = arrives(server.url, PHONE)
    answer = person.page.goto("/nowhere")
    assert answer is not None
    assert answer.status == 404
    person.page.get_by_role("heading", name="There is nothing here").wait_for()
    person.complaints.clear()  # of the 404 itself
    person.page.get_by_role("link", name="To the games").click()
    person.page.get_by_role("heading", name="Pull up a chair.").wait_for()


def test_answers_are_packed(server: Process) -> None:
    """A lesson is a book of pictures that are much alike: a tenth of it goes over the wire."""
    with httpx.stream("GET", f"{server.url}/api/lessons/showdown") as answer:
        packed = sum(len(piece) for piece in answer.iter_raw())
    whole = httpx.get(f"{server.url}/api/lessons/showdown", headers={"accept-encoding": "identity"})
    assert packed < len(whole.content) / 8


@BOTH
def test_a_page_fetches_what_its_head_names_and_stays_where_it_is_drawn(
    look: Look, server: Process, arrives: Arrives
) -> None:
    """Scripts and styles of the first sight of each page: none comes late, so nothing moves when it does."""
    seat = ended(server.url, "junior")
    person = arrives(server.url, {**look, "drawn": True})
    person.remembers(seat, "junior")
    shown = {
        "/learn/traditional": ".board .all-cards, .board .cards",
        "/learn/showdown": ".board .showdown",
        "/learn/junior": ".board .plates",
        "/records": ".bests",
        f"/review/{seat['code']}": ".listed li",
    }
    for path, whole in shown.items():
        person.page.goto(path)
        person.page.locator(whole).first.wait_for()
        late = set(person.page.evaluate(FETCHED)) - set(person.page.evaluate(NAMED))
        assert (path, late if "learn" in path else set()) == (path, set())
        assert (path, person.page.evaluate(SHIFTED) < LITTLE) == (path, True)


@pytest.mark.parametrize(
    ("game", "board"),
    [("challenge", "scorecard.js"), ("showdown", "showdown.js"), ("junior", "junior.js")],
)
def test_a_table_fetches_what_its_head_names(
    game: str, board: str, server: Process, arrives: Arrives
) -> None:
    """Its board is named where a match is played; what comes next is fetched once the board is drawn."""
    person = arrives(server.url, PHONE)
    ann = clients.opened(server.url, game, "Ann", "Ben")[0]
    person.remembers(ann, game)
    with connect_and_wait(f"{server.url.replace('http', 'ws')}/ws/{ann['code']}") as looker:
        looker.send('{"type": "hello"}')  # where nobody is, the server does not keep in mind what is played
        assert "picture" in str(looker.recv())
        person.page.goto(f"/t/{ann['code']}")
        person.page.wait_for_function(HAS_ONWARD)
    person.page.wait_for_load_state("networkidle")
    fetched = person.page.evaluate(FETCHED)
    assert set(fetched) - set(person.page.evaluate(NAMED)) == set()
    files = [name.partition("/joined/")[2] for name in fetched]
    assert files.index(f"games/{board}") < files.index("onward/table/table.js")

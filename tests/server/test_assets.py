"""What browsers fetch for each page: heads, scripts, styles and the manifest."""

import posixpath
import re
import struct
from graphlib import TopologicalSorter
from xml.etree import ElementTree

import httpx
import pytest
from playwright.sync_api import Browser
from websockets.sync.client import connect as connect_and_wait

from fivedice.bots.personas import PERSONAS
from fivedice.core.faces import FACE_SETS
from fivedice.games import GAMES
from fivedice.report import page as review_page
from fivedice.server.site import ADDRESSES, BOARDS, FIRST, PAGES, STYLES, Site, without_comments
from tests.server import clients, modules
from tests.server.browsing import PHONE, Arrives, ended
from tests.server.clients import opened
from tests.server.serving import Process
from tests.spread import one_in

NAMED = """() => [...document.querySelectorAll('head link, head script')].map(one => one.href ?? one.src)"""
FETCHED = """() => performance.getEntriesByType('resource').map(one => one.name)
    .filter(name => /\\.(js|css)$/.test(name))"""
HAS_ONWARD = """() => performance.getEntriesByType('resource')
    .some(one => one.name.endsWith('/table/end.js'))"""
SHIFTED = """() => new Promise(resolve => {
    let shifted = 0
    new PerformanceObserver(list => list.getEntries().forEach(one => (shifted += one.value)))
        .observe({type: 'layout-shift', buffered: true})
    if (getComputedStyle(document.documentElement).opacity === '0') shifted = Infinity // nothing is drawn
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifted)))
})"""
LITTLE = 0.05
"""A shift that nobody sees; what Lighthouse finds good is twice that."""


def test_the_list_of_modules_is_what_the_scripts_import() -> None:
    """Where it is not, `python -m tests.server.modules` writes it anew."""
    assert modules.FILE.read_text("utf-8") == modules.text(), f"{modules.FILE.name} is old: {modules.RENEW}"


def test_the_module_of_the_drawings_has_their_files() -> None:
    assert modules.SCRIPT.read_text("utf-8") == modules.script(), f"the drawings are old: {modules.RENEW}"
    drawings = {path.stem: path for path in (PAGES / "drawings" / "svg").glob("*.svg")}
    for path in drawings.values():
        assert ElementTree.parse(path).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    scripts = "".join(path.read_text("utf-8") for path in PAGES.rglob("*.js"))
    icons = re.findall(r"<\$\{Icon\} name=\"(\w+)\"", scripts)
    assert {f"icon-{name}" for name in icons} <= set(drawings)
    assert {f"bot-{persona.bot.replace(':', '-')}" for persona in PERSONAS} <= set(drawings)


def test_imports_of_scripts_form_no_circle_nor_do_those_of_their_folders() -> None:
    imports = {}
    for path in PAGES.rglob("*.js"):
        name = path.relative_to(PAGES).as_posix()
        found = re.findall(
            r"(?:\bfrom |\bimport\()'(\.[^']+)'", without_comments(name, path.read_bytes()).decode()
        )
        imports[name] = [posixpath.normpath(f"{posixpath.dirname(name)}/{other}") for other in found]
    assert sum(map(len, imports.values())) > 300
    TopologicalSorter(imports).prepare()
    folders: dict[str, set[str]] = {}
    for name, others in imports.items():
        folder = name.split("/")[0]
        folders.setdefault(folder, set()).update({other.split("/")[0] for other in others} - {folder})
    TopologicalSorter(folders).prepare()


def test_the_scripts_of_the_boards_are_those_that_the_pages_load() -> None:
    script = (PAGES / "table/board.js").read_text("utf-8")
    loaded = re.findall(r"^  (\w+): .*import\('\.\./(games/\w+\.js)'\)", script, re.MULTILINE)
    assert dict(loaded) == BOARDS
    assert {game.board for game in GAMES.values()} <= set(BOARDS)


def test_the_pages_of_addresses_are_those_that_the_entry_script_loads() -> None:
    script = (PAGES / FIRST).read_text("utf-8").replace("\\\\", "\\").replace("(?<", "(?P<")
    named = dict(re.findall(r"^const (\w+) = page\(\s*\(\) => import\('\./(.+?)'\)", script, re.MULTILINE))
    routes = re.findall(
        r"^  \['(.*?)', (?:(\w+)[\],]|page\(\(\) => import\('\./(.+?)'\))", script, re.MULTILINE
    )

    def loaded(address: str) -> str:
        path = re.sub(r"{\w+}", "1", address).rstrip("/")
        return next(named.get(name, own) for form, name, own in routes if re.fullmatch(form, path))

    assert {address: loaded(address) for address in ADDRESSES} == {
        address: page.script for address, page in ADDRESSES.items()
    }


def test_a_head_names_the_modules_and_styles_of_its_page() -> None:
    site = Site("/s")
    folder = f"/s/static/{site.name}"
    page = bytes(site.page(ADDRESSES["/learn/{game}"], {"game": "junior"}).body).decode()
    assert re.findall(r'<script type="module" src="(.*?)">', page) == [f"{folder}/{FIRST}"]
    named = re.findall(rf'<link rel="modulepreload" href="{folder}/(.*?)">', page)
    assert len(named) == len(set(named))
    assert {FIRST, "lesson/page.js", "games/junior.js", "vendor/htm-preact.js"} <= set(named)
    assert f'<link rel="stylesheet" href="{folder}/style/lesson.css">' in page
    assert f'<link rel="stylesheet" href="{folder}/style/junior.css">' in page
    onward = re.findall(rf'<link rel="onward" href="{folder}/(.*?)">', page)
    assert "table/panels/rules.js" in onward
    assert not set(onward) & set(named)
    home = bytes(site.page(ADDRESSES["/"], {}).body).decode()
    assert f'<link rel="later" href="{folder}/style/lesson.css">' in home


def test_no_style_depends_on_words() -> None:
    """In another language it would not hold."""
    styles = {path.name: path.read_text("utf-8") for path in PAGES.rglob("*.css")}
    assert len(styles) > 10
    named = r"\[(?:aria-label|aria-description|aria-roledescription|title|alt|placeholder|value)[*^$|~]?="
    assert {name: found for name, text in styles.items() if (found := re.findall(named, text))} == {}


def test_what_an_address_says_stays_a_part_of_it(server: Process) -> None:
    page = httpx.get(f"{server.url}/learn/%22%3E%3Cscript%3E").text
    assert 'href="/api/lessons/%22%3E%3Cscript%3E"' in page
    assert "<script>" not in page


def test_nowhere_is_a_page_for_people(server: Process, arrives: Arrives) -> None:
    told = httpx.get(f"{server.url}/nowhere")
    assert (told.status_code, told.json()) == (404, {"sentence": "There is nothing at this address."})
    person = arrives(server.url, PHONE)
    answer = person.page.goto("/nowhere")
    assert answer is not None
    assert answer.status == 404
    person.page.get_by_role("heading", name="This page rolled off the table").wait_for()
    person.complaints.clear()  # of the 404 itself
    person.page.get_by_role("link", name="All games").click()
    person.page.get_by_role("heading", name="Pull up a chair.").wait_for()


def test_answers_are_packed(server: Process) -> None:
    """A lesson is a book of pictures that are much alike: a tenth of it goes over the wire."""
    with httpx.stream("GET", f"{server.url}/api/lessons/showdown") as answer:
        packed = sum(len(piece) for piece in answer.iter_raw())
    whole = httpx.get(f"{server.url}/api/lessons/showdown", headers={"accept-encoding": "identity"})
    assert packed < len(whole.content) / 8


def test_a_page_fetches_what_its_head_names_and_stays_where_it_is_drawn(
    server: Process, arrives: Arrives
) -> None:
    seat = ended(server, "junior")
    person = arrives(server.url, {**PHONE, "drawn": True})
    person.remembers(seat, "junior")
    shown = {
        "/learn/traditional": ".board .all-cards, .board .cards",
        "/learn/showdown": ".board .showdown",
        "/learn/junior": ".board .plates",
        "/records": ".match",
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
    one_in(3, [("junior", "junior.js"), ("challenge", "scorecard.js"), ("showdown", "showdown.js")]),
)
def test_a_table_fetches_what_its_head_names(
    game: str, board: str, server: Process, arrives: Arrives
) -> None:
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
    at = {"/".join(name.split("/")[5:]): place for place, name in enumerate(fetched)}
    assert at[f"games/{board}"] < at["table/end.js"]


IPHONE = "delete window.PushManager; navigator.standalone = "
HOW = "add this page to your home screen"


def test_the_manifest_and_its_icons_are_there(server: Process) -> None:
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


def test_on_an_iphone_it_is_said_how_to_be_called(calling: str, arrives: Arrives) -> None:
    """It can be called only from its home screen; who has opened the page from there is told no more."""
    _, ben = opened(calling, "junior", "Ann", "Ben", days=3)
    person = arrives(calling, PHONE)
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


WIDTH = 110


def test_no_line_of_a_script_is_longer_than_of_python() -> None:
    """The formatter leaves what stands in templates and comments alone, so their lines are measured here."""
    scripts = [path for path in PAGES.rglob("*.js") if "vendor" not in path.parts]
    assert len(scripts) > 30
    long = [
        f"{path.relative_to(PAGES)}:{number}"
        for path in scripts
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if len(line) > WIDTH and path != modules.SCRIPT
    ]
    assert long == []


@pytest.mark.parametrize("name", ["home/home.js", "style/table.css", "games/showdown.js"])
def test_comments_are_not_served(name: str) -> None:
    data = (PAGES / name).read_bytes()
    served = without_comments(name, data)
    assert b"/*" not in served
    assert not re.search(rb"^ *//", served, re.MULTILINE)
    assert len(served) < 0.95 * len(data)
    for line, kept in zip(data.splitlines(), served.splitlines(), strict=True):
        assert kept == line or len(kept) < len(line)


def test_what_others_wrote_is_served_as_it_is() -> None:
    data = b"/** of others */\n// also\nexport const x = 1\n"
    assert without_comments("vendor/x.js", data) == data
    assert without_comments("x.js", data) == b"\n\nexport const x = 1\n"


def test_every_set_of_faces_is_drawn_as_itself() -> None:
    script = (PAGES / "dice/faces.js").read_text("utf-8")
    (drawn,) = re.findall(r"^const SETS = {(.*)}$", script, re.MULTILINE)
    assert set(drawn.split(", ")) == set(FACE_SETS)


def test_styles_of_a_saved_review_override_each_other_as_those_of_a_page() -> None:
    files = re.findall(r"style/([\w+]+)\.css", (PAGES / "index.html").read_text("utf-8"))
    assert [style for style in "+".join(files).split("+") if style in review_page.STYLES] == [
        *review_page.STYLES
    ]


RULES = """text => {
    const style = new CSSStyleSheet()
    style.replaceSync(text)
    return [...style.cssRules].map(({cssText}) => cssText)
}"""


def test_joined_styles_have_the_same_rules(browser: Browser) -> None:
    (name,) = STYLES.findall((PAGES / "index.html").read_text("utf-8"))
    alone = (
        PAGES / f"style/{one}.css" for one in name.removeprefix("style/").removesuffix(".css").split("+")
    )
    together = Site()._join(name).decode()
    page = browser.new_page()
    assert page.evaluate(RULES, together) == page.evaluate(RULES, "".join(one.read_text() for one in alone))
    page.close()

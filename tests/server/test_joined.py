"""Scripts and styles that are joined in one file do there what they do alone."""

from graphlib import TopologicalSorter
from typing import Any

import pytest
from playwright.sync_api import Browser, Route

from fivedice.server.assets.bundle import Scripts
from fivedice.server.assets.html_head import FIRST, RUNS
from fivedice.server.assets.site import ALONE, PAGES, STYLES, Site, lean

HOUSE = "http://house.test/"
FORMS = {
    FIRST: """import Whole, {half as part, whole} from './deep/some.js'
import {
  later,
} from './deep/other.js'
import alone from './vendor/small.js'

async function main() {
  const before = globalThis.ran ?? 0
  const {late} = await later().then(later)
  globalThis.said = [new Whole().name, await part(), whole, alone, before, late, globalThis.ran]
}
main()
""",
    "deep/some.js": """import {later as unused} from './other.js'
export default class Some {
  name = typeof unused
}
export async function half() {
  return 0.5
}
const shown = 'shown'
export {shown as whole, half as again}
""",
    "deep/other.js": "export const later = () => import('../late.js')\n",
    "late.js": "globalThis.ran = (globalThis.ran ?? 0) + 1\nexport const late = 'late'\n",
    "vendor/small.js": "var a='small';export{a as default};",
}


def run(browser: Browser, files: dict[str, str]) -> Any:
    """What a page says after the first of these scripts."""

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(HOUSE)
        kind = "text/javascript" if name else "text/html"
        route.fulfill(
            body=files.get(name, f'<script type="module" src="{FIRST}"></script>'), content_type=kind
        )

    page = browser.new_page()
    page.route(f"{HOUSE}**", answer)
    page.goto(HOUSE)
    page.wait_for_function("() => globalThis.said")
    said = page.evaluate("() => globalThis.said")
    page.close()
    return said


RULES = """text => {
    const style = new CSSStyleSheet()
    style.replaceSync(text)
    return [...style.cssRules].map(({cssText}) => cssText)
}"""


def test_joined_styles_have_the_same_rules(browser: Browser) -> None:
    """What is left out between them on the way says nothing."""
    (name,) = STYLES.findall((PAGES / "index.html").read_text("utf-8"))
    alone = (
        PAGES / f"style/{one}.css" for one in name.removeprefix("style/").removesuffix(".css").split("+")
    )
    together = Site()._joined(name).decode()
    page = browser.new_page()
    assert page.evaluate(RULES, together) == page.evaluate(RULES, "".join(one.read_text() for one in alone))
    page.close()


def test_joined_scripts_do_what_they_do_alone(browser: Browser) -> None:
    """Whatever they import and export; one that is needed later runs when it is first needed, and once."""
    runs = (PAGES / RUNS).read_text("utf-8")
    scripts = Scripts(FORMS)
    assert scripts.later == {"late.js"}
    first = scripts.joined(scripts.reached(FIRST)) + runs
    assert run(browser, FORMS) == ["function", 0.5, "shown", "small", 0, "late", 1]
    assert run(browser, {FIRST: first, "late.js": scripts.joined(["late.js"])}) == run(browser, FORMS)
    assert run(browser, {FIRST: scripts.joined(FORMS) + runs}) == run(browser, FORMS)


@pytest.mark.parametrize(
    "line",
    [
        "import './x.js'",
        "import * as x from './x.js'",
        "export * from './x.js'",
        "export default 1",
        "export let x = 1",
    ],
)
def test_what_cannot_be_joined_is_told(line: str) -> None:
    """A form that no script has is not served as something else."""
    with pytest.raises(ValueError, match=r"^a.js imports or exports in a form that is not read here: "):
        Scripts({"a.js": f"{line}\n"})


def test_scripts_import_each_other_in_no_ring() -> None:
    """Joined, each finds made what it imports."""
    paths = {path.relative_to(PAGES).as_posix(): path for path in PAGES.rglob("*.js")}
    wanted = {name: path for name, path in paths.items() if name not in (*ALONE, RUNS)}
    scripts = Scripts({name: lean(name, path.read_bytes()).decode() for name, path in wanted.items()})
    graph = {name: set(scripts.reached(name)) - {name} for name in wanted}
    assert len(list(TopologicalSorter(graph).static_order())) == len(wanted) > 30

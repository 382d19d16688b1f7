"""The wheel as a stranger installs it: bare, into an environment of its own, with an empty home.

It has the documentation site, which fetches nothing from elsewhere, is served, and is linked to rightly.
"""

import inspect
import json
import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterator
from email import message_from_string
from html import unescape
from importlib import import_module
from pathlib import Path
from types import UnionType
from typing import Any, get_args
from urllib.parse import unquote, urlsplit

import httpx
import pytest

import fivedice
from fivedice.games import GAMES
from fivedice.notation import paper
from fivedice.server.settings import Settings
from tests.server.serving import in_thread
from tests.typed import as_a

PROJECT = Path(__file__).parents[1]
SOURCE = PROJECT / "src" / "fivedice"
backend = import_module("hatch_build")
MOST_BYTES = 150_000_000
BETWEEN = "--- done ---\n"
AFTER_ANOTHER = f"""
import json, os, sys
from fivedice.__main__ import run

for home, commands in json.loads(sys.argv[1]).items():
    os.environ["FIVEDICE_HOME"] = home
    for words in commands:
        assert run(words) == 0
        print({BETWEEN!r}, end="")
"""
"""Commands one after another, some in each home, told apart by what is printed between them."""
BYTECODE = 1.4
"""What is kept of modules once they have been loaded takes so many times their sources; it was 1.34."""


def done(*command: str, **variables: str) -> str:
    """What a command writes; it has to succeed."""
    env = {**os.environ, **variables}
    ended = subprocess.run(command, check=False, capture_output=True, text=True, env=env, cwd=PROJECT.parent)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment into which the built wheel is installed with what it depends on, and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    venv.create(folder / "bare", with_pip=False)
    uv = (sys.executable, "-m", "uv", "pip", "install", "--quiet", "--refresh-package", "fivedice")
    done(*uv, "--python", str(folder / "bare"), str(PROJECT), FIVEDICE_DOCS="1")
    return folder / "bare"


@pytest.mark.proof
def test_the_base_takes_no_more_than_was_agreed(installed: Path) -> None:
    files = [path for path in installed.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    sizes = {path: path.stat().st_size for path in files}
    bytecode = sum(size * BYTECODE for path, size in sizes.items() if path.suffix == ".py")
    assert sum(sizes.values()) + bytecode < MOST_BYTES
    (packages,) = installed.glob("lib/python*/site-packages")
    names = {path.name for path in packages.iterdir()}
    assert not {"numba", "llvmlite", "fastapi", "sqlalchemy", "matplotlib"} & names


@pytest.mark.proof
def test_the_documents_come_with_it(installed: Path) -> None:
    place = installed / "share" / "doc" / "fivedice"
    pages = [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")]
    assert {page.relative_to(PROJECT) for page in pages} == {
        page.relative_to(place) for page in place.rglob("*.md")
    }
    assert list(installed.glob("lib/python*/site-packages/fivedice/documentation/index.html"))
    for page in place.rglob("*.md"):
        links = re.findall(r"\]\((?!https?:)([^)#\s]+)", page.read_text(encoding="utf-8"))
        assert not [link for link in links if not (page.parent / link).exists()]


def words(name: str) -> list[list[str]]:
    """Three commands: a match in lines between two bots, a hint for a position, a review of the match."""
    seats = ("--seats", "greedy,random", "--plain", "--seed", "1")
    return [["play", name, *seats], ["hint", name, *paper.example(GAMES[name])], ["review"]]


@pytest.mark.proof
def test_the_program_is_there(installed: Path, tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "FIVEDICE_HOME": str(tmp_path / "data")}
    assert "Piecepack" in done(str(installed / "bin" / "fivedice"), *words("piecepack")[0], **home)


@pytest.mark.proof
def test_each_game_is_played_hinted_and_reviewed(installed: Path, tmp_path: Path) -> None:
    asked = {str(tmp_path / name): words(name) for name in GAMES}
    python = str(installed / "bin" / "python")
    written = done(python, "-c", AFTER_ANOTHER, json.dumps(asked), HOME=str(tmp_path)).split(BETWEEN)
    for place, name in enumerate(GAMES):
        played, hinted, reviewed = written[3 * place : 3 * place + 3]
        assert played, name
        assert " worth in " in hinted, name
        assert "luck" in reviewed, name


@pytest.mark.parametrize(
    ("wanted", "built", "needs"), [("", False, False), ("1", False, True), ("1", True, False)]
)
def test_only_a_wheel_whose_site_is_wanted_and_missing_needs_what_builds_it(
    wanted: str, built: bool, needs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pip install .`, `make play` and `make serve` fetch and build nothing more."""
    monkeypatch.chdir(PROJECT)
    monkeypatch.setenv("FIVEDICE_DOCS", wanted)
    monkeypatch.setattr(backend, "is_built", lambda: built)
    assert ("properdocs" in " ".join(backend.get_requires_for_build_wheel())) == needs
    assert "properdocs" not in " ".join(backend.get_requires_for_build_editable())
    added: dict[str, Any] = {"force_include": {}}
    if not needs:
        backend.DocumentationSite(str(PROJECT), {}, None, None, "", "wheel").initialize("standard", added)
        assert bool(added["force_include"]) == built


def test_a_site_that_cannot_be_built_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("[nowhere](nowhere.md)")
    (tmp_path / "properdocs.yml").write_text("site_name: broken\nstrict: true\ntheme: material\n")
    monkeypatch.setattr(backend, "ROOT", tmp_path)
    monkeypatch.setattr(backend, "SITE", tmp_path / "site")
    monkeypatch.setenv("FIVEDICE_DOCS", "1")
    hook = backend.DocumentationSite(str(tmp_path), {}, None, None, "", "wheel")
    hook.initialize("editable", {})
    with pytest.raises(SystemExit, match=r"^The documentation site cannot be built\. Run .*nowhere"):
        hook.initialize("standard", {"force_include": {}})


def test_a_site_older_than_documents_is_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    page, front = tmp_path / "docs" / "index.md", tmp_path / "index.html"
    for file in (tmp_path / "properdocs.yml", page, front):
        file.touch()
    monkeypatch.setattr(backend, "ROOT", tmp_path)
    monkeypatch.setattr(backend, "SITE", tmp_path)
    os.utime(tmp_path / "properdocs.yml", (1, 1))
    os.utime(page, (1, 1))
    assert backend.is_built()
    os.utime(front, (0, 0))
    assert not backend.is_built()


@pytest.mark.proof
def test_the_description_leads_nowhere_but_to_other_sites(installed: Path) -> None:
    """A package index has neither the pictures nor the pages that the README links to."""
    (file,) = installed.glob("lib/python*/site-packages/fivedice-*.dist-info/METADATA")
    text = as_a(str, message_from_string(file.read_text(encoding="utf-8")).get_payload())
    assert "## The games" in text
    assert re.findall(r"!\[|<img|\]\((?!https?:)|\|\s*\|\n", text) == []


FETCHED = re.compile(r"""<(?:script|img|link(?![^>]*rel="?canonical))[^>]*(?:src|href)=["']?(https?:)?//""")
ANCHOR = re.compile(r"""\s(?:id|name)=["']?([^\s"'>]+)""")
LINK = re.compile(r"""<a\s[^>]*?href=(?:"([^"]*)"|'([^']*)'|([^\s>]+))""")


@pytest.fixture(scope="module")
def site() -> Path:
    """The documentation site, as the build puts it into a wheel."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FIVEDICE_DOCS", "1")
        added: dict[str, Any] = {"force_include": {}}
        backend.DocumentationSite(str(PROJECT), {}, None, None, "", "wheel").initialize("standard", added)
    return Path(*added["force_include"])


@pytest.fixture(scope="module")
def anchors(site: Path) -> dict[str, set[str]]:
    """The anchors of each page, by its path in the site."""
    pages = {page.relative_to(site).as_posix(): page.read_text("utf-8") for page in site.rglob("*.html")}
    return {name: {unescape(one) for one in ANCHOR.findall(text)} for name, text in pages.items()}


def test_no_page_fetches_from_another_site(site: Path) -> None:
    foreign = {page.name for page in site.rglob("*.html") if FETCHED.search(page.read_text(encoding="utf-8"))}
    assert foreign == set()


def test_every_link_inside_the_site_leads_somewhere(site: Path, anchors: dict[str, set[str]]) -> None:
    broken, front = [], site.resolve()
    for name in anchors:
        for found in LINK.findall((site / name).read_text(encoding="utf-8")):
            parts = urlsplit(unescape("".join(found)))
            if parts.scheme or parts.netloc or name == "404.html":
                continue
            target = (
                (site / name).parent.joinpath(unquote(parts.path)).resolve() if parts.path else front / name
            )
            target = target / "index.html" if target.is_dir() else target
            inside = target.relative_to(front).as_posix()
            known = anchors.get(inside, set())
            if not target.is_file() or (
                parts.fragment and unquote(parts.fragment) not in {"__codelineno", *known}
            ):
                broken.append((name, *found))
    assert broken == []


def test_every_link_of_the_pages_into_the_documents_leads_to_a_page(anchors: dict[str, set[str]]) -> None:
    """All are written as `<Document page="PAGE.html">`, which only `shell/frame.js` turns into an address."""
    files = [path for path in (SOURCE / "web").rglob("*.*") if path.suffix in (".js", ".html")]
    texts = {path.relative_to(SOURCE / "web").as_posix(): path.read_text(encoding="utf-8") for path in files}
    addresses = [name for name, text in texts.items() if "/docs/" in re.sub(r"//.*", "", text)]
    assert addresses == ["shell/frame.js"]
    links = re.findall(r'\$\{Document\} page="(.*?)"', "".join(texts.values()))
    assert links
    for link in links:
        page, _, anchor = link.partition("#")
        assert page in anchors, link
        assert not anchor or anchor in anchors[page], link


def test_every_document_that_a_message_or_docstring_names_is_there(anchors: dict[str, set[str]]) -> None:
    """Under its whole path, `docs/FOLDER/PAGE.md`, in a checkout, an installation and the site."""
    texts = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    named = set(re.findall(r"(?<![\w}/*.-])([\w/-]+\.md)(?:#([\w-]+))?", texts))
    assert len(named) > 8
    for path, anchor in named:
        assert path.startswith("docs/"), path
        assert (PROJECT / path).is_file(), path
        page = path.removeprefix("docs/").replace(".md", ".html")
        assert not anchor or anchor in anchors[page], (path, anchor)


def fields(kind: Any) -> Iterator[str]:
    """The public fields, properties and methods of a class that are our own."""
    ours = {*vars(fivedice.Game), *inspect.get_annotations(fivedice.Game)}
    inherited = ours if kind is fivedice.OwnCard else set()  # the page on Game shows them
    for base in inspect.getmro(kind):
        if base.__module__.partition(".")[0] == "fivedice":
            yield from (
                name
                for name in (*vars(base), *inspect.get_annotations(base))
                if name[0] != "_" and name not in inherited
            )
    yield from getattr(kind, "__struct_fields__", ())


@pytest.mark.parametrize("name", fivedice.__all__)
def test_the_page_on_the_python_api_shows_every_field_with_type_and_meaning(site: Path, name: str) -> None:
    pages = (site / "reference" / "python").glob("*.html")
    (page,) = (text for path in pages if f'<h2 id="fivedice.{name}"' in (text := path.read_text("utf-8")))
    sections = re.split(r'<h[23] id="(fivedice\.[\w.]+)"', page)
    shown = dict(zip(sections[1::2], sections[2::2], strict=True))
    plain = {key: unescape(re.sub(r"<[^>]+>", "", text)) for key, text in shown.items()}
    offered = getattr(fivedice, name)
    if isinstance(offered, UnionType) and name != "Position":
        members = re.sub(r"\W+", " ", plain[f"fivedice.{name}"]).split()
        decisions = () if offered == fivedice.Decision else get_args(fivedice.Decision)
        spelled_out = set(get_args(offered)).difference(decisions)
        assert {kind.__name__ for kind in spelled_out} <= set(members)
    elif inspect.isfunction(offered):
        assert all(f"{one}" in plain[f"fivedice.{name}"] for one in inspect.signature(offered).parameters)
    elif isinstance(offered, type):
        for field in dict.fromkeys(fields(offered)):
            text = shown[f"fivedice.{name}.{field}"]
            assert re.search(rf"{field}\s*(:|\()", plain[f"fivedice.{name}.{field}"].partition("¶")[2]), field
            assert re.search(r"doc-contents[^>]*>\s*<p>\s*\S", text), field


PAGES = ["", "explanation/fair-dice.html", "guide/play.html", "nowhere", "_files/README.md.txt"]


def test_without_a_site_pages_say_how_to_build_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a checkout before `make docs`: a page in the product's look, which leads back to the games."""
    root = "/dice"
    monkeypatch.setattr("fivedice.server.site.FOLDER", tmp_path / "missing")
    with in_thread(Settings(f"sqlite:///{tmp_path / 'docs.sqlite3'}", root=root)) as url:
        assert 'data-documents=""' in httpx.get(f"{url}{root}/").text
        answers = [httpx.get(f"{url}{root}/docs/{page}") for page in PAGES]
        assert {answer.status_code for answer in answers} == {404}
        (page,) = {answer.text for answer in answers}
        assert "make docs" in page
        assert "share/doc/fivedice/docs/" in page
        links = re.findall(r'href="([^"]+)"', page)
        assert [httpx.get(f"{url}{link}").status_code for link in links] == [200, 200]
        assert answers[0].headers["content-type"].startswith("text/html")


def test_the_site_has_safe_headers(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivedice.server.site.FOLDER", site)
    with in_thread(Settings(f"sqlite:///{tmp_path / 'docs.sqlite3'}")) as url:
        assert 'data-documents="yes"' in httpx.get(url).text
        assert httpx.get(f"{url}/docs").headers["location"] == "/docs/"
        for path, kind in {
            "": "text/html",
            "reference/commands.html": "text/html",
            "explanation/fair-dice.html": "text/html",
            "search/search_index.json": "application/json",
        }.items():
            answer = httpx.get(f"{url}/docs/{path}")
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith(kind)
            assert "unsafe" not in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"
        nowhere = httpx.get(f"{url}/docs/guide/nowhere.html")
        assert nowhere.status_code == 404
        assert "/static/" in nowhere.text
        page = httpx.get(f"{url}/docs/")
        again = httpx.get(f"{url}/docs/", headers={"if-none-match": page.headers["etag"]})
        assert "sha256-" in page.headers["content-security-policy"]
        assert again.status_code == 304
        assert again.headers["content-security-policy"] == page.headers["content-security-policy"]

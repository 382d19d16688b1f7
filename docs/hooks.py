"""Build hooks of the documentation site: its look, links that leave `docs/`, and a missing front page."""

import re
from pathlib import Path
from typing import Any

from properdocs.structure.files import File

ROOT = Path(__file__).parents[1]
WEB = ROOT / "src" / "fivedice" / "web"
LOOK = ("fonts/fraunces.woff2", "drawings/svg/logo.svg")
"""Files of the game's pages that give the site its look; their colours and type come from `base.css`."""
SHIPPED = "_files"
"""The folder of the site with files of the repository that pages link to."""
LINK = re.compile(r"\]\(((?:\.\./)+[^)#\s]+)(#[^)\s]*)?\)")


def on_files(files: Any, config: Any) -> Any:
    """Make the README the front page where there is no `docs/index.md`."""
    for name in LOOK:
        files.append(File.generated(config, name, content=(WEB / name).read_bytes()))
    look, _, _ = (WEB / "style" / "base.css").read_text(encoding="utf-8").partition("@media print")
    files.append(File.generated(config, "style/game.css", content=look))
    if files.get_file_from_path("index.md") is None:
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        text = re.sub(r"\]\(docs/", "](", text)
        text = re.sub(r'(src|srcset)="docs/', r'\1="', text)
        text = re.sub(r"\]\((?!https?:|#)([A-Z]+(?:\.md)?)\)", r"](../\1)", text)
        files.append(File.generated(config, "index.md", content=text))
    return files


def on_page_markdown(markdown: str, *, page: Any, config: Any, files: Any) -> str:
    """Point links to files outside `docs/` at copies in the site, those to the README at the front page."""
    folder = Path(config.docs_dir) / Path(page.file.src_uri).parent

    def led(found: re.Match[str]) -> str:
        target, anchor = (folder / found[1]).resolve(), found[2] or ""
        if target.is_relative_to(config.docs_dir) or not target.is_relative_to(ROOT) or not target.is_file():
            return found[0]
        up = "../" * page.file.src_uri.count("/")
        if target == ROOT / "README.md":
            return f"]({up}index.md{anchor})"
        inside = f"{SHIPPED}/{target.relative_to(ROOT).as_posix()}.txt"
        if files.get_file_from_path(inside) is None:
            files.append(File.generated(config, inside, content=target.read_bytes()))
        return f"]({up}{inside})"

    return LINK.sub(led, markdown)


NAMED = re.compile(r"(?<![\w/\"'-])docs/([\w/-]+)\.md(#[\w-]+)?")
"""A page of this site, as help texts and docstrings name it."""


def on_page_content(html: str, *, page: Any, config: Any, files: Any) -> str:  # noqa: ARG001 - as it is called
    """Make links of the pages that help texts and docstrings name; allow no styles in attributes."""
    html = html.replace('style="text-align: right;"', 'align="right"')
    up = "../" * page.file.src_uri.count("/")
    return NAMED.sub(lambda found: f'<a href="{up}{found[1]}.html{found[2] or ""}">{found[0]}</a>', html)

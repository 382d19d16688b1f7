"""Reads a PDF back: its text, its tags, and where on the paper something is drawn."""

import io
from collections.abc import Iterator
from typing import Any, NamedTuple

from pypdf import PdfReader, Transformation
from pypdf.generic import ContentStream, IndirectObject

from fivedice.games import GAMES
from fivedice.printing import document, documents

POINTS = 72 / 25.4
AREA = (190 * POINTS, 259 * POINTS)


class Paper(NamedTuple):
    """A PDF as it was read."""

    reader: PdfReader

    @property
    def root(self) -> Any:
        return self.reader.trailer["/Root"]

    @property
    def texts(self) -> list[str]:
        """The words of each page, with single blanks."""
        return [" ".join(page.extract_text().split()) for page in self.reader.pages]

    @property
    def sizes(self) -> set[tuple[float, float]]:
        boxes = [page.mediabox for page in self.reader.pages]
        return {(round(float(b.width) / POINTS, 1), round(float(b.height) / POINTS, 1)) for b in boxes}

    @property
    def tags(self) -> list[tuple[str, str]]:
        return [*_elements(self.root["/StructTreeRoot"]["/K"])]

    @property
    def columns(self) -> list[str]:
        """The words of the left and the right half of each page, one after the other, without blanks."""
        halves = list[str]()
        for page in self.reader.pages:
            found, middle = ["", ""], float(page.mediabox.width) / 2

            def add(
                text: str, now: Any, line: Any, *_: object, found: Any = found, middle: Any = middle
            ) -> None:
                x = line[4] * now[0] + line[5] * now[2] + now[4]
                found[x >= middle] += "".join(text.split())

            page.extract_text(visitor_text=add)
            halves += found
        return halves

    @property
    def filled(self) -> list[tuple[float, float]]:
        """How much of its height the left and the right half of each page use."""
        pages = list[tuple[float, float]]()
        for page in self.reader.pages:
            middle, top = float(page.mediabox.width) / 2, (float(page.mediabox.height) + AREA[1]) / 2
            used = [0.0, 0.0]
            for x, y in _points(page, self.reader):
                used[x >= middle] = max(used[x >= middle], (top - y) / AREA[1])
            pages.append((used[0], used[1]))
        return pages

    def outside(self, area: tuple[float, float] = AREA, slack: float = 1.0) -> list[tuple[int, float, float]]:
        """The points that a page draws outside the area in its middle, by page."""
        return [
            (number, round(x / POINTS, 1), round(y / POINTS, 1))
            for number, page in enumerate(self.reader.pages)
            for x, y in _points(page, self.reader)
            if abs(x - float(page.mediabox.width) / 2) > area[0] / 2 + slack
            or abs(y - float(page.mediabox.height) / 2) > area[1] / 2 + slack
        ]


def read(data: bytes) -> Paper:
    return Paper(PdfReader(io.BytesIO(data)))


def made(part: str, game: str, paper: str = "a4", **wanted: Any) -> Paper:
    wish = documents.PrintRequest(GAMES[game], **wanted)
    return read(document.pdf(documents.document(part, wish), document.Look(paper)))


def _elements(kids: Any) -> Iterator[tuple[str, str]]:
    kids = kids.get_object() if isinstance(kids, IndirectObject) else kids
    for kid in kids if isinstance(kids, list) else [kids]:
        element = kid.get_object() if isinstance(kid, IndirectObject) else kid
        if isinstance(element, dict) and "/S" in element:
            yield str(element["/S"])[1:], str(element.get("/Alt", ""))
            yield from _elements(element.get("/K", []))


def _points(
    holder: Any, reader: PdfReader, at: Transformation | None = None
) -> Iterator[tuple[float, float]]:
    """Where paths and texts are drawn, also in the forms that a page uses."""
    at = at or Transformation()
    content = holder.get_contents() if "/Contents" in holder else ContentStream(holder, reader)
    forms = holder.get("/Resources", {}).get("/XObject", {})
    stack, line = [at], Transformation()
    for operands, operator in content.operations if content is not None else ():
        now = stack[-1]
        numbers: Any = tuple(float(each) for each in operands if isinstance(each, int | float))
        match operator:
            case b"q":
                stack.append(now)
            case b"Q":
                stack.pop()
            case b"cm":
                stack[-1] = Transformation(numbers).transform(now)
            case b"m" | b"l" | b"c":
                yield now.apply_on((numbers[-2], numbers[-1]))
            case b"re":
                x, y, width, height = numbers
                yield from (now.apply_on((x, y)), now.apply_on((x + width, y + height)))
            case b"Tm":
                line = Transformation(numbers)
                yield line.transform(now).apply_on((0, 0))
            case b"Do":
                form = forms[operands[0]].get_object()
                if form["/Subtype"] == "/Form":
                    inner: Any = tuple(map(float, form.get("/Matrix", (1, 0, 0, 1, 0, 0))))
                    yield from _points(form, reader, Transformation(inner).transform(now))
                else:
                    yield from (now.apply_on((0, 0)), now.apply_on((1, 1)))

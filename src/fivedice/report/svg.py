"""SVG drawings: lines, texts, scales and dice faces."""

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from math import ceil, floor, log10
from typing import NamedTuple

from fivedice.core.faces import FACE_SETS

Point = tuple[float, float]

STEPS = (1, 2, 2.5, 5, 10)


class Scale(NamedTuple):
    """A scale from numbers to positions on an axis."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """The position of a number."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def scale(values: Iterable[float], start: float, end: float, margin: float = 0.0) -> Scale:
    """A scale for these numbers, with a margin as a share of their spread."""
    held = list(values)
    low, high = min(held), max(held)
    spread = high - low
    if not spread:
        return Scale(low, low + 1, start, end)
    return Scale(low - margin * spread, high + margin * spread, start, end)


def ticks(low: float, high: float, number: int) -> list[float]:
    """About `number` round numbers from low to high."""
    raw = (high - low) / max(number, 1)
    unit = 10.0 ** floor(log10(raw))
    step = next(unit * size for size in STEPS if unit * size >= raw * (1 - 1e-9))
    return [step * n for n in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def drawing(width: float, height: float, label: str, parts: Iterable[str]) -> str:
    """A whole drawing with a label for screen readers."""
    head = (
        f'<svg class="plot" viewBox="0 0 {_n(width)} {_n(height)}" role="img" aria-label="{escape(label)}">'
    )
    return f"{head}{''.join(parts)}</svg>"


def text(at: Point, words: str, kind: str = "", anchor: str = "start") -> str:
    """A line of text that starts, ends or is centred ("middle") at a point."""
    x, y = at
    how = f' class="{kind}"' if kind else ""
    side = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{_n(x)}" y="{_n(y)}"{how}{side}>{escape(words)}</text>'


def line(begin: Point, end: Point, kind: str) -> str:
    """A straight line."""
    return f'<path class="{kind}" d="M{_at(begin)}L{_at(end)}"/>'


def steps(points: Sequence[Point], kind: str) -> str:
    """A step line: it keeps each height until the next point."""
    (x, y), *rest = points
    path = [f"M{_at((x, y))}", *(f"H{_n(across)}V{_n(down)}" for across, down in rest)]
    return f'<path class="{kind}" d="{"".join(path)}"/>'


def area(points: Sequence[Point], floor_at: float, kind: str) -> str:
    """The steps filled down to the floor."""
    (x, y), *rest = points
    path = [f"M{_at((x, floor_at))}V{_n(y)}", *(f"H{_n(across)}V{_n(down)}" for across, down in rest)]
    return f'<path class="{kind}" d="{"".join(path)}V{_n(floor_at)}Z"/>'


def bar(begin: Point, end: Point, kind: str, label: str = "") -> str:
    """A filled box between two corners; its label is a tooltip."""
    (x0, y0), (x1, y1) = begin, end
    place = f'x="{_n(min(x0, x1))}" y="{_n(min(y0, y1))}"'
    size = f'width="{_n(abs(x1 - x0))}" height="{_n(abs(y1 - y0))}"'
    return f'<rect class="{kind}" {place} {size}>{_title(label)}</rect>'


def dot(at: Point, radius: float, kind: str, label: str = "") -> str:
    """A filled circle; its label is a tooltip."""
    x, y = at
    return f'<circle class="{kind}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}">{_title(label)}</circle>'


def apart(places: Sequence[float], distance: float, end: float) -> list[float]:
    """Moves positions apart, in order and not beyond the end."""
    order = sorted(range(len(places)), key=lambda one: places[one])
    moved = [0.0] * len(places)
    before = -1e9
    for one in order:
        moved[one] = before = max(places[one], before + distance)
    limit = end
    for one in reversed(order):
        moved[one] = min(moved[one], limit)
        limit = moved[one] - distance
    return moved


def _title(label: str) -> str:
    return f"<title>{escape(label)}</title>" if label else ""


def _at(point: Point) -> str:
    return f"{_n(point[0])} {_n(point[1])}"


def _n(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


# --- Dice faces --------------------------------------------------------------------------------------------


PIPS = {
    1: ((12, 12),),
    2: ((7, 7), (17, 17)),
    3: ((7, 7), (12, 12), (17, 17)),
    4: ((7, 7), (17, 7), (7, 17), (17, 17)),
    5: ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17)),
    6: ((7, 6), (17, 6), (7, 12), (17, 12), (7, 18), (17, 18)),
}


def symbols(faces: str) -> str:
    """The drawings of the six faces as symbols; "" for letters and digits."""
    if faces not in _DRAWINGS:
        return ""
    drawn = "".join(_DRAWINGS[faces]())
    return f'<svg width="0" height="0" aria-hidden="true" style="position:absolute">{drawn}</svg>'


def face(number: int, faces: str) -> str:
    """A drawn face, or its sign."""
    if faces in _DRAWINGS:
        return f'<svg><use href="#face{number}"/></svg>'
    return escape(FACE_SETS[faces][number - 1].sign)


def _pips() -> list[str]:
    return [
        f'<symbol id="face{number}" viewBox="2 2 20 20">'
        + "".join(f'<circle cx="{x}" cy="{y}" r="2.4"/>' for x, y in places)
        + "</symbol>"
        for number, places in PIPS.items()
    ]


def _numerals() -> list[str]:
    return [
        f'<symbol id="face{number}" viewBox="0 0 100 100"><path d="{path}"/></symbol>'
        for number, path in numerals().items()
    ]


def numerals() -> dict[int, str]:
    """The Chinese numerals as the paths used at the table, because not every machine has a font for them."""
    folder = files("fivedice") / "web" / "drawings" / "svg"
    drawn = {number: (folder / f"numeral-{number}.svg").read_text("utf-8") for number in range(1, 7)}
    return {number: svg.split('"')[-2] for number, svg in drawn.items()}


_DRAWINGS = {"pips": _pips, "chinese": _numerals}

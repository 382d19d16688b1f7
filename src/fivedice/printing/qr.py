"""QR codes as paths."""

import segno

QUIET = 4
"""The width of the light border that the QR standard requires, in modules."""


def draw(text: str, error: str = "m") -> tuple[int, str]:
    """The size of a QR code in modules, and an SVG path with one piece per run of dark modules.

    `error` is the level of error correction.
    """
    rows = [list(row) for row in segno.make_qr(text, error=error).matrix_iter(border=QUIET)]
    pieces: list[str] = []
    for y, row in enumerate(rows):
        starts = [x for x, dark in enumerate(row) if dark and not row[x - 1]]
        pieces += (f"M{x} {y}h{row.index(0, x) - x}v1h-{row.index(0, x) - x}z" for x in starts)
    return len(rows), "".join(pieces)

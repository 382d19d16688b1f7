"""QR codes as SVG paths."""

import segno

QUIET = 4
"""Fields around a code that stay light, as its standard wants."""


def drawn(text: str) -> tuple[int, str]:
    """How many fields a side has, and the dark ones: in each row a piece for as many as lie side by side."""
    rows = [list(row) for row in segno.make_qr(text, error="m").matrix_iter(border=QUIET)]
    pieces: list[str] = []
    for y, row in enumerate(rows):
        starts = [x for x, dark in enumerate(row) if dark and not row[x - 1]]
        pieces += (f"M{x} {y}h{row.index(0, x) - x}v1h-{row.index(0, x) - x}z" for x in starts)
    return len(rows), "".join(pieces)

"""Typesets one document for the server, in a process that ends: typst keeps the memory that it has used.

Reads the language, the look and the document as JSON; writes the PDF, or the sentence why there is none.
"""

import os
import sys

import msgspec

from fivedice.core.rules import IllegalMove
from fivedice.language import speaking
from fivedice.printing.document import Document, Look, pdf


def main() -> None:
    """Steps back behind the server on a busy machine."""
    if hasattr(os, "nice"):
        os.nice(10)
    language, look, document = msgspec.json.decode(sys.stdin.buffer.read(), type=tuple[str, Look, Document])
    with speaking(language):
        try:
            output = pdf(document, look)
        except IllegalMove as error:
            output = str(error).encode()
    sys.stdout.buffer.write(output)


if __name__ == "__main__":
    main()

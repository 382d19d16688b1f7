"""What happens when something is read: understood, or refused in a sentence; anything else is an error."""

from typing import Any

from fivedice.core.rules import IllegalMove
from fivedice.notation.read import BadText
from fivedice.notation.record import BadRecord


def tried(reader: Any, *arguments: Any) -> Exception | None:
    """Why the reader refuses, in a sentence; nothing if it reads. Any other error comes through."""
    refused: Exception | None = None
    try:
        reader(*arguments)
    except (BadText, IllegalMove, BadRecord) as error:
        refused = error
    assert refused is None or str(refused).endswith(".")
    return refused

"""One type for what may be of several, for the type checker and as a claim of the test."""

from typing import TypeVar

One = TypeVar("One")


def as_a(kind: type[One], value: object) -> One:
    """The value, which has this type."""
    assert isinstance(value, kind)
    return value

"""Cases of a table that every run takes, and those that `make proofs` takes besides."""

from collections.abc import Iterable
from typing import Any

import pytest

from fivedice.games import FIVE_GAMES, GAMES


def spread(cases: Iterable[Any], *plain: Any) -> list[Any]:
    """All of the cases; those that are not plain are marked as proofs."""
    return [case if case in plain else _proof(case) for case in cases]


def one_in(many: int, cases: Iterable[Any]) -> list[Any]:
    """The same, where one in so many is plain, beginning with the first."""
    return [_proof(case) if place % many else case for place, case in enumerate(cases)]


def _proof(case: Any) -> Any:
    return pytest.param(*case if isinstance(case, tuple) else (case,), marks=pytest.mark.proof)


every_game = pytest.mark.parametrize("name", spread(GAMES, *FIVE_GAMES, "yatzy"))
"""The five games and one card more in every run, the other cards in proofs."""

"""Memory that is given back from its beginning on."""

import mmap

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from fivedice.core.worth import Worth
from fivedice.solve.cards.reach import Pages
from tests.laws.test_texts import law


@settings(law, max_examples=40)
@given(count=st.integers(0, 3000), part=st.floats(0, 1))
def test_what_is_given_back_takes_nothing_else_with_it(count: int, part: float) -> None:
    """Memory is lent as zeros; when its beginning is given back, the rest is as it was."""
    pages, gone = Pages(count), int(count * part)
    numbers: Worth = pages.numbers[:count]
    assert not numbers.any()
    numbers[:] = np.arange(1, count + 1)
    pages.give_back(gone)
    assert numbers[gone:].tolist() == list(range(gone + 1, count + 1))


def test_whole_pages_are_given_back() -> None:
    """What is given back is empty again, as far as it fills pages, where the system takes memory back."""
    a_page = mmap.PAGESIZE // 8
    pages = Pages(3 * a_page)
    pages.numbers[:] = 1.0
    pages.give_back(2 * a_page + 1)
    gone = 0 if hasattr(mmap, "MADV_DONTNEED") else 1
    assert [int(pages.numbers[at]) for at in (0, 2 * a_page - 1, 2 * a_page)] == [gone, gone, 1]

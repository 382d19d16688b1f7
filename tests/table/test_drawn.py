"""Pictures that are made of parts are those that are made at once, and no part is made for nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivedice.core.rules import Sheet
from fivedice.games import GAMES
from fivedice.match.events import Spend
from fivedice.match.state import State
from fivedice.table.log import Happened
from fivedice.table.protocol import player_view
from fivedice.table.protocol.player_view import PictureCache
from tests.laws.matches import seeds
from tests.table.tables import life, terms

CODE = "ABCDEF"
law = settings(derandomize=True, deadline=None, max_examples=4, database=None)


@pytest.mark.parametrize("name", GAMES)
@law
@given(data=st.data(), seed=seeds)
def test_every_picture_of_a_table_is_whole(name: str, data: st.DataObject, seed: int) -> None:
    drawn = PictureCache(CODE)
    for step in life(data.draw(terms(name)), seed, most=200):
        whole = player_view.picture(step.after, CODE)
        assert drawn.picture(step.after) == whole
        assert drawn.picture(step.after) == whole


@law
@given(seed=seeds, data=st.data())
def test_a_sheet_is_made_once_a_turn(data: st.DataObject, seed: int) -> None:
    """Throws and keeps leave a sheet as it is: it is made for each use, and where a game begins."""
    made: list[State] = []
    sheet = player_view._sheet

    def noted(state: State) -> Sheet | None:
        made.append(state)
        return sheet(state)

    with pytest.MonkeyPatch.context() as counted:
        counted.setattr(player_view, "_sheet", noted)
        drawn, used = PictureCache(CODE), 0
        for step in life(data.draw(terms("traditional")), seed, most=200):
            drawn.picture(step.after)
            used += isinstance(step.entry, Happened) and isinstance(step.entry.event, Spend)
    assert used <= len(made) <= used + 6

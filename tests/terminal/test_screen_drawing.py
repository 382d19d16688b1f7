"""Drawings of the full-screen table, tested without a screen."""

from itertools import pairwise, product

import pytest
from rich.cells import cell_len
from rich.style import Style

from fivedice.api.match import start
from fivedice.core.faces import FACE_SETS
from fivedice.core.rules import Sheet, SheetRow, title
from fivedice.core.turn import NO_DICE
from fivedice.games.showdown import Showdown
from fivedice.games.showdown_board import CARDS, SPACES, BoardCard, ShowdownPosition, grid_cell
from fivedice.match.events import Keep, Spend, Throw
from fivedice.match.state import step
from fivedice.terminal.screen import faces, score_sheet, showdown_board
from fivedice.terminal.screen.theme import background_is_light, short_names
from fivedice.terminal.screen.tray import Laid, Shown, Tray

FOUR = ("Ann", "Benedikta", "Carl", "Dora")


def plain(_part: str) -> Style:
    return Style()


@pytest.mark.parametrize(("face_set", "face"), list(product(FACE_SETS, range(7))))
def test_every_die_fills_its_square(face_set: str, face: int) -> None:
    lines = faces.drawn(face, face_set, suit="☼")
    assert [cell_len(line) for line in lines] == [faces.WIDTH] * faces.HEIGHT


@pytest.mark.parametrize(("face_set", "face"), list(product(FACE_SETS, range(7))))
def test_every_small_die_fills_its_line(face_set: str, face: int) -> None:
    (line,) = faces.small(face, face_set, suit="☼")
    assert cell_len(line) == faces.SMALL_WIDTH
    assert (str(face) in line) == (face > 0)


@pytest.mark.parametrize("width", range(5, 15))
def test_a_card_that_is_cut_on_the_ring_has_a_mark(width: int) -> None:
    for card, name in enumerate(CARDS):
        shown = showdown_board.card_name(card, width)
        assert len(shown) <= width
        assert shown == title(name) or not title(name).startswith(shown)


def test_a_kept_die_stays_in_its_place_on_the_screen() -> None:
    laid = Laid((4, 1, 4, 2, 3))
    laid.toggle(2)
    laid.hand_in()
    laid.take((6, 6, 6, 6))
    assert laid.slots == (6, 6, 4, 6, 6)
    assert laid.kept == {2}


def test_the_tray_follows_a_turn_of_anybody() -> None:
    tray, now = Tray(), start("traditional", "Ann").state
    for event in (Throw(0, (4, 1, 4, 2, 3)), Keep(0, (4, 4)), Throw(0, (5, 6, 6))):
        after = step(now, event)
        tray.follow(now, event, after)
        now = after
    assert tray.drawing(now, 0) == Shown((4, 5, 4, 6, 6), frozenset({0, 2}), "free")


def test_where_no_die_is_kept_none_lies_there_before_the_next_throw() -> None:
    tray, now = Tray(), start("traditional", "Ann", "Ben").state
    used = (Throw(0, (4, 1, 4, 2, 3)), Keep(0, (1, 2, 3, 4, 4)), Spend(0, "chance"))
    for event in (*used, Throw(1, (5, 6, 6, 1, 2)), Keep(1, ())):
        after = step(now, event)
        tray.follow(now, event, after)
        now = after
    assert tray.drawing(now, 1) == Shown(NO_DICE, frozenset(), "free")


def test_the_spaces_run_clockwise_round_the_square() -> None:
    assert [grid_cell(space) for space in (0, 4, 8, 12)] == [(0, 0), (4, 0), (4, 4), (0, 4)]
    around = [grid_cell(space) for space in (*range(SPACES), 0)]
    assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(around))


@pytest.mark.parametrize("size", [(31, 22), (49, 30), (71, 38)])
def test_the_board_fits_its_room_and_shows_every_card_and_pawn(size: tuple[int, int]) -> None:
    held = tuple(BoardCard(space, space % 4, 2) for space in (1, 2, 3, 5, 6, 7))
    position = ShowdownPosition((0, 0, 3, 14), (*held, *(None,) * 6), seat=1)
    text = showdown_board.draw(Showdown(), position, FOUR, *size, plain).plain
    lines = text.split("\n")
    assert all(cell_len(line) <= size[0] for line in lines)
    assert len(lines) <= size[1]
    for card in range(len(CARDS)):
        assert any(name in text for name in {showdown_board.card_name(card, width) for width in (5, 12, 15)})
    assert "♙▲■" in text
    assert text.count("♙") == 3


def test_names_are_cut_to_fit_and_still_tell_seats_apart() -> None:
    assert short_names(("Annabel", "Ben"), 6) == ("Annab…", "Ben")
    assert len(set(short_names(("greedy", "greedy 2"), 4))) == 2


def test_of_a_table_too_wide_the_seat_looked_at_is_shown() -> None:
    names = tuple(f"Player {seat}" for seat in range(10))
    wide = Sheet(("Box", *names), (SheetRow("box", "Aces", tuple(map(str, range(10)))),))
    for seat in range(10):
        cut = score_sheet.around(wide, 10, seat, 34)
        assert score_sheet.needed(cut) <= 34
        assert names[seat] in cut.headings


def test_the_only_seat_to_play_is_marked() -> None:
    table = Sheet(("Box", "Ann", "Ben"), (SheetRow("box", "Aces", ("3", "")),))
    text = score_sheet.draw(table, ("Ann", "Ben"), 0, (1,), 30, plain).plain
    assert "▸Ben" in text
    assert "▸Ann" not in text


def test_a_light_terminal_is_noticed() -> None:
    assert background_is_light("0;15")
    assert not background_is_light("15;0")
    assert not background_is_light("")

"""The keys and clicks of the full-screen table."""

from pathlib import Path
from unittest.mock import Mock

import pytest
from textual.containers import ScrollableContainer
from textual.widgets import Static

from fivedice.games.showdown_board import BoardCard
from fivedice.match.events import Choose, Keep, Spend, Throw
from fivedice.match.state import step
from fivedice.notation import record
from fivedice.runtime import chance
from fivedice.runtime.library import Library
from fivedice.runtime.store import Log, StoreError
from fivedice.terminal.dealing import LocalDice
from fivedice.terminal.local_sitting import LocalSitting
from fivedice.terminal.screen.dialogs import Cover, PageDialog, Question, Typed
from fivedice.terminal.screen.table import TableScreen
from fivedice.terminal.screen.tray import EVERY
from fivedice.terminal.screen.widgets import ChoiceTable, DiceRow, EventLog
from tests.terminal.lines import agreed
from tests.terminal.seated import Seated, at_table, at_table_of, replayed, set_at, sit, with_cards


def kept(seated: Seated) -> frozenset[int]:
    return seated.table._scene.laid.kept


@at_table_of()
async def test_the_first_dice_wait_for_a_key(seated: Seated, sitting: LocalSitting) -> None:
    assert sitting.match.events == ()
    assert await seated.shows("Ann · throw 1 of 3")
    await seated.press("h")
    assert await seated.shows("Throw first, then ask for a hint.")
    assert await seated.shows("Space throws five dice.")
    await seated.press("space")
    assert sitting.match.events == (Throw(0, (3, 5, 4, 6, 1)),)


@at_table_of()
async def test_dice_set_aside_can_be_taken_back_until_the_throw(
    seated: Seated, sitting: LocalSitting
) -> None:
    await seated.press("space", "1", "3")
    assert kept(seated) == {0, 2}
    await seated.press("u")
    assert kept(seated) == {0}
    await seated.press("1")
    assert kept(seated) == frozenset()
    assert len(sitting.match.events) == 1


@pytest.mark.parametrize("key", ["space", "enter"])
@at_table_of()
async def test_a_key_too_many_throws_no_dice_away(seated: Seated, sitting: LocalSitting, key: str) -> None:
    await seated.press("space", key)
    assert isinstance(seated.app.screen, Question)
    await seated.press(key)
    assert len(sitting.match.events) == 1
    await seated.press(key, "y")
    assert sitting.match.events[1] == Keep(0, ())


@at_table_of()
async def test_space_throws_what_is_not_kept(seated: Seated, sitting: LocalSitting) -> None:
    await seated.press("space", "2", "5", "space")
    _, keep, thrown = sitting.match.events
    assert keep == Keep(0, (1, 5))
    assert isinstance(thrown, Throw)
    assert len(thrown.dice) == 3
    laid = seated.table._scene.laid
    assert (laid.slots[1], laid.slots[4], laid.kept) == (5, 1, frozenset({1, 4}))


@pytest.mark.parametrize(("size", "name"), [((80, 24), "…"), ((60, 20), "zu Hechin")])
async def test_long_names_cut_no_score_and_hide_no_throw(
    size: tuple[int, int], name: str, home: Path
) -> None:
    sitting = sit(agreed("piecepack", "Bartholomew von Hohenzollern zu Hechin,🎲🎲🎲,random,casual"), home)
    sitting.step(Throw(0, (6, 6, 6, 6, 5)), Keep(0, (5, 6, 6, 6, 6)), Spend(0, "chance"))
    async with at_table(sitting, size=size) as seated:
        title, headline, *_ = await seated.lines()
        scores = [entry.split()[-1] for entry in title.rstrip().removesuffix(" points").split(",")]
        assert scores == ["29", "0", "0", "0"]
        assert headline.startswith(" 🎲🎲🎲 · throw 1 of 3")
        await seated.press("a", "down", "enter")
        assert await seated.shows(f"{name} · throw 1 of 3")


@at_table_of(seats="Ann,Ben,Cas,Dor,Emm,Fay,Gus,Hal,Ivy")
async def test_where_not_all_scores_fit_it_is_told_that_some_are_missing(seated: Seated) -> None:
    assert (await seated.lines())[0].endswith("Hal 0, Ivy 0 ")
    await seated.pilot.resize_terminal(50, 24)
    await seated.settle()
    assert (await seated.lines())[0].rstrip().endswith("Cas 0, Dor 0, …")


@at_table_of()
async def test_all_five_kept_is_a_stop_that_can_be_taken_back(seated: Seated, sitting: LocalSitting) -> None:
    await seated.press("space", "0", "space")
    assert kept(seated) == EVERY
    assert len(sitting.match.events) == 1
    await seated.press("u", "0", "up", "enter")
    assert sitting.match.events[1:3] == (Keep(0, (1, 3, 4, 5, 6)), Spend(0, "chance"))


@at_table_of()
async def test_a_use_can_be_chosen_while_throws_are_left(seated: Seated, sitting: LocalSitting) -> None:
    await seated.press("space", "down", "enter")
    assert await seated.shows("Use the dice for Aces 1, though 2 throws are left?")
    await seated.press("enter")
    assert len(sitting.match.events) == 1
    await seated.press("enter", "y")
    assert sitting.match.events[1:3] == (Keep(0, (1, 3, 4, 5, 6)), Spend(0, "aces"))


@at_table_of()
async def test_a_needless_zero_is_asked_about(seated: Seated, sitting: LocalSitting) -> None:
    await seated.press("space", "down", "down", "enter")
    assert await seated.shows("Twos would be a zero, and Small Straight 30 is open.")
    await seated.press("enter")
    assert len(sitting.match.events) == 1
    await seated.press("enter", "y")
    assert sitting.match.events[2] == Spend(0, "twos")


@at_table_of()
async def test_a_zero_by_choice_is_on_the_list_of_zeros(seated: Seated, sitting: LocalSitting) -> None:
    """R19: z lists zeros by choice, and each needs a confirmation."""
    await seated.press("space")
    assert not await seated.shows("Zero Chance")
    await seated.press("z", "up", "enter")
    assert await seated.shows("Zero Chance gives up Chance 19.")
    await seated.press("y")
    assert sitting.match.events[2] == Spend(0, "zero-chance")


@at_table_of()
async def test_a_click_keeps_a_die_and_a_click_on_a_use_takes_it(
    seated: Seated, sitting: LocalSitting
) -> None:
    await seated.press("space")
    dice = seated.table.query_one(DiceRow)
    step = dice.step(dice.size.width)
    await seated.pilot.click(DiceRow, offset=(2 * step + 4, 2))
    await seated.settle()
    assert kept(seated) == {2}
    await seated.pilot.click(ChoiceTable, offset=(3, 1))
    await seated.settle()
    await seated.press("y")
    assert sitting.match.events[2] == Spend(0, "aces")


PAGES = {
    "g": "Thirteen turns, thirteen boxes",
    "f1": "Thirteen turns, thirteen boxes",
    "l": "6 is 六",
    "question_mark": "take back the last die kept",
    "c": "Large Straight",
}
"""Keys, and a text on the page that each opens."""


@at_table_of()
async def test_pages_open_and_close_at_a_key(seated: Seated) -> None:
    await seated.press("space", "1")
    for key, text in PAGES.items():
        await seated.press(key)
        assert isinstance(seated.app.screen, PageDialog)
        await seated.pilot.pause(0.1)
        assert await seated.shows(text)
        await seated.press("escape")
        assert seated.table.is_current
        assert kept(seated) == {0}


async def test_a_match_that_is_left_goes_on_where_it_was(sitting: LocalSitting) -> None:
    async with at_table(sitting) as seated:
        await seated.press("space", "1", "space", "q")
        assert await seated.shows("fivedice resume")
        await seated.press("y")
        assert not seated.app.is_running
    match, complete = replayed(sitting)
    assert (match, complete) == (sitting.match, False)
    path = sitting.log.path
    sitting.log.close()
    again = LocalSitting(match, Log.reopen(path), LocalDice(chance.seeded(6)), Library(path.parent))
    async with at_table(again) as seated:
        assert await seated.shows("Ann keeps 三(3).")
        assert await seated.shows("Ann · throw 2 of 3")
        await seated.press("space", "up", "enter", "y")
    assert replayed(again)[0] == again.match
    assert again.match.events[: len(match.events)] == match.events


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
@at_table_of()
async def test_the_key_that_asks_to_leave_leaves_when_pressed_again(
    seated: Seated, sitting: LocalSitting, key: str
) -> None:
    await seated.press("space", key)
    assert await seated.shows("Leave the table?")
    await seated.press(key)
    assert not seated.app.is_running
    assert replayed(sitting) == (sitting.match, False)


@at_table_of("traditional", "Ann,greedy", manual=True)
async def test_a_throw_typed_wrong_is_taken_back_by_u(seated: Seated, sitting: LocalSitting) -> None:
    await seated.press(*"66123", "enter")
    assert await seated.shows("1–5 keep dice. Wrong? u takes it back.")
    await seated.press("1", "u", "u")
    assert isinstance(seated.app.screen, Typed)
    assert sitting.match.events == ()
    assert sitting.log.path.read_text() == record.text(sitting.match)
    await seated.press(*"66623", "enter", "1", "2", "3", "space", *"12", "enter")
    assert sitting.match.events == (Throw(0, (6, 6, 6, 2, 3)), Keep(0, (6, 6, 6)), Throw(0, (1, 2)))
    await seated.press("u", *"66", "enter", "up", "enter", "y")
    assert Throw(0, (6, 6)) in sitting.match.events
    assert isinstance(seated.app.screen, Typed)
    assert not await seated.shows("takes back")


@at_table_of("challenge", "Ann,Ben", size=(120, 40))
async def test_r5_decisions_are_made_under_a_cover_and_shown_together(seated: Seated) -> None:
    """R5: each player decides in secret; keeps are shown once both have decided."""
    await seated.press("space")
    assert isinstance(seated.app.screen, Cover)
    assert await seated.shows("Ann: decide now.")
    await seated.press("enter", "1", "2", "space")
    assert isinstance(seated.app.screen, Cover)
    assert await seated.shows("Ben: decide now.")
    await seated.press("enter")
    assert await seated.shows("Ann has decided.")
    assert not await seated.shows("Ann keeps")
    assert kept(seated) == frozenset()
    await seated.press("5", "space", "enter")
    assert await seated.shows("Ann keeps 3 5.")
    assert await seated.shows("Ben keeps 1.")


@at_table_of("challenge", "Ann,Ben")
async def test_the_key_that_lifts_the_cover_throws_no_dice_away(
    seated: Seated, sitting: LocalSitting
) -> None:
    await seated.press("space", "space")
    assert isinstance(seated.app.screen, Cover)
    await seated.press("enter", "enter")
    assert (len(sitting.match.events), sitting.decider()) == (1, 0)
    assert await seated.shows("Press Enter again to hand in.")
    await seated.press("enter")
    assert isinstance(seated.app.screen, Cover)
    assert (len(sitting.match.events), sitting.decider()) == (2, 1)
    await seated.press("enter", "1", "enter")
    assert sitting.match.events[1:3] == (Keep(0, ()), Keep(1, (3,)))


@at_table_of("challenge", "Ann,greedy")
async def test_uses_cannot_be_picked_before_all_dice_are_final_in_a_common_turn(
    seated: Seated, sitting: LocalSitting
) -> None:
    await seated.press("space")
    picked = seated.table.query_one(ChoiceTable).picked
    assert picked is not None
    assert picked.kind == "throw"
    assert await seated.shows("Would pay now:")
    for key in ("down", "down", "enter"):
        await seated.press(key)
        assert await seated.shows("Boxes are chosen after the last throw.")
    assert len(sitting.match.events) == 1
    await seated.press("space")
    assert len(sitting.match.events) > 1


@at_table_of()
async def test_dice_that_lie_there_from_before_say_whose_they_were(seated: Seated) -> None:
    """Otherwise they would look like a throw of the next player."""
    await seated.press("space", "0", "up", "enter")
    assert await seated.shows("Ann · throw 1 of 3")
    assert await seated.shows("Thrown by greedy")
    await seated.press("space")
    assert not await seated.shows("Thrown by")


@pytest.mark.parametrize(
    ("held", "told"), [(12, "Nothing to gain: Enter ends the turn."), (0, "↑ ↓ and Enter choose a use.")]
)
async def test_a_turn_that_gains_nothing_says_so(held: int, told: str, home: Path) -> None:
    sitting = sit(agreed("showdown", "Ann,greedy"), home)
    ahead = with_cards(
        sitting.match.state, *(BoardCard(space, owner=1, chips=7) for space in range(1, held + 1))
    )
    for event in (Throw(0, (1,)), Throw(0, (1, 1, 2, 3, 5)), Keep(0, (1, 1, 2, 3, 5))):
        ahead = step(ahead, event)
    set_at(sitting, ahead)
    async with at_table(sitting) as seated:
        assert await seated.shows(told)


@pytest.mark.parametrize(
    ("game", "seats", "size"),
    [
        ("showdown", "Ann,greedy", (80, 24)),
        ("showdown", "Ann,greedy", (60, 20)),
        ("showdown", "Ann,Benedikta,Carl", (40, 24)),
        ("piecepack", "Ann,Benedikta,Carl", (60, 20)),
        ("piecepack", "Bartholomew von Hohenzollern zu Hechin,Ben,Cas,Dor", (80, 24)),
        ("showdown", "Bartholomew von Hohenzollern zu Hechin,Ben,greedy", (60, 20)),
    ],
)
async def test_the_whole_board_fits_its_page(
    game: str, seats: str, size: tuple[int, int], home: Path
) -> None:
    async with at_table(sit(agreed(game, seats), home), size=size) as seated:
        await seated.press("space", "c")
        text = seated.app.screen.query_one(ScrollableContainer)
        assert text.max_scroll_x == 0
        assert await seated.shows("Esc Close ↑ ↓ Scroll") == bool(text.max_scroll_y)
        shown = str(text.query_one(Static).render())
        assert all(name[:3] in shown for name in seats.split(","))


@at_table_of("traditional", "Ann,Ben")
async def test_r6_the_game_plays_for_who_is_away_until_back(seated: Seated, sitting: LocalSitting) -> None:
    """R6: the game plays the turns of the absent player; the other player decides as before."""
    await seated.press("a", "enter")
    assert sitting.away == {0}
    assert sitting.awaited.seats == (1,)
    assert len(sitting.match.events) == 3
    assert await seated.shows("Ben · throw 1 of 3")
    await seated.press("a", "enter")
    assert sitting.away == set()


@at_table_of()
async def test_the_game_plays_for_the_only_person_only_when_asked_twice(
    seated: Seated, sitting: LocalSitting
) -> None:
    """R6: moves of the game cannot be taken back, so leaving needs a confirmation, but returning does not."""
    await seated.press("space", "a")
    assert await seated.shows("Let the computer play for Ann until you press a again?")
    await seated.press("enter")
    assert (sitting.away, len(sitting.match.events)) == (set(), 1)
    await seated.press_fast("a", "y", "a")
    told = seated.table.query_one(EventLog).sentences
    assert "Ann is away. The computer plays until you press a." in told
    assert "Ann is back." in told


@at_table_of()
async def test_a_full_disk_is_told_and_the_same_dice_are_tried_again(
    seated: Seated, sitting: LocalSitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = sitting.log.append

    monkeypatch.setattr(sitting.log, "append", Mock(side_effect=StoreError("The disk is full.")))
    await seated.press("space")
    assert isinstance(seated.app.screen, Question)
    assert await seated.shows("The disk is full.")
    await seated.press("enter")
    assert sitting.match.events == ()
    monkeypatch.setattr(sitting.log, "append", append)
    await seated.press("enter")
    assert sitting.match.events == (Throw(0, (3, 5, 4, 6, 1)),)
    assert replayed(sitting)[0] == sitting.match


@at_table_of(first="roll", size=(120, 40))
async def test_a_roll_off_is_thrown_and_told(seated: Seated) -> None:
    """R2: players press a key to throw in the roll-off; the log names totals and the first player."""
    assert await seated.shows("Roll-off: Ann to throw")
    await seated.press("space")
    assert await seated.shows("a total of 19.")
    assert await seated.shows("Ann starts.")


async def test_an_own_card_offers_to_move_or_to_stay(home: Path) -> None:
    sitting = sit(agreed("showdown", "Ann,greedy"), home, manual=True)
    set_at(sitting, with_cards(sitting.match.state, BoardCard(space=1, owner=0, chips=2)))
    async with at_table(sitting) as seated:
        assert await seated.shows("throw the red die")
        await seated.press("1", "enter")
        assert await seated.shows("Move on")
        assert await seated.shows("Stay and raise")
        await seated.press("up", "enter")
        assert sitting.match.events == (Throw(0, (1,)), Choose(0, "stay"))


@at_table_of(size=(50, 14))
async def test_a_small_window_is_scrolled(seated: Seated) -> None:
    assert not await seated.shows("Bonus (35 at 63)")
    await seated.press(*["ctrl+down"] * 6)
    assert await seated.shows("Bonus (35 at 63)")
    await seated.press("space")
    assert seated.moment == "keep"


@at_table_of()
async def test_time_between_moves_and_colours_can_be_changed(seated: Seated) -> None:
    await seated.press("plus", "plus", "minus", "t")
    assert seated.table.pause == 0.4
    assert seated.app.theme == "fivedice-light"


@at_table_of("junior", "Ann,greedy")
async def test_a_hint_that_a_throw_overtakes_is_not_given(seated: Seated, sitting: LocalSitting) -> None:
    await seated.press("space", "1")
    seated.table.pause = 0.5
    seated.table.action_hint()
    seated.table.action_throw()
    await seated.settle()
    assert isinstance(seated.app.screen, TableScreen)
    assert [type(event) for event in sitting.match.events] == [Throw, Keep, Throw]


@pytest.mark.parametrize("key", ["space", "enter"])
async def test_a_key_that_is_held_throws_once(
    key: str, sitting: LocalSitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr("fivedice.terminal.screen.table.monotonic", lambda: now)
    async with at_table(sitting) as seated:
        await seated.press("space", "2", "5")
        for later in (1.0, 0.5, *[0.03] * 40, 1.0):
            now += later
            before = len(sitting.match.events)
            await seated.press_fast(key)
            assert len(sitting.match.events) - before == (2 if later == 1.0 else 0)

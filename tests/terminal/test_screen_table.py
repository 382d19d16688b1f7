"""What a person can do at the full-screen table, one thing a test."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.containers import ScrollableContainer
from textual.widgets import Static

from fivedice.core.dice import FIVE
from fivedice.games.showdown import Held
from fivedice.match.events import Choose, Hint, Keep, Spend, Throw
from fivedice.match.state import step
from fivedice.notation import record
from fivedice.runtime import chance
from fivedice.runtime.library import Library
from fivedice.runtime.store import Log, StoreError
from fivedice.terminal.screen.dialogs import Cover, Page, Question, TypedDice
from fivedice.terminal.screen.hints import Hints
from fivedice.terminal.screen.moment import moment
from fivedice.terminal.screen.table import TableScreen
from fivedice.terminal.screen.told import Told
from fivedice.terminal.screen.tray import EVERY
from fivedice.terminal.screen.widgets import Choices, DiceRow
from fivedice.terminal.sitting import Sitting
from tests.terminal.seated import Seated, agreed, at_table, replayed, set_at, sit


@pytest.fixture
def sitting(home: Path) -> Sitting:
    """Ann against a bot in the traditional game; her first dice are 3 5 4 6 1."""
    return sit(agreed("traditional", "Ann,greedy"), home)


def kept(seated: Seated) -> frozenset[int]:
    """The places of the dice set aside."""
    return seated.app.table._around.laid.kept


def test_the_first_dice_wait_for_a_key(sitting: Sitting) -> None:
    """A person's turn opens when the person throws, not before."""

    async def does(seated: Seated) -> None:
        assert sitting.match.events == ()
        assert await seated.shows("Ann · throw 1 of 3")
        await seated.press("h")
        assert await seated.shows("Throw first")
        await seated.press("space")
        assert sitting.match.events == (Throw(0, (3, 5, 4, 6, 1)),)

    at_table(sitting, does)


def test_dice_set_aside_can_be_taken_back_until_the_throw(sitting: Sitting) -> None:
    """A keep is no event before the dice are thrown: u or the die's own key takes it back."""

    async def does(seated: Seated) -> None:
        await seated.press("space", "1", "3")
        assert kept(seated) == {0, 2}
        await seated.press("u")
        assert kept(seated) == {0}
        await seated.press("1")
        assert kept(seated) == frozenset()
        assert len(sitting.match.events) == 1

    at_table(sitting, does)


@pytest.mark.parametrize("key", ["space", "enter"])
def test_a_key_too_many_throws_no_dice_away(key: str, sitting: Sitting) -> None:
    """With no die kept it asks before all five are thrown again, and the same key goes back."""

    async def does(seated: Seated) -> None:
        await seated.press("space", key)
        assert isinstance(seated.app.screen, Question)
        await seated.press(key)
        assert len(sitting.match.events) == 1
        await seated.press(key, "y")
        assert sitting.match.events[1] == Keep(0, ())

    at_table(sitting, does)


def test_space_throws_what_is_not_kept(sitting: Sitting) -> None:
    """The keep and the throw that follows are stored; kept dice stay in their places and are still kept."""

    async def does(seated: Seated) -> None:
        await seated.press("space", "2", "5", "space")
        _, keep, thrown = sitting.match.events
        assert keep == Keep(0, (1, 5))
        assert isinstance(thrown, Throw)
        assert len(thrown.dice) == 3
        laid = seated.app.table._around.laid
        assert (laid.slots[1], laid.slots[4], laid.kept) == (5, 1, {1, 4})

    at_table(sitting, does)


def test_long_names_hide_nothing_that_can_be_done(home: Path) -> None:
    """Characters that are kept are told after what Space does, however little room there is."""

    async def does(seated: Seated) -> None:
        await seated.press("space", "1", "2", "3")
        assert await seated.shows("Space throws 2 dice. You keep ")
        await seated.press("4")
        keep = " ".join(map(str, seated.app.table._around.laid.keep))
        assert await seated.shows(f"Space throws one die. You keep {keep}.")

    at_table(sit(agreed("junior", "Ann,greedy"), home), does)


@pytest.mark.parametrize(("size", "name"), [((80, 24), "…"), ((60, 20), "zu Hechin")])
def test_long_names_cut_no_score_and_hide_no_throw(size: tuple[int, int], name: str, home: Path) -> None:
    """Names are shortened where they must be, wide letters counted so; the throw is told in full."""
    sitting = sit(agreed("piecepack", "Bartholomew von Hohenzollern zu Hechin,🎲🎲🎲,random,casual"), home)
    sitting.step(Throw(0, (6, 6, 6, 6, 5)), Keep(0, (5, 6, 6, 6, 6)), Spend(0, "chance"))

    async def does(seated: Seated) -> None:
        title, headline, *_ = await seated.lines()
        scores = [entry.split()[-1] for entry in title.rstrip().removesuffix(" points").split(",")]
        assert scores == ["29", "0", "0", "0"]
        assert headline.startswith(" 🎲🎲🎲 · throw 1 of 3")
        await seated.press("a", "down", "enter")
        assert await seated.shows(f"{name} · throw 1 of 3")

    at_table(sitting, does, size=size)


def test_where_not_all_scores_fit_it_is_told_that_some_are_missing(home: Path) -> None:
    """Whoever is named in the title has a whole figure."""
    names = "Ann,Ben,Cas,Dor,Emm,Fay,Gus,Hal,Ivy"

    async def does(seated: Seated) -> None:
        assert (await seated.lines())[0].endswith("Hal 0, Ivy 0 ")
        await seated.pilot.resize_terminal(50, 24)
        await seated.settle()
        assert (await seated.lines())[0].rstrip().endswith("Cas 0, Dor 0, …")

    at_table(sit(agreed("traditional", names), home), does)


def test_all_five_kept_is_a_stop_that_can_be_taken_back(sitting: Sitting) -> None:
    """With all dice kept nothing is thrown; the stop is stored together with the use."""

    async def does(seated: Seated) -> None:
        await seated.press("space", "0", "space")
        assert kept(seated) == EVERY
        assert len(sitting.match.events) == 1
        await seated.press("u", "0", "up", "enter")
        assert sitting.match.events[1:3] == (Keep(0, (1, 3, 4, 5, 6)), Spend(0, "chance"))

    at_table(sitting, does)


def test_a_use_can_be_chosen_while_throws_are_left(sitting: Sitting) -> None:
    """Choosing a use keeps all five, once it is asked whether to give up throws; Enter goes back."""

    async def does(seated: Seated) -> None:
        await seated.press("space", "down", "enter")
        assert await seated.shows("Use the dice for Aces 1, though 2 throws are left?")
        await seated.press("enter")
        assert len(sitting.match.events) == 1
        await seated.press("enter", "y")
        assert sitting.match.events[1:3] == (Keep(0, (1, 3, 4, 5, 6)), Spend(0, "aces"))

    at_table(sitting, does)


def test_a_needless_zero_is_asked_about(sitting: Sitting) -> None:
    """Before a zero while another use pays, a question comes; Enter goes back, y takes the zero."""

    async def does(seated: Seated) -> None:
        await seated.press("space", "down", "down", "enter")
        assert await seated.shows("Twos would be a zero, and Small Straight 30 is open.")
        await seated.press("enter")
        assert len(sitting.match.events) == 1
        await seated.press("enter", "y")
        assert sitting.match.events[2] == Spend(0, "twos")

    at_table(sitting, does)


def test_a_zero_by_choice_is_on_the_list_of_zeros(sitting: Sitting) -> None:
    """R19: z lists the zeros where the dice would score, and each is asked about."""

    async def does(seated: Seated) -> None:
        await seated.press("space")
        assert not await seated.shows("Zero Chance")
        await seated.press("z", "up", "enter")
        assert await seated.shows("Zero Chance gives away Chance 19.")
        await seated.press("y")
        assert sitting.match.events[2] == Spend(0, "zero-chance")

    at_table(sitting, does)


def test_enter_pressed_once_too_often_uses_nothing_up(sitting: Sitting) -> None:
    """When the dice are final the cursor is nowhere until it is moved."""

    async def does(seated: Seated) -> None:
        await seated.press("space", "enter", "y", "enter", "y", "enter", "enter")
        assert moment(sitting) == "use"
        assert len(sitting.match.events) == FIVE
        assert seated.app.table.query_one(Choices).picked is None

    at_table(sitting, does)


def test_a_click_keeps_a_die_and_a_click_on_a_use_takes_it(sitting: Sitting) -> None:
    """The mouse does what the keys do."""

    async def does(seated: Seated) -> None:
        await seated.press("space")
        dice = seated.app.table.query_one(DiceRow)
        step = dice.step(dice.size.width)
        await seated.pilot.click(DiceRow, offset=(2 * step + 4, 2))
        await seated.settle()
        assert kept(seated) == {2}
        await seated.pilot.click(Choices, offset=(3, 1))
        await seated.settle()
        await seated.press("y")
        assert sitting.match.events[2] == Spend(0, "aces")

    at_table(sitting, does)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("g", "Thirteen turns, thirteen boxes"),
        ("f1", "Thirteen turns, thirteen boxes"),
        ("l", "6 is 六"),
        ("question_mark", "take back the last die kept"),
        ("c", "Large Straight"),
    ],
)
def test_pages_open_and_close_at_a_key(sitting: Sitting, key: str, text: str) -> None:
    """Rules, legend, keys and the card lie over the table until Escape."""

    async def does(seated: Seated) -> None:
        await seated.press("space", "1", key)
        assert isinstance(seated.app.screen, Page)
        await seated.pilot.pause(0.1)
        assert await seated.shows(text)
        await seated.press("escape")
        assert seated.app.screen is seated.app.table
        assert kept(seated) == {0}

    at_table(sitting, does)


def test_a_match_that_is_left_goes_on_where_it_was(sitting: Sitting) -> None:
    """q asks, tells how to go on, and leaves a record with which the match is taken up again."""

    async def leaves(seated: Seated) -> None:
        await seated.press("space", "1", "space", "q")
        assert await seated.shows("fivedice resume")
        await seated.press("y")
        assert not seated.app.is_running

    at_table(sitting, leaves)
    match, complete = replayed(sitting)
    assert (match, complete) == (sitting.match, False)
    path = sitting.log.path
    sitting.log.close()
    again = Sitting(match, Log.reopen(path), chance.seeded(6), Library(path.parent))

    async def goes_on(seated: Seated) -> None:
        assert await seated.shows("Ann keeps 三(3).")
        assert await seated.shows("Ann · throw 2 of 3")
        await seated.press("space", "up", "enter", "y")

    at_table(again, goes_on)
    assert replayed(again)[0] == again.match
    assert again.match.events[: len(match.events)] == match.events


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
def test_the_key_that_asks_to_leave_leaves_when_pressed_again(key: str, sitting: Sitting) -> None:
    """Whoever presses Ctrl+C twice wants to be gone; the match is kept all the same."""

    async def does(seated: Seated) -> None:
        await seated.press("space", key)
        assert await seated.shows("Leave the table?")
        await seated.press(key)
        assert not seated.app.is_running

    at_table(sitting, does)
    assert replayed(sitting) == (sitting.match, False)


def test_typed_dice_are_checked_and_the_keep_before_them_can_be_taken_back(home: Path) -> None:
    """Nonsense gets a sentence; Escape goes back to the keep, which is stored with its throw."""
    sitting = sit(agreed("traditional", "Ann,greedy"), home, manual=True)

    async def does(seated: Seated) -> None:
        assert isinstance(seated.app.screen, TypedDice)
        await seated.press("7", "x", "enter")
        assert await seated.shows("Dice are digits from 1 to 6, not '7x'.")
        await seated.press("backspace", "backspace", "1", "2", "enter")
        assert await seated.shows("This throw is of 5 dice, not of 2.")
        await seated.press("3", "space", "4", "4", "enter")
        assert sitting.match.events == (Throw(0, (1, 2, 3, 4, 4)),)
        await seated.press("4", "5", "space")
        assert isinstance(seated.app.screen, TypedDice)
        assert len(sitting.match.events) == 1
        await seated.press("escape", "u")
        assert kept(seated) == {3}
        await seated.press("5", "space", "4", "4", "4", "enter")
        assert sitting.match.events[1:3] == (Keep(0, (4, 4)), Throw(0, (4, 4, 4)))
        await seated.press("1", "2", "3", "4", "space")
        assert await seated.shows("Ann, throw one die and type what it shows:")
        assert await seated.shows("Enter takes it")
        await seated.press("1", "1", "enter")
        assert await seated.shows("This throw is of one die, not of 2.")

    at_table(sitting, does)


def test_a_throw_typed_wrong_is_taken_back_by_u(home: Path) -> None:
    """The table says so; the line to type it opens again, and the record says no word of it."""
    sitting = sit(agreed("traditional", "Ann,greedy"), home, manual=True)

    async def does(seated: Seated) -> None:
        await seated.press(*"66123", "enter")
        assert await seated.shows("1–5 keep dice. Typed wrong? u undoes it.")
        await seated.press("1", "u", "u")
        assert isinstance(seated.app.screen, TypedDice)
        assert sitting.match.events == ()
        assert sitting.log.path.read_text() == record.text(sitting.match)
        await seated.press(*"66623", "enter", "1", "2", "3", "space", *"12", "enter")
        assert sitting.match.events == (Throw(0, (6, 6, 6, 2, 3)), Keep(0, (6, 6, 6)), Throw(0, (1, 2)))
        await seated.press("u", *"66", "enter", "up", "enter", "y")
        assert Throw(0, (6, 6)) in sitting.match.events
        assert isinstance(seated.app.screen, TypedDice)
        assert not await seated.shows("takes back")

    at_table(sitting, does)


def test_how_a_throw_typed_wrong_is_taken_back_is_told_in_full(home: Path) -> None:
    """A card of three seats leaves the words over the dice 43 cells, and they fit."""
    sitting = sit(agreed("traditional", "Ann,Ben,greedy", first="roll"), home, manual=True)

    async def does(seated: Seated) -> None:
        await seated.press(*"11112", "enter", "escape")
        assert await seated.shows("Space: type dice. Typed wrong? u undoes it. ")

    at_table(sitting, does)


def test_a_throw_typed_for_a_bot_is_taken_back_with_what_the_bot_did(home: Path) -> None:
    """The line for its next dice says how; the bot decides again with the right ones."""
    sitting = sit(agreed("traditional", "greedy,Ann"), home, manual=True)

    async def does(seated: Seated) -> None:
        await seated.press(*"66123", "enter")
        assert len(sitting.match.events) == 2
        assert await seated.shows("Esc, then u takes back the throw 六(6) 六(6) 一(1)")
        await seated.press("escape", "u", *"55123", "enter")
        assert sitting.match.events[0] == Throw(0, (5, 5, 1, 2, 3))
        assert isinstance(sitting.match.events[1], Keep)
        assert sitting.log.path.read_text() == record.text(sitting.match)

    at_table(sitting, does)


def test_put_off_typing_leaves_the_table_to_look_at(home: Path) -> None:
    """Escape closes the line for the dice without throwing any; Space opens it again."""
    sitting = sit(agreed("junior", "Ann,greedy"), home, manual=True)

    async def does(seated: Seated) -> None:
        await seated.press("escape")
        assert seated.app.screen is seated.app.table
        await seated.press("l", "escape", "space")
        assert isinstance(seated.app.screen, TypedDice)

    at_table(sitting, does)


def test_r5_decisions_are_made_under_a_cover_and_shown_together(home: Path) -> None:
    """R5: with two persons, each decides unseen; keeps are told when both have decided."""
    sitting = sit(agreed("challenge", "Ann,Ben"), home)

    async def does(seated: Seated) -> None:
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

    at_table(sitting, does, size=(120, 40))


def test_the_key_that_lifts_the_cover_throws_no_dice_away(home: Path) -> None:
    """Enter pressed twice, or Space, hands nothing in; a die kept, or Enter once more, makes it ready."""
    sitting = sit(agreed("challenge", "Ann,Ben"), home)

    async def does(seated: Seated) -> None:
        await seated.press("space", "space")
        assert isinstance(seated.app.screen, Cover)
        await seated.press("enter", "enter")
        assert (len(sitting.match.events), sitting.asked()) == (1, 0)
        assert await seated.shows("Enter once more hands in.")
        await seated.press("enter")
        assert isinstance(seated.app.screen, Cover)
        assert (len(sitting.match.events), sitting.asked()) == (2, 1)
        await seated.press("enter", "1", "enter")
        assert sitting.match.events[1:3] == (Keep(0, ()), Keep(1, (3,)))

    at_table(sitting, does)


def test_uses_cannot_be_picked_before_all_dice_are_final_in_a_common_turn(home: Path) -> None:
    """In the challenge game the list tells what dice would pay; boxes are chosen at the end of the round."""
    sitting = sit(agreed("challenge", "Ann,greedy"), home)

    async def does(seated: Seated) -> None:
        await seated.press("space")
        picked = seated.app.table.query_one(Choices).picked
        assert picked is not None
        assert picked.kind == "throw"
        assert await seated.shows("Would pay now:")
        for key in ("down", "down", "enter"):
            await seated.press(key)
            assert await seated.shows("Boxes are chosen after the last throw.")
        assert len(sitting.match.events) == 1
        await seated.press("space")
        assert len(sitting.match.events) > 1

    at_table(sitting, does)


def test_dice_that_lie_there_from_before_say_whose_they_were(sitting: Sitting) -> None:
    """Else they would pass for a throw of whoever is to play."""

    async def does(seated: Seated) -> None:
        await seated.press("space", "0", "up", "enter")
        assert await seated.shows("Ann · throw 1 of 3")
        assert await seated.shows("Thrown by greedy")
        await seated.press("space")
        assert not await seated.shows("Thrown by")

    at_table(sitting, does)


def test_where_no_hint_can_be_had_the_keys_are_still_told(sitting: Sitting) -> None:
    """h before a throw says so without hiding what to press."""

    async def does(seated: Seated) -> None:
        await seated.press("h")
        assert await seated.shows("Throw first, then ask for a hint.")
        assert await seated.shows("Space throws five dice.")

    at_table(sitting, does)


@pytest.mark.parametrize(
    ("held", "told"),
    [(12, "Nothing to gain: Enter ends the turn."), (0, "↑ ↓ and Enter choose a use.")],
)
def test_a_turn_that_gains_nothing_says_so(held: int, told: str, home: Path) -> None:
    """Where others hold every card in showdown there is nothing to choose; Enter then ends the turn."""
    sitting = sit(agreed("showdown", "Ann,greedy"), home)
    state = sitting.match.state
    taken = tuple(Held(space=space, owner=1, chips=7) for space in range(1, held + 1))
    cards = (*taken, *state.position.cards[held:])
    ahead = replace(state, position=replace(state.position, cards=cards))
    for event in (Throw(0, (1,)), Throw(0, (1, 1, 2, 3, 5)), Keep(0, (1, 1, 2, 3, 5))):
        ahead = step(ahead, event)
    set_at(sitting, ahead)

    async def does(seated: Seated) -> None:
        assert await seated.shows(told)

    at_table(sitting, does)


def test_who_decides_in_a_common_turn_is_marked(home: Path) -> None:
    """First the one and then the other, though the match waits for both at first."""

    async def does(seated: Seated) -> None:
        await seated.press("space", "enter")
        assert await seated.shows("▸Ann")
        await seated.press("space", "enter")
        assert await seated.shows("▸Ben")

    at_table(sit(agreed("challenge", "Ann,Ben"), home), does)


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
def test_the_whole_board_fits_its_page(game: str, seats: str, size: tuple[int, int], home: Path) -> None:
    """All seats are there, long names are shortened, and nothing is cut at the side."""

    async def does(seated: Seated) -> None:
        await seated.press("space", "c")
        text = seated.app.screen.query_one(ScrollableContainer)
        assert text.max_scroll_x == 0
        assert await seated.shows("↑ ↓ scroll · Esc closes" if text.max_scroll_y else "─ Esc closes ─")
        shown = str(text.query_one(Static).render())
        assert all(name[:3] in shown for name in seats.split(","))

    at_table(sit(agreed(game, seats), home), does, size=size)


def test_a_board_wider_than_its_page_is_scrolled_and_the_page_says_how(home: Path) -> None:
    """Ten seats cannot stand in 40 columns, however short their names are."""
    names = ",".join(f"Player {letter}" for letter in "ABCDEFGHIJ")

    async def does(seated: Seated) -> None:
        await seated.press("space", "c")
        assert await seated.shows("↑ ↓ ← → scroll · Esc closes")

    at_table(sit(agreed("traditional", names), home), does, size=(40, 16))


def test_r6_the_game_plays_for_who_is_away_until_back(home: Path) -> None:
    """R6: of two persons one leaves; that one's turns are played, the other is asked."""
    sitting = sit(agreed("traditional", "Ann,Ben"), home)

    async def does(seated: Seated) -> None:
        await seated.press("a", "enter")
        assert sitting.away == {0}
        assert sitting.awaited.seats == (1,)
        assert len(sitting.match.events) == 3
        assert await seated.shows("Ben · throw 1 of 3")
        await seated.press("a", "enter")
        assert sitting.away == set()

    at_table(sitting, does)


def test_the_game_plays_for_the_only_person_only_when_asked_twice(sitting: Sitting) -> None:
    """R6: what it plays cannot be taken back, so a lone a asks first; being back needs no question."""

    async def does(seated: Seated) -> None:
        await seated.press("space", "a")
        assert await seated.shows("Shall the game play for Ann until you press a again?")
        await seated.press("enter")
        assert (sitting.away, len(sitting.match.events)) == (set(), 1)
        await seated.press_fast("a", "y", "a")
        told = seated.app.table.query_one(Told).sentences
        assert "Ann is away: the game plays until back (key a)." in told
        assert "Ann is back." in told

    at_table(sitting, does)


def test_a_full_disk_is_told_and_the_same_dice_are_tried_again(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refused event changes nothing; trying again plays that event and no other dice."""
    append = sitting.log.append

    def full(*_lines: str) -> None:
        raise StoreError("The disk is full.")

    async def does(seated: Seated) -> None:
        monkeypatch.setattr(sitting.log, "append", full)
        await seated.press("space")
        assert isinstance(seated.app.screen, Question)
        assert await seated.shows("The disk is full.")
        await seated.press("enter")
        assert sitting.match.events == ()
        monkeypatch.setattr(sitting.log, "append", append)
        await seated.press("enter")
        assert sitting.match.events == (Throw(0, (3, 5, 4, 6, 1)),)

    at_table(sitting, does)
    assert replayed(sitting)[0] == sitting.match


def test_a_roll_off_is_thrown_and_told(home: Path) -> None:
    """R2: who throws in the roll-off presses the key; totals are told, and who starts."""
    setup = agreed("traditional", "Ann,greedy", first="roll")
    sitting = sit(setup, home)

    async def does(seated: Seated) -> None:
        assert await seated.shows("Roll-off: Ann to throw")
        await seated.press("space")
        assert await seated.shows("a total of 19.")
        assert await seated.shows("Ann starts.")

    at_table(sitting, does, size=(120, 40))


def test_an_own_card_offers_to_move_or_to_stay(home: Path) -> None:
    """Showdown's plain choice is picked from the list, after the red die is typed."""
    sitting = sit(agreed("showdown", "Ann,greedy"), home, manual=True)
    state = sitting.match.state
    cards = (Held(space=1, owner=0, chips=2), *state.position.cards[1:])
    ahead = replace(state, position=replace(state.position, cards=cards))
    set_at(sitting, ahead)

    async def does(seated: Seated) -> None:
        assert await seated.shows("throw the red die")
        await seated.press("1", "enter")
        assert await seated.shows("Move on")
        assert await seated.shows("Stay and roll")
        await seated.press("up", "enter")
        assert sitting.match.events == (Throw(0, (1,)), Choose(0, "stay"))

    at_table(sitting, does)


def test_a_small_window_is_scrolled(sitting: Sitting) -> None:
    """In 50 columns and 14 lines everything is there, and the arrows with Ctrl scroll to it."""

    async def does(seated: Seated) -> None:
        assert not await seated.shows("Bonus (35 at 63)")
        await seated.press(*["ctrl+down"] * 6)
        assert await seated.shows("Bonus (35 at 63)")
        await seated.press("space")
        assert moment(sitting) == "keep"

    at_table(sitting, does, size=(50, 14))


def test_time_between_moves_and_colours_can_be_changed(sitting: Sitting) -> None:
    """+ and - change the pause by steps, t goes from dark to light."""

    async def does(seated: Seated) -> None:
        await seated.press("plus", "plus", "minus", "t")
        assert seated.app.table.pause == 0.4
        assert seated.app.theme == "fivedice-light"

    at_table(sitting, does)


def test_a_hint_is_one_key_away_and_stands_in_the_record(home: Path) -> None:
    """The choices are ranked on a page; taking the hint is an event, and dice set aside stay so."""
    sitting = sit(agreed("junior", "Ann,greedy"), home)

    async def does(seated: Seated) -> None:
        await seated.press("space", "1", "h")
        assert isinstance(seated.app.screen, Hints)
        assert await seated.shows("the best")
        assert sitting.match.events[-1] == Hint(0)
        await seated.press("escape")
        assert kept(seated) == {0}

    at_table(sitting, does)


def test_a_hint_that_a_throw_overtakes_is_not_given(home: Path) -> None:
    """On a busy machine the next key may decide before the hint is begun: then there is nothing to advise."""
    sitting = sit(agreed("junior", "Ann,greedy"), home)

    async def does(seated: Seated) -> None:
        await seated.press("space", "1")
        seated.app.table.pause = 0.5
        seated.app.table.action_hint()
        seated.app.table.action_throw()
        await seated.settle()
        assert isinstance(seated.app.screen, TableScreen)
        assert [type(event) for event in sitting.match.events] == [Throw, Keep, Throw]

    at_table(sitting, does)


@pytest.mark.parametrize("key", ["space", "enter"])
def test_a_key_that_is_held_throws_once(key: str, sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes again after half a second, and then ever again; who presses it anew a second later throws."""
    now = 0.0
    monkeypatch.setattr("fivedice.terminal.screen.table.monotonic", lambda: now)

    async def does(seated: Seated) -> None:
        nonlocal now
        await seated.press("space", "2", "5")
        for later in (1.0, 0.5, *[0.03] * 40, 1.0):
            now += later
            before = len(sitting.match.events)
            await seated.press_fast(key)
            assert len(sitting.match.events) - before == (2 if later == 1.0 else 0)

    at_table(sitting, does)

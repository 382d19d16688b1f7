"""Tables with real dice: people enter what they rolled, in three levels of detail, and may take it back."""

from collections.abc import Iterable

import pytest

from fivedice.match.events import Final, First, Score, Spend, Throw
from fivedice.notation import record
from fivedice.table import log
from fivedice.table.log import Happened, RematchOpened, SeatLeft, TakenBack
from fivedice.table.protocol import messages as say
from fivedice.table.protocol import narrated, player_view
from fivedice.table.state import Due, TableState
from fivedice.table.terms import Detail, Terms, check_terms
from tests.table.anything import move
from tests.table.refusals import refusal
from tests.table.tables import playing

GAMES = ("traditional", "challenge", "showdown", "piecepack", "junior")


def real(game: str = "traditional", *chairs: str, detail: Detail = "every") -> Terms:
    """A table with real dice for two, or with these chairs."""
    return Terms(game, chairs or ("", ""), first=0, dice="own", detail=detail)


def said(room: TableState, *said: tuple[int, say.Wish]) -> TableState:
    """The room after what seats say one after another."""
    for seat, message in said:
        room = move(room, seat, message)
    return room


def throw(room: TableState, dice: str) -> say.ThrowMessage:
    """These dice, entered at what the table shows now."""
    return say.ThrowMessage(room.number, dice)


def events(room: TableState) -> Iterable[object]:
    assert room.match is not None
    return room.match.events


@pytest.mark.parametrize("game", GAMES)
def test_the_program_throws_nothing(game: str) -> None:
    room = playing(real(game))
    assert room.waits_for.due is None
    assert room.waits_for.asked == (0,)
    assert refusal(move, room, 1, throw(room, "11111"))
    wrong = refusal(move, room, 0, say.ThrowMessage(room.number))
    assert wrong
    assert "dice" in str(wrong) or "die" in str(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_people_name_who_starts(game: str) -> None:
    room = playing(Terms(game, ("", "", ""), first="random", dice="own"))
    assert room.waits_for.due is None
    assert room.waits_for.asked == (0, 1, 2)
    assert player_view.seen_by(room, 1).asked == "first"
    assert player_view.seen_by(room, None).asked == ""
    assert "a first seat, 0, 1 or 2" in str(refusal(move, room, 0, say.FirstMessage(3, room.number)))
    assert refusal(move, room, 0, say.HintMessage(room.number))
    room = said(room, (0, say.FirstMessage(2, room.number)))
    assert tuple(events(room)) == (First(2),)
    assert room.waits_for.asked == (2,)
    room = said(room, (1, say.TakebackMessage(room.number)))
    assert room.waits_for.asked == (0, 1, 2)
    room = said(room, (1, say.FirstMessage(1, room.number)))
    assert room.match is not None
    text = record.text(room.match)
    assert record.replay(text.encode()).match == room.match
    assert '"fivedice": 1' in text


def test_nobody_names_who_starts_where_the_program_throws() -> None:
    room = playing(Terms("junior", ("", ""), first="random"))
    assert room.waits_for.due == Due("chance", 0)
    assert "program" in str(refusal(move, room, 0, say.FirstMessage(1, room.number)))


def test_what_is_entered_is_what_is_thrown() -> None:
    room = playing(real())
    room = said(room, (0, throw(room, "65432")))
    assert tuple(events(room)) == (Throw(0, (6, 5, 4, 3, 2)),)
    room = said(room, (0, say.KeepMessage("65", room.number)))
    assert refusal(move, room, 0, throw(room, "1111"))
    assert refusal(move, room, 0, throw(room, "117"))
    room = said(room, (0, throw(room, "111")))
    assert room.waits_for.due is None


def test_where_the_program_throws_nothing_is_entered() -> None:
    room = playing(Terms("traditional", ("", ""), first=0))
    for message in (
        say.ThrowMessage(room.number, "11111"),
        say.FinalMessage("11111", 0, room.number),
        say.ScoreMessage("chance", 5, 0, room.number),
        say.DetailMessage("final"),
        say.TakebackMessage(room.number),
    ):
        assert refusal(move, room, 0, message)


def test_somebody_enters_the_dice_of_bots_and_of_the_absent() -> None:
    room = playing(real("traditional", "", "", "greedy"))
    room = said(room, (0, throw(room, "65432"))).after(SeatLeft(0))
    assert refusal(move, room, 0, throw(room, "1"))
    room = room.after(Happened(room.match.decisions()[0])) if room.match else room  # what the game decides
    assert room.waits_for.asked == (1,)
    room = said(room, (1, throw(room, "1" * room.match.awaited.dice if room.match else "")))
    bots = playing(real("traditional", "greedy", "", ""))
    assert bots.waits_for.asked == (1, 2)
    assert said(bots, (2, throw(bots, "12345"))).waits_for.due is not None


def test_final_dice_stand_for_a_turn() -> None:
    room = playing(real(detail="final"))
    assert player_view.seen_by(room, 0).asked == "enter"
    assert player_view.seen_by(room, 1).asked == ""
    room = said(room, (0, say.FinalMessage("44455", 0, room.number)))
    assert player_view.seen_by(room, 0).asked == "use"
    room = said(room, (0, say.UseMessage("full-house", room.number)))
    assert tuple(events(room)) == (Final(0, (4, 4, 4, 5, 5)), Spend(0, "full-house"))
    assert room.waits_for.asked == (1,)


def test_a_score_pad_offers_what_dice_can_pay() -> None:
    room = playing(real(detail="score"))
    offers = player_view.seen_by(room, 0).scores
    of_box = {box: [one.cell for one in offers if one.box == box] for box in ("fours", "full-house")}
    assert of_box == {"fours": ["0", "4", "8", "12", "16", "20"], "full-house": ["0", "25"]}
    for one in offers:
        message = say.ScoreMessage(one.use, one.pays, one.seat, room.number, one.five)
        assert said(room, (0, message)).waits_for.asked == (1,)
    room = said(room, (0, say.ScoreMessage("fours", 12, 0, room.number)))
    assert tuple(events(room)) == (Score(0, "fours", 12),)
    assert player_view.seen_by(room, 1).scores


def test_a_bot_needs_every_throw() -> None:
    room = playing(real("challenge", "", "greedy", detail="final"))
    assert player_view.seen_by(room, 0).asked == "throw"
    room = playing(real("traditional", "", "greedy", detail="final"))
    assert player_view.seen_by(room, 0).asked == "enter"
    room = said(
        room, (0, say.FinalMessage("44455", 0, room.number)), (0, say.UseMessage("chance", room.number + 1))
    )
    assert player_view.seen_by(room, 0).asked == "throw"


def test_a_turn_shared_with_a_bot_is_not_entered_without_throws() -> None:
    """Whatever a client sends: the bot could decide nothing, and the table would wait forever."""
    room = playing(real("challenge", "", "greedy", detail="final"))
    assert refusal(move, room, 0, say.FinalMessage("66666", 0, room.number))
    assert refusal(move, room, 0, say.ScoreMessage("chance", 30, 0, room.number))


def test_a_score_pad_needs_a_card() -> None:
    for game in GAMES:
        refused = refusal(check_terms, real(game, detail="score"))
        assert (refused is None) == (game not in ("showdown", "junior"))


def test_the_detail_changes_during_a_match() -> None:
    room = playing(real())
    after = said(room, (1, say.DetailMessage("score")))
    assert after.detail == "score"
    assert narrated.lines(log.Detailed(1, "score"), room, after) == (
        "Ben enters only what each turn scores from now on.",
    )
    assert refusal(move, after, 0, say.DetailMessage("score"))


def test_a_shared_turn_is_entered_to_its_end_whatever_the_detail() -> None:
    room = playing(real("challenge", detail="final"))
    room = said(room, (1, say.FinalMessage("66666", 1, room.number)), (1, say.DetailMessage("every")))
    assert room.waits_for.asked == (0,)
    room = said(room, (0, say.FinalMessage("11111", 0, room.number)))
    assert room.waits_for.asked == (0, 1)


def test_entries_are_taken_back_one_after_another() -> None:
    room = playing(real())
    start = room.match
    room = said(room, (0, throw(room, "65432")))
    thrown = room.match
    room = said(room, (0, say.KeepMessage("65", room.number)))
    back = said(room, (1, say.TakebackMessage(room.number)))
    assert back.match == thrown
    assert narrated.lines(TakenBack(1, 1), room, back) == ("Ben takes back: Ann keeps ⚄ ⚅.",)
    assert refusal(move, back, 0, say.TakebackMessage(room.number))
    back = said(back, (0, say.TakebackMessage(back.number)))
    assert back.match == start
    assert refusal(move, back, 0, say.TakebackMessage(back.number))
    again = said(back, (0, throw(back, "11111")))
    assert tuple(events(again)) == (Throw(0, (1,) * 5),)


def test_the_end_is_taken_back_until_there_is_a_rematch() -> None:
    room = playing(real())
    while not room.is_over:
        assert room.match is not None
        made = room.match.decisions() or (Throw(room.match.awaited.seats[0], (1,) * room.match.awaited.dice),)
        before, room = room, room.after(Happened(made[0]))
    back = said(room, (1, say.TakebackMessage(room.number)))
    assert (back.match, back.is_over) == (before.match, False)
    assert refusal(move, room.after(RematchOpened("ABCDEF")), 0, say.TakebackMessage(room.number + 1))


def test_what_a_bot_decided_goes_with_the_dice_it_was_decided_on() -> None:
    room = playing(real("traditional", "greedy", ""))
    start = room.match
    room = said(room, (1, throw(room, "65432")))
    assert room.match is not None
    room = room.after(Happened(room.match.decisions()[0]))
    assert said(room, (1, say.TakebackMessage(room.number))).match == start


def test_real_dice_have_no_clock() -> None:
    assert refusal(check_terms, Terms("traditional", ("",), dice="own", clock=30))
    assert refusal(check_terms, Terms("traditional", ("",), dice="own", days=1))
    assert refusal(check_terms, Terms("traditional", ("",), detail="final"))

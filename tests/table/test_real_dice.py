"""Tables with real dice: people enter what they rolled, in three levels of detail, and may take it back."""

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, get_args

import pytest

from fivedice.analysis import luck_and_cost
from fivedice.bots import make
from fivedice.match.events import Choose, Final, First, Keep, Score, Spend, Throw
from fivedice.match.match import EventMatch, begin, played
from fivedice.match.setup import Player, Setup, game_called
from fivedice.notation import record, write
from fivedice.runtime.library import Library
from fivedice.table import log
from fivedice.table.log import Happened, RematchOpened, SeatLeft, TakenBack
from fivedice.table.protocol import messages as protocol
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


DICE = tuple(Random(37).choices(range(1, 7), k=5000))
"""What the family rolls, one die after another."""
LEVELS: list[tuple[str, Detail]] = [
    (game, detail)
    for game in ("traditional", "challenge", "showdown", "piecepack", "junior")
    for detail in get_args(Detail)
    if detail != "score" or game not in ("showdown", "junior")
]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """All that is known, solved once."""
    return Library(tmp_path_factory.mktemp("solved"))


def in_full(game: str, library: Library, *names: str) -> EventMatch:
    """The match of these people with these dice, every throw of it."""
    dice, decides = iter(DICE), make("greedy", library)
    setup = Setup(game_called(game), tuple(map(Player, names)), first=0)
    return played(
        setup,
        lambda state: Throw(state.awaited.seats[0], tuple(next(dice) for _ in range(state.awaited.dice))),
        lambda state, seat: decides(state, seat, Random(1)),
    )


def messages(now: EventMatch, event: object, detail: Detail) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """What the players enter of an event: at the lower levels, of a turn only its end."""
    turn = now.state.turn
    match event:
        case Throw(seat, dice) if detail == "every" or turn is None:
            yield seat, "throw", {"dice": write.dice(dice)}
        case Keep(seat, dice) if detail == "every":
            yield seat, "keep", {"dice": write.dice(dice)}
        case Choose(seat, option):
            yield seat, "choose", {"option": option}
        case Spend(seat, use) if detail == "score":
            pays = next(one.pays for one in now.uses(seat) if one.name == use)
            hand = turn.hands[seat if len(turn.hands) > 1 else 0] if turn else ()
            yield seat, "score", {"use": use, "pays": pays, "seat": seat, "five": len(set(hand)) == 1}
        case Spend(seat, use):
            if detail == "final" and turn and not any(now.state.pending):
                for entering, hand in zip(now.awaited.seats, turn.hands, strict=True):
                    yield entering, "final", {"dice": write.dice(hand), "seat": entering}
            yield seat, "use", {"use": use}


def says(room: TableState, seat: int, kind: str, /, **fields: Any) -> TableState:
    """The table after a player's message, as it comes over the wire, which the table accepts."""
    return move(room, seat, protocol.read(json.dumps({"type": kind, "after": room.number, **fields})))


def mistaken(room: TableState, match: EventMatch, detail: Detail) -> TableState:
    """The table where Ann has entered something else than she rolled."""
    if detail == "score":
        offers = player_view.seen_by(room, 0).scores
        offer = next(one for one in offers if one.pays and not one.five)
        return says(room, 0, "score", use=offer.use, pays=offer.pays, seat=offer.seat)
    if detail == "final" and match.state.turn:
        return says(room, 0, "final", dice="66655", seat=0)
    return says(room, 0, "throw", dice="66655"[: match.awaited.dice])


@pytest.mark.parametrize(("game", "detail"), LEVELS)
def test_matches_at_any_level_end_like_the_match_in_full(game: str, detail: Detail, library: Library) -> None:
    """The first entry is taken back, and after the end the last; scores, record and review agree."""
    thrown = in_full(game, library, "Ann", "Ben")
    now, room = begin(thrown.setup), playing(Terms(game, ("", ""), first=0, dice="own", detail=detail))
    assert says(mistaken(room, now, detail), 1, "takeback").match == room.match
    for event in thrown.events:
        for seat, kind, fields in messages(now, event, detail):
            if kind == "score":
                offers = [(one.use, one.pays) for one in player_view.seen_by(room, seat).scores]
                assert (fields["use"], fields["pays"]) in offers
            room = says(room, seat, kind, **fields)
        now = now.step(event)
    back = says(room, 1, "takeback")
    assert (room.is_over, back.is_over) == (True, False)
    assert says(back, seat, kind, **fields).match == room.match
    assert room.match is not None
    assert (room.match.events == thrown.events) == (detail == "every")
    replayed = record.replay(record.text(room.match))
    assert replayed.match == room.match
    check_same(room.match, thrown, library)


def check_same(entered: EventMatch, thrown: EventMatch, library: Library) -> None:
    """Both ended alike, and their reviews agree."""
    assert (entered.state.position, entered.winners) == (thrown.state.position, thrown.winners)
    known = library(entered.setup.game, len(thrown.setup.players), "score")
    told, full = (luck_and_cost.review(match, known) for match in (entered, thrown))
    for one, whole in zip(told.accounts, full.accounts, strict=True):
        assert one.adds_up
        gained = one.luck - one.cost + one.joint
        assert gained == pytest.approx(whole.luck - whole.cost, abs=1e-9)

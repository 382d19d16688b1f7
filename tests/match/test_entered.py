"""Turns entered without throws: final dice, and scores without dice."""

import json
import re
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from fivedice.api.match import start
from fivedice.cards import filling
from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLLS, YAHTZEES
from fivedice.core.rules import IllegalMove, Use
from fivedice.core.turn import Turn
from fivedice.games import GAMES
from fivedice.match.events import Final, HintTaken, Score, Spend, Throw
from fivedice.match.history import HINTS
from fivedice.match.match import EventMatch, begin
from fivedice.match.questions import event_seen, is_over, possible_scores, revealed, scores, uses, view
from fivedice.match.state import HIDDEN, Awaited, State, may_enter
from fivedice.notation import read, record, write
from fivedice.notation.record import ENTERED, VERSION, BadRecord
from tests.cards.drawn import score_cards
from tests.laws.matches import NAMES, entered, moves, seeds, setups, tried

ON_CARDS = [name for name, game in GAMES.items() if game.board == "cards"]
law = settings(derandomize=True, deadline=None, max_examples=4, database=None)


def begun(name: str, seats: int = 1, **options: Any) -> EventMatch:
    return start(name, *NAMES[:seats], **options)


def scored(match: EventMatch, *turns: tuple[str, str]) -> EventMatch:
    for dice, use in turns:
        match = match.final(dice).use(use)
    return match


def oracle(state: State, seat: int) -> dict[tuple[str, int, bool], set[Any]]:
    """For every score the positions that it can lead to, by trying all 252 rolls."""
    game, found = state.setup.game, dict[tuple[str, int, bool], set[Any]]()
    for roll in ROLLS:
        for use in game.uses(state.position, seat, roll):
            after = game.use(state.position, seat, roll, use.name)
            found.setdefault((use.name, use.pays, roll in YAHTZEES), set()).add(after)
    return found


# --- Final dice --------------------------------------------------------------------------------------------


def test_final_dice_stand_for_the_throws_and_keeps_of_a_turn() -> None:
    match = begun("traditional", 2).final("25224")
    assert match.awaited == Awaited("use", (0,))
    assert match.state.turn == Turn(((2, 5, 2, 2, 4),), 3)
    thrown = begun("traditional", 2).throw("25224").keep("25224")
    assert match.use("twos").state == thrown.use("twos").state


@pytest.mark.parametrize("name", ["showdown", "junior", "piecepack"])
def test_final_dice_are_entered_in_every_game(name: str) -> None:
    match = begun(name, 2)
    match = match.throw("3") if name == "showdown" else match
    assert may_enter(match.state) == (0,)
    match = match.final("33321")
    assert match.awaited == Awaited("use", (0,))
    assert match.use(match.uses()[0].name).state.position != match.state.position


@pytest.mark.parametrize("dice", ["", "1234", "123456", (0, 1, 2, 3, 4), [1, 2, 3, 4, 5], "12345", 5])
def test_final_dice_are_five_dice(dice: Any) -> None:
    with pytest.raises(IllegalMove, match=r"five dice, each showing 1 to 6|numbers from 1 to 6"):
        begun("traditional").step(Final(0, dice))


def test_final_dice_replace_all_throws_of_a_turn() -> None:
    thrown = begun("traditional", 2).throw("12345")
    for match in (thrown, thrown.keep("12"), thrown.keep("12345"), begun("traditional", 2, first="roll")):
        assert may_enter(match.state) == ()
        for event in (Final(0, (1, 2, 3, 4, 5)), Score(0, "chance", 15)):
            with pytest.raises(IllegalMove, match=r"The match waits for .*replace all throws of a turn"):
                match.step(event)
    for match in (begun("showdown", 2), begun("traditional", 2, first="random")):
        with pytest.raises(IllegalMove):
            match.step(Final(0, (1, 2, 3, 4, 5)))


def test_only_the_seat_whose_turn_it_is_enters() -> None:
    seats: tuple[Any, ...] = (1, 2, -1, True, "0", None)
    for seat in seats:
        with pytest.raises(IllegalMove, match="waits for a throw of seat 0, not for the final dice"):
            begun("traditional", 2).step(Final(seat, (1, 2, 3, 4, 5)))


# --- Scores ------------------------------------------------------------------------------------------------


def test_a_score_leads_where_its_dice_would_have_led() -> None:
    match = begun("traditional", 2)
    told = match.score("full-house", 25)
    assert told.state == match.throw("22333").keep("22333").use("full-house").state
    assert told.scores == (25, 0)


def test_a_score_includes_every_bonus() -> None:
    dice, uses = ("66613", "55513", "44412", "33321", "11123"), ("sixes", "fives", "fours", "threes", "aces")
    upper = zip(dice, uses, strict=True)
    match = scored(begun("traditional"), *upper, ("11111", "yahtzee"))
    assert match.score("twos", 6 + 35).scores == (match.scores[0] + 41,)
    assert match.score("full-house", 125, five=True).scores == (match.scores[0] + 125,)
    assert match.score("zero-full-house", 100).scores == (match.scores[0] + 100,)
    assert match.score("full-house", 0).scores == match.scores


def test_a_score_that_no_dice_pay_is_refused_with_the_possible_ones() -> None:
    match = begun("traditional")
    for use, pays, possible in (
        ("fours", 7, "0, 4, 8, 12, 16, 20 (five of a kind)"),
        ("full-house", 24, "0, 25"),
        ("fours", True, "0, 4, 8, 12, 16, 20 (five of a kind)"),
        ("fours", 10**30, "0, 4, 8, 12, 16, 20 (five of a kind)"),
        ("fours", -4, "0, 4, 8, 12, 16, 20 (five of a kind)"),
    ):
        with pytest.raises(IllegalMove, match=re.escape(f"possible are: {possible}.")):
            match.step(Score(0, use, pays))
    with pytest.raises(
        IllegalMove, match=r"No dice can be used for 'fives-house' here; possible are: aces, twos"
    ):
        match.step(Score(0, "fives-house", 25))
    others: tuple[Any, ...] = (["fours"], None, 4)
    for other in others:
        with pytest.raises(IllegalMove, match="No dice can be used for"):
            match.step(Score(0, other, 4))
    with pytest.raises(IllegalMove, match="No dice score 50 in 'yahtzee' here"):
        match.step(Score(0, "yahtzee", 50))


def test_five_of_a_kind_fill_only_what_the_joker_allows() -> None:
    match = scored(begun("traditional"), ("11111", "yahtzee"), ("44441", "fours"))
    assert match.score("full-house", 125, five=True).scores == (50 + 16 + 125,)
    assert match.score("full-house", 25).scores == (50 + 16 + 25,)
    filled = match.score("full-house", 25)
    with pytest.raises(IllegalMove, match="here; possible are"):
        filled.step(Score(0, "full-house", 25))
    with pytest.raises(IllegalMove, match="No dice score 116 in 'fives' here"):
        match.step(Score(0, "fives", 116))
    with pytest.raises(IllegalMove, match="No five of a kind score 21 in 'chance' here; possible are: 120"):
        match.step(Score(0, "chance", 21, five=True))


@pytest.mark.parametrize("name", ["showdown", "junior"])
def test_a_score_is_not_enough_on_a_board(name: str) -> None:
    match = begun(name, 2)
    match = match.throw("3") if name == "showdown" else match
    assert possible_scores(match.state, 0) == ()
    refused = "a turn needs at least its final dice"
    with pytest.raises(IllegalMove, match=refused):
        match.step(Score(0, "goofy", 3))
    with pytest.raises(IllegalMove, match=refused):
        match.score("place-aces", 1)


def test_a_score_without_a_word_about_five_of_a_kind_takes_them_only_if_it_must() -> None:
    match = begun("traditional")
    assert match.score("Yahtzee", 50).events[-1] == Score(0, "yahtzee", 50, five=True)
    assert match.score("Sm. Straight", 30).events[-1] == Score(0, "small-straight", 30)
    assert match.score("chance", 20).events[-1] == Score(0, "chance", 20)


@pytest.mark.parametrize("name", ON_CARDS)
@settings(law, max_examples=3)
@given(data=st.data(), seed=seeds)
def test_a_score_leads_to_one_position(name: str, data: st.DataObject, seed: int) -> None:
    begun = [match.state for match, _ in moves(data.draw(setups(name, most_games=1)), seed)]
    begun = [state for state in begun if may_enter(state)]
    for state in Random(seed).sample(begun, 2):
        check_scores(state, may_enter(state)[-1])


@settings(law, max_examples=25)
@given(form=score_cards(most=4), seed=seeds)
def test_a_score_leads_to_one_card_on_any_form(form: ScoreCard, seed: int) -> None:
    chance, card = Random(seed), filling.empty(form)
    while not filling.is_full(card):
        found = dict[tuple[str, int, bool], set[Any]]()
        for roll in ROLLS:
            for use in filling.uses(form, card, roll):
                after = filling.book(form, card, roll, use.name)
                found.setdefault((use.name, use.pays, roll in YAHTZEES), set()).add(after)
        told = filling.scorable(form, card)
        assert {score: {filling.book(form, card, roll, score[0])} for score, roll in told.items()} == found
        for score in [*found, ("first", 1, False), ("zero-first", 7, True)]:
            lowest = filling.scoring_roll(form, card, *score)
            assert (lowest is None) == (score not in found)
            assert lowest is None or {filling.book(form, card, lowest, score[0])} == found[score]
        card = next(iter(found[chance.choice(sorted(found))]))


def check_scores(state: State, seat: int) -> None:
    """The scores are those of all rolls; each leads to one position, and the listed ones to all positions."""
    wanted = oracle(state, seat)
    assert all(len(positions) == 1 for positions in wanted.values())
    alone = len(may_enter(state)) == 1
    for (use, pays, five), (position,) in wanted.items():
        after = replace(begin(state.setup), state=state).step(Score(seat, use, pays, five)) if alone else None
        assert after is None or after.state.position == position or is_over(after.state)
    listed = possible_scores(state, seat)
    told = [wanted[one.score.use, one.score.pays, one.score.five] for one in listed]
    assert len({position for (position,) in told}) == len(told)
    assert set.union(*told) == set.union(*wanted.values())
    rows = [row for row in state.setup.game.sheet(state.position, NAMES).rows if row.use]
    for one, (position,) in zip(listed, told, strict=True):
        cells = {row.use: row.cells[seat] for row in state.setup.game.sheet(position, NAMES).rows}
        assert one.cell == cells[one.box]
    order = [row.use for row in rows]
    assert [order.index(one.box) for one in listed] == sorted(order.index(one.box) for one in listed)


def test_a_score_pad_offers_each_cell_once() -> None:
    match = begun("traditional")
    cells = [(one.box, one.cell) for one in match.possible_scores()]
    assert len(set(cells)) == len(cells)
    assert [cell for box, cell in cells if box == "fours"] == ["0", "4", "8", "12", "16", "20"]
    assert [cell for box, cell in cells if box == "full-house"] == ["0", "25"]
    match = scored(match, ("11111", "yahtzee"))
    twice = [one.score for one in match.possible_scores() if (one.box, one.cell) == ("sixes", "30")]
    assert twice == [Score(0, "sixes", 130, five=True)]
    match = scored(match, ("44441", "fours"))
    asked = [one.score for one in match.possible_scores() if (one.box, one.cell) == ("full-house", "25")]
    assert asked == [Score(0, "full-house", 25), Score(0, "full-house", 125, five=True)]


# --- Several hands -----------------------------------------------------------------------------------------


def test_in_challenge_each_seat_enters_its_own_dice_hidden_until_all_have() -> None:
    match = begun("challenge", 3)
    assert may_enter(match.state) == (0, 1, 2)
    first = match.final("11234", 2)
    assert first.awaited == Awaited("final", (0, 1))
    assert event_seen(first.events[-1], first.state, 0) == HIDDEN
    assert event_seen(first.events[-1], first.state, 2) == first.events[-1]
    assert view(first.state, 1).pending == (None, None, HIDDEN)
    assert revealed(match.state, first.events[-1]) == ()
    with pytest.raises(IllegalMove, match="waits for the final dice or a score from seat 0 or 1"):
        first.step(Throw(0, (1, 2, 3, 4, 5)))
    with pytest.raises(IllegalMove, match="waits for the final dice or a score from seat 0 or 1"):
        first.step(Final(2, (1, 2, 3, 4, 5)))
    second = first.final("22222", 0)
    third = second.final("55566", 1)
    assert third.awaited == Awaited("use", (0, 1, 2))
    assert event_seen(third.events[-1], third.state, 0) == third.events[-1]
    assert [one.seat for one in revealed(second.state, third.events[-1])] == [0, 1, 2]
    used = third.use("yahtzee", 0).use("chance", 2)
    assert event_seen(used.events[-1], used.state, 0) == HIDDEN
    assert used.use("full-house", 1).scores == (50, 25, 11)


def test_in_challenge_scores_stay_hidden_until_all_dice_are_used() -> None:
    match = begun("challenge", 3).score("chance", 17, 1)
    assert match.awaited == Awaited("final", (0, 2))
    match = match.score("aces", 3, 0)
    before, match = match.state, match.final("44332", 2)
    assert match.awaited == Awaited("use", (2,))
    assert match.scores == (0, 0, 0)
    assert event_seen(match.events[-1], match.state, 0) == match.events[-1]
    assert event_seen(match.events[0], match.state, 0) == HIDDEN
    assert revealed(before, match.events[-1]) == (match.events[-1],)
    last = match.use("threes", 2)
    assert last.scores == (3, 17, 6)
    assert [one.seat for one in revealed(match.state, last.events[-1])] == [0, 1, 2]


def test_in_challenge_nobody_sees_what_another_has_entered() -> None:
    match = begun("challenge", 3)
    ways = match.final("11111", 2), match.final("12345", 2), match.score("chance", 20, 2)
    for seat in (0, 1, None):
        assert len({view(way.state, seat) for way in ways}) == 1
        assert {event_seen(way.events[-1], way.state, seat) for way in ways} == {HIDDEN}
    assert len({view(way.state, 2) for way in ways}) == len(ways)


def test_in_challenge_scores_alone_end_the_round() -> None:
    match = begun("challenge", 2).score("chance", 17, 1)
    assert match.score("aces", 3, 0).scores == (3, 17)
    assert match.score("aces", 3, 0).awaited == Awaited("throw", (1,), 5)
    alone = begun("challenge").score("chance", 17)
    assert alone.awaited == Awaited("throw", (0,), 5)


# --- Whole matches -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@law
@given(data=st.data(), seed=seeds)
def test_a_match_entered_without_throws_ends_like_one_that_was_thrown(
    name: str, data: st.DataObject, seed: int
) -> None:
    match = entered(data.draw(setups(name)), seed)
    assert is_over(match.state)
    paid = [0] * len(match.setup.players)
    now = begin(match.setup)
    for event in match.events:
        if isinstance(event, Spend | Score):
            paid[event.seat] += worth(now.state, event).pays
        now = now.step(event)
    assert now.state == match.state
    if not match.setup.game.steals:
        assert match.scores == scores(now.state) == tuple(paid)


def worth(state: State, made: Spend | Score) -> Use:
    if isinstance(made, Spend):
        return next(use for use in uses(state, made.seat) if use.name == made.use)
    return Use(made.use, made.pays)


# --- Records ------------------------------------------------------------------------------------------------


BEGUN = record.header(start("traditional", "Ann").setup, ENTERED) + "\n"


def test_a_record_says_what_was_not_entered() -> None:
    match = start("traditional", "Ann").final("52225").use("full-house").score("chance", 23)
    assert record.text(match) == BEGUN + (
        '{"final": "52225", "seat": 0}\n{"use": "full-house", "seat": 0}\n'
        '{"score": "chance", "pays": 23, "seat": 0}\n'
    )
    five = match.score("yahtzee", 50)
    assert record.text(five).endswith('{"score": "yahtzee", "pays": 50, "seat": 0, "five": true}\n')
    assert record.replay(record.text(five)).match.events == five.events


def test_only_a_record_with_such_turns_has_version_2() -> None:
    match = start("traditional", "Ann")
    assert record.text(match.throw("12345")).startswith('{"fivedice": 1, ')
    assert record.text(match.final("12345")).startswith('{"fivedice": 2, ')
    assert record.header(match.setup) == record.header(match.setup, VERSION)
    assert (
        record.replay(BEGUN + '{"throw": "12345", "seat": 0}\n').match.events == match.throw("12345").events
    )


@pytest.mark.parametrize(
    "line", ['{"final": "12345", "seat": 0}', '{"score": "chance", "pays": 15, "seat": 0}']
)
def test_a_record_of_version_1_has_no_such_turns(line: str) -> None:
    text = record.header(start("traditional", "Ann").setup) + f"\n{line}\n"
    with pytest.raises(
        BadRecord, match="line 2: Final dice and scores are only in records of version 2"
    ) as told:
        record.replay(text)
    assert not told.value.breaks_rules


@pytest.mark.parametrize("version", [0, 3, True, 1.5, "2", None])
def test_other_versions_are_refused(version: Any) -> None:
    with pytest.raises(BadRecord, match="line 1: "):
        record.replay(BEGUN.replace('"fivedice": 2', f'"fivedice": {json.dumps(version)}'))


@pytest.mark.parametrize("name", GAMES)
@law
@given(data=st.data(), seed=seeds)
def test_a_mixed_match_is_written_and_read_back(name: str, data: st.DataObject, seed: int) -> None:
    match = entered(data.draw(setups(name)), seed, data.draw(st.sampled_from([20, 90, 50_000])))
    text = record.text(match)
    assert record.replay(text).match == match
    assert record.text(record.replay(text).match) == text
    for event in match.events:
        assert read.event(write.event(event)) == event


WRONG = [
    *(
        {"final": dice, "seat": 0}
        for dice in ("1234", "123456", "", "12340", "x", 12345, None, [1, 2, 3, 4, 5])
    ),
    *({"final": "12345", "seat": seat} for seat in (1, -1, "0", True, None, 0.0)),
    {"final": "12345"},
    {"final": "12345", "seat": 0, "five": True},
    *(
        {"score": use, "pays": 15, "seat": 0}
        for use in ("Chance", "", "nothing", "\ud800", None, 3, ["chance"])
    ),
    *(
        {"score": "chance", "pays": pays, "seat": 0}
        for pays in (4, -5, 999_999_999, 10**12, 15.0, "15", True, None)
    ),
    *({"score": "chance", "pays": 15, "seat": seat} for seat in (1, -1, "0", True, None)),
    *({"score": "yahtzee", "pays": 50, "seat": 0, "five": five} for five in (False, 1, "true", None)),
    {"score": "yahtzee", "pays": 50, "seat": 0},
    {"score": "chance", "pays": 15},
    {"score": "chance", "seat": 0},
    {"score": "chance", "pays": 15, "seat": 0, "dice": "12345"},
]


@pytest.mark.parametrize("fields", WRONG)
def test_anything_else_is_refused_in_one_sentence(fields: dict[str, Any]) -> None:
    refused = tried(record.replay, BEGUN + json.dumps(fields) + "\n")
    assert isinstance(refused, BadRecord)
    assert refused.line == 2
    assert str(refused).count(". ") <= 1
    assert len(str(refused)) < 600


def test_hints_count_between_final_dice_and_their_use() -> None:
    text = BEGUN + '{"final": "12345", "seat": 0}\n' + write.event(HintTaken(0)) + "\n"
    assert len(record.replay(text + '{"use": "chance", "seat": 0}\n').match.events) == 3
    with pytest.raises(BadRecord, match="1000 hints"):
        record.replay(text + (write.event(HintTaken(0)) + "\n") * HINTS)

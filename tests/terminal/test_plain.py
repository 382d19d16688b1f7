"""The line mode: whole matches, answers, and undo."""

import os
from collections.abc import Iterator
from itertools import chain, repeat
from pathlib import Path
from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from fivedice.api.match import start
from fivedice.cards import written
from fivedice.core.rules import Use
from fivedice.core.turn import Turn
from fivedice.games import GAMES
from fivedice.games.cardgame import CardPosition as Cards
from fivedice.games.owncard import OwnCard
from fivedice.games.showdown_board import CARDS, FULL_VALUE, SPACES, WILD_SPACES, BoardCard, ShowdownPosition
from fivedice.match import questions
from fivedice.match.events import HintTaken, Keep, Spend, Throw
from fivedice.match.state import hand
from fivedice.narration import moves
from fivedice.notation import record
from fivedice.notation.read import BadText
from fivedice.runtime import chance
from fivedice.terminal import answers, asking, line_text
from fivedice.terminal.dealing import LocalDice
from fivedice.terminal.local_sitting import LocalSitting
from tests.rules.tables import card
from tests.spread import one_in
from tests.terminal.lines import Lines, agreed, quits
from tests.typed import as_a


def any_game(lines: Lines) -> Iterator[str]:
    """Answers that play any game: keeps the first two dice, then stops; takes what pays most."""
    while True:
        prompt = lines.asked[-1]
        state = lines.sitting.match.state
        if "which dice do you keep" in prompt:
            seat = lines.sitting.decider()
            assert seat is not None
            yield "stop" if as_a(Turn, state.turn).step == 2 else "".join(map(str, hand(state, seat)[:2]))
        elif "takes it back" in prompt:
            yield ""
        elif "use them for" in prompt:
            yield "1"
        elif "zero" in prompt:
            yield "yes"
        elif "and type what" in prompt:
            yield "1" if " die " in prompt else "12345"[: int(prompt.split("throw ")[1][0])]
        else:
            yield "stay"


def played(game: str, seats: str, folder: Path) -> Lines:
    answers: list[Iterator[str]] = []
    lines = Lines(agreed(game, seats), folder, (next(answers[0]) for _ in repeat(None)))
    answers.append(any_game(lines))
    assert lines.play()
    return lines


@pytest.mark.parametrize("seats", ["Ann,greedy", "Ann,Ben"])
@pytest.mark.parametrize("game", one_in(2, GAMES))
def test_every_game_can_be_played_to_its_end_in_lines(game: str, seats: str, home: Path) -> None:
    lines = played(game, seats, home)
    kept = record.replay(lines.sitting.log.path.read_bytes())
    assert kept.complete
    assert kept.match == lines.sitting.match
    assert "The match is over" in lines.text()


def test_a_keep_is_taken_back_until_the_throw(home: Path) -> None:
    lines = quits(["none", "undo", "stop", "undo", "none", ""], home)
    assert [event for event in lines.sitting.match.events if isinstance(event, Keep)] == [Keep(0, ())]


@pytest.mark.parametrize("word", ["udno", "undoo", "score", "zzz", "22"])
def test_only_enter_throws(word: str, home: Path) -> None:
    lines = quits(["none", word], home)
    assert len(lines.sitting.match.events) == 1
    assert sum("Type the numbers of the dice" in said for said in lines.said) == 1
    assert "which dice do you keep" in lines.asked[-1]


def test_other_dice_take_the_place_of_those_set_aside(home: Path) -> None:
    lines = quits([*["none", "3"] * 700, "keep 4 5", ""], home)
    assert lines.sitting.match.events[1] == Keep(0, (4, 5))
    assert quits(["none", "chance", "yes"], home).sitting.match.events[2] == Spend(0, "chance")


def test_what_is_decided_unseen_is_not_shown_to_the_next(home: Path) -> None:
    lines = quits(["none", "undo", "22"], home, agreed("challenge", "Ann,Ben"))
    assert lines.asked[1] == "Your dice are kept. Enter hands them in, u takes it back: "
    assert any(said.startswith("Only dice on the table can be kept.") for said in lines.said)
    assert all(lines.hidden)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("", "Nothing was typed."),
        ("77", "Dice are digits from 1 to 6."),
        ("sixty", "Dice are digits from 1 to 6."),
    ],
)
def test_what_is_wrong_with_dice_typed_unseen_is_told_without_them(
    answer: str, sentence: str, home: Path
) -> None:
    lines = quits([answer], home, agreed("challenge", "Ann,Ben"))
    assert f"{sentence} Type the numbers of the dice, none or stop, or ? for help." in lines.said


def test_a_zero_chosen_unseen_is_warned_of_without_its_name(home: Path) -> None:
    stops = ["stop", ""] * 4
    lines = quits([*stops, "yahtzee"], home, agreed("challenge", "Ann,Ben"))
    assert lines.asked[-1] == "That would be a zero, but something else pays. Take the zero? (yes or no) "
    assert lines.hidden[-1]


@pytest.mark.parametrize(("first", "name"), [("0", "Ann"), ("1", "Ben"), ("Ben", "Ben")])
def test_who_starts_is_said_first(first: str, name: str, home: Path) -> None:
    lines = quits([], home, agreed("traditional", "Ann,Ben", first))
    assert lines.said[1] == f"{name} starts."
    assert not any("starts" in said for said in quits([], home).said)
    assert quits([], home, agreed("challenge", "Ann,Ben")).said[1] == "Ann throws first."


@pytest.mark.parametrize("answer", ["zero-full-house", "zero full house", "full-house"])
def test_a_zero_may_be_called_one_whatever_the_dice(answer: str, home: Path) -> None:
    lines = quits(["11123", answer, "yes"], home, manual=True)
    assert lines.sitting.match.events[-1] == Spend(0, "full-house")


def test_a_keep_is_taken_back_before_own_dice_are_typed(home: Path) -> None:
    lines = quits(["66123", "66", "undo", "6", "2345"], home, manual=True)
    assert lines.sitting.match.events[1:] == (Keep(0, (6,)), Throw(0, (2, 3, 4, 5)))


WRONG, RIGHT = Throw(0, (6, 6, 1, 2, 3)), Throw(0, (6, 6, 6, 2, 3))


def test_a_throw_typed_wrong_is_taken_back(home: Path) -> None:
    lines = quits(["66123", "undo"], home, manual=True)
    assert lines.asked[1] == "Ann, which dice do you keep? (u takes back 6 6 1 2 3) "
    assert lines.said[-1] == "Taken back: Ann throws 6 6 1 2 3."
    assert lines.sitting.log.path.read_text() == record.text(lines.sitting.match)
    assert lines.sitting.match.events == ()


def test_final_dice_typed_wrong_are_taken_back_also_where_they_have_one_use(home: Path) -> None:
    last = ["11111", "none", "11111", "none", "54321", "undo", "11112", "1"]
    lines = Lines(agreed("junior", "Ann"), home, chain(["11111", "stop", "1"] * 4, last), manual=True)
    assert lines.play()
    assert lines.sitting.match.events[-2:] == (Throw(0, (1, 1, 1, 1, 2)), Spend(0, "pluto"))
    assert record.replay(lines.sitting.log.path.read_bytes()).complete


def test_a_throw_for_a_bot_is_taken_back_with_what_the_bot_did(home: Path) -> None:
    setup = agreed("traditional", "Ann,greedy", "1")
    lines = quits(["11111", "undo", "66666", "undo", "66123", "undo"], home, setup, manual=True)
    assert [said for said in lines.said if "Taken back" in said] == [
        f"Taken back: greedy throws {dice}." for dice in ("1 1 1 1 1", "6 6 6 6 6", "6 6 1 2 3")
    ]
    assert lines.sitting.match.events == ()
    assert lines.sitting.log.path.read_text() == record.text(lines.sitting.match)


def test_the_throw_that_ends_a_match_is_taken_back(home: Path) -> None:
    setup = agreed("junior", "Ann,greedy")
    turn = ["12345", "stop", "1"]
    lines = Lines(setup, home, chain([*turn, "11111"] * 5, ["undo", "11111", ""]), manual=True)
    assert lines.play()
    assert "Taken back: greedy throws 1 1 1 1 1." in lines.said
    assert sum("The match is over. Press Enter." in prompt for prompt in lines.asked) == 2
    assert record.replay(lines.sitting.log.path.read_bytes()).complete


def test_everything_typed_is_taken_back_step_by_step(home: Path) -> None:
    """Decisions, too; the record on disk follows."""
    lines = quits(["66123", "66", "245", "undo", "undo"], home, manual=True)
    assert lines.sitting.match.events == (WRONG,)
    assert "Taken back: Ann keeps 6 6." in lines.said
    assert lines.sitting.log.path.read_text() == record.text(lines.sitting.match)
    lines = quits(["66123", *["undo"] * 3], home, manual=True)
    assert lines.said[-2:] == ["There is nothing to take back."] * 2


def test_a_throw_typed_wrong_is_taken_back_after_a_hint(home: Path) -> None:
    lines = quits(["66123", "hint", "undo", "66623"], home, manual=True)
    assert any("Taken back" in said for said in lines.said)
    assert lines.sitting.match.events == (RIGHT,)
    assert lines.sitting.log.path.read_text() == record.text(lines.sitting.match)


def test_what_the_program_threw_is_never_taken_back(home: Path) -> None:
    lines = quits(["undo", "undo"], home)
    (thrown,) = lines.sitting.match.events
    assert isinstance(thrown, Throw)
    dice, before = LocalDice(chance.seeded(1)), lines.sitting
    again = LocalSitting(before.match, before.log, dice, before.knowing, "every")
    assert again.mistyped() is None


def test_a_disk_that_refuses_to_take_back_loses_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "ftruncate", Mock(side_effect=OSError(5, "Input/output error")))
    lines = quits(["66123", "undo"], home, manual=True)
    assert lines.sitting.match.events == (WRONG,)
    assert "input/output error" in lines.text()
    assert lines.sitting.log.path.read_text() == record.text(lines.sitting.match)


def test_a_number_beyond_the_list_is_none_of_it(home: Path) -> None:
    lines = quits(["11123", "stop", "14"], home, manual=True)
    assert "That is not one of these uses" in lines.said[-1]


def test_what_dice_would_pay_leaves_out_zeros_by_choice(home: Path) -> None:
    setup = replace(agreed("traditional", "Ann"), position=Cards((card({"yahtzee": 50, "threes": 9}),), 0))
    lines = quits(["33333", "stop", "sixes"], home, setup, manual=True)
    would = next(said for said in lines.said if said.startswith("They would pay"))
    assert "Full House 125 (with 100 Yahtzee bonus)" in would
    assert "Zero" not in would
    why = "No box of its number is open: this Joker fills a box that counts no number"
    assert sum(said.startswith(why) for said in lines.said) == 3
    assert lines.said[-1].startswith(why)


@pytest.mark.parametrize("answer", ["no", "undo", "", "3"])
def test_throws_are_given_up_only_by_a_yes(answer: str, home: Path) -> None:
    early = ["66661", "yah", "no", "sixes", answer]
    lines = quits([*early, "66", "234", "sixes", "yes"], home, manual=True)
    assert [prompt for prompt in lines.asked if "(yes or no)" in prompt] == [
        "YAHTZEE would be a zero, and 3 of a Kind 25 is open. Take the zero? (yes or no) ",
        "Use the dice for Sixes 24, though 2 throws are left? (yes or no) ",
        "Use the dice for Sixes 12, though 1 throw is left? (yes or no) ",
    ]
    assert [event for event in lines.sitting.match.events if isinstance(event, Spend)] == [Spend(0, "sixes")]


@pytest.mark.parametrize("answer", ["no", ""])
def test_a_zero_that_is_declined_leads_back_to_the_list(answer: str, home: Path) -> None:
    lines = quits(["66661", "stop", "yahtzee", answer, "6"], home, manual=True)
    assert lines.sitting.match.events[-1] == Spend(0, "sixes")
    assert sum(said.startswith("Ann, your dice are final") for said in lines.said) == 2


BEN_HOLDS_THE_STRAIGHT = ShowdownPosition(
    (1, 4), (*[None] * CARDS.index("large-straight"), BoardCard(1, 1, 7), None), 0, "roll"
)


def at_showdown(answers: list[str], home: Path, position: ShowdownPosition = BEN_HOLDS_THE_STRAIGHT) -> Lines:
    """The same where Ann throws her own dice at this position, usually on a card that she cannot steal."""
    return quits(answers, home, replace(agreed("showdown", "Ann,Ben"), position=position), manual=True)


@pytest.mark.parametrize("answer", ["no", "n", "No"])
def test_a_no_is_never_the_use_of_gaining_nothing(answer: str, home: Path) -> None:
    lines = at_showdown(["11346", answer, "stop", answer], home)
    assert lines.sitting.match.events == (Throw(0, (1, 1, 3, 4, 6)),)
    assert "Dice are digits from 1 to 6" in lines.text()
    assert lines.said[-1].startswith("That is not one of these uses")
    assert at_showdown(["11346", "noth", "yes"], home).sitting.match.events[-1] == Spend(0, "nothing")


def test_the_ring_is_told_in_sentences(home: Path) -> None:
    lines = at_showdown(["11346", "card", "uses"], home, replace(BEN_HOLDS_THE_STRAIGHT, pawns=(2, 2)))
    told = [
        "Space 0: Wild",
        "Space 1: Ben's Large Straight with 7 chips",
        "Space 2: an empty diamond, Ann's pawn, Ben's pawn",
    ]
    first = lines.said.index(told[0])
    assert lines.said[first : first + 3] == told
    (off,) = [said for said in lines.said if said.startswith("Cards off the board: ")]
    assert off.endswith("Full House, Small Straight, Chance")
    ways = "place Aces for 2 chips, place Threes for 1 chip, place Fours for 1 chip or place Sixes for 1 chip"
    assert f"You could {ways}." in lines.said
    assert lines.said[-4:] == [
        "  Place Aces for 2 chips",
        *(f"  Place {number} for 1 chip" for number in ("Threes", "Fours", "Sixes")),
    ]


def test_dice_that_are_good_for_nothing_are_told_to_be(home: Path) -> None:
    assert "They would score nothing here." in at_showdown(["11346"], home).said
    assert "They would score nothing here." not in quits([], home).said


def test_the_scoreboard_of_junior_is_told_in_sentences(home: Path) -> None:
    lines = quits(["66123", "stop", "pluto", "card"], home, "junior", manual=True)
    assert "Pluto: Ann in column 3" in lines.said
    assert "Goofy: open" in lines.said


def test_the_board_says_whose_turns_are_left_in_the_showdown_round(home: Path) -> None:
    spaces = [space for space in range(SPACES) if space not in WILD_SPACES]
    cards = tuple(BoardCard(space, 1, chips) for space, chips in zip(spaces, FULL_VALUE, strict=True))
    lines = at_showdown(["card"], home, ShowdownPosition((1, 4), cards, 0, "roll", 2))
    assert "Showdown Round: Ann and then Ben have one last turn each." in lines.said
    assert "Showdown Round" not in at_showdown(["card"], home).text()


@pytest.mark.parametrize(
    ("game", "thrown", "answer", "kept"),
    [
        ("piecepack", "35461", "null", (6,)),
        ("piecepack", "66461", "keep Null null, ace", (1, 6, 6)),
        ("piecepack", "35461", "1,5", (1, 5)),
        ("junior", "66123", "pluto", (6,)),
        ("junior", "66123", "minnie 6 mickey", (1, 2, 6)),
        ("traditional", "66123", "six, six", (6, 6)),
    ],
)
def test_what_dice_show_keeps_them(
    game: str, thrown: str, answer: str, kept: tuple[int, ...], home: Path
) -> None:
    lines = quits([thrown, answer, "11111"[len(kept) :]], home, game, manual=True, faces=GAMES[game].faces)
    assert lines.sitting.match.events[1] == Keep(0, kept)


def test_own_dice_may_be_typed_as_what_they_show(home: Path) -> None:
    lines = quits(["null 3, 5 ace ace"], home, "piecepack", manual=True, faces="piecepack")
    assert lines.sitting.match.events == (Throw(0, (6, 3, 5, 1, 1)),)


def test_what_dice_show_is_a_use_of_those_that_are_final(home: Path) -> None:
    lines = quits(["66123", "stop", "pluto"], home, "junior", manual=True, faces="characters")
    assert lines.sitting.match.events[-1] == Spend(0, "pluto")
    told = quits(["66123", "ace"], home, "piecepack", manual=True).asked
    assert told[-1].startswith("Use the dice for Aces 1")


@pytest.mark.parametrize("answer", ["no", "n", "No"])
def test_a_no_takes_back_what_is_set_aside(answer: str, home: Path) -> None:
    lines = quits(["none", answer, "stop", "undo"], home)
    assert len(lines.sitting.match.events) == 1
    assert lines.asked[:3:2] == ["Ann, which dice do you keep? "] * 2
    assert not any("Type the numbers" in said for said in lines.said)


@pytest.mark.parametrize("answer", ["place-fours", "fours", "four", "Place Fo", "place  fours", "2."])
def test_a_use_is_called_by_the_beginning_of_any_of_its_words(answer: str, home: Path) -> None:
    lines = at_showdown(["11144", "stop", answer], home, replace(BEN_HOLDS_THE_STRAIGHT, pawns=(2, 4)))
    assert lines.sitting.match.events[-1] == Spend(0, "place-fours")


NUMBERS_FOR_NAMES = """\
title = "Counts"
[[sections]]
title = "Counts"
boxes = [
    { name = "7", needs = "total 7" },
    { name = "8", needs = "total 8" },
    { name = "A", needs = "2 alike" },
    { name = "B", needs = "3 alike", pays = 40 },
]
"""


@pytest.mark.parametrize(("answer", "use"), [("8", "8"), ("7", "7"), ("a", "a"), ("3", None), ("4.", None)])
def test_a_box_that_is_called_by_a_number_is_meant_by_it(answer: str, use: str | None, home: Path) -> None:
    setup = asking.agree(OwnCard(written.read(NUMBERS_FOR_NAMES)), asking.players("Ann"), 1, "0")
    lines = quits(["33346", "stop", answer], home, setup, manual=True)
    assert "  7 19" in lines.said
    assert lines.asked[2].startswith("What do you use them for? (name)")
    spent = [event.use for event in lines.sitting.match.events if isinstance(event, Spend)]
    assert spent == ([use] if use else [])


def test_an_answer_that_calls_several_uses_is_asked_back(home: Path) -> None:
    lines = quits(["33345", "duck", "donald duck", "yes"], home, "junior", manual=True)
    assert "Donald Duck or Daisy Duck?" in lines.said
    assert lines.sitting.match.events[-1] == Spend(0, "donald-duck")


def test_which_uses_an_answer_may_call_is_not_said_unseen(home: Path) -> None:
    """Otherwise the other players at the keyboard would learn the answer."""
    stops = ["stop", ""] * 4
    lines = quits([*stops, "straight"], home, agreed("challenge", "Ann,Ben"))
    assert lines.said[-1] == "That could mean several of these uses."


@pytest.mark.parametrize("word", ["all", "none", "stop"])
def test_words_to_keep_dice_call_no_use(word: str) -> None:
    assert answers.uses_called(word, [Use(f"{word}-different", 20)]) == ()


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("77", "Dice are digits from 1 to 6"),
        ("11111", "Only dice on the table can be kept"),
        ("", "Nothing was typed"),
        ("s", "Dice are digits from 1 to 6"),
        ("¹", "Dice are digits from 1 to 6"),
    ],
)
def test_nonsense_gets_a_sentence_and_the_question_again(answer: str, sentence: str, home: Path) -> None:
    lines = quits(["66123", answer], home, manual=True)
    assert sentence in lines.text()
    assert len(lines.sitting.match.events) == 1


@pytest.mark.parametrize("dice", ["6612", "661234", "66127", "abc", ""])
def test_dice_that_cannot_be_are_refused(dice: str, home: Path) -> None:
    lines = quits([dice], home, manual=True)
    assert lines.sitting.match.events == ()
    assert lines.said[-1].startswith(("Dice are", "This throw has"))


def test_a_throw_for_who_starts_says_so(home: Path) -> None:
    lines = quits([], home, agreed("traditional", "Ann,Ben", "roll"), manual=True)
    assert "Ann, throw 5 dice for who starts and type what they show: " in lines.asked


def test_one_die_is_spoken_of_as_one(home: Path) -> None:
    lines = quits(["12345", "1234", "11", "", "6"], home, manual=True)
    assert "Ann, throw 5 dice and type what they show: " in lines.asked
    assert lines.asked.count("Ann, throw one die and type what it shows: ") == 3
    assert "This throw has one die, not 2." in lines.said
    assert "This throw has one die, but nothing was typed." in lines.said


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("?", "To keep dice"),
        ("rules", "The dice"),
        ("legend", "Each face shows its number."),
        ("card", "Full House: open"),
        ("scores", "Ann 0"),
        ("uses", "  Chance 18"),
    ],
)
def test_some_words_work_at_any_question(word: str, shown: str, home: Path) -> None:
    lines = quits(["66123", word], home, manual=True)
    assert shown in lines.text()


@pytest.mark.parametrize(
    ("game", "seats", "six", "use"),
    [
        ("traditional", "Ann", "six", "full-house, full"),
        ("showdown", "Ann,Ben", "six", "place-full-house, full"),
        ("piecepack", "Ann", "null", "full-house, full"),
        ("junior", "Ann", "Pluto", "donald-duck, don."),
        ("challenge", "Ann,Ben", "six", ""),
    ],
)
def test_help_has_examples_of_the_game(game: str, seats: str, six: str, use: str, home: Path) -> None:
    lines = quits(["?"], home, agreed(game, seats), faces=GAMES[game].faces)
    assert f"66 keeps two that show {six};" in lines.text()
    assert ("type the use or a word of it" in lines.text()) == bool(use)
    assert use in lines.text()
    assert max(map(len, line_text.HELP.splitlines())) < 80


@pytest.mark.parametrize("typed", ["n n 2 a 5", "nn2a5", "NN 2A 5", "null n 2 ace 5", "6n215"])
def test_dice_are_typed_by_the_signs_that_stand_on_them(typed: str) -> None:
    assert answers.throw(typed, 5, "piecepack") == (6, 6, 2, 1, 5)
    with pytest.raises(BadText):
        answers.throw(typed, 5, "pips")


def test_help_on_a_card_of_one_word_names_shows_no_zero(home: Path) -> None:
    one = OwnCard(written.read("title='One'\n[[sections]]\ntitle='All'\nboxes=[{name='Luck'}]"))
    lines = quits(["?"], home, asking.agree(one, asking.players("Ann"), 1, "0"))
    assert "a word of it: luck, luc." in lines.text()


def test_a_match_of_several_games_says_over_how_many_its_score_is() -> None:
    match, told = start("traditional", "Ann", games=2), []
    while match.awaited.kind != "over":
        match = match.throw("12345").keep("12345")
        match = match.use(questions.uses(match.state, 0)[0].name)
        told.append(line_text.card(match.state)[-1])
    assert told[0] == "So far: Ann 1."
    score = match.scores[0]
    assert told[12].startswith("So far, over 2 games: Ann ")
    assert told[-1] == f"At the end, over 2 games: Ann {score}."


def test_who_leaves_is_played_for_until_back(home: Path) -> None:
    """R6: the game plays for an absent player (it keeps all dice), who can return."""
    lines = quits(["leave", "stop", "1", "yes", "back"], home, agreed("traditional", "Ann,Ben"))
    by_ann = [event for event in lines.sitting.match.events if event.seat == 0]
    assert isinstance(by_ann[1], Keep)
    assert len(by_ann[1].dice) == 5
    assert lines.sitting.away == set()


def test_the_last_person_cannot_leave_the_seat_to_the_game(home: Path) -> None:
    assert "Nobody would be left" in quits(["leave"], home).text()


def test_simultaneous_decisions_are_typed_unseen_and_told_together(home: Path) -> None:
    """R5: at one keyboard decisions are hidden until all players have decided."""
    answers = chain(["12", "", "3", ""], repeat("quit"))
    lines = Lines(agreed("challenge", "Ann,Ben"), home, answers)
    lines.sitting.step(Throw(0, (1, 2, 3, 4, 5)))
    assert not lines.play()
    assert all(lines.hidden[:4])
    told = [line for line in lines.said if "keeps" in line or "decided" in line]
    assert told == ["Ann has decided.", "Ann keeps 1 2.", "Ben keeps 3."]


def test_a_hint_ranks_the_choices_and_stands_in_the_record(home: Path) -> None:
    lines = quits(["66661", "hint"], home, manual=True)
    assert "type 6666 to keep 6 6 6 6: " in lines.text()
    assert lines.sitting.match.events[-1] == HintTaken(0)
    assert '{"hint": 0}' in lines.sitting.log.path.read_text()


def test_dice_of_ones_own_are_told_once(home: Path) -> None:
    lines = quits(["stop", "1"], home, agreed("traditional", "Ann,greedy"))
    own = [said.partition(":")[0] for said in lines.said if said.startswith("Ann, ")]
    assert own == ["Ann, throw 1 of 3", "Ann, your dice are final", "Ann, throw 1 of 3"]
    assert not any(said.startswith("Ann throws") for said in lines.said)
    assert any(said.startswith("greedy throws") for said in lines.said)


def test_a_box_is_told_with_what_its_player_has_then(home: Path) -> None:
    lines = played("traditional", "Ann,greedy", home)
    told = [said for said in lines.said if said.endswith(" in total.")]
    assert len(told) == 26
    ends = [int(said.split()[-3]) for said in told[-2:]]
    assert ends == list(questions.scores(lines.sitting.match.state))
    assert " in total." not in "\n".join(moves.transcript(lines.sitting.match, "digits"))


def test_suits_are_told_by_name_where_they_are_asked_for(home: Path) -> None:
    lines = quits(["legend", "none", ""], home, "piecepack")
    assert "  The dice have suits, which never count: sun, moon, crown, arms, sun." in lines.said
    assert not set("☼☾♕⚜") & set(lines.text())


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_read_without_the_marks_of_a_page(game: str, home: Path) -> None:
    lines = quits(["rules"], home, game) if 1 in GAMES[game].seats else None
    told = "\n".join(line_text.rules(GAMES[game]))
    assert not set("#`*") & set(told)
    assert told.startswith(GAMES[game].title)
    assert lines is None or told in lines.text()

"""The junior game: wild face, scoreboard, forced zeros, ties; rulings, worked cases, reachable boards."""

from itertools import combinations, permutations, product
from typing import Any

import pytest

from fivedice.api.match import start
from fivedice.core.dice import ROLLS
from fivedice.core.faces import localized_faces
from fivedice.core.rules import IllegalMove, Over, RollOff, check_turns
from fivedice.games.junior import CHARACTERS, Junior, JuniorPosition, Tokens
from fivedice.match.match import EventMatch, begin
from fivedice.match.questions import is_over
from fivedice.match.setup import Player, Setup
from fivedice.narration import moves, results
from tests.rules.tables import explained, pays, take_turn, used
from tests.spread import one_in
from tests.typed import as_a

GAME: Any = Junior()
OPEN = (None,) * 5
MINNIE, DONALD, DAISY, GOOFY, PLUTO = CHARACTERS


def at(*tokens: tuple[int | None, ...]) -> JuniorPosition:
    """A scoreboard with these tokens, seat 0 to play."""
    return JuniorPosition(tokens, 0)


def play(match: EventMatch, *turns: tuple[str, str]) -> EventMatch:
    """Turns that stop after their first throw."""
    for dice, character in turns:
        match = take_turn(match, dice, character)
    return match


def test_the_turn_of_the_sheet() -> None:
    match = start("junior", "Ann").throw("66235").keep("66").throw("333")
    match = match.keep("333").throw("35").use(DONALD)
    assert as_a(JuniorPosition, match.state.position).tokens == ((None, 4, None, None, None),)
    assert match.scores == (4,)


def test_a_wild_die_counts_as_any_character() -> None:
    assert pays(GAME, at(OPEN), "22213") == {MINNIE: 4, DONALD: 2, DAISY: 1, GOOFY: 1, PLUTO: 1}


def test_r14_the_full_count_is_placed() -> None:
    assert pays(GAME, at(OPEN), "11223") == {MINNIE: 4, DONALD: 3, DAISY: 2, GOOFY: 2, PLUTO: 2}
    assert used(GAME, at(OPEN), "11223", MINNIE).tokens == ((4, None, None, None, None),)


def test_five_wild_dice_score_five_for_any_open_character() -> None:
    assert pays(GAME, at((3, *OPEN[1:])), "11111") == dict.fromkeys(CHARACTERS[1:], 5)
    taken = at(OPEN, (None, 5, 5, 4, None))
    assert pays(GAME, taken, "11111") == {MINNIE: 5, DONALD: 4, DAISY: 4, GOOFY: 5, PLUTO: 5}


def test_only_characters_not_yet_scored_by_the_player() -> None:
    position = at((3, None, 0, None, None), (None, None, None, 2, None))
    assert pays(GAME, position, "22345") == {DONALD: 1, GOOFY: 1}


def test_characters_without_dice_are_not_scored() -> None:
    assert pays(GAME, at(OPEN), "22266") == {MINNIE: 3, PLUTO: 2}


def test_a_taken_column_sends_the_token_to_the_next_open_one_on_its_left() -> None:
    position = at(OPEN, (None, None, 5, None, None))
    assert pays(GAME, position, "44444") == {DAISY: 4}
    assert used(GAME, position, "44444", DAISY).tokens[0] == (None, None, 4, None, None)


def test_several_taken_columns_are_passed() -> None:
    seats = [(None, None, column, None, None) for column in (5, 4, 3)]
    assert pays(GAME, at(OPEN, *seats), "44444") == {DAISY: 2}
    assert pays(GAME, at(OPEN, seats[0], seats[2]), "44444") == {DAISY: 4}
    assert pays(GAME, at(OPEN, seats[0], seats[2]), "44422") == {DAISY: 2, MINNIE: 2}


def test_a_column_is_taken_only_in_its_row() -> None:
    assert pays(GAME, at(OPEN, (5, 5, None, 5, 5)), "44444") == {DAISY: 5}


def test_r15_without_an_open_space_to_the_left_the_character_cannot_be_scored() -> None:
    position = at(OPEN, (None, None, None, 1, None))
    assert pays(GAME, position, "22225") == {MINNIE: 4}


def test_a_taken_space_is_told_with_what_is_left() -> None:
    position = at(OPEN, (5, None, None, 1, None))
    assert explained(GAME, position, "22222") == "Minnie Mouse 5 is taken: 4 is next."
    assert explained(GAME, position, "22225") == "Goofy 1 is taken: none is left."
    assert explained(GAME, position, "22225", MINNIE) == ""
    assert explained(GAME, at((4, *OPEN[1:]), OPEN), "22222") == ""


def test_any_number_of_players_may_stand_on_one_picture() -> None:
    position = at((1, 1, 1, 1, None), (None, None, None, None, 0))
    assert used(GAME, position, "22222", PLUTO).tokens == ((1, 1, 1, 1, 0), (None, None, None, None, 0))


def test_a_last_token_without_dice_goes_to_its_picture() -> None:
    position = at((3, 2, 1, None, 2))
    assert pays(GAME, position, "22266") == {GOOFY: 0}
    after = used(GAME, position, "22266", GOOFY)
    assert after.tokens == ((3, 2, 1, 0, 2),)
    assert GAME.scores(after) == (8,)


def test_r16_a_zero_is_taken_only_when_nothing_can_be_scored() -> None:
    position = at((3, None, None, None, 2))
    assert pays(GAME, position, "22266") == {DONALD: 0, DAISY: 0, GOOFY: 0}


def test_r16_a_blocked_character_counts_as_one_that_cannot_be_scored() -> None:
    position = at((3, None, None, None, 2), (None, None, None, 1, None))
    assert pays(GAME, position, "22256") == {DONALD: 0, DAISY: 0, GOOFY: 0}


def test_r16_stopping_early_on_such_dice_is_legal() -> None:
    match = play(start("junior", "Ann"), ("22222", MINNIE)).throw("22222").keep("22222")
    assert match.use(PLUTO).scores == (5,)


def test_a_placed_token_never_moves() -> None:
    match = play(start("junior", "Ann"), ("22345", MINNIE)).throw("22222").keep("22222")
    with pytest.raises(IllegalMove, match="cannot be used for 'minnie-mouse'"):
        match.use(MINNIE)


@pytest.mark.parametrize(("seats", "turns"), [(1, 5), (2, 5), (3, 4), (4, 3)])
def test_the_number_of_turns_follows_from_the_number_of_players(seats: int, turns: int) -> None:
    match, played = start("junior", *"ABCD"[:seats], first=seats - 1), []
    while match.awaited.kind != "over" and match.state.rolloff is None:
        played.append(match.awaited.seats[0])
        match = match.throw("22334").keep("22334")
        match = match.use(match.uses()[0].name)
    assert [played.count(seat) for seat in range(seats)] == [turns] * seats
    assert played[:seats] == [(seats - 1 + turn) % seats for turn in range(seats)]


def test_the_highest_sum_of_columns_wins() -> None:
    position = at((5, 4, 3, 0, 0), (4, 3, 2, 2, 2))
    assert GAME.scores(position) == (12, 13)
    assert (GAME.winners(position), GAME.awaits(position)) == ((1,), Over())


def of(character: str, count: int) -> tuple[str, str]:
    """A turn that scores this count of a character; the other dice show another one."""
    face = CHARACTERS.index(character) + 2
    other = 2 if face != 2 else 3
    return str(face) * count + str(other) * (5 - count), character


def two_of_three_tied() -> EventMatch:
    """Three seats after four turns each: seats 0 and 2 have 18, seat 1 has 9."""
    return play(
        start("junior", "Ann", "Ben", "Cy"),
        *(of(MINNIE, 5), of(DONALD, 3), of(DAISY, 5)),
        *(of(DONALD, 5), of(MINNIE, 2), of(GOOFY, 5)),
        *(of(PLUTO, 5), of(DAISY, 2), of(MINNIE, 4)),
        *(of(GOOFY, 3), of(PLUTO, 2), of(DONALD, 4)),
    )


def all_four_tied() -> EventMatch:
    """Four seats after three turns each, all with 5 + 4 + 3."""
    rows = (MINNIE, DONALD, DAISY, GOOFY)
    turns = [of(rows[(seat + turn) % 4], 5 - turn) for turn in range(3) for seat in range(4)]
    return play(start("junior", "Ann", "Ben", "Cy", "Di"), *turns)


def test_a_tie_is_broken_by_the_most_wild_dice() -> None:
    match = two_of_three_tied()
    assert match.scores == (18, 9, 18)
    assert (match.awaited.seats, match.awaited.dice) == ((0,), 5)
    assert moves.prompt(match.state) == "Roll off: most wild dice win"
    first = start("junior", "Ann", "Ben", first="roll")
    assert moves.prompt(first.state) == "Roll off: highest total starts"
    match = match.throw("66666")
    assert match.awaited.seats == (2,)
    match = match.throw("12345")
    assert is_over(match.state)
    assert (match.winners, match.scores) == ((2,), (18, 9, 18))
    assert results.result(match.state) == (
        "The match is over: Cy wins with 18 columns, by the roll-off with Ann."
    )


def test_r17_those_still_tied_throw_again_until_one_leads() -> None:
    match = all_four_tied()
    assert match.scores == (12, 12, 12, 12)
    match = match.throw("11234").throw("13456").throw("12145").throw("34566")
    assert match.state.rolloff is not None
    assert match.state.rolloff.seats == (0, 2)
    match = match.throw("22222").throw("66666")
    assert match.awaited.seats == (0,)
    match = match.throw("12222").throw("11666")
    assert (is_over(match.state), match.winners) == (True, (2,))


def test_alone_there_is_no_tie() -> None:
    match = play(start("junior", "Ann"), *(of(character, 2) for character in CHARACTERS))
    assert (is_over(match.state), match.scores, match.winners) == (True, (10,), (0,))


def test_the_game_waits_for_the_roll_off_of_those_who_tie() -> None:
    assert GAME.awaits(at((1, 2, 3, 4, 5), (5, 4, 2, 3, 1))) == RollOff((0, 1))
    behind = at((5, 5, 5, 5, None), (1, 1, 1, None, 1), (2, 2, None, 0, 0))
    assert GAME.awaits(behind) == Over()


def test_the_dice_show_five_characters_and_a_wild_one() -> None:
    names = [face.name for face in localized_faces(GAME.faces, GAME.wild)]
    assert names[0] == "Mickey Mouse, wild"
    assert [name.lower().replace(" ", "-") for name in names[1:]] == list(CHARACTERS)


COLUMNS = range(6)


def after_one_turn(position: JuniorPosition) -> set[JuniorPosition]:
    """The positions that one more turn leads to, with any five dice and any use that they offer."""
    seat = position.seat
    return {
        GAME.use(position, seat, dice, use.name) for dice in ROLLS for use in GAME.uses(position, seat, dice)
    }


def reached(seats: int, first: int, turns: int) -> set[JuniorPosition]:
    """All positions after so many turns of the whole table."""
    layer = {GAME.start(seats, first)}
    for _ in range(turns):
        layer = {after for position in layer for after in after_one_turn(position)}
    return layer


def sets_of_tokens(placed: int) -> list[Tokens]:
    """Every way in which the tokens of one seat can stand if so many are placed, or could not."""
    return [
        tuple(dict(zip(rows, columns, strict=True)).get(row) for row in range(len(CHARACTERS)))
        for rows in combinations(range(len(CHARACTERS)), placed)
        for columns in product(COLUMNS, repeat=placed)
    ]


def token(row: int, column: int) -> Tokens:
    """The tokens of a seat that has placed only this one."""
    return tuple(column if each == row else None for each in range(len(CHARACTERS)))


def is_accepted(position: JuniorPosition) -> bool:
    """Whether `check` lets it pass."""
    try:
        GAME.check(position)
    except IllegalMove:
        return False
    return True


def accepted(placed: tuple[int, ...], seat: int) -> set[JuniorPosition]:
    """All that `check` accepts with so many tokens placed by each seat and this one to play."""
    check_turns(placed, seat)
    boards = product(*map(sets_of_tokens, placed))
    return {position for tokens in boards if is_accepted(position := JuniorPosition(tokens, seat))}


@pytest.mark.parametrize(
    ("seats", "first", "placed"),
    one_in(2, [(1, 0, (1,)), (1, 0, (3,)), (2, 0, (1, 1)), (2, 1, (1, 2)), (1, 0, (2,)), (3, 2, (1, 0, 1))]),
)
def test_just_what_play_leads_to_is_accepted(seats: int, first: int, placed: tuple[int, ...]) -> None:
    assert accepted(placed, (first + sum(placed)) % seats) == reached(seats, first, sum(placed))


@pytest.mark.parametrize("seats", GAME.seats)
def test_r16_a_seat_with_nothing_but_pictures_is_refused_in_a_sentence(seats: int) -> None:
    for tokens in permutations([token(0, column) for column in (0, 2, 3, 4)[:seats]]):
        players = tuple(map(Player, "ABCD"[:seats]))
        with pytest.raises(IllegalMove, match=r"^Somebody's tokens are all on pictures, but a first token"):
            begin(Setup(GAME, players, position=JuniorPosition(tokens, 0)))
    GAME.check(JuniorPosition(((0, 3, None, None, None),), 0))

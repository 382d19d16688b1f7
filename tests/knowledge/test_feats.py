"""Achievements (five alike, straights, bonuses, steals, columns) and transcripts."""

from itertools import groupby

import pytest

from fivedice.api.match import start
from fivedice.bots.greedy import greedy
from fivedice.core.dice import Dice
from fivedice.core.rules import Feat
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.games.showdown_board import BoardCard
from fivedice.games.showdown_board import ShowdownPosition as Ring
from fivedice.match.events import Event, Keep, Spend, Throw
from fivedice.match.match import EventMatch
from fivedice.match.setup import Player, Setup
from fivedice.match.state import State, begin, step
from fivedice.narration import moves
from fivedice.narration.achievements import comeback, feats
from fivedice.runtime.simulation import play


def last(game: str, *events: Event) -> tuple[Feat, ...]:
    return _last(begin(Setup(GAMES[game], (Player("Ann"), Player("Ben")), first=0)), *events)


def _last(state: State, *events: Event) -> tuple[Feat, ...]:
    for event in events[:-1]:
        state = step(state, event)
    return feats(state, events[-1], step(state, events[-1]))


def booked(*dice_and_uses: tuple[str, str]) -> list[Event]:
    """Ann's turns of one throw each; Ben takes zeros from the bottom of the card meanwhile."""
    bens = iter(("yahtzee", "large-straight", "small-straight", "full-house", "4-of-a-kind", "3-of-a-kind"))
    events: list[Event] = []
    for dice, use in dice_and_uses:
        events += [*_turn(0, dice, use), *_turn(1, "12236", next(bens))]
    return events


def _turn(seat: int, dice: str, use: str) -> list[Event]:
    roll = _roll(dice)
    return [Throw(seat, roll), Keep(seat, tuple(sorted(roll))), Spend(seat, use)]


def _roll(dice: str) -> Dice:
    return tuple(map(int, dice))


def test_a_winner_who_was_far_behind_came_back() -> None:
    """In the second half of the match, by an eighth of the final score; showdown is left out."""
    assert comeback(_simulated("traditional", 17)) == (Feat("comeback", 1, "Comeback from 30 behind"),)
    assert comeback(_simulated("traditional", 0)) == comeback(_simulated("showdown", 1)) == ()


def _simulated(game: str, number: int) -> EventMatch:
    players = (Player("Ann"), Player("Ben"))
    return play(Setup(GAMES[game], players, first=0), [greedy, greedy], 7, number)


def test_five_alike_are_a_yahtzee_as_they_fall() -> None:
    assert last("traditional", Throw(0, _roll("44444"))) == (Feat("yahtzee", 0, "Yahtzee"),)
    assert last("traditional", Throw(0, _roll("44441"))) == ()
    kept = Throw(0, _roll("44144")), Keep(0, _roll("4444"))
    assert [feat.kind for feat in last("traditional", *kept, Throw(0, (4,)))] == ["yahtzee"]


def test_in_challenge_a_yahtzee_is_everybodys() -> None:
    thrown = Throw(0, _roll("44444"))
    assert [feat.seat for feat in last("challenge", thrown)] == [0, 1]
    decided = Keep(0, _roll("44444")), Keep(1, _roll("4444"))
    assert [feat.seat for feat in last("challenge", thrown, *decided, Throw(0, (4,)))] == [1]


@pytest.mark.parametrize(
    ("dice", "use", "what", "pays"),
    [("12346", "small-straight", "Small Straight", 30), ("23456", "large-straight", "Large Straight", 40)],
)
def test_a_straight_is_one_when_it_is_booked(dice: str, use: str, what: str, pays: int) -> None:
    assert last("traditional", *_turn(0, dice, use)) == (Feat("straight", 0, what, pays),)
    assert last("traditional", *_turn(0, dice, "chance")) == ()
    assert last("traditional", *_turn(0, "11122", use)) == ()


def test_the_upper_bonus_is_told_when_it_is_reached() -> None:
    first = booked(("66661", "sixes"), ("55551", "fives"), ("44441", "fours"))
    assert last("traditional", *first, *_turn(0, "33321", "threes")) == (Feat("bonus", 0, "Upper bonus", 35),)
    assert last("traditional", *first, *_turn(0, "33321", "chance")) == ()


def test_a_further_yahtzee_is_a_bonus() -> None:
    first = booked(("66666", "yahtzee"))
    told = last("traditional", *first, *_turn(0, "44444", "fours"))
    assert told == (Feat("bonus", 0, "Yahtzee bonus", 100),)


def test_a_card_stolen_is_told_with_who_had_it() -> None:
    cards = (*(None,) * 3, BoardCard(5, 1, 2), *(None,) * 8)
    setup = Setup(
        GAMES["showdown"], (Player("Ann"), Player("Ben")), first=0, position=Ring((0, 4), cards, 0, "roll")
    )
    turn = Throw(0, _roll("44412")), Keep(0, _roll("44412"))
    assert _last(begin(setup), *turn, Spend(0, "steal-fours")) == (Feat("steal", 0, "Fours from Ben", 3),)
    assert _last(begin(setup), *turn, Spend(0, "place-aces")) == ()


def test_a_column_taken_is_told() -> None:
    assert last("junior", *_turn(0, "55521", "goofy")) == (Feat("column", 0, "Goofy 4", 4),)


@pytest.mark.parametrize("game", FIVE_GAMES)
def test_a_turn_is_a_paragraph(game: str) -> None:
    match = play(Setup(GAMES[game], (Player("Ann"), Player("Ben"))), [greedy, greedy], 1, 1)
    told = list(moves.numbered_lines(match, "digits"))
    paragraphs = [list(lines) for blank, lines in groupby(told, key=lambda line: not line[1]) if not blank]
    events = [
        [match.events[number - 1] for number, _ in lines if number is not None] for lines in paragraphs[1:]
    ]
    throws = [[event for event in paragraph if isinstance(event, Throw)] for paragraph in events]
    assert all(isinstance(paragraph[0], Throw) for paragraph in events)
    assert max(map(len, throws)) > 2
    if game == "showdown":
        assert all(len(paragraph) == 1 for paragraph in throws if len(paragraph[0].dice) == 1)
        return
    uses = sum(isinstance(event, Spend) for event in match.events)
    assert len(throws) == uses / (2 if game == "challenge" else 1)


# --- Turns entered without throws ---------------------------------------------------------------------------


def told(match: EventMatch, *, totals: bool = False) -> tuple[str, ...]:
    before, event = before_last(match)
    return moves.describe(before.state, event, match.state, "digits", totals=totals)


def achieved(match: EventMatch) -> tuple[Feat, ...]:
    before, event = before_last(match)
    return feats(before.state, event, match.state)


def before_last(match: EventMatch) -> tuple[EventMatch, Event]:
    *earlier, last = match.events
    before = start(match.setup.game.name, *match.setup.names)
    for event in earlier:
        before = before.step(event)
    return before, last


def test_final_dice_and_scores_are_told_as_such() -> None:
    match = start("traditional", "Ann", "Ben").final("52225")
    assert told(match) == ("Ann's final dice: 5 2 2 2 5.",)
    assert told(match.use("full-house")) == ("Ann: Full House 25.",)
    score = match.use("full-house").score("small-straight", 30)
    assert told(score) == ("Ben: Small Straight 30 (score only).",)
    assert told(score, totals=True) == ("Ben: Small Straight 30, 30 in total (score only).",)
    joker = start("traditional", "Ann").score("yahtzee", 50).score("fours", 120)
    assert told(joker) == ("Ann: Fours 120 (with 100 Yahtzee bonus) (score only).",)


def test_a_round_of_challenge_is_told_when_all_have_entered() -> None:
    match = start("challenge", "Ann", "Ben", "Cy").final("11234", 2)
    assert told(match) == ("Cy has entered a turn.",)
    match = match.score("chance", 17, 0)
    assert told(match) == ("Ann has entered a turn.",)
    assert moves.waiting(match.state) == "Ben to enter the turn"
    assert moves.prompt(match.state) == "Enter the final dice or the score"
    match = match.final("66665", 1)
    assert told(match) == ("Ben's final dice: 6 6 6 6 5.", "Cy's final dice: 1 1 2 3 4.")
    match = match.use("aces", 2)
    assert told(match) == ("Cy has decided.",)
    match = match.use("sixes", 1)
    assert told(match) == ("Ann: Chance 17 (score only).", "Ben: Sixes 24.", "Cy: Aces 2.")


def test_a_score_that_comes_last_stays_hidden_until_all_dice_are_used() -> None:
    match = start("challenge", "Ann", "Ben").final("11234", 1).score("chance", 17, 0)
    assert told(match) == ("Ann has entered a turn.", "Ben's final dice: 1 1 2 3 4.")
    assert told(match.use("aces", 1)) == ("Ann: Chance 17 (score only).", "Ben: Aces 2.")


def test_entered_turns_achieve_what_thrown_ones_would() -> None:
    match = start("traditional", "Ann").final("44444")
    assert achieved(match) == (Feat("yahtzee", 0, "Yahtzee"),)
    assert achieved(match.use("yahtzee").score("large-straight", 40)) == (
        Feat("straight", 0, "Large Straight", 40),
    )
    joker = match.use("yahtzee").score("fours", 120)
    assert achieved(joker) == (Feat("yahtzee", 0, "Yahtzee"), Feat("bonus", 0, "Yahtzee bonus", 100))
    common = start("challenge", "Ann", "Ben").final("44444", 1)
    assert achieved(common) == ()
    assert achieved(common.final("12345", 0)) == (Feat("yahtzee", 1, "Yahtzee"),)

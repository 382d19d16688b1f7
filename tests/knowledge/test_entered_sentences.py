"""Sentences and achievements of turns entered without throws."""

from fivedice.core.rules import Feat
from fivedice.match.events import Event
from fivedice.match.match import EventMatch, start
from fivedice.narration import sentences
from fivedice.narration.achievements import feats


def told(match: EventMatch, *, totals: bool = False) -> tuple[str, ...]:
    """The sentences of the last event."""
    before, event = before_last(match)
    return sentences.event(before.state, event, match.state, "digits", totals=totals)


def achieved(match: EventMatch) -> tuple[Feat, ...]:
    before, event = before_last(match)
    return feats(before.state, event, match.state)


def before_last(match: EventMatch) -> tuple[EventMatch, Event]:
    *earlier, last = match.events
    before = start(match.setup.game.name, *sentences.names(match.setup))
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
    assert sentences.waiting(match.state) == "Ben to enter the turn"
    assert sentences.prompt(match.state) == "Enter the final dice or the score"
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


def test_each_entered_turn_is_a_paragraph_of_the_transcript() -> None:
    match = start("traditional", "Ann").final("52225").use("full-house").score("chance", 23)
    assert sentences.transcript(match, "digits") == [
        "Traditional, joker forced: Ann.",
        "",
        "Ann's final dice: 5 2 2 2 5.",
        "Ann: Full House 25.",
        "",
        "Ann: Chance 23 (score only).",
        "",
        "Unfinished: waiting for Ann to throw 5 dice.",
    ]


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

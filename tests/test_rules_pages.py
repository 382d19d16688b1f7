"""The rules pages: that none forgets a ruling, a use or an option."""

import re
from typing import Any

import pytest

from fivedice.cards.scorecard import ScoreCard
from fivedice.core.dice import ROLL_OF, ROLLS, Dice
from fivedice.core.faces import legend
from fivedice.core.rules import title
from fivedice.games import FIVE_GAMES, GAMES
from fivedice.games.cardgame import card_of
from fivedice.games.pages import without_typing
from fivedice.games.showdown_board import CARDS
from fivedice.printing import inline
from fivedice.terminal.screen.dialogs import faces
from tests.typed import as_a

MORE_CARDS = tuple(name for name in GAMES if name not in FIVE_GAMES)
CARD_GAMES = ("traditional", "challenge", "piecepack")
OPEN_START = ("showdown", "piecepack", "junior", *MORE_CARDS)

TOLD: dict[int, tuple[str, tuple[str, ...]]] = {
    1: ("For 1 to 10 players", ("traditional",)),
    2: ("Those who tie for highest throw again among themselves", ("traditional", *OPEN_START)),
    3: ("Full House, because a second number is missing", CARD_GAMES),
    4: ("Equal totals share the win", (*CARD_GAMES, *MORE_CARDS)),
    5: ("Nobody sees what the others keep, or at the end which boxes", ("challenge",)),
    6: ("the game plays for them until they are back, so that nobody has to wait: - It", tuple(GAMES)),
    7: ("The first seat starts on corner 0", ("showdown",)),
    8: ("Your other cards cannot be raised", ("showdown",)),
    9: ("What the space would allow without the Yahtzee stays allowed", ("showdown",)),
    10: ("you must take one of the options", ("showdown",)),
    11: ("A raise ends your turn too", ("showdown",)),
    12: ("nothing to steal and nothing to raise, your turn ends at once", ("showdown",)),
    13: ("Equal chips share the win", ("showdown",)),
    14: ("You must use the full count", ("junior",)),
    15: ("If no space to the left is open, that character cannot be scored", ("junior",)),
    16: ("You take a zero only when you must", ("junior",)),
    17: ("Those who are still level throw again", ("junior",)),
    18: ("A match is 1 to 6 games", ("traditional", "challenge")),
    19: ("You may also choose a zero in any box that you may fill now", (*CARD_GAMES, *MORE_CARDS)),
    20: ("Only the final dice of a turn earn it", ("traditional", "challenge")),
    21: ("A decision is final once it is handed in", ("challenge",)),
    22: ("The group chooses who starts; otherwise it is the first seat", OPEN_START),
}
"""The words that tell each ruling, and the games in which it matters."""

SHOWDOWN_WORDS = {"nothing", "move", "stay"} | {
    f"{act}-{card}" for act in ("place", "steal", "raise") for card in CARDS
}
LONGEST_LINE = 79


def page(game: str) -> str:
    """The page as one line of text."""
    return " ".join(GAMES[game].rules.split())


def pays(game: Any, position: Any, dice: Dice) -> dict[str, int]:
    """What the first seat's dice pay, by use."""
    return {use.name: use.pays for use in game.uses(position, 0, ROLL_OF[dice])}


def offered(game: str) -> set[str]:
    """Every use of a first roll."""
    value: Any = GAMES[game]
    start = value.start(value.seats[0], 0)
    return {name for roll in ROLLS for name in pays(value, start, roll)}


@pytest.mark.parametrize("game", GAMES)
def test_a_page_tells_exactly_the_rulings_that_matter_in_its_game(game: str) -> None:
    told = {ruling for ruling, (words, _) in TOLD.items() if words in page(game)}
    assert told == {ruling for ruling, (_, games) in TOLD.items() if game in games}


def test_every_ruling_matters_somewhere() -> None:
    assert sorted(TOLD) == list(range(1, 23))


@pytest.mark.parametrize("game", [*CARD_GAMES, *MORE_CARDS])
def test_a_score_card_page_tells_every_box(game: str) -> None:
    boxes = as_a(ScoreCard, card_of(GAMES[game])).names
    assert set(boxes) <= offered(game)
    assert not [name for name in boxes if f"\n- {title(name)}: " not in GAMES[game].rules]


def test_digits_need_no_line_each() -> None:
    assert legend("digits") == ("Each face shows its number.",)
    assert legend("digits", 1) == ("Each face shows its number; 1 is wild.",)


def test_a_face_is_wild_in_junior_alone() -> None:
    assert [legend(shown, GAMES["junior"].wild)[0] for shown in ("characters", "pips")] == [
        *("1 is Mickey Mouse, wild", "1 is ⚀, wild")
    ]
    others = [game for name, game in GAMES.items() if name != "junior"]
    assert not any("wild" in "".join(legend("characters", game.wild)) for game in others)
    assert ["wild" in str(faces(game, "characters")) for game in (GAMES["junior"], *others)] == [
        *(True, *(False for _ in others))
    ]


def test_the_showdown_page_tells_every_card() -> None:
    cards = page("showdown").partition("## The cards")[2].partition("##")[0]
    assert not [name for name in CARDS if title(name) not in cards]
    for typed in ("`place-", "`steal-", "`raise-", "`nothing`", "`move`", "`stay`"):
        assert typed in page("showdown")


def test_the_junior_page_tells_every_character() -> None:
    characters = offered("junior")
    assert len(characters) == 5
    assert not [name for name in characters if title(name) not in page("junior")]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_page_shows_as_typed_can_be_typed(game: str) -> None:
    options = set(GAMES[game].options)
    known = offered(game) | (SHOWDOWN_WORDS if game == "showdown" else set())
    for typed in re.findall(r"`([^`]+)`", GAMES[game].sections[-1].text):
        option, equals, _ = typed.partition("=")
        assert option in options if equals else typed in known


@pytest.mark.parametrize("game", GAMES)
def test_only_the_last_section_of_a_page_speaks_of_typing(game: str) -> None:
    """Without it the page has all else, and no name in back quotes: so it is read where nothing is typed."""
    read = without_typing(GAMES[game])
    assert GAMES[game].rules.removeprefix(read).startswith("\n\n## At the terminal\n")
    assert not re.search(r"`|\btype[ds]?\b", re.sub(inline.MARKED, "", read).lower())


@pytest.mark.parametrize("game", GAMES)
def test_a_page_tells_players_and_house_options(game: str) -> None:
    low, high = GAMES[game].seats[0], GAMES[game].seats[-1]
    players = (
        f"For {max(low, 2)} to {high} players, or alone" if game == "junior" else f"{low} to {high} players"
    )
    assert players in page(game)
    assert not [option for option in GAMES[game].options if f"`{option}=" not in page(game)]


@pytest.mark.parametrize("game", GAMES)
def test_a_page_reads_well_unrendered(game: str) -> None:
    lines = GAMES[game].rules.splitlines()
    assert lines[0] == f"# {GAMES[game].title}"
    assert max(map(len, lines)) <= LONGEST_LINE
    assert not re.search(r"</?[a-z]+>|^\||\n\n\n|{", GAMES[game].rules, re.MULTILINE)

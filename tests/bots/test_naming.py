"""Names that look like bots: slips are told from people, and what nobody can mean is refused."""

import json
from pathlib import Path

import pytest
from research.arena import strength

from fivedice import bots
from fivedice.bots import BOTS, check, is_bot, looks_like, personas
from fivedice.bots.personas import PERSONAS
from fivedice.bots.wins import WINS
from fivedice.core.rules import IllegalMove


@pytest.mark.parametrize(
    ("typed", "bot"),
    [
        *[("gredy", "greedy"), ("exprt", "expert"), ("casaul", "casual"), ("chamipon", "champion")],
        *[("randm", "random"), ("greeedy", "greedy"), ("champions", "champion"), ("rando", "random")],
        *[("Greedy", "greedy"), ("RANDOM", "random"), ("greedy 2", "greedy"), ("Expert2", "expert")],
        *[("gredy:3", "greedy"), ("Gredy:3", "greedy"), ("champion:2", "champion"), ("greedy : 3", "greedy")],
        *[("\uff47reedy", "greedy"), ("greedy\u3164", "greedy"), ("casual\uff1a7", "casual")],
        *[("csual:7", "casual:7"), ("Casual:10", "casual:10"), ("csual:99", "casual"), ("bot:3", "casual:3")],
    ],
)
def test_a_slip_looks_like_the_bot_that_is_meant(typed: str, bot: str) -> None:
    assert not is_bot(typed)
    assert looks_like(typed) == bot


@pytest.mark.parametrize(
    "name",
    [
        *["Rando", "Greta", "greta", "Grady", "grady", "Randy", "randy", "Roland", "roland", "ramon"],
        *["brandon", "Casey", "casey", "pascal", "pascual", "champ", "Champ", "robert", "ernest"],
        *["Gretel", "gretel", "ann", "Experta", "Кирилл", "player", "Ann 2", "", "Ann: the first"],
    ],
)
def test_a_person_is_not_bothered(name: str) -> None:
    """Names of people are theirs, and a name with a capital is a person's unless its letters are a bot's."""
    assert looks_like(name) == ""


@pytest.mark.parametrize("name", [*BOTS, *(f"casual:{strength}" for strength in range(11))])
def test_a_bot_looks_like_no_other(name: str) -> None:
    check(name)
    assert looks_like(name) == ""


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("gredy", r"no bot 'gredy' \(did you mean greedy\?\); there are: random"),
        ("Rando", r"did you mean random\?"),
        ("champion:2", r"did you mean champion\?"),
        ("Ann", "no bot 'Ann'; there are"),
        ("casual:99", "strength of casual is a number from 0 to 10, not '99'"),
        ("casual:07", "strength of casual is a number from 0 to 10, not '07'"),
        ("casual:\u0661", "strength of casual is a number from 0 to 10, not '\u0661'"),
        ("casual:", "strength of casual is a number from 0 to 10, not ''"),
        ("greedy:", r"no bot 'greedy:' \(did you mean greedy\?\); there are: random"),
    ],
)
def test_where_only_a_bot_can_be_meant_the_nearest_is_named(name: str, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        check(name)


# --- Who the bots are at a table ----------------------------------------------------------------------------


@pytest.mark.parametrize("bot", [*BOTS, *(f"casual:{strength}" for strength in range(11))])
def test_every_bot_is_somebody(bot: str) -> None:
    assert personas.of(bot).bot.partition(":")[0] == bot.partition(":")[0]


def test_names_are_theirs_alone_and_no_bots() -> None:
    """So a log says who did what, and nobody takes Pip for a bot's name that could be typed."""
    assert len({one.name for one in PERSONAS}) == len(PERSONAS)
    for one in PERSONAS:
        bots.check(one.bot)
        assert not bots.is_bot(one.name)
        assert personas.of(one.bot) is one


def test_wins_are_those_that_were_measured() -> None:
    saved = json.loads(strength.FILE.read_text(encoding="utf-8"))
    assert strength.WINS.read_text(encoding="utf-8") == strength.wins_module(saved["tables"])
    assert {game: {one.bot: one.wins[game] for one in PERSONAS if game in one.wins} for game in WINS} == WINS


def test_every_persona_has_a_face() -> None:
    drawings = Path(personas.__file__).parents[1] / "web" / "drawings" / "svg"
    wanted = {f"bot-{one.bot.replace(':', '-')}" for one in PERSONAS}
    assert wanted <= {path.stem for path in drawings.iterdir()}

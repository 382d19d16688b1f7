"""Names that look like bots: slips are told from people, and what nobody can mean is refused."""

import pytest

from fivedice.bots import BOTS, check, is_bot, looks_like
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
    """Letters left out, doubled or turned, capitals, numbers: each leads to the bot, with its strength."""
    assert not is_bot(typed)
    assert looks_like(typed) == bot


@pytest.mark.parametrize(
    "name",
    [
        *[
            "Rando",
            "Greta",
            "greta",
            "Grady",
            "grady",
            "Randy",
            "randy",
            "Roland",
            "roland",
            "ramon",
            "brandon",
            "Casey",
            "casey",
            "pascal",
        ],
        *["pascual", "champ", "Champ", "robert", "ernest", "Gretel", "gretel", "ann"],
        *["Ann 2", "Experta", "Кирилл", "", "Ann: the first", "player"],
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

"""Which player names are accepted, and the error messages for others."""

from collections.abc import Callable

import pytest

from fivedice import names
from fivedice.api.match import Match, start
from fivedice.core.rules import IllegalMove
from fivedice.match.match import begin
from fivedice.match.setup import Player, Setup, game_called
from fivedice.names import check_apart, check_name, check_new_name
from fivedice.notation import record
from fivedice.table.seating import Chair, check_person, check_twin
from fivedice.terminal.asking import players

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
REAL = (
    *("A", "x" * 40, "Zoë of Köln", "Nguyễn Thị Ánh", "Işıl", "Þóra", "O'Brien", "Anne-Marie 2"),
    *("Кирилл", "Ђорђе", "Ελένη", "Մարիամ", "თამარ"),
    *("王小明", "ㄨㄤˊ小明", "さくら太郎", "ジョン Smith", "김Kim"),
    *("מֹשֶׁה", "שָּׁלוֹם", "مُحَمَّد", "علی\u200cرضا", "فاطمه\u200cزهرا", "ܝܘܚܢܢ", "ᠮᠣᠩᠭᠣᠯ"),
    *("श्री", "ක්\u200dරිස්ටි", "ශ්\u200dරී", "நிலா", "ന\u0d4d\u200dറെ", "ক্\u200cষ", "ਗੁਰਪ੍ਰੀਤ"),
    *("น้ำฝน", "กุ้ง", "ສົມຈິດ", "သန္တာ", "សុខា", "བསྟན་འཛིན", "አበበ", "ᏣᎳᎩ"),
    *("\U0001f422", "\U0001f44d\U0001f3fd", "★ Ann ★", "ㅇ", "⠁", "❤\ufe0f", "7", "!", "é", "के"),
)
"""Names as they are written, each in its orthography; a joiner stands where the script needs it."""


@pytest.mark.parametrize("name", REAL)
def test_a_name_in_any_orthography_can_be_had(name: str) -> None:
    check_person(name)
    played = start("junior", name, "Ben" if name != "A" else "Cy")
    assert Match.of(record.replay(record.text(played)).match) == played


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Every player needs a name; one here is empty."),
        ("x" * 41, "^Nobody can be called 'x+…: the name has more than 40 characters."),
        (" Ann", "^Nobody can be called ' Ann': the name begins or ends with a space."),
        ("A\nnn", "^Nobody can be called 'A\\\\nnn': the name contains unprintable characters"),
        ("Ann\u202e", "^Nobody can be called 'Ann\\\\u202e': the name contains unprintable characters"),
        (
            "Zo\udcc3\udcab",
            "'Zo\\\\udcc3\\\\udcab': the terminal's locale cannot read it; a UTF-8 locale can.$",
        ),
        (FAMILY, "the name has an emoji joined from several, which terminals show in different widths."),
        ("\u2764\ufe0f\u200d\U0001f525", "an emoji joined from several"),
        ("\U0001f44d\U0001f3fd\u200d\U0001f525", "an emoji joined from several"),
        ("An\u200dn", "an invisible joiner where no script needs one."),
        ("\u200cعلی", "an invisible joiner"),
        ("علی\u200c", "an invisible joiner"),
    ],
)
def test_a_name_that_cannot_be_is_named_with_the_reason(name: str, sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        check_name(name)


REFUSED = [
    ("\u0410nn", "different scripts (Cyrillic, Latin), which may look alike."),
    ("Ann \u0418\u0432\u0430\u043d\u043e\u0432\u0430", "different scripts (Cyrillic, Latin)"),
    ("Αnn", "different scripts (Greek, Latin)"),
    ("R\u0585n", "different scripts (Armenian, Latin)"),
    ("Z" + "\u0301\u0302\u0303\u0304\u0306" + "oe", "one of its letters has more than 4 marks."),
    ("A" + "\u20dd" * 10, "one of its letters has more than 4 marks."),
    *((name, "would be invisible") for name in ("\u3164", "\u2800", "\u115f \u2800", "\ufe0f", "\u0301")),
]


@pytest.mark.parametrize(("name", "sentence"), REFUSED)
@pytest.mark.parametrize(
    "door",
    [
        check_new_name,
        lambda name: start("junior", name),
        lambda name: Match.at("junior", names=name),
        players,
    ],
    ids=["check", "start", "at", "terminal"],
)
def test_a_new_name_deceives_nobody(door: Callable[[str], object], name: str, sentence: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        door(name)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("name", [name for name, _ in REFUSED])
def test_a_record_of_before_is_read_whatever_its_names(name: str) -> None:
    played = begin(Setup(game_called("junior"), (Player(name), Player("Ann"))))
    assert record.replay(record.text(played)).match == played


@pytest.mark.parametrize(
    ("name", "other"),
    [
        *(("Ann", other) for other in ("ann", "\uff21nn", "Ann\u3164", "A\u2800nn")),
        *[("Ian", "lan"), ("Bo", "B0"), ("Marnie", "Mamie"), ("\u0410\u041d\u041d\u0410", "AHHA")],
        *[("\u0395\u03a5\u0391", "EYA"), ("\u0440\u0430\u0443", "pay")],
        ("علی\u200cرضا", "علیرضا"),
    ],
)
def test_names_at_a_table_do_not_look_alike(name: str, other: str) -> None:
    for here, comes in ((name, other), (other, name)):
        with pytest.raises(IllegalMove, match=r"is already called|looks like .+, who is here already"):
            check_twin((Chair(here, holder="x"),), comes)
        with pytest.raises(IllegalMove):
            start("junior", here, comes)


@pytest.mark.parametrize(
    ("name", "other"), [("Zoe", "Zoë"), ("Ann", "Anna"), ("Ben", "Bea"), ("Анна", "Anna")]
)
def test_names_that_differ_to_the_eye_are_two_names(name: str, other: str) -> None:
    check_apart(name, [other])


@pytest.mark.parametrize(
    ("name", "bot"),
    [
        *((name, "a bot") for name in ("gr\u0435edy", "Greedy", "greedy 2", "casual:7", "\uff47reedy")),
        *[("Mi1o", "Milo, a bot"), ("D0do", "Dodo, a bot")],
    ],
)
def test_no_person_is_taken_for_a_bot(name: str, bot: str) -> None:
    with pytest.raises(IllegalMove, match=f"would be taken for {bot}"):
        check_person(name)
    for free in ("Milo", "milo", "Ada", "Rando", "rando", "gredy", "Greta"):
        check_person(free)


def test_the_skeleton_is_that_of_the_standard() -> None:
    assert names.skeleton("paypal") == names.skeleton("\u0440\u0430ypal")
    assert names.skeleton("\U0001d68c\u029f\u0131\u0261") != names.skeleton("clip")
    for name in REAL:
        assert names.skeleton(names.skeleton(name)) == names.skeleton(name)

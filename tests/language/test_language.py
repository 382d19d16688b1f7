"""Sentences are said in the reader's language, with its plurals and numbers, or else in English."""

import re

import pytest
from rich.cells import cell_len

from fivedice import language
from fivedice.core.rules import CARD, english_title
from fivedice.games import GAMES
from fivedice.games.cardgame import box_title, card_of
from fivedice.language import message, speaking, tr
from fivedice.language.languages import LANGUAGES
from fivedice.language.lines import NARROW, broken, cells, wrapped
from fivedice.names import localized
from fivedice.narration.costs import label_of
from tests.language import messages
from tests.language.catalogues import names

POINTS = "{count, plural, one {# point} other {# points}}"


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("en", ["0 points", "1 point", "2 points", "5 points", "21 points", "1.5 points"]),
        ("fr", ["0 point", "1 point", "2 points", "5 points", "21 points", "1,5 point"]),
        ("ja", ["0 points", "1 points", "2 points", "5 points", "21 points", "1.5 points"]),
    ],
)
def test_a_plural_follows_the_rules_of_its_language(tag: str, said: list[str]) -> None:
    """French counts 0 and 1.5 like one; Japanese has one form."""
    with speaking(tag):
        assert [message.filled(POINTS, {"count": n}, tag) for n in (0, 1, 2, 5, 21, 1.5)] == said


def test_a_plural_may_hold_values_and_plurals() -> None:
    games = "{games, plural, one {# game} other {# games}}"
    text = f"{{name}}: {{wins, plural, one {{# win in {games} by {{how}}}} other {{# wins in {games}}}}}"
    assert tr(text, name="Ann", wins=1, games=2, how="luck") == "Ann: 1 win in 2 games by luck"
    assert tr(text, name="Ann", wins=3, games=1, how="luck") == "Ann: 3 wins in 1 game"
    assert names(text) == {"name", "wins", "games", "how"}


@pytest.mark.parametrize("broken", ["{", "}", "a {b c}", "{n, plural, one {#}}", "{n, plural, other {#}"])
def test_a_message_with_unbalanced_braces_is_refused(broken: str) -> None:
    with pytest.raises(ValueError, match=r"brace|ends early"):
        message.parts(broken)


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("en", "1,234.5 +0.5 −2.0 52%"),
        ("de", "1.234,5 +0,5 −2,0 52%"),
        ("es", "1234,5 +0,5 −2,0 52%"),
        ("sv", "1\N{NO-BREAK SPACE}234,5 +0,5 \N{MINUS SIGN}2,0 52%"),
    ],
)
def test_numbers_have_the_form_of_the_language(tag: str, said: str) -> None:
    """As `Intl.NumberFormat` writes them, but for minus; the sign of percent is a message."""
    with speaking(tag):
        figures = language.decimal(1234.5), language.decimal(0.5, sign=True), language.decimal(-2)
        assert " ".join([*figures, language.percent(0.52)]).replace("\N{NO-BREAK SPACE}%", "%") == said


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("en", "Ann: One. Two."),
        ("fr", "Ann\N{NARROW NO-BREAK SPACE}: One. Two."),
        ("ja", "Ann：One.Two."),
        ("zh", "Ann：One.Two."),
    ],
)
def test_a_language_has_its_own_colon_and_space_between_sentences(tag: str, said: str) -> None:
    with speaking(tag):
        assert language.with_label("Ann", language.sentences("One.", "", "Two.")) == said


def test_a_forgotten_player_is_someone_in_the_language_of_the_reader() -> None:
    with speaking("de"):
        names = "someone", "someone 2", "Someone", "someone else"
        assert [localized(name) for name in names] == ["jemand", "jemand 2", *names[2:]]


def test_a_card_is_in_one_language() -> None:
    """A Japanese reader of Kniffel reads no other language between its names."""
    for tag in LANGUAGES:
        with speaking(tag):
            for card in filter(None, map(card_of, GAMES.values())):
                own = [tr(english_title(box), CARD) for box in card.names]
                assert [card.title(box) for box in card.names] in (own, [*map(english_title, card.names)])
    with speaking("ja"):
        assert box_title(GAMES["kniffel"], "full-house") == "Full House"
        assert box_title(GAMES["yatzy"], "full-house") == "フルハウス"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("fr-CH, fr;q=0.9, de;q=0.8", "fr"),
        ("xx, de;q=0.5, ja;q=0.7", "ja"),
        ("da, de; q=0.9", "de"),
        ("DE ;\tQ=0.2, sv ; q=0.4", "sv"),
        ("", "en"),
        ("de;q=x,*", "en"),
    ],
)
def test_the_language_is_the_first_we_speak_of_those_preferred(wanted: str, found: str) -> None:
    assert language.preferred(wanted) == found


def test_every_message_of_a_script_is_a_literal() -> None:
    """Or else no catalogue has it; a long one may be several literals joined by plus signs."""
    web = messages.SOURCE / "web"
    for path in web.rglob("*.js"):
        if "vendor" not in path.parts and path.name != "language.js":
            text = path.read_text(encoding="utf-8")
            called = re.findall(r"\b(?:tr|rich)\((?!\))", text)
            assert len(called) == len(messages.IN_SCRIPT.findall(text)), path


def test_latin_letters_take_the_cells_that_the_table_of_widths_says() -> None:
    every = [chr(number) for number in range(0xA0, 0x3000)]
    assert [sign for sign in every if NARROW.fullmatch(sign) and cell_len(sign) != 1] == []


def test_wide_letters_are_wrapped_by_their_width() -> None:
    lines = wrapped("Ann: 一二三四五六七八。九十 keep 44", "  ", 15)
    assert lines == ["Ann: 一二三四五", "  六七八。九十", "  keep 44"]
    assert cells(lines[0]) == 15


def test_a_line_does_not_break_before_a_french_colon() -> None:
    assert wrapped("Le jeu\u202f: un, deux", "", 7) == ["Le", "jeu\u202f:", "un,", "deux"]


def test_words_in_katakana_files_and_dice_stay_whole() -> None:
    assert wrapped("次のキープ", "", 8) == ["次の", "キープ"]
    assert wrapped("这里的文件.toml", "", 12) == ["这里的文", "件.toml"]
    assert wrapped("掷出：一(1) 六(6)，共 7", "", 14) == ["掷出：一(1)", "六(6)，共 7"]


def test_markdown_of_wide_letters_breaks_before_no_mark_and_inside_no_dice() -> None:
    text = "## 骰子\n\n- 掷出一二三。\n\n四五六 `1 2 3 4`。 one"
    assert broken(text, 18) == "## 骰子\n\n- 掷出一二\\\n  三。\n\n四五六\\\n`1 2 3 4`。\\\none"
    assert broken("plain words of a text", 10) == "plain words of a text"


def test_a_box_called_choice_is_no_decision() -> None:
    with speaking("ja"):
        assert label_of("choice", GAMES["yacht"]) == "チョイス"
        assert label_of("choice") == "選択"

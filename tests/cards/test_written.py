"""Card files: parsing, and errors that name line and key."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivedice.cards.faults import BadCard
from fivedice.cards.scorecard import MOST_BOXES
from fivedice.cards.written import LONGEST_TEXT, MOST_DOTS, MOST_MARKS, read, typed
from fivedice.language import speaking
from tests.cards import documents
from tests.cards.documents import INLINE, WAYS

WRONG_VALUES = (
    *("-1", "1.5", "true", '"nonsense, quite"', "[[1]]", "{ x = 1 }", '"\\u0007"', "1979-05-27 07:32:00"),
)


def refusal(text: str) -> str:
    """The sentence with which a document is refused."""
    with pytest.raises(BadCard) as refused:
        read(text)
    return str(refused.value)


def entries(text: str) -> list[tuple[int, str]]:
    """Every key that is given a value in the text, by its line."""
    text = re.sub(r'^"(\w+)"', r" \1 ", text, flags=re.MULTILINE)
    quiet = re.sub(r'"""[\s\S]*?"""|"(?:\\.|[^"\n])*"(?! *=)|#.*', lambda found: "·" * len(found[0]), text)
    found = re.finditer(r'"?\b(?:further\.)?(\w+)"?(?= *= )', quiet)
    return [(text.count("\n", 0, match.start()) + 1, match[1]) for match in found]


def test_three_ways_of_writing_say_one_card() -> None:
    cards = [read(text).card for text in WAYS]
    assert cards[0] == cards[1] == cards[2]
    assert cards[0].names == ("ones", "twos", "pair", "five")


@pytest.mark.parametrize("name", ["Full House", "full house", "FULL HOUSE", "full-house", " Full   House "])
def test_a_name_is_written_as_one_likes(name: str) -> None:
    assert "full-house" in read(INLINE.replace("Pair", name)).card.names


def test_letters_with_marks_are_the_same_however_the_file_has_them() -> None:
    one, two = (read(INLINE.replace("Pair", name)).card.names for name in ("F\u00fcnfer", "Fu\u0308nfer"))
    assert one == two


@pytest.mark.parametrize("name", ["किस्मत", "ตัวเลข", "İkili", "Q̃uina"])
def test_marks_are_a_part_of_their_letters(name: str) -> None:
    assert typed(name) in read(INLINE.replace("Pair", name)).card.names


@pytest.mark.parametrize("name", ["\u0302Pair", "Pair \u0302", "Pa\u20ddir", "♥\ufe0f"])
def test_marks_without_a_letter_are_no_name(name: str) -> None:
    assert "and no" in refusal(INLINE.replace("Pair", name))


def test_files_of_any_machine_are_read() -> None:
    assert read("\ufeff" + INLINE.replace("\n", "\r\n")) == read(INLINE)


def test_further_words_are_evened_out_too() -> None:
    text = (
        INLINE.replace("face 1", "Face  1")
        .replace('"free"', '"Free"')
        .replace('box = "Five"', 'box = "five"')
    )
    assert read(text) == read(INLINE)


@given(st.lists(st.tuples(documents.needs, documents.pays), min_size=1, max_size=MOST_BOXES))
def test_any_boxes_in_the_words_of_the_page_are_a_card(boxes: list[tuple[str, str]]) -> None:
    listed = [
        f'{{ name = "Box {n}", needs = "{met}", pays = {pays} }},' for n, (met, pays) in enumerate(boxes)
    ]
    found = read(
        "\n".join(['title = "Any"', "[[sections]]", 'title = "T"', "boxes = [", *listed, "]"])
    ).card.boxes
    assert [(box.name, box.needs) for box in found] == [(f"box-{n}", met) for n, (met, _) in enumerate(boxes)]
    assert [str(box.pays) for box in found] == [pays.strip('"') for _, pays in boxes]


@given(st.data())
def test_a_broken_value_is_told_by_its_line_and_key(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(WAYS))
    single = list(re.finditer(r'(?<== )("[^"\n]*"|\d+)(?=,? *[\n}]|, \w)', text))
    match = data.draw(st.sampled_from(single))
    key = re.findall(r'(\w+)"? = $', text[: match.start()])[0]
    wrong = [each for each in WRONG_VALUES if not (key in ("title", "name", "line") and "nonsense" in each)]
    broken = text[: match.start()] + data.draw(st.sampled_from(wrong)) + text[match.end() :]
    told = refusal(broken)
    line = text.count("\n", 0, match.start()) + 1
    assert told.startswith(f"line {line}, {key}: "), told


@given(st.sampled_from(WAYS), st.data())
def test_a_broken_key_is_told_by_its_line_and_the_right_one(text: str, data: st.DataObject) -> None:
    line, key = data.draw(st.sampled_from(entries(text)))
    at = text.splitlines(keepends=True)
    at[line - 1] = re.sub(rf'(?<![\w"]){key}(?="? *=)|(?<="){key}(?=" *=)', f"{key}x", at[line - 1], count=1)
    told = refusal("".join(at))
    assert re.match(rf"line {line}, {key}x: .*\(did you mean '{key}'\?\)", told), told


@pytest.mark.parametrize("key", ["title", "name", "boxes", "sections", "box"])
def test_a_missing_key_is_told_where_it_is_missing(key: str) -> None:
    text = {
        "title": INLINE.replace('title = "Lower"\n', ""),
        "name": INLINE.replace('name = "Pair", ', ""),
        "boxes": INLINE[: INLINE.index("[[sections]]\n")] + '[[sections]]\ntitle = "x"\n',
        "sections": 'title = "x"\n',
        "box": INLINE.replace('box = "Five"\n', ""),
    }[key]
    line = {"title": 13, "name": 16, "boxes": 4, "sections": 1, "box": 20}[key]
    assert re.match(rf"line {line}, {key}: .* needs '{key}'", refusal(text))


def test_two_boxes_of_one_name_are_told_with_both_lines() -> None:
    assert refusal(INLINE.replace('"Pair"', '"ONES"')) == (
        "line 16, name: Two boxes are called 'ones'; the other is on line 9."
    )
    assert "Two sections are called 'Upper'; the other is on line" in refusal(
        INLINE.replace("Lower", "Upper")
    )


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("fase 1", "face 1"),
        ("fullhouse", "full house"),
        ("3 of a kind", "3 alike"),
        ("large straight", "run of 5"),
    ],
)
def test_a_need_that_there_is_not_suggests_the_right_one(said: str, meant: str) -> None:
    assert f"did you mean '{meant}'?" in refusal(INLINE.replace("2 alike", said))


NAME = "line 16, name: The name of a box has 1 to 24 letters, digits and spaces"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("goal = 10", "goal = 16"), "line 6, goal: The goal of Upper is 1 to 15 points, not 16."),
        (("goal = 10\n", ""), "line 6, bonus: Upper has a bonus of 5 points, but no goal for it (1 to "),
        (("bonus = 5\n", ""), "line 6, goal: Upper has a goal of 10 points, but no bonus for it."),
        (("seats = [1, 4]", "seats = [4, 1]"), "line 2, seats: The fewest players come first: [1, 4]."),
        (("seats = [1, 4]", "faces = 'pip'"), "line 2, faces: Dice show pips, digits, chinese, piecepack, "),
        (("seats = [1, 4]", "seats = [1, 11]"), "line 2, seats: "),
        (("pays = 12", "pays = 501"), "line 16, pays: A box pays 0 to 500, not 501."),
        (('"Pair"', '"Hint"'), "line 16, name: A box cannot be called 'hint'"),
        (('"Pair"', '"66"'), "line 16, name: A box cannot be called '66'"),
        (('"Pair"', '"Zero Pair"'), "line 16, name: A box cannot be called Zero"),
        (('"Pair"', '"Pair!"'), f"{NAME}, and no '!'."),
        (('"Pair"', '"Zwei Päärchen im Schlafrock"'), f"{NAME}, and this one has 27."),
        (('"Pair"', "Pair"), "line 16: This is not valid TOML: Invalid value; write text in straight quotes"),
        (('box = "Five"', 'box = "Pair"'), "line 21, box: A further Yahtzee follows a box that needs '5 "),
        (('bonus = 20\njoker = "free"', ""), "line 20, further: A further Yahtzee has a bonus, a Joker or"),
        (("face 2", "face 1"), "line 10, needs: With a Joker, only one box may count each number, but two "),
        (('title = "Inline"', 'title = "Inline'), "line 1: A quote is missing: text must end with one on"),
        (("bonus = 5\n", "bonus = 5\nbonus = 6\n"), "line 8: 'bonus' appears twice, first on line 7."),
    ],
)
def test_what_cannot_be_meant_is_told(change: tuple[str, str], told: str) -> None:
    assert refusal(INLINE.replace(*change)).startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('title = "T"\ntitle = "A"\n', "line 2: 'title' appears twice, first on line 1; perhaps the heading"),
        (
            "boxes = [\n  { a = 1 } # one\n  { b = 2 },\n]\n",
            "line 2: A comma is missing at the end of this line",
        ),
        ("seats = [1 4]\n", "line 1: A comma or a ] is missing"),
        ('a = { b = "c" d = 2 }\n', "line 1: A comma or a } is missing"),
        ('boxes = [\n  { name = "Luck },\n]\n', "line 2: A quote is missing"),
        ("title = 'T\n", "line 1: A quote is missing"),
        ("boxes =\n  { a = 1 },\n]\n", "line 1: 'boxes' has no value"),
        ("[sections\na = 1\n", "line 1: A bracket is missing"),
        ("a = 1\n[[sections]\na = 1\n", "line 2: A bracket is missing"),
        ("goal 10\n", "line 1: An = is missing between a key"),
        (f"\ngoal = {'9' * 5000}\n", "line 2: This number has too many digits."),
        ("goal = 10 bonus = 5\n", "line 1: This line has more than one key"),
        ("a = { b = 1, b = 2 }\n", "line 1: "),
    ],
)
def test_a_common_slip_is_told_in_plain_words(text: str, told: str) -> None:
    said = refusal(text)
    assert said.startswith(told)
    assert not [word for word in ("overwrite", "Unclosed", "Illegal", "Expected", "Exceeds") if word in said]


@pytest.mark.parametrize(
    "said", ["2024-05-06", "2024-05-06T07:08:09", "07:30:00", "nan", "-inf", "+inf", "1e400", "1e3", "0.50"]
)
def test_a_value_that_no_card_has_is_quoted_as_it_is_written(said: str) -> None:
    assert refusal(INLINE.replace("[1, 4]", said)).endswith(f", for example [1, 6], not {said}.")


@pytest.mark.parametrize("between", ["", "\n"])
def test_what_is_nested_too_deep_is_told_by_its_line(between: str) -> None:
    nested = INLINE + "a = " + between.join("[" * 2000)
    deepest = nested.count("\n") + 1
    assert refusal(nested + "1\n" + "]" * 2000).startswith(f"line {deepest}: This is nested")


def test_the_author_of_a_card_reads_errors_in_their_language() -> None:
    with speaking("de"):
        assert refusal(INLINE.replace("[1, 4]", "[4, 1]")) == (
            "Zeile 2, seats: Die kleinste Zahl von Mitspielenden steht zuerst: [1, 4]."
        )
        assert refusal("seats = [1 4]\n") == "Zeile 1: Hier fehlt ein Komma oder eine ]."
        assert refusal(INLINE.replace("2 alike", "large straight")).startswith(
            "Zeile 16, needs: Ein Feld kann nicht „large straight“ (meinst du „run of 5“?) verlangen; möglich"
        )


def test_quotes_that_a_phone_puts_in_by_itself_are_straightened() -> None:
    curled = INLINE.replace('"Pair"', "“Pair”").replace('"Inline"', "„Inline“")
    assert read(curled) == read(INLINE)
    assert refusal(curled.replace("Pair", "Hint")).startswith("line 16, name: A box cannot be called 'hint'")
    assert read(INLINE.replace('"Inline"', '"“Ours”"')).title == "“Ours”"


def test_spaces_that_hold_words_together_are_spaces() -> None:
    for held in "\u00a0\u202f":
        assert read(INLINE.replace("  ", f"{held} ")) == read(INLINE)
        assert read(INLINE.replace('"Inline"', f'"In{held}line"')).title == "In line"


HOSTILE = {
    "empty": "",
    "huge": "#" * (LONGEST_TEXT + 1),
    "deep list": "title = " + "[" * 4900 + "]" * 4900,
    "deep enough to be parsed": "title = " + "[" * 150 + "]" * 150,
    "deep table": "x = " + "{a=" * 5000,
    "deep key": "a." * 4900 + "b = 1",
    "deep header": "[" + "a." * 4900 + "b]",
    "many sections": "title='x'\n" + "[[sections]]\ntitle='x'\nboxes=[]\n" * 280,
    "many boxes": "title='x'\n[[sections]]\ntitle='x'\nboxes=[" + "{name='a'}," * 800 + "]",
    "many strings": '""' * 4900,
    "open string": 'title = """' + '"' * 3 + "\\" * 9000,
    "large number": INLINE.replace("12", "9" * 4999),
    "larger number": INLINE.replace("12", "0x" + "f" * 9000),
    "large seats": INLINE.replace("[1, 4]", "[1, 0x" + "f" * 9000 + "]"),
    "infinity": INLINE.replace("12", "inf"),
    "bad date": INLINE.replace("12", "1979-99-99"),
    "control": INLINE.replace("Pair", "\x00"),
    "escaped control": INLINE.replace('"Pair"', '"\\u001b[2J"'),
    "reversed writing": INLINE.replace("Inline", "\u202etxet"),
    "key of control": '"\\u001b[2J" = 1',
    "no letters": INLINE.replace("Pair", "♥♥"),
    "other digits": INLINE.replace("2 alike", "٢ alike"),
    "same key": INLINE.replace("goal = 10", "goal = 10\ngoal = 10"),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_documents_are_refused_at_once_in_one_short_line(text: str) -> None:
    begin = time.process_time()
    told = refusal(text)
    assert time.process_time() - begin < 2
    assert told.isprintable()
    assert len(told) < 400


@pytest.mark.parametrize(
    "line", ["{dots}b = 1", "[{dots}b]", "[[ {dots}b ]]", "x = [ {{ {dots}b = 1 }} ] # {dots}"]
)
@pytest.mark.parametrize("part", ["a.", '"".', "' ' . "])
def test_a_key_of_many_parts_is_not_even_read(line: str, part: str) -> None:
    text = 'title = """\n"""\n' + line.format(dots=part * (MOST_DOTS + 1))
    assert refusal(text) == f"line 3: A line of a card has at most {MOST_DOTS} dots."


def test_a_letter_of_many_marks_is_not_even_put_in_order() -> None:
    marks = "\u0345\u0334" * MOST_MARKS
    sentence = f"line 3: A letter has at most {MOST_MARKS} marks above and below it."
    assert refusal(f'title = """\n"""\n# a{marks[: MOST_MARKS + 1]}') == sentence
    assert read(INLINE + f"# a{marks[:MOST_MARKS]}a{marks[:MOST_MARKS]}") == read(INLINE)


@given(st.sampled_from(WAYS), st.data())
def test_a_card_with_something_cut_out_or_put_in_is_a_card_or_refused(text: str, data: st.DataObject) -> None:
    first, last = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    last = min(last, first + 12)
    put = data.draw(st.text(alphabet="[]{}=,.\"'#\n 1a\\", max_size=4))
    changed = text[:first] + put + text[last:]
    try:
        read(changed)
    except BadCard:
        assert re.match(r"line \d+", refusal(changed))

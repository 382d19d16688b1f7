"""The page of a review: complete, safe, self-contained, with plots that show its figures."""

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from fivedice.analysis import luck_and_cost
from fivedice.analysis.luck_and_cost import seat_turns
from fivedice.api.match import Match as Begun
from fivedice.core.worth import Worth
from fivedice.match.match import Match, begin, start
from fivedice.report import plots, review_json, svg, words
from fivedice.report.page import page
from tests.report.conftest import Blank, Playing, Wrong
from tests.report.test_coach import Known

VOID = {"meta", "br"}
HOSTILE = "<script>alert('x')</script>&\""


class Tags(HTMLParser):
    """Every tag that opens, with its attributes; an AssertionError when tags do not close in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Opens."""
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Closes what was opened last."""
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Opens and closes."""
        self.seen.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """What is read."""
        self.words += data


def read(text: str) -> Tags:
    """The page, taken apart."""
    tags = Tags()
    tags.feed(text)
    tags.close()
    assert not tags.open
    return tags


def made(match: Match, known: Known, faces: str = "pips", seat: int | None = None) -> str:
    """The page of a match."""
    return page(luck_and_cost.review(match, known(match)), known(match), faces, None, seat)


# --- Whole and safe ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "faces"),
    [("traditional", "chinese"), ("challenge", "pips"), ("piecepack", "piecepack"), ("junior", "characters")],
)
def test_pages_are_whole_and_need_nothing_else(game: str, faces: str, played: Playing, known: Known) -> None:
    text = made(played(game, "casual:3", "greedy", seed=2), known, faces)
    tags = read(text)
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in tags.seen}
    for _, attributes in tags.seen:
        assert not [name for name in attributes if name.startswith("on") or name == "src"]
        assert (attributes.get("href") or "#").startswith("#")
    assert "url(" not in text
    assert "//" not in text
    assert "@import" not in text


def test_pages_forbid_scripts_and_suit_dark_screens_and_phones(played: Playing, known: Known) -> None:
    text = made(played("traditional", "greedy", seed=2), known)
    assert "default-src 'none'" in text
    assert "color-scheme:light dark" in text
    assert "prefers-color-scheme:dark" in text
    assert "width=device-width" in text
    assert "max-width:560px" in text


def test_names_cannot_break_the_page(known: Known) -> None:
    match = start("traditional", HOSTILE, "B").throw("66615").keep("15")
    tags = read(made(match, known))
    assert "script" not in {tag for tag, _ in tags.seen}
    assert HOSTILE in tags.words


def test_a_page_can_be_made_of_any_match_that_goes_on(known: Known) -> None:
    match = begin(start("traditional", "Ann", "Ben").setup)
    read(made(match, known))
    read(made(match.throw("66615").keep("15"), known))


def test_pages_tell_red_dice_and_choices(played: Playing) -> None:
    match = played("showdown", "greedy", "greedy", "random", seed=3)
    words = read(made(match, lambda m: Blank(m.setup.game))).words
    assert "threw the red die" in words
    assert "chose to" in words
    assert "best available estimate" in words


def test_one_seat_can_be_asked_for(played: Playing, known: Known) -> None:
    match = played("traditional", "casual:3", "random", seed=2)
    assert made(match, known, seat=0).count("<details>") * 2 == made(match, known).count("<details>") == 26


def test_dice_that_are_not_kept_are_faded(known: Known) -> None:
    text = made(start("traditional", "Ann").throw("66615").keep("15"), known, "digits")
    chosen = re.search(r'kept <span class="dice" role="img" aria-label="1 5">(.*?)</span>', text)
    assert chosen is not None
    assert re.findall(r'class="(.*?)">(\d)', chosen[1]) == [
        *(("die", "1"), ("die", "5")),
        *[("die off", "6")] * 3,
    ]


def test_chinese_numerals_are_drawn(known: Known) -> None:
    text = made(start("traditional", "Ann").throw("66615").keep("15"), known, "chinese")
    assert not set("一二三四五六") & set(text)
    assert (
        len(re.findall(r'<symbol id="face[1-6]" viewBox="0 0 100 100"><path d="M[-\d. Mcqz]+z"/>', text)) == 6
    )
    assert re.search(r'aria-label="1 5">(<i class="die"><svg><use href="#face[15]"/></svg></i>){2}', text)


# --- Plots ------------------------------------------------------------------------------------------------


def drawn(text: str) -> ElementTree.Element:
    """A drawing, read as XML."""
    return ElementTree.fromstring(text)


def labels(drawing: ElementTree.Element) -> list[str]:
    """The texts in a drawing."""
    return [element.text or "" for element in drawing.iter("text")]


@pytest.mark.parametrize("width", [350, 720])
def test_plots_name_their_axes_and_stay_inside(
    width: int, played: Playing, known: Known, chances: Worth
) -> None:
    match = played("traditional", "casual:3", "greedy", games=2, first=0, seed=2)
    review = luck_and_cost.review(match, known(match))
    every = {
        plots.sums(review, width): "worth at the start",
        plots.worth(review, width): "worth in points",
        plots.bars(review, 0, width): "luck",
        plots.bars(review, 1, width): "cost",
        plots.spread(review, chances, width): "chance of each 5 points of the final total",
    }
    for text, axis in every.items():
        drawing = drawn(text)
        assert axis in labels(drawing)
        high = float(drawing.attrib["viewBox"].split()[3])
        for element in drawing.iter("rect"):
            x, y, w, h = (float(element.attrib[key]) for key in ("x", "y", "width", "height"))
            assert -0.1 <= x <= x + w <= width + 0.1
            assert -0.1 <= y <= y + h <= high + 0.1
        for element in drawing.iter("text"):
            assert -6 <= float(element.attrib["x"]) <= width
            assert 0 <= float(element.attrib["y"]) <= high


def test_bars_are_as_long_as_luck_and_cost(played: Playing, known: Known) -> None:
    match = played("traditional", "casual:3", seed=2)
    review = luck_and_cost.review(match, known(match))
    found = list(drawn(plots.bars(review, 0, 720)).iter("rect"))
    turns = [turn for turn in luck_and_cost.seat_turns(review, 0) if turn.number]
    lucks, costs = [abs(turn.luck) for turn in turns], [turn.cost for turn in turns]
    for shown, wanted in ((found[::2], lucks), (found[1::2], costs)):
        heights = [float(bar.attrib["height"]) for bar in shown]
        scale = max(heights) / max(wanted)
        assert heights == pytest.approx([value * scale for value in wanted], abs=0.3)


def test_sums_lead_from_the_start_to_the_result(played: Playing, known: Known) -> None:
    match = played("piecepack", "casual:3", seed=2)
    review = luck_and_cost.review(match, known(match))
    luck, cost = (
        (float(bar.attrib["x"]), float(bar.attrib["x"]) + float(bar.attrib["width"]))
        for bar in drawn(plots.sums(review, 720)).iter("rect")
    )
    account = review.accounts[0]
    assert (luck[1] if account.luck > 0 else luck[0]) == pytest.approx(cost[1], abs=0.2)
    assert (cost[1] - cost[0]) / (luck[1] - luck[0]) == pytest.approx(
        account.cost / abs(account.luck), rel=0.02
    )


def test_the_page_tells_costs_as_amounts(played: Playing, known: Known) -> None:
    match = played("piecepack", "casual:3", seed=2)
    review = luck_and_cost.review(match, known(match))
    cost = f"{review.accounts[0].cost:.1f}"
    told = made(match, known)
    assert f"<td>{cost}</td>" in told
    assert f"cost {cost}" in told
    assert f"−{cost}" not in told
    assert words.MARKS in told


def test_a_bonus_is_told_beside_the_box_that_brought_it(known: Known) -> None:
    position = "3,6,9,12,15,-,20,0,25,30,40,0,20+0 0"
    match = Begun.at("traditional", position, "66612", 3, names=("Ann",)).use("sixes")
    review = luck_and_cost.review(match, known(match))
    told = "Sixes 53 (with 35 Upper bonus)"
    assert review_json.turn(seat_turns(review)[0])["used"] == told
    shown = read(page(review, known(match), "pips")).words
    assert shown.count("Sixes 53") == shown.count(told) > 1
    assert words.happened(review.moments[-1], "pips") == f"used ⚀ ⚁ ⚅ ⚅ ⚅ for {told}"


def test_the_page_says_whether_rows_fit_the_record(played: Playing, known: Known) -> None:
    match = played("traditional", "expert", seed=2)
    (score,) = match.scores
    assert "= result, and the record agrees." in made(match, known)
    wrong = Wrong(known(match), match.state.position, 2.0)
    told = read(page(luck_and_cost.review(match, wrong), wrong, "pips")).words
    assert f"do not add up: start + luck − cost is {score + 2:.1f} for expert 0, but" in told
    assert f"the record's result is {score:.1f}" in told


def test_scores_are_compared_with_best_play(played: Playing, chances: Worth, known: Known) -> None:
    match = played("traditional", "expert", seed=2)
    (score,) = match.scores
    assert 150 < score < 350
    text = page(luck_and_cost.review(match, known(match)), known(match), "pips", chances)
    assert plots.better_than(chances, score) == pytest.approx((score - 150) / 200)
    assert f"{(score - 150) / 2:.0f} of 100 games of best play end with less" in text
    assert "mean 249.5" in text
    assert "Against best play" in text
    assert "Against best play" not in made(match, known)


def test_what_began_in_the_middle_is_not_compared(
    from_the_last_box: Match, chances: Worth, known: Known
) -> None:
    review = luck_and_cost.review(from_the_last_box, known(from_the_last_box))
    assert "games of best play" not in page(review, known(from_the_last_box), "pips", chances)


@pytest.mark.parametrize(("low", "high", "number"), [(0, 1, 5), (-30, 70, 4), (101, 254.6, 5), (0, 0.003, 3)])
def test_ticks_are_round_numbers_inside(low: float, high: float, number: int) -> None:
    found = svg.ticks(low, high, number)
    assert all(low - 1e-9 <= value <= high + 1e-9 for value in found)
    assert number / 2 <= len(found) <= number + 1


def test_labels_that_would_overlap_are_moved_apart() -> None:
    moved = svg.apart([100.0, 98.0, 99.0, 20.0], 16, 100)
    assert moved == [100, 68, 84, 20]

"""`fivedice arena` as it is typed: the same results however it is played, stopped and gone on with."""

import json
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from fivedice.cli.arena import LONGER, _fewer
from fivedice.core import extras
from fivedice.runtime.intervals import Estimate
from fivedice.study.arena import plan, work
from fivedice.study.arena.figures import MOST_FEWER, BotFigures, Fewer
from fivedice.study.arena.plan import PlayedDeal
from tests.commands import complaint, printed, refused
from tests.spread import one_in

THREE = ["arena", "junior", "random", "greedy", "random", "--duplicate", "--seed", "5"]


def figures(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed(*arguments, "--json"))
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], bytes]:
    path = tmp_path_factory.mktemp("arena") / "whole.arena"
    return figures(*THREE, "--matches", "60", "--jobs", "1", "--record", str(path)), path.read_bytes()


Whole = tuple[dict[str, Any], bytes]


def test_the_figures_have_stable_keys(whole: Whole) -> None:
    found = whole[0]
    assert list(found) == [
        *("fivedice_arena", "game", "unit", "seed", "duplicate", "adjusted", "deals", "matches"),
        *("confidence", "bots", "pairs"),
    ]
    assert (found["deals"], found["matches"]) == (20, 60)
    assert [bot["name"] for bot in found["bots"]] == ["random", "greedy", "random 2"]
    assert {tuple(bot) for bot in found["bots"]} == {("name", "wins", "score", "elo", "forfeits", "fewer")}
    assert {tuple(pair) for pair in found["pairs"]} == {("name", "against", "points", "score", "elo")}
    assert len(found["pairs"]) == 6
    assert all(tuple(bot["wins"]) == ("value", "low", "high") for bot in found["bots"])
    assert sum(bot["wins"]["value"] for bot in found["bots"]) == pytest.approx(1)


def test_two_processes_find_what_one_finds(whole: Whole, tmp_path: Path) -> None:
    path = tmp_path / "two.arena"
    found = figures(*THREE, "--matches", "60", "--jobs", "2", "--record", str(path))
    assert found == whole[0]
    assert path.read_bytes() == whole[1]


@pytest.fixture
def scheduler() -> Iterator[str]:
    dask = import_module("distributed")
    with dask.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as found:
        yield found.scheduler_address


def test_a_cluster_finds_what_one_process_finds(whole: Whole, scheduler: str) -> None:
    assert figures(*THREE, "--matches", "60", "--cluster", scheduler) == whole[0]


@pytest.mark.parametrize("cut", [0, 1, 50, -1, -30, "lines"])
def test_an_arena_that_was_stopped_goes_on_where_it_was(whole: Whole, cut: int | str, tmp_path: Path) -> None:
    path = tmp_path / "cut.arena"
    lines = whole[1].splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:8]) if isinstance(cut, str) else whole[1][:cut])
    assert figures(*THREE, "--matches", "60", "--jobs", "1", "--record", str(path)) == whole[0]
    assert path.read_bytes() == whole[1]


def test_what_is_on_file_is_not_played_again(
    whole: Whole, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "more.arena"
    figures(*THREE, "--matches", "30", "--jobs", "1", "--record", str(path))
    assert figures(*THREE, "--matches", "60", "--jobs", "1", "--record", str(path)) == whole[0]
    monkeypatch.setattr(plan, "_match", lambda *_: pytest.fail("A match was played."))
    assert figures(*THREE, "--matches", "60", "--jobs", "1", "--record", str(path)) == whole[0]


def test_an_interrupt_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "stopped.arena"
    real = work.here

    def stopped(*arguments: Any) -> Iterator[list[PlayedDeal]]:
        yield next(real(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr(work, "here", stopped)
    assert "the same command continues" in refused(*THREE, "--jobs", "1", "--record", str(path), code=130)
    assert len(path.read_text().splitlines()) == 2


def test_single_matches_have_dice_of_their_own() -> None:
    one, two = (
        figures("arena", "junior", "greedy", "random", "--matches", "9", "--jobs", "1", "--seed", seed)
        for seed in "12"
    )
    assert (one["deals"], one["matches"], one["duplicate"]) == (9, 9, False)
    assert one["bots"] != two["bots"]


def test_without_a_seed_a_new_one_is_drawn_and_told(tmp_path: Path) -> None:
    plain = [*THREE[:-2], "--jobs", "1", "--matches"]
    path = tmp_path / "its.arena"
    one = figures(*plain, "6", "--record", str(path))
    assert one["seed"] != figures(*plain, "3")["seed"]
    assert figures(*plain, "6", "--seed", str(one["seed"])) == one
    more = figures(*plain, "9", "--record", str(path))
    assert (more["seed"], more["matches"]) == (one["seed"], 9)
    path.write_text("")
    assert figures(*plain, "3", "--record", str(path))["seed"] not in (one["seed"], 1)
    path.write_text("a letter")
    assert "was not made with these arguments" in complaint(*plain, "3", "--record", str(path))


def test_matches_are_rounded_up_to_whole_deals() -> None:
    assert figures(*THREE, "--matches", "4", "--jobs", "1")["matches"] == 6
    assert "3 matches of Junior on 1 set of dice" in printed(*THREE, "--matches", "2", "--jobs", "1")


def test_the_tables_name_bots_and_intervals() -> None:
    told = printed(*THREE, "--matches", "6", "--jobs", "1")
    assert "6 matches of Junior on 2 sets of dice, seed 5; with 95% intervals" in told
    assert "random 2" in told
    assert "Finished ahead of each other" in told


@pytest.mark.parametrize(("name", "begins"), one_in(2, [("a.svg", b"<?xml"), ("a.PNG", b"\x89PNG")]))
def test_a_picture_is_drawn(name: str, begins: bytes, tmp_path: Path) -> None:
    paths = [tmp_path / "one" / name, tmp_path / "two" / name]
    for path in paths:
        path.parent.mkdir()
        printed(*THREE, "--matches", "6", "--jobs", "1", "--plot", str(path))
    assert paths[0].read_bytes().startswith(begins)
    assert paths[0].read_bytes() == paths[1].read_bytes()


# --- What is wrong ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess", "greedy", "random"], "There is no game"),
        (["junior", "greedy"], "at least two bots"),
        (["junior", "greedy", "Ann"], "There is no bot 'Ann'"),
        (["junior", "greedy", "casual:11"], "from 0 to 10"),
        (["junior", *["random"] * 5], "1 to 4 players, not 5"),
        (["junior", "greedy", "random", "--matches", "0"], "--matches"),
        (["junior", "greedy", "random", "--jobs", "0"], "--jobs"),
        (["junior", "greedy", "random", "--first", "7"], "Seat 7 cannot start"),
        (["junior", "greedy", "random", "--games", "2"], "1 game, not 2"),
        (["traditional", "greedy", "random", "--option", "joker=wild"], "joker cannot be 'wild'"),
        (["junior", "greedy", "random", "--plot", "a.doc"], "end in .svg or .png"),
        (["junior", "greedy", "random", "--plot", "a.svg", "--record", "./a.svg"], "cannot hold both"),
        (["junior", "greedy", "random", "--plot", "no-such-folder/a.svg"], "cannot be written"),
        (["junior", "greedy", "random", "--cluster", "tcp://127.0.0.1:1"], "No Dask cluster answers"),
        (["junior", "greedy", "random", "--cluster", "nonsense://x"], "No Dask cluster answers"),
        (["junior", "greedy", "random", "--record", f"{__file__}/a.arena"], "cannot be written"),
    ],
)
def test_bad_arguments_are_told_in_a_sentence(
    arguments: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "PATIENCE", "0.2s")
    assert sentence in complaint("arena", *arguments)


def test_a_missing_dask_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refused(*THREE, "--cluster", "tcp://x:1", code=3).endswith(extras.command("cluster") + "\n")


@pytest.mark.parametrize(
    "other", [["--seed", "6"], ["--duplicate", "--seed", "5", "--first", "random"], ["--option", "x=1"]]
)
def test_a_file_of_other_arguments_is_left_alone(other: list[str], tmp_path: Path) -> None:
    path = tmp_path / "file.arena"
    begun = ["arena", "junior", "random", "greedy", "--matches", "4", "--jobs", "1", "--record", str(path)]
    printed(*begun)
    before = path.read_bytes()
    complaint(*begun, *other)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["{}\n", "a letter\nto somebody\n", "\x00"])
def test_a_file_of_something_else_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "letter"
    path.write_text(text)
    assert "not made with these arguments" in complaint(*THREE, "--record", str(path))
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"deal":3', b'"deal":4'), (b'"winners":[[', b'"winners":[[7,'), (b'"deal":2', b'"duel":2')],
)
def test_an_edited_line_is_named(whole: Whole, old: bytes, new: bytes, tmp_path: Path) -> None:
    path = tmp_path / "edited.arena"
    path.write_bytes(whole[1].replace(old, new, 1))
    assert "This is not the result of deal" in complaint(
        *THREE, "--matches", "60", "--jobs", "1", "--record", str(path)
    )


@pytest.mark.parametrize(("seconds", "largest"), [(1.0, 1), (0.25, 4), (0.0001, work.LARGEST_CHUNK)])
def test_what_is_under_way_takes_no_longer_than_a_second_or_so(seconds: float, largest: int) -> None:
    """Chunks grow with the pace of the bots: so little is lost of a slow one where an arena is stopped. Every
    deal is played once, and comes back in its order.
    """
    sizes = []

    def submit(deals: range) -> Future[work.Timed]:
        sizes.append(len(deals))
        future: Future[work.Timed] = Future()
        future.set_result(([PlayedDeal(deal, (), ()) for deal in deals], seconds * len(deals)))
        return future

    played = [played.deal for chunk in work.paced(submit, range(2, 2000), 2) for played in chunk]
    assert played == list(range(2, 2000))
    assert (sizes[0], max(sizes)) == (1, largest)


TWO = ["arena", "junior", "expert", "greedy", "--adjusted", "--seed", "2"]


def test_adjusted_figures_say_how_many_fewer_matches_they_take() -> None:
    told = printed(*TWO, "--matches", "40", "--jobs", "1")
    assert "40 matches of Junior, seed 2, less the luck of the dice; with 95% intervals" in told
    assert "greedy: without --adjusted these intervals would take" in told
    found = figures(*TWO, "--matches", "40", "--jobs", "1")
    assert found["adjusted"]
    assert all(5 < bot["fewer"]["wins"] < bot["fewer"]["most"] == MOST_FEWER for bot in found["bots"])


@pytest.mark.parametrize(
    ("times", "told"),
    [(2512.34, "2,512.3 times"), (MOST_FEWER, "over a million times"), (0.0321, "0.032 times")],
)
def test_a_bound_is_told_as_a_bound(times: float, told: str) -> None:
    """Where a figure is so exact that only rounding is left, no number is made up; none is told as 0.0."""
    known = Estimate(1.0, 1.0, 1.0)
    bot = BotFigures("expert", known, known, known, 0, Fewer(1.5, times))
    assert _fewer(bot, "points").endswith(f"take 1.5 times as many matches (wins) and {told} (points).")


def test_where_luck_taken_off_does_not_help_it_is_told() -> None:
    """Who always loses does so whatever the dice: what best play tells of them only adds noise."""
    losing = ["arena", "junior", "expert", "random", "--adjusted", "--seed", "1"]
    assert LONGER in printed(*losing, "--matches", "8", "--jobs", "1")
    assert LONGER not in printed(*TWO, "--matches", "8", "--jobs", "1")


def test_an_adjusted_arena_is_gone_on_with_by_several_processes(tmp_path: Path) -> None:
    path = tmp_path / "its.arena"
    kept = ["--record", str(path), "--json"]
    printed(*TWO, "--matches", "4", "--jobs", "1", *kept)
    found = figures(*TWO, "--matches", "8", "--jobs", "2", *kept[:2])
    assert figures(*TWO, "--matches", "8", "--jobs", "1") == found
    plain = [word for word in TWO if word != "--adjusted"]
    assert "not made with these arguments" in refused(*plain, "--matches", "8", "--jobs", "1", *kept)
    whole = path.read_text().splitlines()
    first = json.loads(whole[1])
    path.write_text("\n".join([whole[0], json.dumps({**first, "luck": []})]) + "\n")
    assert "This is not the result of deal 1" in refused(*TWO, "--matches", "8", "--jobs", "1", *kept)


def test_a_game_that_nothing_is_known_of_is_not_adjusted(tmp_path: Path) -> None:
    boxes = "".join(f'{{ name = "Box {number}" }},' for number in range(25))
    card = tmp_path / "large.toml"
    card.write_text(f'title = "Large"\n[[sections]]\ntitle = "All"\nboxes = [{boxes}]\n')
    assert len(refused("arena", str(card), "greedy", "random", "--adjusted").strip().splitlines()) == 1

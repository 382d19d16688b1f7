"""Players: a name that resembles a bot's leads to a question at a keyboard and to an error in a pipe."""

import sys
from pathlib import Path
from typing import Literal

import pytest

from fivedice.__main__ import run
from fivedice.bots import BOTS
from fivedice.cli.shared import console
from fivedice.core import extras
from fivedice.core.rules import Game
from fivedice.folders import HOME_VARIABLE
from fivedice.games import GAMES
from fivedice.games.traditional import Traditional
from fivedice.match.setup import Player, Setup
from fivedice.notation.read import BadText
from fivedice.terminal import asking
from tests.commands import Terminal, fivedice, printed


@pytest.mark.parametrize(
    ("answer", "seated"), [("", "Ann, greedy"), ("yes", "Ann, greedy"), ("no", "Ann, gredy")]
)
def test_a_typed_slip_is_asked_about(answer: str, seated: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(f"{answer}\nquit\n"))
    told = printed("play", "junior", "--seats", "Ann,gredy", "--plain")
    assert "There is no bot 'gredy'. Did you mean greedy?" in told
    assert f"Junior: {seated}." in told


NOWHERE = "neither in this folder nor among the installed packages"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("gredy", "There is no bot 'gredy'; did you mean greedy? For a person, type Gredy."),
        ("gredy:3", "There is no bot 'gredy:3'; did you mean greedy? For a person, use another name."),
        ("casual:99", "The strength of casual is a number from 0 to 10, not '99'."),
        ("greedy:x", f"There is no bot 'greedy:x' (did you mean greedy?); there are: {', '.join(BOTS)}."),
        ("nosuchmod:fn", f"There is no module nosuchmod: {NOWHERE}."),
        ("os:nothing", "The module os has no function nothing."),
        ("Ben;Cy", "Separate the players by commas: Ann,Ben,Cy, not 'Ann,Ben;Cy'."),
        ("Ann", "Two players cannot both be called 'Ann'."),
        ("\u3164", r"The name '\u3164' would be invisible; please choose another one."),
    ],
)
def test_in_a_pipe_it_is_refused_and_nothing_is_begun(
    name: str, sentence: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", "traditional", "--seats", f"Ann,{name}", "--plain"]) == 2
    told = capsys.readouterr()
    assert told.err == f"fivedice: {sentence}\n"
    assert told.out == ""
    assert not list(home.glob("*"))


@pytest.mark.parametrize("sign", [";", "; ", "/", " | ", "&"])
def test_players_are_separated_by_commas_only(sign: str) -> None:
    with pytest.raises(BadText, match=r"^Separate the players by commas: Ann,Ben, not 'Ann"):
        asking.players(f"Ann{sign}Ben")
    assert asking.split_names("AC/DC,Ben") == ["AC/DC", "Ben"]
    assert asking.split_names("program:sh -c 'cd bots; ./run'") == ["program:sh -c 'cd bots; ./run'"]


def test_what_the_sentence_offers_is_taken() -> None:
    assert asking.players("Ann,Gredy,Rando") == (Player("Ann"), Player("Gredy"), Player("Rando"))
    with pytest.raises(BadText, match="type Rando"):
        asking.players("rando")


def asked_for(answers: list[str], game: Game | None = None) -> tuple[Setup, list[str], list[str]]:
    """The setup that these answers lead to, what was asked, and what was said."""
    given, asked, said = iter(answers), list[str](), list[str]()

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return next(given)

    return asking.ask_setup(ask, said.append, game), asked, said


@pytest.mark.parametrize(
    ("answers", "asked_again"),
    [
        (["Ann,greedy", "joker=free", "no"], "Any house options?"),
        (["Ann,greedy", "nothing", ""], "Any house options?"),
        (["Ann,gredy", "greedy", "Y", "N"], "There is no bot 'gredy'."),
    ],
)
def test_what_is_neither_yes_nor_no_is_asked_again(answers: list[str], asked_again: str) -> None:
    setup, asked, said = asked_for(answers, GAMES["traditional"])
    assert setup.players == (Player("Ann"), Player("greedy", "greedy"))
    assert sum(prompt.startswith(asked_again) for prompt in asked) == 2
    assert said == ["Please type yes or no."]


def test_enter_takes_the_game_in_brackets() -> None:
    setup, asked, _ = asked_for(["", "", ""])
    assert setup.game.name == "traditional"
    assert asked[0].endswith("[traditional] ")


@pytest.mark.parametrize("word", asking.HELP_WORDS)
def test_every_question_before_a_match_tells_what_may_be_answered(word: str) -> None:
    answers = ["traditional", "Ann,greedy", "yes", "free", "3", "Ann"]
    setup, _, said = asked_for([each for answer in answers for each in (word, answer)])
    assert (setup.games, setup.game) == (3, Traditional(joker="free"))
    games, who, options, *others = said
    assert games.split("\n") == [f"{name}: {game.line}" for name, game in GAMES.items()]
    assert who.startswith("Type a name for each person and each bot")
    for part in ("joker: what a further Yahtzee may fill", "how many games the match has", "who starts"):
        assert part in options
    assert others == ['Enter takes the value in brackets; "quit" leaves.'] * 3


@pytest.mark.parametrize("before", ["", "junior\n", "junior\nAnn,greedy\n"])
def test_before_a_match_quit_leaves_as_at_the_table(before: str, home: Path) -> None:
    typed = f"{before}quit\n" + "junior\nAnn,greedy\n\nquit\n".removeprefix(before)
    left = fivedice("play", "--plain", typed=typed)
    assert (left.returncode, left.stderr.splitlines()[-1]) == (130, "fivedice: Stopped.")
    assert not home.exists()


def test_a_bot_that_needs_an_extra_is_not_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    monkeypatch.setattr("fivedice.core.extras.has", lambda _: False)

    def check_ready(setup: Setup, _: object) -> None:
        if Player("champion", "champion") in setup.players:
            raise extras.Lacking("solve", "For champion to play")

    monkeypatch.setattr("fivedice.runtime.library.check_ready", check_ready)
    given, said = iter(["Ann,champion", "Ann,greedy", "", "quit"]), list[str]()
    monkeypatch.setattr(console, "ask", lambda *_: next(given))
    monkeypatch.setattr(console, "tell", said.append)
    assert run(["play", "traditional", "--plain"]) == 0
    assert said[0].startswith("For champion to play, fivedice needs more than is installed")
    assert list(given) == []


@pytest.mark.parametrize("name", ["random", "roll"])
def test_the_words_roll_and_random_never_mean_who_is_called_so(name: Literal["roll", "random"]) -> None:
    """R22: the first player is drawn or rolled for; such a player is chosen by seat number."""
    seated = asking.players(f"Ann,{name}")
    starts = [asking.agree(GAMES["junior"], seated, first=said).first for said in (name, "Ann", "1")]
    assert starts == [name, 0, 1]
    with pytest.raises(BadText, match=r"Who starts must be Ann, .*, a seat from 0 to 1, roll or random"):
        asking.agree(GAMES["junior"], seated, first="bob")


def test_a_number_means_the_seat_and_no_name() -> None:
    seated = asking.players("1,0")
    assert [asking.agree(GAMES["junior"], seated, first=seat).first for seat in "01"] == [0, 1]

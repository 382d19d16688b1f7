"""Generates the reference pages and tables in other pages (`make docs` runs it).

Reference pages follow from the code. A table between `<!-- figures: NAME -->` and `<!-- end of figures -->`
follows from the code too, or from `benchmarks/results/`, where benchmarks and research scripts save figures.
"""

import inspect
import json
import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import click

from fivedice.__main__ import every_command
from fivedice.analysis.solver_api import unit_for
from fivedice.core.rules import title
from fivedice.folders import HOME_VARIABLE
from fivedice.language import all_of
from fivedice.table.protocol import messages

DOCS = Path(__file__).parent
FOLDER = DOCS / "reference"
RESULTS = DOCS.parent / "benchmarks" / "results"
FIGURES = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)
GENERATED = "---\ngenerated: by docs/generate.py from the code; do not edit\n---\n\n"
INTRODUCTION = """# Commands

The output of `fivedice COMMAND --help`, with environment variables. [Exit codes](exit-codes.md) have
a page of their own. `fivedice --version` prints the version.

{speaking} are for players.
Their output, help and errors are in the language of your terminal (`LC_ALL`, `LC_MESSAGES` or `LANG`), or
that of `--language`; JSON is English unless `--language` is given.
{english} are for hosts and researchers, and English.
"""
VARIABLES = {
    HOME_VARIABLE: "The folder for records, solved tables and the server's database.",
    "SHELL": "The shell that `completion` writes for when none is named.",
    "COLORFGBG": "The terminal's colours; a light background selects the light theme.",
    "TERM": "`dumb` selects plain lines instead of the full screen.",
}


def commands() -> str:
    """Every command with its arguments, options and defaults; environment variables."""
    every = every_command()
    names: dict[bool, list[str]] = {True: [], False: []}
    for name, one in every.commands.items():
        names[any(each.name == "language" for each in one.params)].append(f"`{name}`")
    parts = [INTRODUCTION.format(speaking=all_of(names[True]), english=all_of(names[False]))]
    parts += [_command(name, command) for name, command in every.commands.items()]
    parts.append("## Environment variables\n\n" + _rows(("variable", "meaning"), VARIABLES.items()))
    return "\n".join(parts)


def _command(name: str, command: click.Command) -> str:
    """One command as a section."""
    context = click.Context(command, info_name=f"fivedice {name}", **command.context_settings)
    usage = " ".join(command.collect_usage_pieces(context))
    text, _, examples = inspect.cleandoc(command.help or "").replace("\b\n", "").partition("Examples:")
    parts = [f"## `{name}`\n", text.strip() + "\n", f"```text\nfivedice {name} {usage}\n```\n"]
    arguments = [
        (each.human_readable_name, str(each.help))
        for each in command.params
        if isinstance(each, click.Argument)
    ]
    options = [record for each in command.params if (record := _option(each, context))]
    if arguments:
        parts.append(_rows(("argument", "meaning"), arguments))
    if options:
        parts.append(_rows(("option", "meaning"), options))
    if examples:
        parts.append(f"```text\n{inspect.cleandoc(examples)}\n```\n")
    return "\n".join(parts)


def _option(parameter: click.Parameter, context: click.Context) -> tuple[str, str] | None:
    """An option as its help has it."""
    return parameter.get_help_record(context) if isinstance(parameter, click.Option) else None


API = {
    "start": ("Start and play", "start play begin read card game GAMES"),
    "match": ("A match", "Match"),
    "setup": ("Players and setup", "Setup Player Promise History"),
    "state": ("The state of a match", "State Awaited Turn Position"),
    "decisions": ("Decisions", "decisions uses Decision Keep Spend Choose Use"),
    "events": ("Events and entries", "Event Throw First Final Score PossibleScore"),
    "hints": ("Hints", "Hints Hint"),
    "review": ("Reviews", "Review Share"),
    "account": ("Luck and cost of a seat", "Account"),
    "moment": ("A moment of a match", "Moment"),
    "worths": ("Worths", "worths Worths KEEPS ROLLS"),
    "distribution": ("The distribution of a total", "distribution Distribution"),
    "game": ("A game", "Game"),
    "card": ("Your own card", "ScoreCard Section Box Further OwnCard"),
    "exceptions": ("Exceptions", "IllegalMove Lacking BadText BadRecord BadCard"),
}
"""The pages about the names of the package, each with its title and names."""
OWN_CARD = "    options: { inherited_members: [booked, check_cards] }\n"
"""What the page on games does not show."""


def python_api() -> str:
    """The pages about the names of the package."""
    rows = (
        (f"[{text}](python/{page}.md)", " ".join(f"`{name}`" for name in names.split()))
        for page, (text, names) in API.items()
    )
    return f"# Python API\n\nEverything that `import fivedice` offers:\n\n{_lines(('page', 'names'), rows)}"


def python_page(page: str) -> str:
    """A section for each name, filled from its docstrings when the site is built."""
    heading, names = API[page]
    sections = (f"::: fivedice.{name}\n" + OWN_CARD * (name == "OwnCard") for name in names.split())
    return "\n".join([f"# {heading}\n", *sections])


def marks() -> str:
    """The costs from which choices are marked, by unit."""
    rows = (
        (
            unit,
            *((f"{100 * cost:g}%" if unit == "wins" else f"{cost:g}") for cost in unit_for(unit).mistakes),
        )
        for unit in ("points", "columns", "chips", "wins")
    )
    return _lines(("unit", "`?!` from", "`?` from", "`??` from"), rows)


def table_options() -> str:
    """The options of a table, which a request to open one and its picture have."""
    shapes = messages.schema()["$defs"]["TableOptions"]["properties"]
    rows = ((f"`{name}`", json.dumps(one["default"]), one["description"]) for name, one in shapes.items())
    return _lines(("option", "default", "meaning"), rows)


def _rows(head: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> str:
    """A table whose first column is code."""
    lines = [f"| {' | '.join(head)} |", "| --- " * len(head) + "|"]
    for first, *others in rows:
        cells = (" ".join(str(cell).replace("|", "\\|").replace("<", "&lt;").split()) for cell in others)
        lines.append(f"| `{first}` | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


PAGES: dict[str, Callable[[], str]] = {
    "commands.md": commands,
    "python-api.md": python_api,
    **{f"python/{page}.md": partial(python_page, page) for page in API},
}

# --- Tables of figures --------------------------------------------------------------------------------------

Rows = Iterator[tuple[str, str]]
Saved = dict[str, Any]
"""A row of a saved table, by its headings."""


class Picked(NamedTuple):
    """A row that is picked from results; a figure is told by the arguments of `figure`."""

    operation: str
    cost: tuple[Any, ...]
    other: tuple[Any, ...] = ()
    of_other: str = ""


def with_figures(text: str) -> str:
    """A page with its tables of figures from the results."""
    return FIGURES.sub(lambda found: f"{found[1]}\n{TABLES[found[2]]()}\n{found[3]}", text)


@cache
def result(name: str) -> Saved:
    """What a benchmark or research script saved."""
    told: Saved = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    return told


def whole(name: str, *headings: str, table: int = 0) -> str:
    """A saved table, or these columns of it, and how it was measured."""
    saved = result(name)["tables"][table]
    headings = headings or (*saved[0],)
    rows = ([_cell(row[heading]) for heading in headings] for row in saved)
    return f"{_lines(headings, rows)}\n`{result(name)['command']}`; {_source(name)}.\n"


def picked(*rows: Picked) -> str:
    """A row for each operation with its cost, what that is compared with, and its command."""
    cells, names = list[tuple[str, ...]](), [row.cost[0] for row in rows]
    for row, name in zip(rows, names, strict=True):
        other = f"{figure(*row.other)} {row.of_other}" if row.other else ""
        cells.append((row.operation, figure(*row.cost), other, f"`{result(name)['command']}`"))
    sources = dict.fromkeys(map(_source, names))
    of_source = {
        source: dict.fromkeys(name for name in names if _source(name) == source) for source in sources
    }
    told = "\n".join(f"* {', '.join(of_source[source])}: {source}" for source in sources)
    return f"{_lines(('operation', 'cost', 'compared with', 'command'), cells)}\n{told}\n"


def cards(columns: dict[str, str], chance: str, yahtzees: str, *more: Callable[[Saved], Rows]) -> str:
    """The values of score cards, a column for each; their headings by what is solved."""
    saved = result("card_values")["cards"]
    found = [dict(_card(saved[card], chance, yahtzees, more)) for card in columns]
    names = dict.fromkeys(chain(*found))
    rows = ([name, *(figures.get(name, NONE) for figures in found)] for name in names)
    return _lines(("", *columns.values()), rows)


def _card(saved: Saved, chance: str, yahtzees: str, more: Iterable[Callable[[Saved], Rows]]) -> Rows:
    """The figures of a card with their names."""
    spread = saved["distribution"]
    percentiles = (str(spread["percentiles"][each]) for each in ("5", "25", "50", "75", "95"))
    bonuses = [_percent(each) for each in spread["bonuses"].values()]
    yield "expected final total", f"{saved['worth']:.7f}"
    yield "standard deviation", f"{spread['deviation']:.4f}"
    yield "percentiles 5, 25, 50, 75, 95", ", ".join(percentiles)
    yield chance, (bonuses or [NONE])[0]
    yield yahtzees, ", ".join(map(_percent, spread["yahtzees"]))
    for figures in more:
        yield from figures(saved)


def _percent(chance: float) -> str:
    return f"{100 * chance:.2f}%" if chance else "0%"


def boxes(saved: Saved) -> Rows:
    """The mean of each box, and of further Yahtzees."""
    spread = saved["distribution"]
    for box, mean in spread["boxes"].items():
        yield f"mean of {SIXES.get(box, title(box))}", f"{mean:.2f}"
    yield "mean of Yahtzee bonuses", f"{spread['further']:.2f}" if spread["further"] else NONE


def count(saved: Saved) -> Rows:
    """How many cards can occur."""
    yield "score cards", f"{saved['positions']:,}"


def casual() -> str:
    """The wins of the casual bots against the expert: a row per game, a column per bot."""
    wins = {(row["game"], row["bots"]): row[WINS] for row in result("strength")["tables"][1]}
    games, bots = (dict.fromkeys(key[place] for key in wins) for place in (0, 1))
    rows = ([game, *(wins[game, pair] for pair in bots)] for game in games)
    return (
        f"{_lines(('game', *(pair.split()[0] for pair in bots)), rows)}\n`{result('strength')['command']}`.\n"
    )


def figure(name: str, column: str, *first: Any) -> str:
    """The figure in a column of the row that begins with these cells, with the unit of the heading.

    Of several such rows it is the least and the most.
    """
    rows = (row for table in result(name)["tables"] for row in table if column in row)
    found = [row[column] for row in rows if tuple(row.values())[: len(first)] == first]
    told = [found[0]] if len(found) == 1 else [min(found), max(found)]
    return f"{' to '.join(map(_cell, told))} {column.partition(', ')[2]}".strip()


def _source(name: str) -> str:
    """Machine, versions, date and commit of a result, as far as they are known."""
    told = result(name)
    versions = [f"{package.capitalize()} {number}" for package, number in told.get("versions", {}).items()]
    commit = [f"commit {told['commit']}"] if "commit" in told else []
    return ", ".join([*filter(None, [told.get("machine")]), *versions[:1], told["date"], *commit])


def _cell(value: Any) -> str:
    """A saved cell as text."""
    if isinstance(value, dict):
        return f"{_cell(value['value'])} {value['unit']}"
    if isinstance(value, float):
        return f"{Decimal(str(value)):f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _lines(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table of Markdown, numbers to the right."""
    cells = [[*row] for row in rows]
    rule = ["---:" if each[:1].isdecimal() or each == NONE else "---" for each in cells[-1]]
    return "\n".join(f"| {' | '.join(line)} |" for line in (head, rule, *cells)) + "\n"


COMPILED, YATZY = "Table from nothing, compiled", "Yatzy from nothing, compiled"
PROCESS, ALONE = "first hint, tables on disk", "numpy and click alone"
STOP = "longest stop of the server, ms"
SERVER, POSTGRESQL = "server, ms a move", "PostgreSQL, ms a move"
SOLVING = (
    Picked(
        "solve traditional, all cards",
        ("solve_cards", "fivedice", COMPILED),
        ("solve_cards", "yatzy-solver", COMPILED),
        "(`yatzy-solver` 1.0.0)",
    ),
    Picked(
        "solve Yatzy's fifteen boxes",
        ("solve_cards", "fivedice", YATZY),
        ("solve_cards", "yatzy-solver", YATZY),
        "(`yatzy-solver` 1.0.0)",
    ),
    Picked("exact distribution of the total", ("solve_cards", "fivedice", "Exact distribution, compiled")),
    Picked("best chance of 300 from the empty card", ("totals", "figure", "reach, compiled")),
    Picked("memory for it", ("totals", "figure", "reach, peak, compiled")),
    Picked("games of best play a second", ("best_play", "fivedice", "Games a second")),
    Picked(
        "masked steps of 10,000 environments a second",
        ("best_play", "fivedice", "Masked steps a second"),
        ("best_play", "fivedice", "Steps a second of gymnasium's CartPole"),
        "of gymnasium's CartPole",
    ),
    Picked(
        "the same with the regret of every action",
        ("best_play", "fivedice", "Masked steps a second, with the regret of every action"),
    ),
    Picked(
        "first hint of a fresh process",
        ("hint", "median, s", PROCESS),
        ("hint", "median, s", ALONE),
        "to load numpy and click",
    ),
    Picked(
        "a hint, everything loaded: traditional", ("hint", "choices ranked, ms", "traditional", 1, "points")
    ),
    Picked("review of a match, one to ten seats", ("review", "Review, ms")),
    Picked("solve junior for two", ("solve_junior", "Solved in", 2)),
    Picked(
        "matches of random play a second: traditional alone", ("random_play", "Matches/s", "traditional", 1)
    ),
)
SERVING = (
    Picked("a move on PostgreSQL, CPU of the server", ("load-postgresql", SERVER)),
    Picked("a move on PostgreSQL, CPU of PostgreSQL", ("load-postgresql", POSTGRESQL)),
    Picked(
        "a move with two workers and no routing by table code",
        ("load-postgresql-2-workers", SERVER),
        ("load-postgresql", SERVER),
        "with one",
    ),
    Picked("sent to two clients for a move", ("load", "sent, kB a move", 333)),
    Picked(
        "a move with 100,000 finished matches in the database, p99",
        ("history", "p99, ms", 100_000),
        ("history", "p99, ms", 0),
        "with none",
    ),
    Picked(
        "a profile of 5,000 matches",
        ("player_profile", "profile, ms", 5000),
        ("player_profile", "profile, ms", 50),
        "of 50",
    ),
    Picked("a move while ten long records are uploaded, p99 at most", ("uploads", "p99, ms")),
    Picked("a worker is killed: its tables go on after", ("takeover", "worst, s")),
    Picked(
        "memory after an hour of tables that come and go, when all are gone",
        ("long_run", "server, MB", "all gone, last"),
        ("long_run", "server, MB", "all gone, first"),
        "after the first minute",
    ),
)
LOADING = (
    Picked("home page, compressed", ("first_load", "home, kB")),
    Picked("home page and a table, compressed", ("first_load", "and table, kB")),
    Picked("requests for both", ("first_load", "requests")),
    Picked("from opening the home page to the first throw", ("first_load", "throw, s")),
)
LOAD = ("asked, moves a second", "made", "p50, ms", "p99, ms", "worst, ms", STOP, SERVER, "kB a table")
WINS = "wins of the first, %"
STRENGTH = (
    "game",
    "bots",
    WINS,
    "mean score of the first",
    "mean score of the next",
    "fewer matches",
    "matches",
)
ERRORS = (
    "aim",
    "turns played",
    "positions",
    "mean error",
    "largest",
    "mean loss of the turn before",
    "largest loss",
)
NONE = "–"
SIXES = {"sixes": "Sixes (Nulls)", "nulls": "Sixes (Nulls)"}
THIRTEEN = {
    "traditional": "traditional, forced joker",
    "traditional --option joker=free": "traditional, free joker",
    "piecepack": "piecepack",
}
MORE_CARDS = {name: name for name in ("yatzy", "kniffel", "yams", "yacht", "yacht-dice")}
TABLES: dict[str, Callable[[], str]] = {
    "cards": lambda: cards(THIRTEEN, "chance of the Upper bonus", "no Yahtzee, one, two or more", boxes),
    "more_cards": lambda: cards(
        MORE_CARDS, "chance of the bonus", "no five alike in its box, one, two or more", count
    ),
    "solving": lambda: picked(*SOLVING),
    "load": lambda: whole("load", *LOAD),
    "serving": lambda: picked(*SERVING),
    "pages": lambda: picked(*LOADING),
    "outages": lambda: whole("outages"),
    "strength": lambda: whole("strength", *STRENGTH),
    "casual": casual,
    "alone": lambda: whole("strength", table=2),
    "exploitability": lambda: whole("exploitability"),
    "learn": lambda: whole("learn", *ERRORS),
    "marks": marks,
    "table_options": table_options,
}
"""By the name in the page."""


def main() -> None:
    """Writes the pages."""
    (FOLDER / "python").mkdir(parents=True, exist_ok=True)
    for name, page in PAGES.items():
        (FOLDER / name).write_text(GENERATED + page(), encoding="utf-8")
    for path in DOCS.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        if (filled := with_figures(text)) != text:
            path.write_text(filled, encoding="utf-8")


if __name__ == "__main__":
    main()

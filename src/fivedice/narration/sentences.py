"""Sentences about the events, scores and result of a match, and about a player's tables in a list."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from fivedice.core.dice import FIVE, Dice
from fivedice.core.faces import FACE_SETS, NUMBERS, SUIT_SIGNS, as_written
from fivedice.core.rules import Game, MovesPawns, RollOff, RollsOff, Use, title
from fivedice.core.turn import EMPTY
from fivedice.match import questions
from fivedice.match.events import (
    Choose,
    Decision,
    Entry,
    Event,
    Final,
    First,
    HintTaken,
    Keep,
    Score,
    Spend,
    Throw,
)
from fivedice.match.match import EventMatch
from fivedice.match.setup import Setup, house_options
from fivedice.match.state import State, begin, step

Shown = Keep | Spend | Entry
"""Decisions that stay hidden while other seats of the same turn decide."""


def die(face: int, face_set: str) -> str:
    """One die in text: its digit or pip, or its sign or name with the number, such as Goofy(5)."""
    shown = FACE_SETS[face_set][face - 1]
    if shown.sign == str(face) or face_set == "pips":
        return shown.sign
    return f"{shown.sign if shown.name in NUMBERS else shown.word}({face})"


def dice(faces: Dice, face_set: str) -> str:
    """Dice in a line of text, or "nothing"."""
    return " ".join(die(face, face_set) for face in faces if face != EMPTY) or "nothing"


def written(game: Game) -> str:
    """The face set for the dice of a game in sentences."""
    return as_written(game.faces)


def suits(game: Game) -> tuple[str, ...]:
    """The suits of the five dice, if any."""
    return getattr(game, "suits", ())


def suited(hand: Dice, game: Game, face_set: str) -> str:
    """A full hand with the suits of its dice."""
    signs = (SUIT_SIGNS[suit] for suit in suits(game))
    return " ".join(next(signs, "") + die(face, face_set) for face in hand)


def use(offered: Use) -> str:
    """A use with its points: "Full House 25"."""
    return f"{title(offered.name)} {offered.pays}" + (f" ({offered.note})" if offered.note else "")


def early(offered: Use, left: int) -> str:
    """The question before using dice while throws are left."""
    return f"Use the dice for {use(offered)}, though {counted(left, 'throw is left', 'throws are left')}?"


def needless_zero(offered: Sequence[Use], chosen: Use) -> str:
    """A warning before a needless zero; "" otherwise."""
    instead = questions.given_up(offered, chosen)
    if instead is None:
        return ""
    if chosen.waives:
        return f"{title(chosen.name)} gives up {use(instead)}."
    return f"{title(chosen.name)} would be a zero, and {use(instead)} is open."


def offer(game: Game, offered: Use) -> str:
    """A use in a list: "Full House 25", or on a board "Place Aces for 1 chip"."""
    gains = _gains(game, offered)
    return gains[:1].upper() + gains[1:] or use(offered)


def would(game: Game, paying: tuple[Use, ...]) -> str:
    """A sentence on the points that the dice would score now."""
    if not paying:
        return "They would score nothing here."
    gains = [_gains(game, one) for one in paying]
    if not all(gains):
        return f"They would pay: {', '.join(map(use, paying))}."
    verbs = [gain.partition(" ")[0] for gain in gains]
    said = [
        gain.removeprefix(f"{verb} ") if verb == before else gain
        for gain, verb, before in zip(gains, verbs, ["", *verbs[:-1]], strict=True)
    ]
    return f"You could {listed(tuple(said), 'or')}."


def _gains(game: Game, offered: Use) -> str:
    of_game = getattr(game, "gains", None)
    return of_game(offered) if of_game else ""


YOU = "You"
"""Addresses a player, in place of the name."""


def was(name: str) -> str:
    """The verb after a name: "Ann was", "You were"."""
    return "were" if name == YOU else "was"


def whose(name: str) -> str:
    """A possessive inside a sentence: "Ann's", "your"."""
    return "your" if name == YOU else f"{name}'s"


def names(setup: Setup) -> tuple[str, ...]:
    """The players by seat."""
    return tuple(player.name for player in setup.players)


def listed(words: tuple[str, ...], last: str = "and") -> str:
    """Words as a list in a sentence."""
    return ", ".join(words[:-1]) + (f" {last} " if len(words) > 1 else "") + "".join(words[-1:])


def counted(number: int, one: str, many: str) -> str:
    """A number of something: "1 match", "2 matches"."""
    return f"{number} {one if number == 1 else many}"


def agreed(setup: Setup) -> str:
    """The setup: "Traditional, joker forced, 2 games: Ann, greedy"."""
    options = [f"{name} {_option(value)}" for name, value in house_options(setup.game).items()]
    games = [f"{setup.games} games"] if setup.games > 1 else []
    return f"{', '.join([setup.game.title, *options, *games])}: {', '.join(names(setup))}"


def _option(value: object) -> str:
    return " ".join(map(str, value)) or "as seated" if isinstance(value, tuple) else str(value)


def event(
    before: State,
    happened: Event,
    after: State,
    face_set: str,
    called: tuple[str, ...] = (),
    *,
    totals: bool = False,
) -> tuple[str, ...]:
    """An event in sentences; hidden decisions appear once all are made. With `totals`, each score comes with
    the player's total. A result names players as in `called`.
    """
    match happened:
        case First():
            told = [f"{names(before.setup)[happened.seat]} starts."]
        case HintTaken():
            told = [f"{names(before.setup)[happened.seat]} takes a hint."]
        case Throw():
            told = [_throw(before, happened, face_set, after)]
        case Choose():
            told = [f"{names(before.setup)[happened.seat]} chooses to {happened.option}."]
        case Keep() | Spend() | Final() | Score():
            told = _decided(before, happened, face_set, questions.scores(after) if totals else None)
    return (*told, *_passed(before, happened), *_consequences(before, after, called))


def _passed(before: State, happened: Event) -> list[str]:
    if not isinstance(happened, Throw) or before.turn is not None or before.rolloff is not None:
        return []
    passed = cast(MovesPawns, before.setup.game).passed(before.position, happened.dice[0])
    return [passed] if passed else []


def _throw(before: State, thrown: Throw, face_set: str, after: State) -> str:
    name = names(before.setup)[thrown.seat]
    if before.rolloff is not None:
        return f"{name} rolls off: {dice(thrown.dice, face_set)}, {_counted(before, thrown.dice)}."
    if before.turn is None:
        game = cast(MovesPawns, before.setup.game)
        where = game.where(after.position, thrown.seat, names(before.setup))
        return f"{name} throws the red die: {thrown.dice[0]}, to {where}."
    return f"{name} throws {dice(thrown.dice, face_set)}."


def _decided(before: State, decision: Shown, face_set: str, scores: tuple[int, ...] | None) -> list[str]:
    shown = questions.revealed(before, decision)
    has = "entered a turn" if isinstance(decision, Entry) else "decided"
    hidden = [f"{names(before.setup)[decision.seat]} has {has}."] if decision not in shown else []
    return hidden + [
        line
        for made in shown
        for line in (_decision(before, made, face_set, scores), _explained(before, made))
        if line
    ]


def _explained(before: State, decision: Shown) -> str:
    return questions.explained(before, decision.seat, decision.use) if isinstance(decision, Spend) else ""


def _decision(before: State, decision: Shown, face_set: str, scores: tuple[int, ...] | None) -> str:
    name = names(before.setup)[decision.seat]
    match decision:
        case Keep():
            return f"{name} {_kept(before, decision.dice, face_set)}."
        case Final():
            return f"{name}'s final dice: {dice(decision.dice, face_set)}."
    spent = questions.used(before, decision)
    has = f", {scores[decision.seat]} in total" if scores else ""
    only = " (score only)" if isinstance(decision, Score) else ""
    gained = _gained(before, spent)
    return f"{name} {gained}." if gained else f"{name}: {use(spent)}{has}{only}."


def _gained(before: State, used: Use) -> str:
    """On a board the gain: "places Aces for 1 chip"; else ""."""
    told = getattr(before.setup.game, "gained", None)
    return told(used) if told else ""


def made(before: State, decision: Decision, face_set: str) -> str:
    """A decision in short: "kept 6 6", "4 6 6 6 3: Sixes 18", "chose to stay"."""
    match decision:
        case Keep():
            return f"kept {dice(decision.dice, face_set)}"
        case Spend():
            final = questions.final_roll(before, decision.seat)
            used = questions.used(before, decision)
            return f"{dice(final, face_set)}: {_gained(before, used) or use(used)}"
        case Choose():
            return f"chose to {decision.option}"


def _kept(before: State, kept: Dice, face_set: str) -> str:
    if len(kept) == FIVE:
        return "stops" if before.turn and len(before.turn.hands) == 1 else "keeps all five"
    return f"keeps {dice(kept, face_set)}"


def _consequences(before: State, after: State, called: tuple[str, ...]) -> list[str]:
    """Sentences on what follows an event: a decided roll-off, last turns, the end of a game or match."""
    told = []
    called = called or names(after.setup)
    if before.rolloff is not None and before.rolloff != after.rolloff and len(before.rolloff.seats) > 1:
        told += _rolloff(before, after, called)
    if (turns := last_turns(after)) and not last_turns(before):
        told.append(turns)
    if len(after.finished) > len(before.finished) and after.setup.games > 1:
        scores = ", ".join(f"{n} {s}" for n, s in zip(called, after.finished[-1], strict=True))
        told.append(f"Game {len(after.finished)} ends: {scores}.")
    if questions.is_over(after):
        told.append(result(after, called))
    elif isinstance(after.game_awaits, RollOff) and not isinstance(before.game_awaits, RollOff):
        tied = listed(tuple(called[seat] for seat in after.game_awaits.seats))
        told.append(f"{tied} are tied: they roll off, {rolled_off(after)}.")
    return told


def last_turns(state: State) -> str:
    """A sentence about who has the last turns; "" before them."""
    of_game = getattr(state.setup.game, "last_turns", None)
    return of_game(state.position, names(state.setup)) if of_game and state.position else ""


def rolled_off(state: State) -> str:
    """How to win the current roll-off. In the roll-off for the first seat, the highest total wins (R2)."""
    return "highest total starts" if state.position is None else _rolling(state).rolled_off


def _counted(state: State, thrown: Dice) -> str:
    return f"a total of {sum(thrown)}" if state.position is None else _rolling(state).counted(thrown)


def _rolling(state: State) -> RollsOff:
    return cast(RollsOff, state.setup.game)


def _rolloff(before: State, after: State, called: tuple[str, ...]) -> list[str]:
    if after.rolloff is not None and not after.rolloff.counts:
        tied = listed(tuple(called[seat] for seat in after.rolloff.seats))
        return [f"{tied} are tied and roll again."]
    if after.rolloff is None and before.position is None:
        return [f"{called[after.first]} starts."]
    return []


def result(ended: State, called: tuple[str, ...] = (), *, briefly: bool = False) -> str:
    """A sentence on the winner, with the score and any roll-off; `briefly` leaves out the roll-off. Players
    are `called` by their names by default.
    """
    called, unit = called or names(ended.setup), ended.setup.game.unit
    scores, won = questions.scores(ended), questions.winners(ended)
    if len(called) == 1:
        return f"The match is over: {called[0]} has {scores[0]} {unit}."
    if len(won) > 1:
        winners = listed(tuple(called[seat] for seat in won))
        return f"The match is over: {winners} share the win with {scores[won[0]]} {unit}."
    level = tuple(
        called[seat] for seat, score in enumerate(scores) if score == scores[won[0]] and seat not in won
    )
    how = f", by the roll-off with {listed(level)}" if level and not briefly else ""
    return f"The match is over: {called[won[0]]} wins with {scores[won[0]]} {unit}{how}."


def place(ended: State, seat: int) -> str:
    """The result of a player, addressed to them: "You win by 12 points", "You are 3rd, 40 points behind"."""
    scores, won, unit = questions.scores(ended), questions.winners(ended), ended.setup.game.unit
    others = [score for other, score in enumerate(scores) if other != seat]
    if not others:
        return ""
    if seat in won and len(won) > 1:
        return "You share the win"
    gap = scores[seat] - max(others)
    verb = "win" if seat in won else "lose"
    if gap == 0 or (gap > 0) != (seat in won):
        return f"You {verb} the roll-off"
    if seat in won or len(others) == 1:
        return f"You {verb} by {amount(abs(gap), unit)}"
    better = sum(score > scores[seat] for score in others)
    return f"You are {nth(1 + better)}, {amount(-gap, unit)} behind"


def amount(score: float, unit: str, digits: int = 0) -> str:
    """A score with its unit: "1 point", "12 points", "1.0 point"."""
    written = f"{score:.{digits}f}"
    return f"{written} {unit.removesuffix('s') if float(written) == 1 else unit}"


def nth(number: int) -> str:
    """A place: "1st", "2nd", "11th"."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ending}"


def won_of(won: int, played: int) -> str:
    """How many of your matches you won: "won both matches", "won 1 of 3 matches"."""
    if 0 < won < played or played > 2:
        return f"won {won} of {played} matches"
    verb, which = "won" if won else "lost", "your match" if played == 1 else "both matches"
    return f"{verb} {which}"


def standing(state: State) -> str:
    """The current scores: "Ann 57, greedy 41"."""
    pairs = zip(names(state.setup), questions.scores(state), strict=True)
    return ", ".join(f"{name} {score}" for name, score in pairs)


def waiting(state: State) -> str:
    """The event that the match is waiting for, as a phrase."""
    called = names(state.setup)
    who = listed(tuple(called[seat] for seat in state.awaited.seats))
    number = state.awaited.dice
    return {
        "throw": f"{who} to throw {number} {'die' if number == 1 else 'dice'}",
        "first": "who starts",
        "keep": f"{who} to keep",
        "use": f"{who} to use the dice",
        "choose": f"{who} to choose",
        "final": f"{who} to enter the turn",
        "over": "nothing, because it is over",
    }[state.awaited.kind]


def closed(reason: str, club: str = "") -> str:
    """A sentence on a closed table; the host always gives a reason, as does the clock of a `club` night."""
    if not reason:
        return "The table is closed."
    return f"This table is closed: {reason}" if club else f"The host closed this table: {reason}"


def prompt(state: State) -> str:
    """A prompt for the players that the match is waiting for."""
    if state.awaited.kind == "throw" and state.rolloff is not None:
        return f"Roll off: {rolled_off(state)}"
    if state.awaited.kind == "throw" and state.turn is None:
        return "Throw the red die: it moves your pawn"
    return {
        "throw": "Throw the dice",
        "first": "Who starts?",
        "keep": "Choose what to keep",
        "use": "Choose what to use the dice for",
        "choose": "Choose",
        "final": "Enter the final dice or the score",
        "over": "",
    }[state.awaited.kind]


def transcript(played: EventMatch, face_set: str) -> list[str]:
    """The whole match in sentences, one paragraph per turn."""
    return [line for _, line in numbered(played, face_set)]


def numbered(played: EventMatch, face_set: str) -> Iterator[tuple[int | None, str]]:
    """The transcript; the first sentence of each event comes with its number, from 1."""
    yield None, f"{agreed(played.setup)}."
    now = begin(played.setup)
    for number, happened in enumerate(played.events, start=1):
        after = step(now, happened)
        if _opens_turn(now, happened):
            yield None, ""
        first, *others = event(now, happened, after, face_set)
        yield number, first
        yield from ((None, line) for line in others)
        now = after
    if not questions.is_over(now):
        yield from ((None, line) for line in ("", f"Unfinished: waiting for {waiting(now)}."))


def _opens_turn(before: State, happened: Event) -> bool:
    opens = isinstance(happened, Throw | Entry) and before.awaited.kind == "throw"
    fresh = opens and before.turn is not None and before.turn.step == 1
    red = before.turn is None and before.rolloff is None and isinstance(happened, Throw)
    return fresh or red


# --- Tables in a list, as `POST /api/mine` returns them -----------------------------------------------------


def table_status(table: Mapping[str, Any]) -> str:
    """The state or result of a table, addressed to the player in `seat`; "" while it waits for players."""
    if table["stage"] == "over":
        return _outcome(table)
    if table["closed"]:
        unfinished = "Never started" if table["stage"] == "gathering" else "Unfinished"
        return table.get("closed_told") or unfinished
    return _who_plays(table) if table["stage"] == "playing" else ""


def rematch(names: Sequence[str]) -> str:
    """A sentence on the players who ask for a rematch; "" if nobody does."""
    return f"{listed(tuple(names))} {'ask' if len(names) > 1 else 'asks'} for a rematch" if names else ""


def _who_plays(table: Mapping[str, Any]) -> str:
    chairs, seat = table["chairs"], table["seat"]
    if all(chair["bot"] or chair["away"] for chair in chairs):
        return "Match paused"
    parts = ["The computer plays for you"] if seat is not None and chairs[seat]["away"] else []
    names = tuple(chairs[one]["name"] for one in table.get("asked", ()))
    parts += [f"{listed(names)} to play"] if names else []
    return " · ".join(parts) or "In progress"


def _outcome(table: Mapping[str, Any]) -> str:
    seat, winners = table["seat"], table.get("winners", ())
    if seat is None:
        return ""
    credit = table.get("credit", ())
    if seat < len(credit) and not credit[seat]["counts"]:
        return "The computer played for you"
    if len(table["chairs"]) == 1:
        return amount(table["scores"][0], table["unit"]) if table.get("scores") else ""
    if seat not in winners:
        return "You lost"
    return "You share the win" if len(winners) > 1 else "You won"

"""Sentences about the events, scores and result of a match, and about a player's tables in a list."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, cast

from fivedice.core.dice import FIVE, Dice
from fivedice.core.faces import FACE, FACE_SETS, NUMBERS, SUIT_SIGNS, as_written
from fivedice.core.rules import Game, MovesPawns, RollOff, RollsOff, Use, title
from fivedice.core.turn import EMPTY
from fivedice.language import all_of, comma, decimal, mark, one_of, tr
from fivedice.match import questions
from fivedice.match.events import Choose, Entry, Event, Final, First, HintTaken, Keep, Score, Spend, Throw
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
    return f"{shown.sign if shown.name in NUMBERS else tr(shown.word, FACE)}({face})"


def dice(faces: Dice, face_set: str) -> str:
    """Dice in a line of text, or "nothing"."""
    return " ".join(die(face, face_set) for face in faces if face != EMPTY) or tr("nothing", "no dice")


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
    box, points = title(offered.name), offered.pays
    if offered.note:
        return tr("{box} {points} ({note})", box=box, points=points, note=offered.note)
    return tr("{box} {points}", box=box, points=points)


def early(offered: Use, left: int) -> str:
    """The question before using dice while throws are left."""
    asked = mark(
        "Use the dice for {use}, though {left, plural, one {# throw is left} other {# throws are left}}?"
    )
    return tr(asked, use=use(offered), left=left)


def needless_zero(offered: Sequence[Use], chosen: Use) -> str:
    """A warning before a needless zero; "" otherwise."""
    instead = questions.given_up(offered, chosen)
    if instead is None:
        return ""
    if chosen.waives:
        return tr("{box} gives up {use}.", box=title(chosen.name), use=use(instead))
    return tr("{box} would be a zero, and {use} is open.", box=title(chosen.name), use=use(instead))


def offer(game: Game, offered: Use) -> str:
    """A use in a list: "Full House 25", or on a board "Place Aces for 1 chip"."""
    gains = _gains(game, offered)
    return gains[:1].upper() + gains[1:] or use(offered)


def would(game: Game, paying: tuple[Use, ...]) -> str:
    """A sentence on the points that the dice would score now."""
    if not paying:
        return tr("They would score nothing here.")
    gains = [_gains(game, one) for one in paying]
    if not all(gains):
        return tr("They would pay: {uses}.", uses=comma(map(use, paying)))
    # Translators: for example "place Aces for 1 chip or raise Fours by 2 chips".
    return tr("You could {gains}.", gains=one_of(gains))


def _gains(game: Game, offered: Use) -> str:
    of_game = getattr(game, "gains", None)
    return of_game(offered) if of_game else ""


YOU = "You"
"""Addresses a player, in place of the name."""


def names(setup: Setup) -> tuple[str, ...]:
    """The players by seat."""
    return tuple(player.name for player in setup.players)


def counted(number: int, one: str, many: str) -> str:
    """A number of something: "1 match", "2 matches"."""
    return f"{number} {one if number == 1 else many}"


OPTION = "house option"
"""The context of names and values of house options in catalogues."""


def house(game: Game) -> list[str]:
    """The house options in words: "joker forced"."""
    return [
        tr("{option} {value}", option=tr(name, OPTION), value=_option(value))
        for name, value in house_options(game).items()
    ]


def agreed(setup: Setup) -> str:
    """The setup: "Traditional, joker forced, 2 games: Ann, greedy"."""
    several = mark("{count, plural, one {# game} other {# games}}")
    games = [tr(several, count=setup.games)] if setup.games > 1 else []
    terms = comma([setup.game.title, *house(setup.game), *games])
    return tr("{terms}: {names}", terms=terms, names=comma(names(setup)))


def _option(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(tr(str(one), OPTION) for one in value) or tr("as seated")
    return tr(str(value), OPTION)


CHOOSES = {
    "move": mark("{name} chooses to move."),
    "stay": mark("{name} chooses to stay."),
    "": mark("{name} chooses to {option}."),
}
SCORES = {
    (False, False): mark("{name}: {use}."),
    (False, True): mark("{name}: {use} (score only)."),
    (True, False): mark("{name}: {use}, {total} in total."),
    (True, True): mark("{name}: {use}, {total} in total (score only)."),
}
CHOSE = {"move": mark("chose to move"), "stay": mark("chose to stay"), "": mark("chose to {option}")}


def _name(state: State, seat: int) -> str:
    return state.setup.players[seat].name


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
            told = [tr("{name} starts.", name=_name(before, happened.seat))]
        case HintTaken():
            told = [tr("{name} takes a hint.", name=_name(before, happened.seat))]
        case Throw():
            told = [_throw(before, happened, face_set, after)]
        case Choose():
            said = CHOOSES.get(happened.option, CHOOSES[""])
            told = [tr(said, name=_name(before, happened.seat), option=happened.option)]
        case Keep() | Spend() | Final() | Score():
            told = _decided(before, happened, face_set, questions.scores(after) if totals else None)
    return (*told, *_passed(before, happened), *_consequences(before, after, called))


def _passed(before: State, happened: Event) -> list[str]:
    if not isinstance(happened, Throw) or before.turn is not None or before.rolloff is not None:
        return []
    passed = cast(MovesPawns, before.setup.game).passed(before.position, happened.dice[0])
    return [passed] if passed else []


def _throw(before: State, thrown: Throw, face_set: str, after: State) -> str:
    name = _name(before, thrown.seat)
    if before.rolloff is not None:
        told, counted = dice(thrown.dice, face_set), _counted(before, thrown.dice)
        return tr("{name} rolls off: {dice}, {counted}.", name=name, dice=told, counted=counted)
    if before.turn is None:
        game = cast(MovesPawns, before.setup.game)
        where = game.where(after.position, thrown.seat, names(before.setup))
        return tr("{name} throws the red die: {die}, to {where}.", name=name, die=thrown.dice[0], where=where)
    return tr("{name} throws {dice}.", name=name, dice=dice(thrown.dice, face_set))


def _decided(before: State, decision: Shown, face_set: str, scores: tuple[int, ...] | None) -> list[str]:
    shown = questions.revealed(before, decision)
    entered = mark("{name} has entered a turn."), mark("{name} has decided.")
    said = entered[not isinstance(decision, Entry)]
    hidden = [tr(said, name=_name(before, decision.seat))] if decision not in shown else []
    lines = ((_decision(before, made, face_set, scores), _explained(before, made)) for made in shown)
    return [*hidden, *filter(None, chain(*lines))]


def _explained(before: State, decision: Shown) -> str:
    return questions.explained(before, decision.seat, decision.use) if isinstance(decision, Spend) else ""


def _decision(before: State, decision: Shown, face_set: str, scores: tuple[int, ...] | None) -> str:
    name = _name(before, decision.seat)
    match decision:
        case Keep():
            return _kept(before, name, decision.dice, face_set)
        case Final():
            return tr("{name}'s final dice: {dice}.", name=name, dice=dice(decision.dice, face_set))
    spent = questions.used(before, decision)
    if of_game := getattr(before.setup.game, "gained", None):
        return cast(str, of_game(spent, name))
    said = SCORES[bool(scores), isinstance(decision, Score)]
    return tr(said, name=name, use=use(spent), total=scores[decision.seat] if scores else 0)


def made(before: State, decision: Keep | Spend | Choose, face_set: str) -> str:
    """A decision in short: "kept 6 6", "4 6 6 6 3: Sixes 18", "chose to stay"."""
    match decision:
        case Keep():
            return tr("kept {dice}", dice=dice(decision.dice, face_set))
        case Spend():
            final = dice(questions.final_roll(before, decision.seat), face_set)
            used = questions.used(before, decision)
            return tr("{dice}: {use}", dice=final, use=_gains(before.setup.game, used) or use(used))
        case Choose():
            return tr(CHOSE.get(decision.option, CHOSE[""]), option=decision.option)


def _kept(before: State, name: str, kept: Dice, face_set: str) -> str:
    if len(kept) == FIVE:
        alone = before.turn and len(before.turn.hands) == 1
        return tr("{name} stops.", name=name) if alone else tr("{name} keeps all five.", name=name)
    return tr("{name} keeps {dice}.", name=name, dice=dice(kept, face_set))


def _consequences(before: State, after: State, called: tuple[str, ...]) -> list[str]:
    """Sentences on what follows an event: a decided roll-off, last turns, the end of a game or match."""
    told = []
    called = called or names(after.setup)
    if before.rolloff is not None and before.rolloff != after.rolloff and len(before.rolloff.seats) > 1:
        told += _rolloff(before, after, called)
    if (turns := last_turns(after)) and not last_turns(before):
        told.append(turns)
    if len(after.finished) > len(before.finished) and after.setup.games > 1:
        number, scores = len(after.finished), _scores(called, after.finished[-1])
        told.append(tr("Game {number} ends: {scores}.", number=number, scores=scores))
    if questions.is_over(after):
        told.append(result(after, called))
    elif isinstance(after.game_awaits, RollOff) and not isinstance(before.game_awaits, RollOff):
        tied = all_of(called[seat] for seat in after.game_awaits.seats)
        told.append(tr("{names} are tied: they roll off, {how}.", names=tied, how=rolled_off(after)))
    return told


def last_turns(state: State) -> str:
    """A sentence about who has the last turns; "" before them."""
    of_game = getattr(state.setup.game, "last_turns", None)
    return of_game(state.position, names(state.setup)) if of_game and state.position else ""


def rolled_off(state: State) -> str:
    """How to win the current roll-off. In the roll-off for the first seat, the highest total wins (R2)."""
    return tr("highest total starts") if state.position is None else _rolling(state).rolled_off


def _counted(state: State, thrown: Dice) -> str:
    if state.position is None:
        return tr("a total of {points}", points=sum(thrown))
    return _rolling(state).counted(thrown)


def _rolling(state: State) -> RollsOff:
    return cast(RollsOff, state.setup.game)


def _rolloff(before: State, after: State, called: tuple[str, ...]) -> list[str]:
    if after.rolloff is not None and not after.rolloff.counts:
        tied = all_of(called[seat] for seat in after.rolloff.seats)
        return [tr("{names} are tied and roll again.", names=tied)]
    if after.rolloff is None and before.position is None:
        return [tr("{name} starts.", name=called[after.first])]
    return []


def result(ended: State, called: tuple[str, ...] = ()) -> str:
    """The sentence that ends a match. Players are `called` by their names by default."""
    return tr("The match is over: {outcome}.", outcome=outcome(ended, called))


def outcome(ended: State, called: tuple[str, ...] = (), *, briefly: bool = False) -> str:
    """Who wins, with the score and any roll-off, without a full stop; `briefly` leaves out the roll-off."""
    called, unit = called or names(ended.setup), ended.setup.game.unit
    scores, won = questions.scores(ended), questions.winners(ended)
    if len(called) == 1:
        return tr("{name} has {score}", name=called[0], score=amount(scores[0], unit))
    score = amount(scores[won[0]], unit)
    if len(won) > 1:
        winners = all_of(called[seat] for seat in won)
        return tr("{names} share the win with {score}", names=winners, score=score)
    level = [called[seat] for seat, has in enumerate(scores) if has == scores[won[0]] and seat not in won]
    if not level or briefly:
        return tr("{name} wins with {score}", name=called[won[0]], score=score)
    said = mark("{name} wins with {score}, by the roll-off with {others}")
    return tr(said, name=called[won[0]], score=score, others=all_of(level))


def place(ended: State, seat: int) -> str:
    """The result of a player, addressed to them: "You win by 12 points", "You are 3rd, 40 points behind", and
    alone "You have 212 points".
    """
    scores, won, unit = questions.scores(ended), questions.winners(ended), ended.setup.game.unit
    others = [score for other, score in enumerate(scores) if other != seat]
    if not others:
        return tr("You have {score}", score=amount(scores[seat], unit))
    if seat in won and len(won) > 1:
        return tr("You share the win")
    gap = scores[seat] - max(others)
    if gap == 0 or (gap > 0) != (seat in won):
        return tr("You win the roll-off") if seat in won else tr("You lose the roll-off")
    behind = amount(abs(gap), unit)
    if seat in won:
        return tr("You win by {score}", score=behind)
    if len(others) == 1:
        return tr("You lose by {score}", score=behind)
    better = sum(score > scores[seat] for score in others)
    return tr("You are {place}, {score} behind", place=nth(1 + better), score=behind)


AMOUNTS = {
    "points": mark("{count, plural, one {{score} point} other {{score} points}}"),
    "chips": mark("{count, plural, one {{score} chip} other {{score} chips}}"),
    "columns": mark("{count, plural, one {{score} column} other {{score} columns}}"),
}
"""Scores by the unit of our games; another game's unit stays as it is."""


def amount(score: float, unit: str, digits: int = 0) -> str:
    """A score with its unit: "1 point", "12 points", "1.0 point"."""
    rounded = round(score, digits)
    count = int(rounded) if rounded == int(rounded) else rounded
    return tr(AMOUNTS.get(unit, f"{{score}} {unit}"), count=count, score=decimal(score, digits))


NTH = {1: mark("{number}st"), 2: mark("{number}nd"), 3: mark("{number}rd")}
"""Ordinal numbers by their last digit."""


def nth(number: int) -> str:
    """A place: "1st", "2nd", "11th"."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    return tr(NTH.get(last, mark("{number}th")), number=number)


def standing(state: State) -> str:
    """The current scores: "Ann 57, greedy 41"."""
    return _scores(names(state.setup), questions.scores(state))


def _scores(called: Sequence[str], scores: Sequence[int]) -> str:
    return comma(tr("{name} {score}", name=n, score=s) for n, s in zip(called, scores, strict=True))


WAITING = {
    "throw": mark("{names} to throw {dice, plural, one {# die} other {# dice}}"),
    "first": mark("who starts"),
    "keep": mark("{names} to keep"),
    "use": mark("{names} to use the dice"),
    "choose": mark("{names} to choose"),
    "final": mark("{names} to enter the turn"),
    "over": mark("nothing, because it is over"),
}
"""The event that a match is waiting for, as a phrase after "waiting for"."""


def waiting(state: State) -> str:
    """The event that the match is waiting for, as a phrase."""
    who = all_of(_name(state, seat) for seat in state.awaited.seats)
    return tr(WAITING[state.awaited.kind], names=who, dice=state.awaited.dice)


def closed(reason: str, club: str = "") -> str:
    """A sentence on a closed table; the host always gives a reason, as does the clock of a `club` night."""
    if not reason:
        return tr("The table is closed.")
    if club:
        return tr("This table is closed: {reason}", reason=tr(reason))
    return tr("The host closed this table: {reason}", reason=reason)


PROMPTS = {
    "throw": mark("Throw the dice"),
    "first": mark("Who starts?"),
    "keep": mark("Choose what to keep"),
    "use": mark("Choose what to use the dice for"),
    "choose": mark("Choose"),
    "final": mark("Enter the final dice or the score"),
    "over": "",
}


def prompt(state: State) -> str:
    """A prompt for the players that the match is waiting for."""
    if state.awaited.kind == "throw" and state.rolloff is not None:
        return tr("Roll off: {how}", how=rolled_off(state))
    if state.awaited.kind == "throw" and state.turn is None:
        return tr("Throw the red die: it moves your pawn")
    return tr(PROMPTS[state.awaited.kind])


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
        yield from ((None, line) for line in ("", tr("Unfinished: waiting for {what}.", what=waiting(now))))


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
        unfinished = tr("Never started") if table["stage"] == "gathering" else tr("Unfinished")
        return table.get("closed_told") or unfinished
    return _who_plays(table) if table["stage"] == "playing" else ""


def rematch(names: Sequence[str]) -> str:
    """A sentence on the players who ask for a rematch; "" if nobody does."""
    if len(names) > 1:
        return tr("{names} ask for a rematch", names=all_of(names))
    return tr("{name} asks for a rematch", name=names[0]) if names else ""


def _who_plays(table: Mapping[str, Any]) -> str:
    chairs, seat = table["chairs"], table["seat"]
    if all(chair["bot"] or chair["away"] for chair in chairs):
        return tr("Match paused")
    parts = [tr("The computer plays for you")] if seat is not None and chairs[seat]["away"] else []
    names = [chairs[one]["name"] for one in table.get("asked", ())]
    parts += [tr("{names} to play", names=all_of(names))] if names else []
    return " · ".join(parts) or tr("In progress")


def _outcome(table: Mapping[str, Any]) -> str:
    seat, winners = table["seat"], table.get("winners", ())
    if seat is None:
        return ""
    credit = table.get("credit", ())
    if seat < len(credit) and not credit[seat]["counts"]:
        return tr("The computer played for you")
    if len(table["chairs"]) == 1:
        return amount(table["scores"][0], table["unit"]) if table.get("scores") else ""
    if seat not in winners:
        return tr("You lost")
    return tr("You share the win") if len(winners) > 1 else tr("You won")

"""Sentences about the moves of a match: what happened, what it waits for, and what dice could be used for."""

from collections.abc import Iterator, Sequence

from fivedice.core.dice import FIVE, Dice
from fivedice.core.faces import dice_text
from fivedice.core.rules import Game, RollOff, Use
from fivedice.language import all_of, comma, mark, one_of, tr
from fivedice.match import questions
from fivedice.match.events import Choose, Entry, Event, Final, First, HintTaken, Keep, Score, Spend, Throw
from fivedice.match.match import EventMatch
from fivedice.match.state import State, begin, step
from fivedice.narration import results

SCORES = {
    (False, False): mark("{name}: {use}."),
    (False, True): mark("{name}: {use} (score only)."),
    (True, False): mark("{name}: {use}, {total} in total."),
    (True, True): mark("{name}: {use}, {total} in total (score only)."),
}
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
PROMPTS = {
    "throw": mark("Throw the dice"),
    "first": mark("Who starts?"),
    "keep": mark("Choose what to keep"),
    "use": mark("Choose what to use the dice for"),
    "choose": mark("Choose"),
    "final": mark("Enter the final dice or the score"),
    "over": "",
}


# --- What the dice could be used for -----------------------------------------------------------------------


def offer(game: Game, use: Use) -> str:
    """A use in a list: "Full House 25", or on a board "Place Aces for 1 chip"."""
    phrase = game.gain_phrase(use)
    return phrase[:1].upper() + phrase[1:] or use.text


def would_pay(game: Game, uses: tuple[Use, ...]) -> str:
    """A sentence on the points that the dice would score now by the uses that pay."""
    if not uses:
        return tr("They would score nothing here.")
    if game.fills_boxes:
        return tr("They would pay: {uses}.", uses=comma(use.text for use in uses))
    # Translators: for example "place Aces for 1 chip or raise Fours by 2 chips".
    return tr("You could {gains}.", gains=one_of(map(game.gain_phrase, uses)))


def early(use: Use, left: int) -> str:
    """The question before using dice while throws are left."""
    question = mark(
        "Use the dice for {use}, though {left, plural, one {# throw is left} other {# throws are left}}?"
    )
    return tr(question, use=use.text, left=left)


def needless_zero(uses: Sequence[Use], choice: Use) -> str:
    """A warning before a needless zero; "" otherwise."""
    instead = questions.given_up(uses, choice)
    if instead is None:
        return ""
    if choice.waives:
        return tr("{box} gives up {use}.", box=choice.title, use=instead.text)
    return tr("{box} would be a zero, and {use} is open.", box=choice.title, use=instead.text)


# --- What happened -----------------------------------------------------------------------------------------


def describe(
    before: State,
    event: Event,
    after: State,
    face_set: str,
    players: tuple[str, ...] = (),
    *,
    totals: bool = False,
) -> tuple[str, ...]:
    """An event in sentences; hidden decisions appear once all are made. With `totals`, each score comes with
    the player's total. A result names the `players`.
    """
    name = before.setup.names[event.seat]
    match event:
        case First():
            lines = [tr("{name} starts.", name=name)]
        case HintTaken():
            lines = [tr("{name} takes a hint.", name=name)]
        case Throw():
            lines = _throw(before, event, face_set, after)
        case Choose():
            chooses = before.setup.game.option_words(event.option).chooses
            lines = [tr(chooses, name=name, option=tr(event.option))]
        case Keep() | Spend() | Final() | Score():
            lines = _decisions(before, event, face_set, questions.scores(after) if totals else None)
    return (*lines, *_consequences(before, after, players or after.setup.names))


def _throw(before: State, throw: Throw, face_set: str, after: State) -> list[str]:
    name, game, dice = before.setup.names[throw.seat], before.setup.game, dice_text(throw.dice, face_set)
    if before.rolloff is not None:
        count = _count(before, throw)
        return [tr("{name} rolls off: {dice}, {counted}.", name=name, dice=dice, counted=count)]
    if before.turn is not None:
        return [tr("{name} throws {dice}.", name=name, dice=dice)]
    (die,) = throw.dice
    where = game.where(after.position, throw.seat, before.setup.names)
    line = tr("{name} throws the red die: {die}, to {where}.", name=name, die=die, where=where)
    return [line, *filter(None, [game.explain(before.position, throw.seat, throw.dice)])]


def _count(before: State, throw: Throw) -> str:
    if before.position is None:
        return tr("a total of {points}", points=sum(throw.dice))
    return tr("{count} wild", count=before.setup.game.rolloff_count(throw.dice))


def _decisions(
    before: State, last: Keep | Spend | Entry, face_set: str, scores: tuple[int, ...] | None
) -> list[str]:
    """The decisions that became public with the last one, which may itself stay hidden."""
    public, lines = questions.revealed(before, last), list[str]()
    if last not in public:
        entered, decided = mark("{name} has entered a turn."), mark("{name} has decided.")
        lines = [tr(entered if isinstance(last, Entry) else decided, name=before.setup.names[last.seat])]
    for one in public:
        lines.append(_decision(before, one, face_set, scores))
        if isinstance(one, Spend) and (why := questions.explained(before, one.seat, one.use)):
            lines.append(why)
    return lines


def _decision(
    before: State, decision: Keep | Spend | Entry, face_set: str, scores: tuple[int, ...] | None
) -> str:
    name = before.setup.names[decision.seat]
    match decision:
        case Keep():
            return _keep(before, name, decision.dice, face_set)
        case Final():
            return tr("{name}'s final dice: {dice}.", name=name, dice=dice_text(decision.dice, face_set))
    use = questions.used(before, decision)
    total, score_only = scores[decision.seat] if scores else 0, isinstance(decision, Score)
    line = tr(SCORES[bool(scores), score_only], name=name, use=use.text, total=total)
    return before.setup.game.gain_phrase(use, name) or line


def _keep(before: State, name: str, dice: Dice, face_set: str) -> str:
    if len(dice) == FIVE:
        alone = before.turn and len(before.turn.hands) == 1
        return tr("{name} stops.", name=name) if alone else tr("{name} keeps all five.", name=name)
    return tr("{name} keeps {dice}.", name=name, dice=dice_text(dice, face_set))


def in_short(before: State, decision: Keep | Spend | Choose, face_set: str) -> str:
    """A decision in short: "kept 6 6", "4 6 6 6 3: Sixes 18", "chose to stay"."""
    match decision:
        case Keep():
            return tr("kept {dice}", dice=dice_text(decision.dice, face_set))
        case Spend():
            final = dice_text(questions.final_roll(before, decision.seat), face_set)
            use = questions.used(before, decision)
            return tr("{dice}: {use}", dice=final, use=before.setup.game.gain_phrase(use) or use.text)
        case Choose():
            words = before.setup.game.option_words(decision.option)
            return tr(words.chose, option=tr(decision.option))


def _consequences(before: State, after: State, players: tuple[str, ...]) -> list[str]:
    """Sentences on what follows an event: a decided roll-off, last turns, the end of a game or match."""
    lines = list[str]()
    if before.rolloff is not None and before.rolloff != after.rolloff and len(before.rolloff.seats) > 1:
        lines += _rolloff(before, after, players)
    if (turns := last_turns(after)) and not last_turns(before):
        lines.append(turns)
    if len(after.finished) > len(before.finished) and after.setup.games > 1:
        number, scores = len(after.finished), results.with_scores(players, after.finished[-1])
        lines.append(tr("Game {number} ends: {scores}.", number=number, scores=scores))
    if questions.is_over(after):
        lines.append(results.result(after, players))
    elif isinstance(after.game_awaits, RollOff) and not isinstance(before.game_awaits, RollOff):
        level = all_of(players[seat] for seat in after.game_awaits.seats)
        lines.append(tr("{names} are tied: they roll off, {how}.", names=level, how=rolloff_rule(after)))
    return lines


def _rolloff(before: State, after: State, players: tuple[str, ...]) -> list[str]:
    if after.rolloff is not None and not after.rolloff.counts:
        level = all_of(players[seat] for seat in after.rolloff.seats)
        return [tr("{names} are tied and roll again.", names=level)]
    if after.rolloff is None and before.position is None:
        return [tr("{name} starts.", name=players[after.first])]
    return []


def transcript(match: EventMatch, face_set: str) -> list[str]:
    """The whole match in sentences, one paragraph per turn."""
    return [line for _, line in numbered_lines(match, face_set)]


def numbered_lines(match: EventMatch, face_set: str) -> Iterator[tuple[int | None, str]]:
    """The transcript; the first sentence of each event comes with its number, from 1."""
    yield None, tr("{sentence}.", sentence=results.agreement(match.setup))
    now = begin(match.setup)
    for number, event in enumerate(match.events, start=1):
        after = step(now, event)
        if _opens_turn(now, event):
            yield None, ""
        first, *others = describe(now, event, after, face_set)
        yield number, first
        yield from ((None, line) for line in others)
        now = after
    if not questions.is_over(now):
        yield None, ""
        yield None, tr("Unfinished: waiting for {what}.", what=waiting(now))


def _opens_turn(before: State, event: Event) -> bool:
    opens = isinstance(event, Throw | Entry) and before.awaited.kind == "throw"
    fresh = opens and before.turn is not None and before.turn.step == 1
    red = before.turn is None and before.rolloff is None and isinstance(event, Throw)
    return fresh or red


# --- What comes next ---------------------------------------------------------------------------------------


def waiting(state: State) -> str:
    """The event that the match is waiting for, as a phrase."""
    seats = all_of(state.setup.names[seat] for seat in state.awaited.seats)
    return tr(WAITING[state.awaited.kind], names=seats, dice=state.awaited.dice)


def prompt(state: State) -> str:
    """A prompt for the players that the match is waiting for."""
    if state.awaited.kind == "throw" and state.rolloff is not None:
        return tr("Roll off: {how}", how=rolloff_rule(state))
    if state.awaited.kind == "throw" and state.turn is None:
        return tr(state.setup.game.red_die_prompt)
    return tr(PROMPTS[state.awaited.kind])


def last_turns(state: State) -> str:
    """A sentence about who has the last turns; "" before them."""
    return state.setup.game.last_turns(state.position, state.setup.names) if state.position else ""


def rolloff_rule(state: State) -> str:
    """How to win the current roll-off. In the roll-off for the first seat, the highest total wins (R2)."""
    return tr("highest total starts") if state.position is None else tr("most wild dice win")

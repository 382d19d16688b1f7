"""The state of a match, and how an event changes it: `step` takes a state and an event and returns the next
state or raises `IllegalMove`. Dice come in as events, like every decision. Values made at every step have
`gc=False`: they never contain cycles, so the collector need not look at them.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Literal, cast

from msgspec import Struct
from msgspec.structs import replace

from fivedice.cards import filling
from fivedice.cards.filling import Card
from fivedice.cards.scorecard import ScoreCard
from fivedice.core import turn
from fivedice.core.dice import FIVE, ROLL_OF, Dice, are_dice, lie_in
from fivedice.core.rules import (
    Awaits,
    Choice,
    Hands,
    IllegalMove,
    RedDie,
    RollOff,
    WrongCall,
    leaders,
    quoted,
)
from fivedice.core.turn import NO_DICE, THROWS, Turn
from fivedice.games import Position
from fivedice.games.cardgame import card_of
from fivedice.language import all_of, comma, mark, one_of, sentences, tr
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
from fivedice.match.setup import Setup, check


class Awaited(Struct, frozen=True, gc=False):
    """The kind of event that the match waits for, and from which seats."""

    kind: Literal["throw", "first", "keep", "use", "choose", "final", "over"]
    """The kind of event that comes next.

    * "throw": a throw of one seat, of `dice` dice
    * "first": the draw of the seat that starts
    * "keep": the dice that each seat keeps
    * "use": the use that each seat makes of its final dice
    * "choose": one of the options that the game offers
    * "final": in challenge, the final dice or scores of seats that have not entered them when others have
    * "over": nothing; the match has ended
    """
    seats: tuple[int, ...]
    """The seats whose turn it is, from 0; all seats for "first", none for "over"."""
    dice: int = 0
    """The number of dice to throw; 0 unless a throw comes next."""


class RollOffState(Struct, frozen=True, gc=False):
    """A roll-off in progress: the seats still in it, and the counts of seats that have thrown this round."""

    seats: tuple[int, ...]
    counts: tuple[int, ...] = ()


HIDDEN: Literal["hidden"] = "hidden"
"""In a view: a decision of another seat that is not yet shown."""

Pending = Decision | Entry | Literal["hidden"] | None


class State(Struct, frozen=True, gc=False):
    """Everything the next step of a match depends on."""

    setup: Setup
    """The setup of the match."""
    first: int
    """The seat that starts the game, from 0."""
    finished: tuple[tuple[int, ...], ...] = ()
    """The scores by seat of each finished game."""
    position: Position | None = None
    """The position of the game; None during an opening."""
    turn: Turn | None = None
    """The dice of the turn in progress, if there is one."""
    pending: tuple[Pending, ...] = ()
    """Decisions not yet shown, one for each seat of the turn."""
    rolloff: RollOffState | None = None
    """The roll-off in progress, if there is one."""
    game_awaits: Awaits | None = None
    """The input that the game waits for: a turn, a red die, a choice, a roll-off, or nothing more."""
    awaited: Awaited = Awaited("over", ())
    """The kind of event that the match waits for, and from which seats."""


def begin(setup: Setup) -> State:
    """The state before the first event. Raises `IllegalMove` for an invalid setup."""
    check(setup)
    seats = len(setup.players)
    if setup.position is not None:
        return at(setup, setup.position, setup.turn)
    if isinstance(setup.first, int):
        return _start_game(State(setup, setup.first), setup.first)
    if seats == 1:
        return _start_game(State(setup, 0), 0)
    return _open(State(setup, 0))


def step(state: State, event: Event) -> State:
    """The state after an event. Raises `IllegalMove` if the event is not allowed."""
    kinds, follow = _STEPS.get(type(event), _NO_STEP)
    awaited = state.awaited
    seats = may_enter(state) if follow is _enter else awaited.seats
    if awaited.kind in kinds and event.seat in seats and type(event.seat) is int:
        return follow(state, event)
    raise _unexpected(state, event)


# --- Openings and games ----------------------------------------------------------------------------------


def _open(state: State) -> State:
    seats = tuple(range(len(state.setup.players)))
    if state.setup.first == "random":
        return replace(state, awaited=Awaited("first", seats))
    return _await_rolloff(replace(state, position=None, game_awaits=None), RollOffState(seats))


def _await_rolloff(state: State, rolloff: RollOffState) -> State:
    thrower = rolloff.seats[len(rolloff.counts)]
    return replace(state, rolloff=rolloff, awaited=Awaited("throw", (thrower,), FIVE))


def _start_game(state: State, first: int) -> State:
    position = state.setup.game.start(len(state.setup.players), first)
    return _at(State(state.setup, first, state.finished), position)


def _at(state: State, position: Any) -> State:
    """The state at a position, with the event that the match then waits for."""
    setup = state.setup
    awaits = setup.game.awaits(position)
    match awaits:
        case Hands():
            hands = turn.start(len(awaits.seats))
            awaited = Awaited("throw", (awaits.thrower,), FIVE)
            pending = (None,) * len(awaits.seats)
            return State(setup, state.first, state.finished, position, hands, pending, None, awaits, awaited)
        case RedDie():
            awaited = Awaited("throw", (awaits.seat,), 1)
        case Choice():
            awaited = Awaited("choose", (awaits.seat,))
        case RollOff():
            bare = State(setup, state.first, state.finished, position, game_awaits=awaits)
            return _await_rolloff(bare, RollOffState(awaits.seats))
        case _:
            return _finish(state, position)
    return State(setup, state.first, state.finished, position, None, (), None, awaits, awaited)


def _finish(state: State, position: Any) -> State:
    """After a game: the next one begins, or the match is over."""
    setup = state.setup
    finished = (*state.finished, setup.game.scores(position))
    over = State(setup, state.first, finished, position)
    if len(finished) == setup.games:
        return over
    if setup.first == "roll" and len(setup.players) > 1:
        return _open(over)
    return _start_game(over, setup.game.next_first(state.first, len(setup.players)))


# --- Events one by one -----------------------------------------------------------------------------------


def _first(state: State, event: First) -> State:
    return _start_game(state, event.seat)


def _throw(state: State, event: Throw) -> State:
    if not are_dice(event.dice, state.awaited.dice):
        number = state.awaited.dice
        wrong = mark("This throw needs {dice, plural, one {one die} other {# dice, each}} showing 1 to 6.")
        raise IllegalMove(tr(wrong, dice=number))
    if state.rolloff is not None:
        return _count_rolloff(state, state.rolloff, event.dice)
    if state.turn is None:
        return _at(state, state.setup.game.move(state.position, event.dice[0]))
    return _at_turn(state, turn.throw(state.turn, event.dice))


def _at_turn(state: State, now: Turn) -> State:
    """The state after a step of the turn: more throws, keeps, or final dice to use."""
    awaits: Any = state.game_awaits
    dice = turn.dice_to_throw(now)
    if dice:
        awaited = Awaited("throw", (awaits.thrower,), dice)
    else:
        awaited = Awaited("use" if now.step == turn.THROWS else "keep", awaits.seats)
    return replace(state, turn=now, pending=(None,) * len(awaits.seats), awaited=awaited)


def _count_rolloff(state: State, rolloff: RollOffState, dice: Dice) -> State:
    roll = ROLL_OF[dice]
    opening = state.position is None
    count = sum(roll) if opening else state.setup.game.rolloff_count(roll)
    counts = (*rolloff.counts, count)
    if len(counts) < len(rolloff.seats):
        return _await_rolloff(state, RollOffState(rolloff.seats, counts))
    ahead = tuple(rolloff.seats[place] for place in leaders(counts))
    if len(ahead) > 1:
        return _await_rolloff(state, RollOffState(ahead))
    if opening:
        return _start_game(state, ahead[0])
    return _at(state, state.setup.game.settle(state.position, ahead[0]))


def _hint(state: State, event: HintTaken) -> State:  # noqa: ARG001
    return state


def _keep(state: State, event: Keep) -> State:
    now, place = _place(state, event.seat)
    if not lie_in(event.dice, ROLL_OF[now.hands[place]]):
        raise IllegalMove(tr("Only dice on the table can be kept."))
    pending = _handed_in(state, place, event)
    if None in pending:
        return _wait_on(state, event.seat, pending)
    return _at_turn(state, turn.keep(now, map(_DICE, pending)))


def _spend(state: State, event: Spend) -> State:
    game, position = state.setup.game, state.position
    now, place = _place(state, event.seat)
    offers = game.uses(position, event.seat, ROLL_OF[now.hands[place]])
    if event.use not in map(_NAME, offers):
        names = comma(map(_NAME, offers))
        why = game.explain(position, event.seat, ROLL_OF[now.hands[place]])
        wrong = mark("These dice cannot be used for {use} here; they can be used for: {uses}.")
        raise IllegalMove(sentences(tr(wrong, use=quoted(event.use), uses=names), why))
    pending = _handed_in(state, place, event)
    if None in pending:
        return _wait_on(state, event.seat, pending)
    return _use_all(state, pending)


def _use_all(state: State, decisions: tuple[Any, ...]) -> State:
    """The state after every seat of the turn has used its dice or entered its score."""
    game, position = state.setup.game, state.position
    for decision in decisions:
        position = game.use(position, decision.seat, used_roll(state, decision), decision.use)
    return _at(state, position)


def _choose(state: State, event: Choose) -> State:
    options = cast(Choice, state.game_awaits).options
    if event.option not in options:
        wrong = mark("The choice is between {options}, not {option}.")
        raise IllegalMove(tr(wrong, options=all_of(options), option=quoted(event.option)))
    return _at(state, state.setup.game.choose(state.position, event.option))


_DICE, _NAME = attrgetter("dice"), attrgetter("name")


def _handed_in(state: State, place: int, decision: Decision | Entry) -> tuple[Any, ...]:
    """The decisions of the turn, including this one; None for each missing decision."""
    return (*state.pending[:place], decision, *state.pending[place + 1 :])


def _wait_on(state: State, seat: int, pending: tuple[Pending, ...]) -> State:
    """The decision waits, hidden, until every seat of the turn has decided (R5)."""
    others = tuple([other for other in state.awaited.seats if other != seat])
    return replace(state, pending=pending, awaited=Awaited(state.awaited.kind, others))


# --- Turns entered without throws ------------------------------------------------------------------------


def may_enter(state: State) -> tuple[int, ...]:
    """The seats that may enter a turn without throws: before the first throw, all that have not done so."""
    now, awaits = state.turn, state.game_awaits
    if now is None or now.step > 1 or not isinstance(awaits, Hands) or any(map(any, now.hands)):
        return ()
    return tuple(
        [seat for seat, decision in zip(awaits.seats, state.pending, strict=True) if decision is None]
    )


def _enter(state: State, event: Entry) -> State:
    """Enters final dice or a score. Entries of several hands wait, hidden, until all are entered (R5)."""
    if isinstance(event, Score):
        used_roll(state, event)
    elif not are_dice(event.dice, FIVE):
        raise IllegalMove(tr("The final dice of a turn are five dice, each showing 1 to 6."))
    _, place = _place(state, event.seat)
    entries = _handed_in(state, place, event)
    if None in entries:
        others = tuple([seat for seat in may_enter(state) if seat != event.seat])
        return replace(state, pending=entries, awaited=Awaited("final", others))
    using = tuple([one.seat for one in entries if isinstance(one, Final)])
    if not using:
        return _use_all(state, entries)
    hands = tuple([one.dice if isinstance(one, Final) else NO_DICE for one in entries])
    scores = tuple([one if isinstance(one, Score) else None for one in entries])
    return replace(state, turn=Turn(hands, THROWS), pending=scores, awaited=Awaited("use", using))


def used_roll(state: State, decision: Spend | Score) -> Dice:
    """The roll that a seat uses, or one that pays the given score. Raises `IllegalMove` if no roll does."""
    if isinstance(decision, Spend):
        return ROLL_OF[hand(state, decision.seat)]
    score = decision.use, decision.pays, decision.five
    form, card = _filled(state, decision.seat)
    well = tuple(map(type, score)) == (str, int, bool)
    roll = filling.scoring_roll(form, card, *score) if well else None
    if roll is None:
        raise _unscorable(decision, filling.scorable(form, card))
    return roll


def scorable(state: State, seat: int) -> Mapping[tuple[str, int, bool], Dice]:
    """A roll for every possible score of a seat; see `filling.scorable`. Raises `IllegalMove`."""
    return filling.scorable(*_filled(state, seat))


def _filled(state: State, seat: int) -> tuple[ScoreCard, Card]:
    game, position = state.setup.game, cast(Any, state.position)
    form = card_of(game)
    if form is None:
        wrong = mark("In {game} a turn needs at least its final dice; a score is not enough.")
        raise IllegalMove(tr(wrong, game=game.title))
    return form, position.cards[seat]


def _unscorable(score: Score, possible: Mapping[tuple[str, int, bool], Dice]) -> IllegalMove:
    amounts = sorted({pays for use, pays, five in possible if use == score.use and five >= bool(score.five)})
    if not amounts:
        uses = comma(dict.fromkeys(use for use, _, five in possible if five >= bool(score.five)))
        dice = mark("No dice can be used for {use} here; possible are: {uses}.")
        five_alike = mark("No five of a kind can be used for {use} here; possible are: {uses}.")
        return IllegalMove(tr(five_alike if score.five else dice, use=quoted(score.use), uses=uses))
    scores = comma(
        str(pays)
        if score.five or (score.use, pays, False) in possible
        else tr("{points} (five of a kind)", points=pays)
        for pays in amounts
    )
    dice = mark("No dice score {points} in {use} here; possible are: {scores}.")
    five_alike = mark("No five of a kind score {points} in {use} here; possible are: {scores}.")
    message = five_alike if score.five else dice
    return IllegalMove(tr(message, points=quoted(score.pays), use=quoted(score.use), scores=scores))


# --- Unexpected events -------------------------------------------------------------------------------------


WAITS_FOR = {  # Translators: parts of "The match waits for {wanted}, not for {came} …"
    "throw": mark("a throw of seat {seats}"),
    "first": mark("a first seat, {seats}"),
    "keep": mark("a keep from seat {seats}"),
    "use": mark("a use of the dice from seat {seats}"),
    "choose": mark("a choice from seat {seats}"),
    "final": mark("the final dice or a score from seat {seats}"),
}
CAME: dict[type, str] = {  # Translators: parts of "The match waits for {wanted}, not for {came} …"
    Throw: mark("a throw"),
    First: mark("a first seat"),
    Keep: mark("a keep"),
    Spend: mark("a use"),
    Choose: mark("a choice"),
    Final: mark("the final dice"),
    Score: mark("a score"),
}


def _unexpected(state: State, event: Event) -> IllegalMove:
    awaited = state.awaited
    if type(event) not in _STEPS:
        return WrongCall(f"A match continues with events, such as Keep(0, (6, 6)), not with {quoted(event)}.")
    if isinstance(event, HintTaken):
        return IllegalMove(tr("Only a seat that has to decide can take a hint."))
    if awaited.kind == "over":
        return IllegalMove(tr("The match is over."))
    expected = tr(WAITS_FOR[awaited.kind], seats=one_of(map(str, awaited.seats)))
    waits = mark("The match waits for {wanted}, not for {came} of seat {seat}.")
    sentence = tr(waits, wanted=expected, came=tr(CAME[type(event)]), seat=quoted(event.seat))
    when = tr("Final dice or a score replace all throws of a turn.")
    return IllegalMove(sentences(sentence, when if isinstance(event, Entry) else ""))


_STEPS: dict[type, tuple[tuple[str, ...], Callable[[State, Any], State]]] = {
    Throw: (("throw",), _throw),
    First: (("first",), _first),
    Keep: (("keep",), _keep),
    Spend: (("use",), _spend),
    Choose: (("choose",), _choose),
    HintTaken: (("keep", "use", "choose"), _hint),
    Final: (("throw", "final"), _enter),
    Score: (("throw", "final"), _enter),
}
"""For each event: the kinds of `Awaited` in which it is allowed, and the function that applies it."""
_NO_STEP: tuple[tuple[str, ...], Callable[[State, Any], State]] = ((), _hint)
"""Other objects are never expected."""


def _place(state: State, seat: int) -> tuple[Turn, int]:
    """The current turn, and the index of a seat's hand."""
    awaits: Any = state.game_awaits
    now: Any = state.turn
    return now, awaits.seats.index(seat)


def hand(state: State, seat: int) -> Dice:
    """The five slots of a seat in this turn; 0 is an empty slot."""
    now, place = _place(state, seat)
    return now.hands[place]


def at(setup: Setup, position: Any, now: Turn | None = None) -> State:
    """The state at a position, with a turn in progress. Raises `IllegalMove` if that cannot be."""
    state = _at(State(setup, setup.first if isinstance(setup.first, int) else 0), position)
    if now is None:
        return state
    if state.awaited.kind == "over":
        raise IllegalMove(tr("The game is over in this position."))
    if state.turn is None or len(state.turn.hands) != len(now.hands):
        raise IllegalMove(tr("There is no such turn in this position."))
    return _at_turn(state, now)

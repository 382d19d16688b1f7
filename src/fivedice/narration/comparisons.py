"""Sentences that compare the players of a review: their luck, their choices, and who led when."""

from collections.abc import Mapping

from msgspec.structs import replace

from fivedice.analysis.annotate import ROUNDING
from fivedice.analysis.luck_and_cost import Account, MatchReview, is_duel, net_luck, played_by_game
from fivedice.analysis.solver_api import as_printed
from fivedice.core.ties import best_first
from fivedice.language import all_of, mark, sentences, tr
from fivedice.narration.results import YOU, with_scores
from fivedice.narration.reviews import amount, figure, signed, since

EVEN = 0.5
"""The chance of each of two equal players."""
ENTERED = mark("In turns entered without throws, luck and choices cannot be separated.")
"""The note about turns without throws, where `joint` is the sum of luck and choices."""
SHARES = {
    "luck": mark("{gain} from luck"),
    "choices": mark("{gain} from choices"),
    "computer": mark("{gain} from the computer's choices"),
    "joint": mark("{gain} from turns entered without throws"),
    "order": mark("{gain} from turn order"),
    "position": mark("{gain} from the starting position"),
    "others": mark("{gain} from opponents' moves"),
}
"""The parts of a difference."""


# --- Sentences about all players ---------------------------------------------------------------------------


def split(review: MatchReview) -> list[str]:
    """The difference between the first two players, divided into luck, choices and the rest."""
    ranked = best_first(review.printed, lambda account: account.result)
    first, last = ranked[0], ranked[1 if len(ranked) > 1 else 0]
    if first.result - last.result < ROUNDING:
        return []
    names, parts = review.match.setup.names, difference(review, first, last)
    split = mark("{name} is {lead} ahead of {other}: {parts}.")
    if is_duel(review.match.setup, review.aim):
        split = mark("{name} is {lead} above an even chance: {parts}.")
    lead, listed = amount(sum(parts.values()), review.aim), all_of(shares(review, parts))
    return [tr(split, name=names[first.seat], other=names[last.seat], lead=lead, parts=listed)]


def shares(review: MatchReview, parts: Mapping[str, float]) -> list[str]:
    """The parts of a difference in words, without those that are zero."""
    gains = {part: gain for part, gain in parts.items() if as_printed(gain, review.aim)}
    return [tr(SHARES[part], gain=signed(gain, review.aim)) for part, gain in gains.items()]


def difference(review: MatchReview, first: Account, last: Account) -> dict[str, float]:
    """The difference of two printed accounts, divided into `SHARES`. In a two-player match for the win, the
    first account is compared with an even chance instead.
    """
    setup, parts = review.match.setup, {"luck": first.luck - last.luck, "joint": first.joint - last.joint}
    whole, start, others = first.result - last.result, first.start - last.start, first.others - last.others
    if is_duel(setup, review.aim):
        whole, start = first.result - EVEN, first.start - EVEN
        parts = {"luck": first.luck - first.lost_to_luck, "joint": first.joint - first.lost_to_joint}
        others = first.unexplained + first.won_by_cost - last.whole_cost
    parts |= {
        "choices": last.cost - first.cost,
        "computer": last.cost_of_game - first.cost_of_game,
        "order" if setup.position is None else "position": start,
        "others": others,
    }
    known = "joint" if abs(parts["joint"]) > abs(parts["luck"]) else "luck"
    return {**parts, known: parts[known] + whole - sum(parts.values())}


def decisive_heading(review: MatchReview) -> str:
    """A heading for the decisive moments."""
    alone, together = mark("What moved the score most"), mark("Where the match was decided")
    return tr(together if len(review.accounts) > 1 else alone)


def lead(review: MatchReview, names: tuple[str, ...] = ()) -> str:
    """When the winner took the lead for good, or ""; `names` may replace those of the setup."""
    if review.lead is None:
        return ""
    names = names or review.match.setup.names
    (winner,) = review.match.winners
    moment = since(review, review.lead, names, winner)
    if names[winner] == YOU:
        return tr("You were ahead for good from {moment} on.", moment=moment)
    return tr("{name} was ahead for good from {moment} on.", name=names[winner], moment=moment)


def joint_gains(review: MatchReview, names: tuple[str, ...] = ()) -> list[str]:
    """The gain of each player in turns entered without throws, with the limits of that figure."""
    if not review.has_entries:
        return []
    joint = [signed(one.joint, review.aim) for one in review.printed]
    gains = with_scores(names or review.match.setup.names, joint)
    return [sentences(tr(ENTERED), tr("Joint is both together: {gains}.", gains=gains))]


def computer_choices(review: MatchReview) -> list[str]:
    """For each absent player the number and cost of the game's decisions."""
    told = []
    for account in review.accounts:
        times = sum(moment.by_game and moment.seat == account.seat for moment in review.moments)
        if times:
            sentence = tr(
                "The computer made {count, plural, one {# decision} other {# decisions}} for {name}, who was "
                "away. They cost {loss}, counted separately.",
                count=times,
                name=review.match.setup.names[account.seat],
                loss=amount(account.cost_of_game, review.aim),
            )
            told.append(sentence)
    return told


def net_lucks(review: MatchReview) -> list[str]:
    """Each player's luck minus the average of the others, if the luck of every turn is known."""
    if len(review.accounts) == 1 or review.has_entries:
        return []
    printed, names = replace(review, accounts=review.printed), review.match.setup.names
    lucks = with_scores(names, [signed(net_luck(printed, seat), review.aim) for seat in range(len(names))])
    return [tr("Net luck, compared with the others' average: {lucks}.", lucks=lucks)]


# --- One player and another --------------------------------------------------------------------------------


def as_viewed(review: MatchReview, viewer: int | None, you: str = YOU) -> tuple[str, ...]:
    """The names of the players, the viewer's as `you`."""
    return tuple(you if seat == viewer else name for seat, name in enumerate(review.match.setup.names))


def compare(review: MatchReview, viewer: int | None) -> str:
    """Compares the luck and choices of the viewer, or of the first player, with the best of the others; alone
    with best play. The figures add up to the difference of the results.
    """
    aim, names, one = review.aim, as_viewed(review, viewer), review.printed[viewer or 0]
    others = [account for account in review.printed if account.seat != one.seat]
    other = max(others, key=lambda account: account.result) if others else _best_play(one)
    parts, told = difference(review, one, other), list[str]()
    if not others:
        told = [tr("Best play makes {mean} on average.", mean=amount(one.start, aim))]
    if review.has_entries:
        told += joint_gains(review, as_viewed(review, viewer, tr("You", "before figures")))
    elif others:
        lucks = _lucks(parts["luck"], aim, names[one.seat], names[other.seat])
        told += [lucks, _costs(review, one, other, names)]
    else:
        told += [_alone(review, one, names)]
    known = {"joint"} if review.has_entries else {"luck", "choices"}
    rest = shares(review, {part: gain for part, gain in parts.items() if part not in known})
    return sentences(*told, tr("The rest: {parts}.", parts=all_of(rest)) if rest else "")


def _best_play(one: Account) -> Account:
    """The account of best play with average luck."""
    return Account(one.seat, one.start, 0.0, 0.0, 0.0, one.start, {}, {}, {}, 0)


def _lucks(gap: float, aim: str, name: str, other: str) -> str:
    you, they = mark("You were as lucky as {other}."), mark("{name} was as lucky as {other}.")
    if as_printed(gap, aim) > 0:
        you = mark("You were {gap} luckier than {other}.")
        they = mark("{name} was {gap} luckier than {other}.")
    elif as_printed(gap, aim) < 0:
        you = mark("You were {gap} less lucky than {other}.")
        they = mark("{name} was {gap} less lucky than {other}.")
    return tr(you if name == YOU else they, name=name, other=other, gap=amount(abs(gap), aim))


def _alone(review: MatchReview, one: Account, names: tuple[str, ...]) -> str:
    is_you, by_game = names[one.seat] == YOU, played_by_game(review, one.seat)
    sentence = {
        (True, False): mark("You had {luck} from luck. Your choices cost {loss}."),
        (True, True): mark("You had {luck} from luck. The computer made every choice for you."),
        (False, False): mark("{name} had {luck} from luck. {name}'s choices cost {loss}."),
        (False, True): mark("{name} had {luck} from luck. The computer made every choice for {name}."),
    }[is_you, by_game]
    luck, loss = signed(one.luck, review.aim), amount(one.cost, review.aim)
    return tr(sentence, name=names[one.seat], luck=luck, loss=loss)


def _costs(review: MatchReview, one: Account, other: Account, names: tuple[str, ...]) -> str:
    """The costs of the choices of two players, or that the computer made them all."""
    you, name = {
        (False, False): (
            mark("Your choices cost {loss}; {other}'s cost {other_number}."),
            mark("{name}'s choices cost {loss}; {other}'s cost {other_number}."),
        ),
        (False, True): (
            mark("Your choices cost {loss}; the computer made every choice for {other}."),
            mark("{name}'s choices cost {loss}; the computer made every choice for {other}."),
        ),
        (True, False): (
            mark("The computer made every choice for you; {other}'s choices cost {other_loss}."),
            mark("The computer made every choice for {name}; {other}'s choices cost {other_loss}."),
        ),
        (True, True): (
            mark("The computer made every choice for you; the computer made every choice for {other}."),
            mark("The computer made every choice for {name}; the computer made every choice for {other}."),
        ),
    }[played_by_game(review, one.seat), played_by_game(review, other.seat)]
    return tr(
        you if names[one.seat] == YOU else name,
        name=names[one.seat],
        other=names[other.seat],
        loss=amount(one.cost, review.aim),
        other_loss=amount(other.cost, review.aim),
        other_number=figure(other.cost, review.aim),
    )

"""Says whether the rows of a review add up to the result of the record."""

from fivedice.analysis.annotate import ROUNDING
from fivedice.analysis.luck_and_cost import Account, Review
from fivedice.match import questions
from fivedice.narration import sentences
from fivedice.report import words


def sentence(review: Review) -> str:
    """Whether every row adds up to what the record says was made; a match that goes on has no result."""
    moved = any(abs(account.others) > ROUNDING for account in review.accounts)
    of_game = any(abs(account.cost_of_game) > ROUNDING for account in review.accounts)
    terms = "start + luck - cost" + (" - cost of the game's choices" if of_game else "")
    terms += " + what changed while others acted" if moved else ""
    if not questions.is_over(review.match.state):
        return f"In every row {terms} = worth now; there is no result yet to check it against."
    wrong = [account for account in review.accounts if not account.adds_up]
    if wrong:
        return f"The rows do not add up: {terms} is {'; '.join(_misfit(review, seat) for seat in wrong)}."
    return f"Every row adds up before it is rounded: {terms} = result, and the record says the same."


def _misfit(review: Review, account: Account) -> str:
    """How far a row is from what the record says."""
    comes_to, made = (
        words.figure(worth, review.aim) for worth in (account.result - account.residue, account.result)
    )
    apart = "" if comes_to != made else f", {abs(account.residue):.1e} apart"
    name = sentences.names(review.match.setup)[account.seat]
    return f"{comes_to} for {name}, but the record's result is {made}{apart}"

"""The rules page of the piecepack game."""

from fivedice.games.pages.shared import (
    AWAY_WITH_A_CARD,
    FILLING,
    SHARED_WIN,
    THE_TURN,
    TYPED_BOXES,
    UPPER_BONUS,
    boxes,
    chosen_start,
    typing,
)

TYPED_SUITS = "The suits of the five dice are agreed as `suits=sun,moon,crown,arms,sun`."

RULES = f"""\
# Piecepack

Thirteen turns, thirteen boxes, played with the dice of two piecepacks. Make
the highest total. For 1 to 6 players.

## The dice

Each shows ace, 2, 3, 4, 5 and null. An ace counts 1 and a null counts 6.

Each die belongs to a suit: sun, moon, crown or arms. Suits are shown and never
count. Any five of the dice may be taken, so no suit comes more than twice.

{chosen_start()}
{THE_TURN}
{FILLING}
To cross a box out is to give it a zero; it cannot be used again.

{boxes("Aces: 1 for each ace", "Nulls: 6 for each null")}
A straight runs through the counts: ace 2 3 4 5, or 2 3 4 5 null.

{UPPER_BONUS}
## Five alike

A Yahtzee is worth 50 once, in its box. There is no bonus for another and there
are no Joker rules: a second one is a roll like any other. Five alike are never
a Full House, for a second number is missing, and never a straight: 0 there.

## An example

You throw ace 3 5 null null and keep the nulls. The next three dice are 2 4
null: you keep three nulls and the 2. The last die is another 2. Three nulls
and two 2s offer 18 in Nulls, 4 in Twos, 22 in 3 of a Kind or in Chance, and 25
in Full House.

## The end

The game is over when every card is full. Your total is the Upper Section with
its bonus and the Lower Section.

- The highest total wins.
{SHARED_WIN}- Alone, you play against your earlier scores.

{AWAY_WITH_A_CARD}
{typing(*TYPED_BOXES, TYPED_SUITS)}"""

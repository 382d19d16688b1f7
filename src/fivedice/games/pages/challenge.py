"""The rules page of the challenge game."""

from fivedice.games.pages.shared import (
    AWAY_WITH_A_CARD,
    FILLING,
    JOKER,
    SHARED_WIN,
    TYPED_BOXES,
    TYPED_JOKER,
    UPPER_BONUS,
    boxes,
    typing,
)

RULES = f"""\
# Challenge

Everybody plays every round at the same time and from the same dice; what you
keep and where you score is your own affair. Thirteen rounds, one card each,
for 1 to 4 players. Alone it is the ordinary game for one: who keeps all five
has stopped.

## What you need to picture

One player, the roller, throws the five common dice. Every player has a tray of
five slots. A slot is either filled with a number or empty.

## A round, step by step

1. The roller throws all five dice, and every player has these five numbers.
2. Every player decides which to keep, any or all or none, and empties the
   other slots. Then the empty slots are filled, as described below.
3. Every player decides once more, and the empty slots are filled again.

Then the numbers are final, and all players fill one box of their own card.

## Filling the empty slots

The roller throws as many dice as the player with the fewest empty slots
needs; players with none do not count. Every player with empty slots takes all
the dice just thrown. While anybody still has empty slots, the roller throws
again in the same way.

So each step has one common row of new dice, five at the most. If you emptied
two slots you get the first two of the row; if you emptied four, the first
four.

## An example

The roller throws 2 3 3 5 6.

- Ann keeps 3 3 and has three empty slots.
- Ben keeps 2 3 5 6 and has one.
- Cleo keeps 6 and has four.

Ben needs the fewest, so one die is thrown: a 4. All three take it, and Ben is
full with 2 3 4 5 6. Of the others Ann needs two: the throw is 3 and 1. Ann is
full with 1 3 3 3 4. Cleo needs one more: a 6, and she has 1 3 4 6 6.

All three now decide again, Ben too.

## Deciding

- Decisions of one step are simultaneous. Nobody sees what another keeps,
  or at the end which box another fills, before all have decided.
- A decision that is handed in stands.
- If you kept all five at the second step, you may still empty slots at the
  third. If everybody keeps all five, nothing is thrown and the next decision
  is made all the same.
- Only alone is keeping all five a stop: your dice are final then.

## Who rolls

The first seat, unless you choose another or have one drawn at random. The
office passes clockwise each round and goes on passing through the games of a
match. It brings no advantage.

{FILLING}
{boxes()}
{UPPER_BONUS}
{JOKER}
## The end

After thirteen rounds your total is the Upper Section with its bonus, the Lower
Section, and 100 for each Yahtzee bonus.

- The highest total wins.
{SHARED_WIN}
A match is 1 to 6 games on one card: the highest sum of all its games wins, and
equal sums share.

{AWAY_WITH_A_CARD}
{typing(*TYPED_BOXES, TYPED_JOKER)}"""

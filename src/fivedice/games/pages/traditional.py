"""The rules page of the traditional game."""

from fivedice.games.pages.shared import (
    AWAY_WITH_A_CARD,
    FILLING,
    HIGHEST_ROLL,
    JOKER,
    SHARED_WIN,
    THE_TURN,
    TYPED_BOXES,
    TYPED_JOKER,
    UPPER_BONUS,
    boxes,
    typing,
)

RULES = f"""\
# Traditional

Thirteen turns, thirteen boxes: fill each box of your card once, and make the
highest total. For 1 to 10 players.

## The dice

They show Chinese numerals in place of pips:

- 一 is 1
- 二 is 2
- 三 is 3
- 四 is 4
- 五 is 5
- 六 is 6

The legend can be called up during play. Faces are only a matter of looks.

## Who starts

The highest roll, unless you agree on a seat or have one drawn at random.

{HIGHEST_ROLL}
After that the turns pass to the left.

{THE_TURN}
{FILLING}
{boxes()}
{UPPER_BONUS}
## An example

You throw 1 3 4 4 6 and keep the two fours. The next three dice are 2 4 5: you
keep the third four. The last two are 1 and 4. Your final dice, 1 4 4 4 4,
offer 16 in Fours, 1 in Aces, 17 in 4 of a Kind, in 3 of a Kind or in Chance,
and a zero in any other open box.

{JOKER}
## The end

The game is over when every card is full. Your total is the Upper Section with
its bonus, the Lower Section, and 100 for each Yahtzee bonus.

- The highest total wins.
{SHARED_WIN}- Alone, you play against your earlier scores.

## A match of several games

A match is 1 to 6 games, written side by side on one card. The highest sum of
all its games wins the match; equal sums share it. Every game opens with a
highest roll of its own or, if you agreed on a seat or a random one for the
first game, with the next seat in turn.

{AWAY_WITH_A_CARD}
{typing(*TYPED_BOXES, TYPED_JOKER)}"""

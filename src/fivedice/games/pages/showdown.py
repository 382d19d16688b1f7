"""The rules page of the showdown game."""

from fivedice.games.pages.shared import AWAY, THE_TURN, chosen_start, typing

TYPED = typing(
    "A card is gained or raised by its name: `place-full-house`, `steal-threes`, `raise-fours`.",
    "On your own card `move` or `stay` is typed, and `nothing` where your dice give nothing.",
    "The corners are agreed as `pawns=8,0`, one for each seat.",
)

RULES = f"""\
# Showdown

Pawns run round a board; dice win cards for it and steal them from others. The
most chips on the board at the end win. For 2 to 4 players.

## The board

A ring of sixteen spaces, numbered clockwise from 0 to 15. The corners 0, 4, 8
and 12 are Wild. The other twelve are diamonds, one for each of twelve cards;
at the start all cards are off the board.

The first seat starts on corner 0, the second on 4, the third on 8, the fourth
on 12, unless the players choose their corners. Several pawns may share a
space.

## The cards

A card on the board belongs to the player whose chips are on it. A chip counts
10 points, but only chips need counting.

- Aces, Twos, Threes, Fours, Fives, Sixes: 1 chip for each die of the number;
  at least one die is needed, and 4 chips are the most
- 3 of a Kind: at least three alike, 3 chips
- 4 of a Kind: at least four alike, 4 chips
- Full House: three of one number and two of another, 5 chips
- Small Straight: four numbers in a row, 5 chips
- Large Straight: five numbers in a row, 7 chips
- Chance: a total of 25 or more, 6 chips

There is no Yahtzee card; what five alike do is described below. The first six
are called number cards here.

{chosen_start()}
## A turn in short

1. Throw the red die and move clockwise that many spaces.
2. Throw the five black dice, at most three times.
3. Gain or raise one card, if the dice allow it. Then the turn is over.

{THE_TURN}
## On an empty diamond

Place any card that is off the board and whose combination your final dice
show. Put your chips on it; it is yours.

## On another player's card

Here you can steal this card and no other. The dice must make its combination,
and for a number card at least as many chips as lie on it. The old owner takes
the old chips back, and yours go on it, counted from your dice.

## On your own card

A number card with fewer than 4 chips leaves you a choice:

- Move: throw the red die and move again
- Stay: throw the black dice to raise it; only more dice of its number than it
  has chips will do

Any other card of yours cannot be raised. Then you must move again, and do
not throw the black dice there, not even for a Yahtzee.

## On a Wild space

No card ever lies here, and you have all three ways:

- place a card: your pawn goes clockwise to the next empty diamond, and the
  card is placed there
- steal any one card by its combination: your pawn moves to it
- raise a number card of yours that has fewer than 4 chips, by more dice of its
  number than it has chips: your pawn moves to it

## A Yahtzee

Five alike as your final dice, on whatever space, let you take any card:

- place any card that is off the board, on your space if that is an empty
  diamond, else on the next empty one clockwise, where your pawn goes
- or steal any card of another player; your pawn moves to it

A number card then gets 4 chips, any other card its usual value. What the space
would allow without the Yahtzee stays allowed too, such as raising your own
card there with five of its number.

## Taking is a duty

If your final dice let you gain or raise something, you must take one of the
options; which one is up to you. To gain nothing you have to end on dice that
give nothing. Your pawn then stays where it is.

## An example

Your pawn is on 0. The red die shows 3: an empty diamond. You throw 1 2 4 5 5
and keep the fives. The next three dice are 1 5 6: you keep three fives. The
last two are 3 and 6. Your final dice are 3 5 5 5 6. If no card is placed yet,
you may place Fives or 3 of a Kind with 3 chips, or Threes or Sixes with 1. The
total is 24, one short of Chance.

Later a player lands on your Fives. Three fives are enough to steal them, and
four put 4 chips there, which only four or more can take again.

## The Showdown Round

The twelfth card placed starts it. The player to the left of the one who
placed it begins; everybody has one last turn, the placer's being the last.
Nothing can be placed any more, but a single turn can steal many cards:

- After each steal you throw the red die and go on. This is not a choice.
- A Yahtzee still lets you steal any card of another player, on whatever space
  you throw it.
- On your own card you move on or stay, as before.
- Dice that steal nothing end your turn.
- A raise ends your turn too, for it is no steal.
- On a Wild space with nothing to steal and nothing to raise, your turn ends at
  once.

## The end

- After the Showdown Round the most chips on the board win.
- Equal chips share the win.

{AWAY}- Then the card that brings most chips is gained, the first among equals.
- Between moving and staying the absent player moves.

{TYPED}"""

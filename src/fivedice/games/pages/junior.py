"""The rules page of the junior game."""

from fivedice.games.pages.shared import AWAY, THE_TURN, chosen_start, typing

TYPED = typing(
    "A character is scored by its name: `minnie-mouse`, `goofy`.",
    "While throws are left, `goofy` keeps a die that shows Goofy, and `pluto` one that shows Pluto. "
    "Stop first if you want to score them then.",
)

RULES = f"""\
# Junior

Collect dice with the same character. Each counts one; the mouse called Mickey
helps with all of them. For 2 to 4 players, or alone.

## The dice

Each die has six faces: Mickey Mouse, who is wild, and the five characters
Minnie Mouse, Donald Duck, Daisy Duck, Goofy and Pluto.

## The scoreboard

It has a row for each of the five characters. In a row there are a picture
column, worth zero, and columns 1 to 5. Every player has one token for each
row.

Turns for each player:

- alone: 5
- two players: 5
- three players: 4
- four players: 3

With three or four players some tokens are left over at the end.

{chosen_start()}
In the highest roll Mickey counts 1, Minnie 2, Donald 3, Daisy 4, Goofy 5 and
Pluto 6.

{THE_TURN}
## Scoring

Choose one character that you have not scored yet, and put your token for it
on its row. A placed token never moves.

- The column is the number of dice with that character plus all Mickeys.
- The full count is placed. You cannot leave a Mickey out to stand lower.
- A space in columns 1 to 5 holds one token. If it is taken, yours goes to the
  next open space to the left in that row.
- If no space to the left is open, that character cannot be scored now.
- Five Mickeys are five of any character that you have not scored.

## A zero

You take a zero only when you must: when your final dice let you score no
character that you still have a token for, not even for 1. Then choose one of
your remaining tokens and put it in the picture column. As long as something
can be scored, a zero is not on offer. Any number of players may stand on one
picture.

You may stop early on such dice, but there is no point in it.

## An example

You throw two Goofys, Mickey, Pluto and Daisy. You keep the Goofys and Mickey;
the other two dice become Goofy and Donald. You keep Goofy and throw the last
die: Minnie. With three Goofys, Mickey and Minnie you may score Goofy 4, Minnie
2, or any other open character 1. If somebody stands in column 4 of Goofy's
row, your token goes to column 3.

If your last token is Goofy's, and you end with three Minnies and two Plutos,
it goes to Goofy's picture.

## The end

When all turns are played, add up the columns of your tokens.

- The highest sum wins.
- If several have it, each of them throws five dice once: the most Mickeys
  win.
- Those who are still level throw again until one leads.
- Alone, you try to beat your last sum; 25 is the most there is.

{AWAY}- Then the character that brings most is scored, the first on the board among
  equals.

{TYPED}"""

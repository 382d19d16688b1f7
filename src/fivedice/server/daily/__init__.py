"""Today's deal on a server: its secrets, the attempts of players, and the board."""

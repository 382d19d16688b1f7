"""One play of a game: its history, its length, its record."""

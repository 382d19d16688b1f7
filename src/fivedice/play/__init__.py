"""One play of a game: the setup, the events, the state they lead to, and the record of it all."""

"""One play of a game: the setup, the events and the state they lead to. Its texts are `notation`'s."""

"""Work for processors behind the server: bots, hints, reviews and solving."""

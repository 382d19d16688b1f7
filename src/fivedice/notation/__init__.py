"""The text form of dice, events, positions, setups and matches: `write` makes it, `read` parses it."""

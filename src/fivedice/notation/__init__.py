"""The texts of dice, events, positions, setups and matches: `write` makes them, `read` takes them back."""

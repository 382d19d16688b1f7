"""Short text forms of dice, events and positions: `write` makes them, `read` takes them back."""

"""A match: its setup, its events, and the state that they lead to."""

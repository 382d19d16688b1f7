"""Computation beside the event loop: bots, hints, reviews and solving."""

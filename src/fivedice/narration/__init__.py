"""Sentences about dice, moves and results."""

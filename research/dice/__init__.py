"""Checks of the dice themselves, and the test vectors of docs/reference/dice.md."""

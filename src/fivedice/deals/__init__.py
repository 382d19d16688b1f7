"""Dice that are fixed before a match and can be verified after it (docs/reference/dice.md)."""

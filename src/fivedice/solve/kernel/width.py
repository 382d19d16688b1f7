"""How many numbers compiled code works at side by side. Knows no compiler, so whoever only reads can ask."""

LANES = 16
"""How many numbers a row holds: with AVX2, fewer cost more each, and more would often stand empty."""

"""Compiled lanes, the lattice of keeps, tables on disk: what every solver stands on. Knows no game."""

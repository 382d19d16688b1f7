"""Turns of showdown as machine code, one position at a time: for those who ask for very many."""

"""Backs up, restores, moves and checks whole databases."""

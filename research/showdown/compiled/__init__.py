"""Turns of showdown as compiled code, one position at a time: to train networks and play whole matches."""

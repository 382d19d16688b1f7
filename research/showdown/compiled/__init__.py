"""Compiled turns of showdown, one position at a time, to train networks and play whole matches."""

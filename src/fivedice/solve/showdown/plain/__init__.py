"""Turns of showdown in numpy, many positions at a time and nothing compiled: for those who ask for few."""

"""Strength of bots and the intervals of their figures."""

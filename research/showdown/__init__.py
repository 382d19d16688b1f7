"""Showdown: training and comparisons."""

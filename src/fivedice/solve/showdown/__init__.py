"""Showdown: exact turns over learned worths."""

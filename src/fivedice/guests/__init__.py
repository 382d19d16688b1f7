"""Bots that people bring: any Python function, and any program that speaks lines of JSON. Plays no match."""

from fivedice.guests.guest import Guest, check, make
from fivedice.guests.process import end_all

__all__ = ["Guest", "check", "end_all", "make"]

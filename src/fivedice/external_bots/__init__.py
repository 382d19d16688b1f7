"""Bots that people bring: any Python function, and any program that speaks lines of JSON."""

from fivedice.external_bots.external_bot import Guest, check, make
from fivedice.external_bots.process import end_all

__all__ = ["Guest", "check", "end_all", "make"]

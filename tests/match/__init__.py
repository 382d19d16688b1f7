"""Tests of setup, history and names of a match."""

"""Tests of printed material."""

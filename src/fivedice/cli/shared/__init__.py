"""Shared by several commands: arguments, output, games and records."""

"""Yacht for two players: solved, checked and evaluated."""

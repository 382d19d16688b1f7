"""Exact solving: what every position is worth under best play. The only floor that uses numba."""

"""Exact solving: what every position is worth under best play. The only folder that uses numba."""

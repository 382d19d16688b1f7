"""Solvers for score cards."""

"""Environments, exact regret and data for those who study games."""

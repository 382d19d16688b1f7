"""What choices are worth, why, and how a match went: told by the numbers of a solver."""

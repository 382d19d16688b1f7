"""What choices are worth, why, and how a match went, by the numbers of a solver."""

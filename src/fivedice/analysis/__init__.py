"""What choices are worth and why, and reviews of matches, from the numbers of a solver."""

"""The worth of choices with reasons, and reviews of matches, from the numbers of a solver."""

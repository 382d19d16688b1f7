"""Scripts that make and check the shipped training data."""

"""Scripts that make what training ships, and check it."""

"""The best chance to reach a total with a score card."""

"""Score cards solved: any card, one at a time."""

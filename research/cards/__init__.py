"""Score cards: best play, totals, last rounds."""

"""Score cards as values: boxes, sections, bonuses, a further Yahtzee."""

"""Score cards as values: boxes, sections, bonuses, a further Yahtzee. Knows no seat, no turn and no match."""

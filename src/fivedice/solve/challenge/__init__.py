"""Challenge played to win: rounds on common throws."""

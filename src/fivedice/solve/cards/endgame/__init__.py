"""The last rounds of score cards, played to win: exact."""

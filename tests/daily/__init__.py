"""Today's deal: days, results, the line to share."""

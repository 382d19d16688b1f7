"""Today's deal: one deal per day and game, the same for everybody on a server."""

"""Pictures of every page, to be looked at. Checks nothing."""

"""Many matches between bots, with confidence intervals, on any number of processors."""

"""Many matches between bots, what they prove, and on how many processors."""

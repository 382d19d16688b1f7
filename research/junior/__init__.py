"""Junior: training, exact and played comparisons."""

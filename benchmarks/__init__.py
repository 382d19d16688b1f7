"""Speed benchmarks that a release runs."""

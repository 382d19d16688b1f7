"""Junior solved."""

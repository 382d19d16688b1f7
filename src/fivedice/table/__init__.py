"""A table as a value: terms, seats, match, and every entry of its log. No I/O."""

"""A players' table as frozen values: its terms, chairs, match and log."""

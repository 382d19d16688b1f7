"""Players without an account: their identity, their seats and their data."""

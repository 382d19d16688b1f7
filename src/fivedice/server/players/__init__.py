"""Players without an account: who they are, their seats, and what belongs to them."""

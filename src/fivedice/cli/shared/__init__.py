"""What several commands have in common: arguments, output, games and records."""

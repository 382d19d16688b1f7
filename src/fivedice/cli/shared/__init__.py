"""What several commands share: arguments, output, games and records."""

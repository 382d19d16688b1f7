"""What the full-screen table draws: dice, cards, boards."""

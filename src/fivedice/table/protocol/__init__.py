"""What a table and its clients say to each other, as JSON, and what each of them may see. No I/O."""

"""Play in the terminal: the full-screen table and the line mode."""

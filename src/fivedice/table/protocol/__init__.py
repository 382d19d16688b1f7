"""The protocol between a table and its clients: JSON messages, and what each client may see. No I/O."""

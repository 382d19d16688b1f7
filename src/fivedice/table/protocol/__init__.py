"""The table protocol: messages, and what each seat may see of a table."""

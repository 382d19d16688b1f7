"""The server as processes: start, supervision, and sharing of tables."""

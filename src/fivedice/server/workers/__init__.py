"""The server as processes: start and supervision."""

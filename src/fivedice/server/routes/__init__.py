"""The REST and WebSocket routes."""

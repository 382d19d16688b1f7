"""Rate limits, connection limits and checks of the origin of a request."""

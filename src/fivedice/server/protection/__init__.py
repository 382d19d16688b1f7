"""Rate limits, connection limits and checks of where a request comes from."""

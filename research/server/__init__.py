"""Measurements of the server and the browser that are not repeated for a release."""

"""A review as text, as JSON and as an HTML page with plots."""

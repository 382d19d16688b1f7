"""A review as text, as JSON and as one HTML file; hints as text."""

"""A match looked back at: as lines of text, as JSON, and as one page with plots."""

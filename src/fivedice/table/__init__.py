"""A table as a pure object: what was agreed, who sits, the match, and every entry of its log. No I/O."""

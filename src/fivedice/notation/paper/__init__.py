"""Positions as people describe them from a paper score card or a board; `position` parses a whole one."""

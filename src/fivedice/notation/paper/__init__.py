"""Positions in the words of somebody with a score card or a board at hand; `position` reads them whole."""

"""A card of two boxes that a family might have written: small enough to be solved at once."""

HOUSE = """
title = "House <1>"

[[sections]]
title = "All"
boxes = [{ name = "Sixes", needs = "face 6", pays = "these dice" }, { name = "Chance" }]
"""

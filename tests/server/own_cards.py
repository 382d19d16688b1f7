"""A family's card in twenty lines, as somebody brings it. Holds no test."""

CARD = """\
title = "Sunday at Ours"
line = "Two bonuses, pairs and a high one"
seats = [1, 5]
[[sections]]
title = "Numbers"
goal = 30
bonus = 20
boxes = [
    { name = "Fives", needs = "face 5", pays = "these dice" },
    { name = "Sixes", needs = "face 6", pays = "these dice" },
]
[[sections]]
title = "Patterns"
goal = 60
bonus = 15
boxes = [
    { name = "Two Pairs", needs = "two pairs", pays = "these dice" },
    { name = "Straight", needs = "run of 4", pays = 30 },
    { name = "High", needs = "total 22" },
]
"""
TITLE = "Sunday at Ours"
BOXES = ("Fives", "Sixes", "Two Pairs", "Straight", "High")

SUMS = """
[[sections]]
title = "Part {0}"
goal = 60
bonus = 35
boxes = [{boxes}]
"""
LARGE = 'title = "Sums"' + "".join(
    SUMS.format(
        part, boxes=", ".join(f'{{ name = "Sum {total}", needs = "total {total}" }}' for total in totals)
    )
    for part, totals in enumerate(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)), 1)
)
"""A card that can be played, but not solved: it has too many fillings."""

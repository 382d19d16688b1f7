"""Example cards in every way that TOML allows, and random documents."""

from hypothesis import strategies as st

INLINE = """\
title = "Inline"   # a comment with [[sections]] and { name = x } in it
seats = [1, 4]

[[sections]]
title = "Upper"
goal = 10
bonus = 5
boxes = [
    { name = "Ones", needs = "face 1", pays = "these dice" },
    { name = "Twos", needs = "face 2", pays = "these dice" },
]

[[sections]]
title = "Lower"
boxes = [
    { name = "Pair", needs = "2 alike", pays = 12 },
    { name = "Five", needs = "5 alike", pays = 50 },
]

[further]
box = "Five"
bonus = 20
joker = "free"
"""

TABLES = """\
further.box = "Five"
further.bonus = 20
further.joker = "free"
title = '''Tables'''
line = "[[sections]] = { } \\" # in a text"
"faces" = 'digits'
seats = [
    1,
    4,
]
[[sections]]
"title" = "Upper"
goal = 10
bonus = 5
[[sections.boxes]]
name = "Ones"
needs = "face 1"
pays = "these dice"
[[sections.boxes]]
pays = "these dice"
name = "Twos"
needs = "face 2"
[[sections]]
title = "Lower"
[[sections.boxes]]
name = "Pair"
needs = "2 alike"
pays = 12
[[sections.boxes]]
name = "Five"
needs = "5 alike"
pays = 50
"""

ALL_INLINE = """\
sections = [
    { title = "Upper", goal = 10, bonus = 5, boxes = [
        { name = "Ones", needs = "face 1", pays = "these dice" },
        { name = "Twos", needs = "face 2", pays = "these dice" } ] },
    { title = "Lower", boxes = [
        { name = "Pair", needs = "2 alike", pays = 12 },
        { name = "Five", needs = "5 alike", pays = 50 } ] } ]
title = \"\"\"
All inline\"\"\"
further = { box = "Five", bonus = 20, joker = "free" }
"""

WAYS = (INLINE, TABLES, ALL_INLINE)
"""One card in three ways of writing."""

needs = st.one_of(
    st.sampled_from(["any dice", "two pairs", "full house", "full house or 5 alike"]),
    st.integers(1, 6).map("face {}".format),
    st.integers(2, 5).map("{} alike".format),
    st.integers(2, 5).map("run of {}".format),
    st.integers(1, 30).map("total {}".format),
    st.lists(st.integers(1, 6), min_size=5, max_size=5).map(lambda d: "dice " + "".join(map(str, d))),
)
pays = st.one_of(st.sampled_from(['"all dice"', '"these dice"']), st.integers(0, 500).map(str))

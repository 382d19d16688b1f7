"""A match whose last keeps should be drawn, as a record: challenge with Chance left, Ann a point behind."""

RECORD = """\
{"fivedice": 1, "game": "challenge", "options": {"joker": "forced"}, "games": 1, "first": 0, \
"position": "3,6,9,12,15,18,20,0,25,30,40,0,-+0/3,6,9,12,15,18,21,0,25,30,40,0,-+0 0", \
"players": [{"name": "Ann"}, {"name": "Ben"}]}
{"throw": "23566", "seat": 0}
{"keep": "23566", "seat": 0}
{"keep": "23566", "seat": 1}
{"keep": "566", "seat": 0}
{"keep": "23", "seat": 1}
{"throw": "44", "seat": 0}
{"throw": "4", "seat": 0}
{"use": "chance", "seat": 0}
{"use": "chance", "seat": 1}
{"result": {"scores": [[238, 231]], "totals": [238, 231], "winners": [0]}}
"""
OF_THE_BEST, MISTAKE = 4, 5
"""The events in which Ann keeps what may be drawn, and Ben what never should be."""

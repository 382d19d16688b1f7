"""How many of 100 matches a bot wins against the expert, by game. Made by research.arena.strength."""

WINS = {
    "traditional": {"casual:1": 8, "casual:5": 25, "greedy": 39, "champion": 52},
    "challenge": {"casual:1": 5, "casual:5": 18, "greedy": 35, "champion": 60},
    "showdown": {"casual:5": 34, "champion": 51},
    "piecepack": {"casual:1": 7, "casual:5": 22, "greedy": 38, "champion": 52},
    "junior": {"casual:1": 20, "casual:5": 32, "greedy": 49, "champion": 51},
    "yacht-dice": {"casual:1": 9, "casual:5": 25, "greedy": 41, "champion": 51},
}

"""How many of 100 matches a bot wins against the expert, by game. Made by research.arena.strength."""

WINS = {
    "casual:1": {"traditional": 8, "challenge": 5, "piecepack": 7, "junior": 20},
    "casual:5": {"traditional": 25, "challenge": 18, "showdown": 34, "piecepack": 22, "junior": 32},
    "greedy": {"traditional": 39, "challenge": 35, "piecepack": 38, "junior": 49},
    "champion": {"traditional": 52, "challenge": 60, "showdown": 51, "piecepack": 52, "junior": 51},
}

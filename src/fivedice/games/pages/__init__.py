"""The rules of each game as a player reads them: Markdown that also reads well raw."""

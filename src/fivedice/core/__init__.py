"""Dice, turns, worths and the questions that every game answers."""

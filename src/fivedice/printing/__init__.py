"""Printed material: a document as data, made of a game's own values, and its PDF made by typst templates."""

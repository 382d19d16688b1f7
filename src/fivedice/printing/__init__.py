"""Printed material: documents as data, built from a game's own values, and their PDFs, typeset with typst."""

"""Backup, restore, moving and examining of whole databases."""

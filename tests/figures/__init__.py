"""Tests of the figures, profiles, ratings and exports."""

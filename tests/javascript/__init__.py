"""Unit tests of the pages' scripts, run by Node."""

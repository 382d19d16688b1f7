"""Tests of `fivedice.language` and of the catalogues."""

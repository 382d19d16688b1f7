"""Tests of environments and of the study of policies."""

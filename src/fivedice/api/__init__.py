"""The front door: what `import fivedice` offers, for programs, the Python prompt and notebooks."""

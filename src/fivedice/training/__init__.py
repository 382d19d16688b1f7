"""Training: exercises from real matches, their grading, repetition, a test of proficiency, and goals."""

"""Training: exercises, grades, drills, the test of proficiency, goals."""

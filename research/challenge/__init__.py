"""Challenge: training, calibration, exploitability."""

"""A learner that plays score cards, from play alone."""

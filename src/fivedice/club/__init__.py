"""An evening of a club: several tables play the same deals, round by round."""

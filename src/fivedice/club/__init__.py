"""Club nights: several tables play the same deals, round by round."""

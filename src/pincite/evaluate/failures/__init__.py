"""Failures of a run by rule: their kinds, what the rules look at, and the file that lists them."""

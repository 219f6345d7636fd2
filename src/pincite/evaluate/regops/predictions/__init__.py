"""Prediction files: made with pincite's methods and baselines, and read in whatever spelling."""

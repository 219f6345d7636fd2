"""Answers: made by a pipeline, written, read back, rendered, verified."""

"""Runs: a benchmark's documents as a library, pipelines as named runs ask for them, and asking the questions."""

"""Measures with their intervals, and readers of benchmarks."""

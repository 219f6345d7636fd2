"""Readers of benchmarks, one file each, and the registry by which they are named."""

from pincite.evaluate.benchmarks.registry import BENCHMARKS, Form, Reader, load, register

__all__ = ["BENCHMARKS", "Form", "Reader", "load", "register"]

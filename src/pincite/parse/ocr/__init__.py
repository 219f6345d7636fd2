"""Optical recognition: pages of a PDF without usable text, read from their pictures."""

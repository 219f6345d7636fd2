"""Readers of question sets, one file each."""

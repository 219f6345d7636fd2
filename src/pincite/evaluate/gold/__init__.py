"""Gold of a benchmark: its places in the library's text, and what touches it."""

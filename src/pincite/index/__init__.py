"""BM25 and vectors over the index text: derived from the store, and rebuilt from it at will."""

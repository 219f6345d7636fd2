"""The library: documents, chunks, vectors and edges in one SQLite file, and the snapshots derived from it."""

"""Documents to chunks: the units that are indexed, retrieved and cited."""

from pincite.chunk.by_page import CHUNKER_VERSION, ChunkReport, chunk_document
from pincite.chunk.choice import CHUNKERS, chunk_units, has_provisions

__all__ = ["CHUNKERS", "CHUNKER_VERSION", "ChunkReport", "chunk_document", "chunk_units", "has_provisions"]

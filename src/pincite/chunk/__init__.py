"""Documents to chunks: the units that are indexed, retrieved and cited."""

from pincite.chunk.by_page import CHUNKER_VERSION, ChunkReport, chunk_document

__all__ = ["CHUNKER_VERSION", "ChunkReport", "chunk_document"]

"""Which unit of a benchmark a chunk of the library is."""

from __future__ import annotations

from bisect import bisect_right

from pincite.evaluate.benchmark import Benchmark, HitRule
from pincite.evaluate.gold.touched import segment_unit
from pincite.types.chunk import Chunk


def unit_of(benchmark: Benchmark, chunk: Chunk) -> str:
    """The segment, provision or document by which gold names what the chunk is; empty where places alone count.

    A chunk that holds more than one segment is the first of them: cut such a benchmark by paragraphs.
    """
    if benchmark.hit is HitRule.DOCUMENT:
        return chunk.document_id
    if benchmark.hit is HitRule.PROVISION:
        return chunk.provision_id or ""
    starts = benchmark.segment_starts.get(chunk.document_id)
    if not starts:
        return ""
    return segment_unit(chunk.document_id, max(bisect_right(starts, chunk.span.start) - 1, 0))

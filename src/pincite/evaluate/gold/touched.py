"""Which gold a retrieved unit or a citation touches, by the benchmark's rule.

A segment's `unit` is `segment_unit(document_id, ordinal)`, its order among the segments of the document in the same
text: by it the segment beside is known. A citation stands in the segment in which its quote begins.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pincite.evaluate.benchmark import Benchmark, Gold, HitRule
from pincite.evaluate.case import Case, Ranked, Scored
from pincite.evaluate.measures.record_reading import Cited, sources
from pincite.evaluate.overlap import flat, jaccard
from pincite.types.document import Span
from pincite.types.provision import is_ancestor

SAME_SPAN: Final = 0.5
"""Jaccard of the words from which on a quote is a gold span: CUAD's own evaluation."""

_MARK = re.compile(r"^(?:§+|secs?\.|sections?)\s*", re.IGNORECASE)
_CONTINUED = re.compile(r"\s*\(continued\)\s*$", re.IGNORECASE)
_ORDINAL = re.compile(r"[0-9]{1,9}")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))


@dataclass(frozen=True, slots=True)
class Location:
    """Where a retrieved unit or a citation stands.

    Args:
        spans: in `Document.text`.
        pages: 0-based; empty without pages.
        section_id, provision_id, unit: empty where there is none.
        text: its words.
        quoted: it is a citation, whose words were chosen; else a retrieved unit.
    """

    document_id: str
    spans: tuple[Span, ...] = ()
    pages: range = range(0)
    section_id: str = ""
    provision_id: str = ""
    unit: str = ""
    text: str = ""
    quoted: bool = False


def of_ranked(item: Ranked) -> Location:
    """Where a retrieved unit stands."""
    return Location(
        item.document_id,
        item.spans,
        _pages(item.page_index, item.page_index_end),
        item.section_id or "",
        item.provision_id or "",
        item.unit,
        item.text,
    )


def of_citation(citation: Cited, scored: Scored) -> Location:
    """Where a citation stands."""
    return Location(
        citation.document_id,
        (citation.position,) if citation.position else (),
        _pages(citation.page_index, citation.page_index_end),
        citation.section_id,
        citation.provision_id,
        _unit_of(citation, scored),
        citation.quote,
        quoted=True,
    )


def _unit_of(citation: Cited, scored: Scored) -> str:
    """The segment in which a quote begins; elsewhere the unit of what its source was made of, where that is ranked."""
    starts = scored.benchmark.segment_starts.get(citation.document_id)
    if starts and citation.position:
        return segment_unit(citation.document_id, max(bisect_right(starts, citation.position.start) - 1, 0))
    chunk = next((s.chunk_id for s in sources(scored.case.record) if s.number == citation.number), "")
    return next((item.unit for item in scored.case.ranked if chunk and item.chunk_id == chunk), "")


def first_units(case: Case, k: int) -> list[Location]:
    """The first `k` retrieved units; one that is ranked twice counts where it stands first.

    Raises:
        ValueError: `k` is below 1.
    """
    if k < 1:
        raise ValueError(f"a cut-off is 1 or more, not {k}")
    ranked = {item.chunk_id: item for item in reversed(case.ranked)}
    order = dict.fromkeys(item.chunk_id for item in case.ranked)
    return [of_ranked(ranked[chunk_id]) for chunk_id in list(order)[:k]]


def touches(benchmark: Benchmark, gold: Gold, place: Location, *, hierarchical: bool = False) -> bool:
    """Whether the place is a hit on one piece of gold.

    Args:
        hierarchical: for provisions, one above or below counts too.
    """
    if gold.document_id != place.document_id:
        return False
    match benchmark.hit:
        case HitRule.DOCUMENT:
            return True
        case HitRule.PLACE:
            return _same_place(gold, place)
        case HitRule.SPAN:
            return _same_span(gold, place)
        case HitRule.SEGMENT:
            return _same_segment(gold, place, benchmark)
        case HitRule.PROVISION:
            return _same_provision(gold, place, hierarchical)


def touches_any(benchmark: Benchmark, golds: Iterable[Gold], place: Location, *, hierarchical: bool = False) -> bool:
    """Whether the place is a hit on any of the gold."""
    return any(touches(benchmark, gold, place, hierarchical=hierarchical) for gold in golds)


def touched(benchmark: Benchmark, golds: Sequence[Gold], places: Sequence[Location]) -> list[Gold]:
    """Those of the gold on which one of the places is a hit."""
    return [gold for gold in golds if any(touches(benchmark, gold, place) for place in places)]


def quotes_of(golds: Iterable[Gold]) -> tuple[str, ...]:
    """The different quotes of gold, white space flattened."""
    return tuple(dict.fromkeys(flat(gold.quote) for gold in golds if gold.quote.strip()))


def segment_unit(document_id: str, ordinal: int) -> str:
    """The unit of a segment: its document and its 0-based place in the text."""
    return f"{document_id}/{ordinal}"


def section_key(section_id: str) -> str:
    """A section id without `§`, `Sec.`, a closing stop and `(continued)`, with plain hyphens.

    >>> section_key("Sec. 34.03.070.")
    '34.03.070'
    """
    return _MARK.sub("", _CONTINUED.sub("", section_id.strip())).rstrip(".:").strip().translate(_DASHES)


def covers_section(gold: str, own: str) -> bool:
    """Whether a gold section is the one given or holds it: a gold `3608` is all that is under it, `3608(b)` included.

    >>> covers_section("3608", "§ 3608(b)"), covers_section("3608", "3608a")
    (True, False)
    """
    wanted, found = section_key(gold), section_key(own)
    return bool(wanted) and (found == wanted or found.startswith(f"{wanted}("))


def _pages(first: int | None, last: int | None) -> range:
    return range(0) if first is None else range(first, (first if last is None else last) + 1)


def _same_place(gold: Gold, place: Location) -> bool:
    if any(page in place.pages for page in gold.page_indexes):
        return True
    return bool(place.section_id) and any(covers_section(s, place.section_id) for s in gold.section_ids)


def _same_span(gold: Gold, place: Location) -> bool:
    """Characters in common; for a citation also by its words; without offsets the words of one stand in the other."""
    if gold.span is not None and any(gold.span.overlaps(span) for span in place.spans):
        return True
    if place.quoted and gold.quote and jaccard(gold.quote, place.text) >= SAME_SPAN:
        return True
    wanted, found = flat(gold.quote), flat(place.text)
    located = gold.span is not None and bool(place.spans)
    return not located and bool(wanted and found) and (wanted in found or found in wanted)


def _same_segment(gold: Gold, place: Location, benchmark: Benchmark) -> bool:
    if not place.unit:
        return gold.span is not None and any(gold.span.overlaps(span) for span in place.spans)
    if place.unit == gold.unit:
        return True
    return benchmark.neighbours and gold.document_id in benchmark.whole and _beside(gold.unit, place.unit)


def _beside(one: str, other: str) -> bool:
    """Whether the two are next to each other in one document."""
    document, _, ordinal = one.rpartition("/")
    other_document, _, other_ordinal = other.rpartition("/")
    if not document or document != other_document:
        return False
    if not (_ORDINAL.fullmatch(ordinal) and _ORDINAL.fullmatch(other_ordinal)):
        return False
    return abs(int(ordinal) - int(other_ordinal)) == 1


def _same_provision(gold: Gold, place: Location, hierarchical: bool) -> bool:
    if gold.parts and place.spans:
        return any(part.overlaps(span) for part in gold.parts for span in place.spans)
    own = place.provision_id or place.unit
    if not own or not gold.unit:
        return False
    if own == gold.unit:
        return True
    return hierarchical and (is_ancestor(own, gold.unit) or is_ancestor(gold.unit, own))

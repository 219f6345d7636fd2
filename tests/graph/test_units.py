"""From provisions to chunks and back, whatever cut the chunks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.graph.units import ProvisionUnits
from pincite.library import Library
from pincite.settings import ChunkSettings
from pincite.store.protocol import ChunkPlace
from pincite.types.document import Span
from pincite.types.provision import Provision, ProvisionKind, ProvisionTree


def provision(path: str, start: int, end: int, *, parent: str | None = None, deleted: bool = False) -> Provision:
    kind = ProvisionKind(path.rsplit("/", 1)[-1][0])
    around = parent or (f"act/{path.rpartition('/')[0]}" if "/" in path else None)
    return Provision(f"act/{path}", kind, "1", around, Span(start, end), Span(start, start), deleted=deleted)


# a1 whole, a2 split into a lead, p1 and p2 (cut in two), a3 deleted, a4 in no chunk; chapter c1 holds all
TREE = ProvisionTree(
    "act",
    "test",
    (
        provision("c1", 0, 100),
        provision("a1", 0, 20, parent="act/c1"),
        provision("a1/p1", 5, 20),
        provision("a2", 20, 70, parent="act/c1"),
        provision("a2/p1", 25, 40),
        provision("a2/p1/i1", 30, 40),
        provision("a2/p2", 40, 70),
        provision("a3", 70, 80, parent="act/c1", deleted=True),
        provision("a4", 90, 100, parent="act/c1"),
    ),
)
PLACES = [
    ChunkPlace("act#1", "act", "act/a1", (Span(0, 20),)),
    ChunkPlace("act#2", "act", "act/a2", (Span(20, 25),)),
    ChunkPlace("act#3", "act", "act/a2/p1", (Span(25, 40),)),
    ChunkPlace("act#4", "act", "act/a2/p2", (Span(40, 52), Span(54, 60))),
    ChunkPlace("act#5", "act", "act/a2/p2", (Span(55, 70),)),
    ChunkPlace("act#6", "act", None, (Span(60, 85),)),
    ChunkPlace("act#7", "act", None, (Span(110, 120),)),
    ChunkPlace("other#1", "other", None, (Span(0, 20),)),
]
UNITS = ProvisionUnits(PLACES, {"act": TREE})

HELD = [
    ("whole_article", "act/a1", "1"),
    ("paragraph_in_a_whole_article", "act/a1/p1", "1"),
    ("split_article", "act/a2", "23456"),
    ("paragraph_with_its_own_chunk", "act/a2/p1", "3"),
    ("item", "act/a2/p1/i1", "3"),
    ("cut_paragraph", "act/a2/p2", "456"),
    ("term", "act/a2/p1/def:gate", "3"),
    ("deleted", "act/a3", ""),
    ("in_no_chunk", "act/a4", ""),
    ("document", "act", ""),
    ("unknown_provision", "act/a9", ""),
    ("document_without_tree", "other/s1", ""),
    ("outside", "external:act", ""),
]


@pytest.mark.parametrize(("provision_id", "numbers"), [row[1:] for row in HELD], ids=[row[0] for row in HELD])
def test_chunks_that_hold_a_provision(provision_id: str, numbers: str) -> None:
    assert UNITS.units(provision_id) == tuple(f"act#{number}" for number in numbers)


COVERED = [
    ("whole_article", "act#1", "act/a1", {"a1", "a1/p1"}),
    ("lead", "act#2", "act/a2", {"a2"}),
    ("paragraph_with_items", "act#3", "act/a2/p1", {"a2/p1", "a2/p1/i1"}),
    ("part_of_a_paragraph", "act#5", "act/a2/p2", {"a2/p2"}),
    ("page_over_two_articles", "act#6", "act/c1", {"c1", "a2", "a2/p2", "a3"}),
    ("outside_all", "act#7", None, set()),
    ("document_without_tree", "other#1", None, set()),
    ("unknown_chunk", "act#9", None, set()),
]


@pytest.mark.parametrize(("chunk_id", "unit", "ids"), [row[1:] for row in COVERED], ids=[row[0] for row in COVERED])
def test_provisions_of_a_chunk(chunk_id: str, unit: str | None, ids: set[str]) -> None:
    assert UNITS.provision(chunk_id) == unit
    assert UNITS.covers(chunk_id) == {f"act/{path}" for path in ids}


@given(st.lists(st.tuples(st.integers(0, 98), st.integers(1, 40)), min_size=1, max_size=12))
def test_both_ways_agree(pieces: list[tuple[int, int]]) -> None:
    places = [ChunkPlace(f"act#{n}", "act", None, (Span(at, at + long),)) for n, (at, long) in enumerate(pieces)]
    units = ProvisionUnits(places, {"act": TREE})
    for found in TREE:
        holding = set(units.units(found.id))
        for place in places:
            overlaps = found.span.overlaps(place.spans[0]) and not found.deleted
            assert (place.id in holding) == overlaps
            if found.id in units.covers(place.id) and not found.deleted:
                assert place.id in holding


LONG = " ".join(["The keeper must lock the gate at dusk and open it again at dawn."] * 3)
ACT = f"# Harbor Code, Chapter 7\n\n## § 7-1. Gates\n\n(a) {LONG}\n\n(b) {LONG}\n\n## § 7-2. Boats\n\n{LONG}\n"


def test_library_gives_its_own(make_library: Callable[..., Library]) -> None:
    chunk = ChunkSettings(max_tokens=60, overlap_tokens=0, min_tokens=10)
    library = make_library({"act.md": ACT}, chunk=chunk)
    units = ProvisionUnits.of_library(library.store, library.graph())
    chunks = {c.id: c.provision_id for c in library.store.each_chunk()}
    assert list(chunks.values()) == ["act/s7-1/pa", "act/s7-1/pb", "act/s7-2"]
    assert [chunks[i] for i in units.units("act/s7-1")] == ["act/s7-1/pa", "act/s7-1/pb"]
    assert {units.provision(i) for i in chunks} == set(chunks.values())

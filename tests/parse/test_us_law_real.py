"""Grammars of American law on real law: counts, and labels that were checked against the text by reading."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from pincite.parse import read
from pincite.parse.grammars import MIN_SCORE, contract, eu_act, us_code, us_regulations, us_state
from pincite.types.provision import ProvisionKind

GRAMMARS = (us_regulations.GRAMMAR, us_code.GRAMMAR, us_state.GRAMMAR, contract.GRAMMAR, eu_act.GRAMMAR)

# Real law.

COUNTS = [
    ("hipaa/hipaa_part160", "us-regulations", 60, 525),
    ("hipaa/hipaa_part162", "us-regulations", 48, 398),
    ("hipaa/hipaa_part164", "us-regulations", 39, 1206),
    ("housing/documents/ak-as-34-03-landlord-tenant-act", "us-state", 43, 247),
    ("housing/documents/dc-rental-housing-act-chapter-35", "us-state", 72, 767),
    ("housing/documents/fl-chapter-83-part-ii-residential-tenancies", "us-state", 37, 218),
    ("housing/documents/ma-105-cmr-410-sanitary-code", "us-state", 64, 634),
    ("housing/documents/ri-chapter-34-18-residential-landlord-tenant-act", "us-state", 63, 284),
    ("housing/documents/tn-tca-66-28-urlta", "us-state", 44, 251),
    ("housing/documents/us-fair-housing-act-42-usc-ch45", "us-code", 24, 375),
    ("housing/documents/va-residential-landlord-tenant-act-2022", "us-state", 67, 321),
    ("housing/documents/vt-9-vsa-137-residential-rental-agreements", "us-state", 28, 166),
]


@pytest.mark.parametrize(("name", "grammar", "sections", "paragraphs"), COUNTS, ids=[row[0][-20:] for row in COUNTS])
def test_counts_of_real_law(data_dir: Path, name: str, grammar: str, sections: int, paragraphs: int) -> None:
    document = read(data_dir / f"{name}.md")
    best = max(GRAMMARS, key=lambda g: g.score(document))
    assert best.name == grammar
    assert best.score(document) >= MIN_SCORE
    tree = best.read(document)
    assert len({p.id for p in tree}) == len(tree.provisions)
    counts = Counter(p.kind for p in tree)
    assert (counts[ProvisionKind.SECTION], counts[ProvisionKind.PARAGRAPH]) == (sections, paragraphs)


def test_real_sections_are_those_of_the_catalogue(data_dir: Path) -> None:
    rows = [json.loads(line) for line in (data_dir / "housing" / "documents.jsonl").read_text("utf-8").splitlines()]
    stated = {row["doc_id"]: row["sections"] for row in rows if row.get("sections")}
    # The catalogue counts the headings of the one that has a table of contents and repeats them on each page.
    differs = {"ma-105-cmr-410-sanitary-code"}
    ours = {name.rpartition("/")[2]: sections for name, _, sections, _ in COUNTS}
    assert {n: c for n, c in stated.items() if n not in differs} == {n: ours[n] for n in stated if n not in differs}


DEEP = """160.103/phealth-plan/p2/pii/pB/p2 164.306/pd/p3/pii/pB/p1 164.502/pa/p5/pi/pA/p4
164.502/pa/p5/pii/pB/p2/pviii 164.504/pe/p4/pii/pB/p2 164.512/pb/p1/pv/pD/p2 164.512/pb/p1/pvi/pC/p1
164.512/pe/p1/piii/pC/p2 164.512/pf/p1/pii/pC/p3 164.512/pi/p1/pi/pB/p3 164.512/pi/p2/pii/pA/p1
164.514/pb/p2/pi/pB/p1 164.514/pb/p2/pi/pI 164.514/pb/p2/pi/pR 164.514/pe/p2/pxvi 164.514/pe/p4/pii/pC/p5
164.514/pe/p4/piii/pA/p2 164.530/pi/p4/pii 164.530/pj/p1/piv 164.530/pk/p1/pii/pB""".split()


def test_deep_labels_of_real_law(data_dir: Path) -> None:
    known = set()
    for part in ("160", "164"):
        document = read(data_dir / "hipaa" / f"hipaa_part{part}.md", document_id="x")
        known |= {p.id.removeprefix("x/s") for p in us_regulations.read(document)}
    assert [label for label in DEEP if label not in known] == []


def test_real_guides_and_packets_are_no_law(data_dir: Path) -> None:
    for path in sorted((data_dir / "housing" / "documents").glob("*.pdf")):
        document = read(path)
        best = max(grammar.score(document) for grammar in GRAMMARS)
        assert (best >= MIN_SCORE) == (path.stem == "nyc-housing-maintenance-code"), path.stem

"""Real law of Korea has as many provisions as marks, and manuals that quote it are none; needs the data folder."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.parse import read
from pincite.parse.statute import provisions
from pincite.types.document import Document
from pincite.types.provision import ProvisionKind, ProvisionTree

CheckWhole = Callable[[Document, ProvisionTree], None]


KINDS = ("CHAPTER", "SUBCHAPTER", "PARAGRAPH", "ITEM", "SUBITEM", "ADDENDA")
# Articles of its own, then KINDS (those of addenda included), then articles of addenda, then annexes. The numbers of
# articles, paragraphs and items outside the addenda are those of the source's marks.
COUNTS = {
    "documents/facility_equipment_guideline.md": (46, 7, 8, 114, 151, 18, 0, 0, 0),
    "documents/framework_act.md": (71, 6, 0, 305, 119, 3, 42, 83, 0),
    "documents/framework_decree.md": (73, 5, 0, 299, 229, 6, 60, 119, 0),
    "documents/framework_rule.md": (9, 0, 0, 17, 12, 0, 7, 9, 0),
    "documents/innovation_act.md": (42, 5, 3, 154, 141, 19, 9, 22, 0),
    "documents/innovation_decree.md": (68, 5, 3, 266, 337, 24, 23, 61, 0),
    "documents/innovation_decree_annexes.md": (0, 0, 0, 0, 24, 33, 0, 0, 7),
    "documents/innovation_rule.md": (4, 0, 0, 4, 20, 0, 5, 6, 0),
    "documents/performance_act.md": (30, 5, 0, 95, 34, 0, 2, 6, 0),
    "documents/performance_decree.md": (29, 0, 0, 83, 62, 4, 2, 6, 0),
    "documents/research_note_guideline.md": (14, 0, 0, 26, 8, 0, 0, 0, 0),
    "documents/rnd_cost_standard.md": (119, 9, 7, 296, 284, 77, 0, 0, 0),
    "documents/rnd_information_standard.md": (25, 6, 0, 48, 42, 0, 0, 0, 0),
    "documents/security_measures.md": (18, 0, 0, 36, 31, 0, 0, 0, 0),
    "documents/simultaneous_project_limit.md": (5, 0, 0, 4, 0, 0, 0, 0, 0),
    "history_2023-12-28/innovation_act.md": (41, 5, 3, 142, 121, 19, 5, 13, 0),
    "history_2023-12-28/innovation_decree.md": (68, 5, 3, 243, 327, 24, 11, 26, 0),
    "history_2023-12-28/innovation_rule.md": (4, 0, 0, 4, 20, 0, 3, 6, 0),
}
# One number is missing in the source itself: ④ of an article of the decree's addenda of 2011.
WARNED = {"documents/framework_decree.md": ["number_gap"]}


@pytest.fixture(scope="module")
def regops(data_dir: Path) -> Path:
    return data_dir / "regops_ko"


@pytest.mark.parametrize("name", COUNTS)
def test_real_law_gives_as_many_provisions_as_it_has_marks(regops: Path, name: str, check_whole: CheckWhole) -> None:
    document = read(regops / name)
    found = provisions(document)
    own = sum(len(p.segments) == 1 for p in found if p.kind is ProvisionKind.ARTICLE)
    by_kind = Counter(p.kind.name for p in found)
    counts = (own, *(by_kind[k] for k in KINDS), by_kind["ARTICLE"] - own, by_kind["ANNEX"])
    assert (found.grammar, counts) == ("korean-law", COUNTS[name])
    assert [w.rule for w in found.warnings] == WARNED.get(name, [])
    check_whole(document, found)


def test_articles_of_real_law_are_as_many_as_its_list_says(regops: Path) -> None:
    for listing in ("documents.jsonl", "history.jsonl"):
        for line in (regops / listing).read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if row["file"] in COUNTS:
                assert COUNTS[row["file"]][0] == row["articles"], row["file"]


@pytest.mark.parametrize("headings", [True, False], ids=["with-headings", "without"])
def test_manuals_that_quote_law_are_no_law(regops: Path, headings: bool) -> None:
    manuals = sorted((regops / "documents").glob("manual_*.md"))
    assert manuals
    for path in manuals:
        document = read(path)
        found = provisions(document if headings else replace(document, sections=()))
        assert {p.kind for p in found} == {ProvisionKind.SECTION}
        assert found.grammar == ""

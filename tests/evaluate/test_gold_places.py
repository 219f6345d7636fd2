from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, SourceDocument
from pincite.evaluate.gold.touched import (
    Location,
    covers_section,
    first_units,
    of_citation,
    of_ranked,
    section_key,
    segment_unit,
    touches,
)
from pincite.evaluate.measures.record_reading import citations
from pincite.types.document import Span


def bench(hit: HitRule, **more: Any) -> Benchmark:
    return Benchmark("made", "0", (), (), hit, **more)


def at(document_id: str = "guide", **where: Any) -> Location:
    return Location(document_id, **where)


PAGE = Gold("guide", page_indexes=frozenset({11}))
SECTION = Gold("guide", section_ids=frozenset({"3608"}))
SPAN = Gold("guide", "within 21 days of the end", Span(100, 125))


@pytest.mark.parametrize(
    ("gold", "place", "expected"),
    [
        pytest.param(PAGE, at(pages=range(11, 12)), True, id="page"),
        pytest.param(PAGE, at(pages=range(10, 12)), True, id="one-of-two-pages"),
        pytest.param(PAGE, at(pages=range(12, 13)), False, id="page-behind"),
        pytest.param(PAGE, at("act", pages=range(11, 12)), False, id="other-document"),
        pytest.param(PAGE, at(section_id="11"), False, id="section-is-no-page"),
        pytest.param(PAGE, at(), False, id="no-place"),
        pytest.param(SECTION, at(section_id="§ 3608"), True, id="section"),
        pytest.param(SECTION, at(section_id="3608(b)(2)"), True, id="part-of-the-section"),
        pytest.param(SECTION, at(section_id="3608a"), False, id="another-section"),
        pytest.param(SECTION, at(section_id="360"), False, id="shorter-section"),
    ],
)
def test_places(gold: Gold, place: Location, expected: bool) -> None:
    assert touches(bench(HitRule.PLACE), gold, place) is expected


@pytest.mark.parametrize(
    ("gold", "own", "expected"),
    [
        pytest.param("3608(b)", "3608(b)", True, id="same"),
        pytest.param("3608(b)", "3608(b)(1)", True, id="below"),
        pytest.param("3608(b)", "3608", False, id="above"),
        pytest.param("Sec. 34.03.070.", "34.03.070 (continued)", True, id="continued"),
        pytest.param("7-2-10", "7–2–10", True, id="dashes"),
        pytest.param("", "3608", False, id="empty"),
    ],
)
def test_section_covers(gold: str, own: str, expected: bool) -> None:
    assert covers_section(gold, own) is expected


def test_section_key_leaves_signs_off() -> None:
    assert section_key("§ 55.1-1204.") == "55.1-1204"


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        pytest.param(at(spans=(Span(0, 101),)), True, id="one-character"),
        pytest.param(at(spans=(Span(0, 100),)), False, id="ends-where-gold-starts"),
        pytest.param(at(spans=(Span(0, 5), Span(120, 130))), True, id="second-piece"),
        pytest.param(at(spans=(Span(500, 525),), text="within 21 days of the end"), False, id="same-words-elsewhere"),
        pytest.param(
            at(spans=(Span(500, 525),), text="within 21 days of the end", quoted=True), True, id="same-words-cited"
        ),
        pytest.param(at("act", spans=(Span(100, 125),)), False, id="other-document"),
        pytest.param(at(text="pay within  21 days\nof the end."), True, id="words-where-nothing-is-located"),
        pytest.param(at(text="pay within 20 days of the end."), False, id="other-words"),
        pytest.param(at(), False, id="nothing"),
    ],
)
def test_spans(place: Location, expected: bool) -> None:
    assert touches(bench(HitRule.SPAN), SPAN, place) is expected


def test_gold_that_was_not_located_is_found_by_its_words() -> None:
    gold = replace(SPAN, span=None)
    assert touches(bench(HitRule.SPAN), gold, at(spans=(Span(0, 40),), text="pay within 21 days of the end"))
    assert not touches(bench(HitRule.SPAN), gold, at(spans=(Span(0, 40),), text=""))


@pytest.mark.parametrize(
    ("own", "neighbours", "whole", "expected"),
    [
        pytest.param("guide/5", False, False, True, id="itself"),
        pytest.param("guide/6", False, True, False, id="neighbours-not-counted"),
        pytest.param("guide/6", True, True, True, id="behind"),
        pytest.param("guide/4", True, True, True, id="before"),
        pytest.param("guide/7", True, True, False, id="two-behind"),
        pytest.param("guide/6", True, False, False, id="order-is-not-the-texts"),
        pytest.param("act/6", True, True, False, id="other-document"),
        pytest.param("guide/x", True, True, False, id="no-ordinal"),
        pytest.param("", True, True, False, id="no-unit"),
    ],
)
def test_segments(own: str, neighbours: bool, whole: bool, expected: bool) -> None:
    form = bench(HitRule.SEGMENT, neighbours=neighbours, whole=frozenset({"guide"} if whole else ()))
    gold = Gold("guide", unit=segment_unit("guide", 5))
    assert touches(form, gold, at(unit=own)) is expected


@pytest.mark.parametrize(
    ("own", "strict", "hierarchical"),
    [
        pytest.param("law/a13/p1", True, True, id="itself"),
        pytest.param("law/a13", False, True, id="above"),
        pytest.param("law/a13/p1/i2", False, True, id="below"),
        pytest.param("law/a13/p11", False, False, id="longer-number"),
        pytest.param("", False, False, id="none"),
    ],
)
def test_provisions(own: str, strict: bool, hierarchical: bool) -> None:
    form, gold = bench(HitRule.PROVISION), Gold("law", unit="law/a13/p1")
    assert touches(form, gold, at("law", provision_id=own)) is strict
    assert touches(form, gold, at("law", provision_id=own), hierarchical=True) is hierarchical


def test_documents_are_hit_whole() -> None:
    assert touches(bench(HitRule.DOCUMENT), Gold("guide"), at())
    assert not touches(bench(HitRule.DOCUMENT), Gold("guide"), at("act"))


def test_units_ranked_twice_count_once(made: Any) -> None:
    ranked = [made.unit("a", "1"), made.unit("b", "2"), made.unit("a", "3"), made.unit("c", "4")]
    case = made.scored(made.question(), ranked=ranked).case
    assert [u.text for u in first_units(case, 3)] == ["1", "2", "4"]
    with pytest.raises(ValueError, match="1 or more"):
        first_units(case, 0)


def test_citation_stands_in_the_segment_of_its_position(made: Any) -> None:
    # The library's text is "One two.\n\nThree.\n\nFour.": segments start at 0, 10, 18.
    document = SourceDocument("guide", segments=("One two.", "Three.", "Four."))
    asked = made.question()
    record = made.answered([made.sentence("Three.", 1)], [made.citation(1, "Three.", at=10)])
    case = made.scored(asked, record, hit=HitRule.SEGMENT)
    case = replace(case, benchmark=replace(case.benchmark, documents=(document,)))
    (cited,) = citations(record)
    assert of_citation(cited, case).unit == "guide/1"


def test_citation_without_segments_has_the_unit_of_its_source(made: Any) -> None:
    record = made.answered([made.sentence("Three.", 2)], [made.citation(2, "Three.")])
    case = made.scored(made.question(), record, [made.unit("c2", unit="guide/7")], hit=HitRule.SEGMENT)
    (cited,) = citations(record)
    assert of_citation(cited, case).unit == "guide/7"


def test_pages_of_a_unit_are_inclusive(made: Any) -> None:
    assert of_ranked(made.unit("a", page_index=3, page_index_end=4)).pages == range(3, 5)
    assert of_ranked(made.unit("a", page_index=3)).pages == range(3, 4)
    assert of_ranked(made.unit("a")).pages == range(0)

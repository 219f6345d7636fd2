from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.errors import MissingExtra
from pincite.evaluate.benchmark import Benchmark, Gold, HitRule, Label, Question, SourceDocument
from pincite.evaluate.benchmarks import load
from pincite.evaluate.gold.locate import Located, Squeezed, locate, squeeze
from pincite.evaluate.run.materialise import materialise
from pincite.library import Library
from pincite.settings import Settings
from pincite.store.library import SqliteStore
from pincite.types.document import Span

TEXT = "GATES\n\nThe  keeper\nshuts the \u201cnorth\u201d gate.\n\n\u2022 The keeper sleeps.\n\nThe keeper\tshuts it.\n"


def wordless(folder: Path, settings: Settings) -> Library:
    """A library without models."""

    def missing(*asked: str) -> None:
        raise MissingExtra("There is no model in this test.")

    return Library(SqliteStore.open(folder, create=True), settings, embedder_for=missing, reranker=missing)  # type: ignore[arg-type]


def located(folder: Path, *golds: Gold, text: str = TEXT, suffix: str = ".txt") -> tuple[Located, str]:
    question = Question("q", "?", Label.ANSWERABLE, gold=golds)
    document = SourceDocument("rules", text=text, suffix=suffix)
    source = Benchmark("tests", "1", (document,), (question,), HitRule.SPAN)
    with materialise(source, folder, open_library=wordless) as library:
        return locate(source, library), library.document("rules").text


def words(found: Located, text: str) -> list[str | None]:
    return [gold.span.cut(text) if gold.span else None for q in found.benchmark.questions for gold in q.gold]


def test_counted_characters_lead_to_the_words_of_the_text(tmp_path: Path) -> None:
    first, second = TEXT.index("The  keeper"), TEXT.index("The keeper\tshuts")
    golds = [Gold("rules", "The keeper", source_span=Span(at, at + n)) for at, n in ((first, 11), (second, 10))]
    found, text = located(tmp_path, *golds)
    assert words(found, text) == ["The keeper", "The keeper"]
    starts = [gold.span.start for gold in found.benchmark.questions[0].gold if gold.span]
    assert starts == [text.index("The keeper"), text.rindex("The keeper")]
    assert (found.found, found.elsewhere, found.missing) == (2, 0, ())


def test_counted_characters_that_lead_to_other_words_give_way_to_the_nearest(tmp_path: Path) -> None:
    at = TEXT.index("sleeps")
    found, text = located(tmp_path, Gold("rules", "keeper shuts", source_span=Span(at, at + 12)))
    assert words(found, text) == ["keeper shuts"]
    (gold,) = found.benchmark.questions[0].gold
    assert gold.span is not None
    assert gold.span.start == text.rindex("keeper shuts")
    assert (found.found, found.elsewhere) == (1, 1)


def test_words_that_are_not_there_are_listed(tmp_path: Path) -> None:
    found, _ = located(tmp_path, Gold("rules", "the south gate"), Gold("none", "the gate"), Gold("rules"))
    assert (found.quotes, found.found) == (2, 0)
    assert [(m.question_id, m.document_id, m.quote) for m in found.missing] == [
        ("q", "rules", "the south gate"), ("q", "none", "the gate"),
    ]  # fmt: skip
    assert str(found) == "0 of 2 gold quotes located (0.0%), 0 of them elsewhere than named"


def test_the_named_section_is_preferred(tmp_path: Path) -> None:
    text = "## § 1 Gates\n\nThe keeper pays.\n\n## § 2(a) Boats\n\nThe keeper pays.\n"
    golds = [Gold("rules", "The keeper pays.", section_ids=frozenset({s})) for s in ("1", "2", "3")]
    found, parsed = located(tmp_path, *golds, text=text, suffix=".md")
    first, second = parsed.index("The keeper"), parsed.rindex("The keeper")
    starts = [gold.span.start for gold in found.benchmark.questions[0].gold if gold.span]
    assert starts == [first, second, first]
    assert (found.found, found.elsewhere) == (3, 1)


def test_a_span_that_is_right_stays(tmp_path: Path) -> None:
    at = TEXT.index("sleeps")
    right = Gold("rules", "sleeps.", span=Span(at - 1, at + 6))
    found, text = located(tmp_path, right, replace(right, span=Span(0, 7)), replace(right, span=Span(900, 907)))
    assert words(found, text) == ["sleeps."] * 3


@pytest.mark.parametrize(
    ("text", "quote", "expected"),
    [
        pytest.param("the ﬁrst ﬂoor", "first fl", "ﬁrst ﬂ", id="ligatures"),
        pytest.param("the ﬁrst", "rst", "rst", id="behind-a-ligature"),
        pytest.param("land\xadlord pays", "landlord pays", "land\xadlord pays", id="soft-hyphen"),
        pytest.param("land-\nlord pays", "landlord", "land-\nlord", id="hyphen-at-a-line-end"),
        pytest.param("land\ufffelord", "landlord", "land\ufffelord", id="hyphen-of-some-files"),
        pytest.param("a ‘b’ “c”", "a 'b' \"c\"", "a ‘b’ “c”", id="quotation-marks"),
        pytest.param("2019–2020", "2019-2020", "2019–2020", id="dashes"),
        pytest.param("caf\u00e9 x", "cafe\u0301", "caf\u00e9", id="composed"),
        pytest.param("• one\n\uf0b7 two", "one two", "one\n\uf0b7 two", id="bullets"),
    ],
)  # fmt: skip
def test_what_does_not_count(text: str, quote: str, expected: str) -> None:
    assert [span.cut(text) for span in Squeezed(text).find(quote)] == [expected]


@given(st.text("ab -\n\xad", max_size=60), st.data())
def test_any_part_of_a_text_is_found_in_it(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    part = text[start : data.draw(st.integers(start, len(text)))]
    spans = Squeezed(text).find(part)
    assert all(squeeze(span.cut(text)) == squeeze(part) for span in spans)
    assert any(start <= s.start and s.end <= start + len(part) for s in spans) == bool(squeeze(part))


# The sets at hand; the floors may be raised, never lowered.


@pytest.mark.parametrize(
    ("name", "quotes", "floor"),
    [("housing", 101, 1.0), ("privacyqa", 3771, 1.0), ("cuad", 1681, 1.0)],
)
@pytest.mark.slow
def test_gold_at_hand_is_located(data_dir: Path, tmp_path: Path, name: str, quotes: int, floor: float) -> None:
    source = load(name, data_dir)
    with materialise(source, tmp_path, open_library=wordless) as library:
        found = locate(source, library)
    assert found.quotes == quotes
    assert found.found >= floor * quotes
    assert found.elsewhere == 0

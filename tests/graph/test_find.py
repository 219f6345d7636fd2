"""References of a document in either language, in order and without overlaps."""

from __future__ import annotations

import pytest

from pincite.graph import patterns_en
from pincite.graph.find import find_references
from pincite.types.document import Document, Span, TextMap
from pincite.types.provision import Provision, ProvisionKind, ProvisionTree
from pincite.types.reference import CrossReference, ReferenceForm


def a_document(text: str, language: str) -> tuple[Document, ProvisionTree]:
    kind = ProvisionKind.ARTICLE if language == "ko" else ProvisionKind.SECTION
    whole = Provision(f"act/{kind.value}1", kind, "1", None, Span(0, len(text)), Span(0, 0))
    found = Document(
        id="act", title="", source="act.md", media_type="text/markdown", file_sha256="", text=text,
        text_map=TextMap(()), language=language,
    )  # fmt: skip
    return found, ProvisionTree("act", "test", (whole,))


@pytest.mark.parametrize(
    ("text", "language", "path"),
    [
        ("a lamp under section 5(a) is lit", "en", ("s5", "pa")),
        ("등불은 제5조제1항에 따라 켠다", "ko", ("a5", "p1")),
        ("lamp § 5(a)", "und", ("s5", "pa")),
    ],
    ids=["english", "korean", "undetermined"],
)
def test_language_decides_who_reads(text: str, language: str, path: tuple[str, ...]) -> None:
    assert [r.path for r in find_references(*a_document(text, language))] == [path]


def test_korean_grammar_decides_where_the_language_is_undetermined() -> None:
    whole, tree = a_document("제5조제1항", "und")
    found = find_references(whole, ProvisionTree("act", "korean-law", tree.provisions))
    assert [r.path for r in found] == [("a5", "p1")]


def test_document_without_provisions_has_references_all_the_same() -> None:
    whole, _ = a_document("a lamp under section 5(a) is lit", "en")
    assert [r.source for r in find_references(whole, ProvisionTree("act", "", ()))] == ["act"]


def test_sorted_without_doubles_and_without_what_begins_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    def reference(start: int, end: int, *path: str) -> CrossReference:
        return CrossReference("act", Span(start, end), ReferenceForm.OWN_DOCUMENT, path)

    given = [reference(20, 25, "s2"), reference(0, 10, "s1"), reference(20, 25, "s2"), reference(4, 8, "s4"),
             reference(20, 25, "s3")]  # fmt: skip
    monkeypatch.setattr(patterns_en, "references_en", lambda document, tree: given)
    found = find_references(*a_document("x" * 40, "en"))
    assert [(r.span.start, r.path) for r in found] == [(0, ("s1",)), (20, ("s2",)), (20, ("s3",))]

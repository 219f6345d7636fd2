from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from pincite.answer.passages import passages
from pincite.testing import document_of
from pincite.types.document import Document, Span


def test_each_heading_has_a_passage_that_knows_its_number() -> None:
    text = "Rules of the Club\n\n§ 1 Keys\n\nA key is lent.\n\nIt is small.\n\n§ 2 Boats\n\nA boat is lent."
    rules = document_of(text, title="Rules", headings=(("1", "§ 1 Keys", 1), ("2", "§ 2 Boats", 1)))
    found = list(passages(rules))
    assert [(p.section_id, p.text) for p in found] == [
        (None, "Rules of the Club"),
        ("1", "§ 1 Keys\n\nA key is lent.\n\nIt is small."),
        ("2", "§ 2 Boats\n\nA boat is lent."),
    ]
    assert [p.label for p in found] == ["Rules, para. 1", "Rules, § 1", "Rules, § 2"]


def paged(text: str, *furniture: str) -> Document:
    """A document with pages whose furniture is given, one string a page."""
    pages = text.split("\f")
    document = document_of(text, title="Rules", labels=[None] * len(pages), media_type="application/pdf")
    cuts = []
    for page, words in zip(document.pages, furniture, strict=True):
        start = text.index(words, page.span.start) if words else page.span.end
        cuts.append(replace(page, furniture=(Span(start, start + len(words)),) if words else ()))
    return replace(document, pages=tuple(cuts))


def test_running_heads_are_left_out_and_pages_joined() -> None:
    (found,) = passages(paged("A key is lent to\n7\fRULES\nthe member.\f\fThe end.", "7", "RULES", "", ""))
    assert found.text == "A key is lent to\nthe member.\nThe end."
    assert (found.page_index, found.page_index_end) == (0, 3)


def test_a_blank_document_has_no_passage() -> None:
    assert list(passages(document_of(" \n"))) == []
    assert list(passages(paged("7\f8", "7", "8"))) == []


@given(
    st.lists(st.text(alphabet="ab .\n", max_size=12), min_size=1, max_size=5),
    st.lists(st.sampled_from(["HEAD\n", "9\n"]), min_size=5, max_size=5),
)
def test_pieces_are_the_document_without_its_furniture(bodies: list[str], heads: list[str]) -> None:
    text = "\f".join(head + body for head, body in zip(heads, bodies, strict=False))
    document = paged(text, *heads[: len(bodies)])
    found = list(passages(document))
    for passage in found:
        for piece in passage.pieces:
            assert passage.text[piece.at : piece.at + piece.span.end - piece.span.start] == piece.span.cut(text)
    assert "".join(p.text for p in found).split() == " ".join(bodies).split()

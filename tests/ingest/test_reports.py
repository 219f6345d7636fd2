"""What is said of printed page numbers."""

from __future__ import annotations

import pytest

from pincite.ingest.reports import label_scheme
from pincite.types.document import Document, Page, Span, TextMap

ROWS = [
    ("none", (None, None), ""),
    ("as_in_the_file", ("1", "2", "3"), "PDF page on 1–3"),
    ("after_a_cover", (None, "1", "2"), "PDF page − 1 on 2–3"),
    ("part_of_a_whole", ("11", "12"), "PDF page + 10 on 1–2"),
    ("page_left_out_in_print", ("1", "2", "4", "5"), "PDF page on 1–2, PDF page + 1 on 3–4"),
    ("front_matter", (None, "ii", "iii", "1", "2"), "ii–iii on 2–3, PDF page − 3 on 4–5"),
    ("letters", ("A-1", "1"), "A-1 on 1, PDF page − 1 on 2"),
    ("gap", ("1", None, "3"), "PDF page on 1, PDF page on 3"),
]


@pytest.mark.parametrize(("labels", "words"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_label_scheme(labels: tuple[str | None, ...], words: str) -> None:
    pages = tuple(Page(index, Span(index, index + 1), label) for index, label in enumerate(labels))
    document = Document("a", "A", "a.pdf", "application/pdf", "0", "x" * len(pages), TextMap(()), pages)
    assert label_scheme(document) == words
